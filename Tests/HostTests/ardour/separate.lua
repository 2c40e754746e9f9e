-- arguments: SESSION-FOLDER PLUGIN PRESET OUTPUT INSTRUMENT: makes a session with a Tone Matrix on a MIDI track of its
-- own, and an instrument on another one, "touch", that hears one of its MIDI outputs (0 is the first).
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local midi, audio = ARDOUR.DataType("midi"), ARDOUR.DataType("audio")
local grid = session:new_midi_track(
  ARDOUR.ChanCount(midi, 1), ARDOUR.ChanCount(midi, 1), false, ARDOUR.PluginInfo(), nil, nil, 1, "grid",
  ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
local matrix = ARDOUR.LuaAPI.new_plugin(session, arg[2], ARDOUR.PluginType.LV2, "")
assert(not matrix:isnil() and grid:add_processor_by_index(matrix, 0, nil, true) == 0, "the matrix does not fit")
load_preset(matrix, arg[3])
set_value(matrix, "OSC listen", 0)
set_value(matrix, "Lights", 1)
say("outputs " .. grid:output():n_ports():n_midi())
local track = add_track(session, arg[5], "touch")
track:to_track():monitoring_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
local output = grid:output():midi(tonumber(arg[4]))
assert(output:connect(track:input():midi(0):name()) == 0, "cannot connect")
save_and_quit(session, 0.5)
