-- arguments: SESSION-FOLDER PLUGIN-URI LABEL=VALUE… : a session with the plugin on a MIDI track, saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = create_session(arg[1], "touch", 48000)
assert(session, "Ardour made no session")
local info = ARDOUR.LuaAPI.new_plugin_info(arg[2], ARDOUR.PluginType.LV2)
assert(not info:isnil(), "Ardour does not know " .. arg[2])
session:new_midi_track(
  ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
  false, info, nil, nil,
  1, "touch", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false)
local instrument = instrument_of(session)
for i = 3, #arg do
  local label, value = arg[i]:match("^(.*)=([-%d.]+)$")
  set_value(instrument, label, tonumber(value))
end
sleep(0.3)
session:save_state("")
say("saved")
session:close()
quit()
