-- arguments: SESSION-FOLDER PLUGIN-URI PRESET : a session with the plugin on a MIDI track and a preset,
-- saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = create_session(arg[1], "touch", 48000)
assert(session, "Ardour made no session")
local info = ARDOUR.LuaAPI.new_plugin_info(arg[2], ARDOUR.PluginType.LV2)
assert(not info:isnil(), "Ardour does not know " .. arg[2])
session:new_midi_track(
  ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
  false, info, nil, nil,
  1, "touch", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false)
local instrument = session:route_by_name("touch"):nth_plugin(0)
assert(not instrument:isnil(), "the track has no plugin")
local plugin = instrument:to_plugininsert():plugin(0)
local preset = plugin:preset_by_label(arg[3])
assert(preset and preset.valid and plugin:load_preset(preset), "no preset " .. arg[3])
sleep(3)
session:save_state("")
say("saved")
session:close()
quit()
