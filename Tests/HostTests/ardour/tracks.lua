-- arguments: SESSION-FOLDER GRID-PRESET [NAME URI PRESET]…: makes a session in which Tone Matrix Multi, on a MIDI track
-- of its own, feeds an instrument on another track from the output of each of its tracks. PRESET can be "-".
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local midi = ARDOUR.DataType("midi")
local grid = session:new_midi_track(
  ARDOUR.ChanCount(midi, 1), ARDOUR.ChanCount(midi, 1), false, ARDOUR.PluginInfo(), nil, nil, 1, "grid",
  ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
local matrix = ARDOUR.LuaAPI.new_plugin(session, "urn:tactus:tonematrix-multi", ARDOUR.PluginType.LV2, "")
assert(not matrix:isnil() and grid:add_processor_by_index(matrix, 0, nil, true) == 0, "the matrix does not fit")
load_preset(matrix, arg[2])
for place = 3, #arg, 3 do
  local track = add_track(session, arg[place + 1], arg[place])
  if arg[place + 2] ~= "-" then load_preset(track:the_instrument(), arg[place + 2]) end
  track:to_track():monitoring_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
  local output = grid:output():midi(place // 3)
  assert(output:connect(track:input():midi(0):name()) == 0, "cannot connect")
end
save_and_quit(session, 3)
