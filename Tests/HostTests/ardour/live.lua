-- arguments: SESSION-FOLDER SECONDS : connects a second track, with a plugin that logs MIDI, to the MIDI
-- output of the first, and plays in real time.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local log = add_track(session, "urn:tactus:test:midi_log", "log")
local from = session:route_by_name("touch"):output()
local port = nil
for i = 0, from:n_ports():n_total() - 1 do
  if from:nth(i):name():find("midi_out") then port = from:nth(i) end
end
assert(port, "the instrument's track has no MIDI output")
log:input():disconnect_all(nil)
assert(port:connect(log:input():nth(0):name()) == 0, "the tracks do not connect")
log:to_track():monitoring_control():set_value(1, PBD.GroupControlDisposition.NoGroup)  -- its input
play_seconds(session, tonumber(arg[2]))
sleep(0.3)
say("played")
session:close()
quit()
