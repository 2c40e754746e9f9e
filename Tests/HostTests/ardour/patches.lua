-- arguments: SESSION-FOLDER PLUGIN-URI PRESET… : makes a session with one MIDI track for each preset, with
-- its name.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = create_session(arg[1], "touch", 48000)
assert(session, "Ardour made no session")
local info = ARDOUR.LuaAPI.new_plugin_info(arg[2], ARDOUR.PluginType.LV2)
assert(not info:isnil(), "Ardour does not know " .. arg[2])
for i = 3, #arg do
  session:new_midi_track(
    ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
    false, info, nil,
    nil, 1, arg[i], ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false)
  local instrument = instrument_of(session, arg[i])
  set_value(instrument, "OSC listen", 0)
  set_value(instrument, "Touch pressure", 0.7)  -- Breath sounds only while it is pressed
  local plugin = instrument:to_plugininsert():plugin(0)
  local preset = plugin:preset_by_label(arg[i])
  assert(preset, "no preset " .. arg[i])
  assert(plugin:load_preset(preset), "cannot load " .. arg[i])
end
sleep(1)
session:save_state("")
say("saved")
session:close()
quit()
