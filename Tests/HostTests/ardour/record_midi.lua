-- arguments: SESSION-FOLDER SECONDS : plays in real time and records the MIDI that the instrument's track sends on a
-- second track. Prints the sample at which the recording begins.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local midi = ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1)
local take = session:new_midi_track(
  midi, midi, false, ARDOUR.PluginInfo(), nil, nil, 1, "take", ARDOUR.PresentationInfo.max_order,
  ARDOUR.TrackMode.Normal, true, false):front()
local from = session:route_by_name("touch"):output()
take:input():disconnect_all(nil)
assert(from:midi(0):connect(take:input():midi(0):name()) == 0, "the tracks do not connect")
take:to_track():rec_enable_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
session:maybe_enable_record(false)
play_seconds(session, tonumber(arg[2]))
sleep(1)
for region in take:to_track():playlist():region_list():iter() do
  say("recorded " .. region:position():samples())
end
save_and_quit(session, 1)
