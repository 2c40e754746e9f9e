-- arguments: SESSION-FOLDER BLOCK MESSAGES BEAT : plays in real time in blocks of BLOCK frames from a beat
-- on, or the loop of the session for "loop", until the log has so many messages more.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
AudioEngine:set_backend("None (Dummy)", "Unit-Test", "")
AudioEngine:set_buffer_size(tonumber(arg[2]))
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
assert(session:get_block_size() == tonumber(arg[2]), "Ardour has another block size")
if arg[4] == "loop" then
  session:goto_start(false)
  sleep(0.3)
  session:request_play_loop(true, false)
else
  local at = Temporal.timepos_t.from_ticks(math.floor(tonumber(arg[4]) * 1920)):samples()
  session:request_locate(
    at, false, ARDOUR.LocateTransportDisposition.MustStop, ARDOUR.TransportRequestSource.TRS_UI)
  sleep(0.3)
end
local function logged()
  local count = 0
  for _ in io.lines(os.getenv("TACTUS_MIDI_LOG")) do count = count + 1 end
  return count
end
local before = logged()
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
for _ = 1, 400 do
  if logged() >= before + tonumber(arg[3]) then break end
  sleep(0.2)
end
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
sleep(0.3)
say("played")
session:close()
quit()
