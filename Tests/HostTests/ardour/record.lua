-- arguments: SESSION-FOLDER SECONDS PRESET : gives the instrument a preset, plays in real time and records the instrument's sound on an audio track.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
load_preset(instrument_of(session), arg[3])
local take = session:new_audio_track(
  2, 2, nil, 1, "take", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
local from = session:route_by_name("touch"):output()
take:input():disconnect_all(nil)
for i = 0, 1 do
  assert(from:audio(i):connect(take:input():audio(i):name()) == 0, "the tracks do not connect")
end
take:to_track():rec_enable_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
session:maybe_enable_record(false)
play_seconds(session, tonumber(arg[2]))
save_and_quit(session, 1)
