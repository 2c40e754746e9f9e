-- arguments: SESSION-FOLDER BLOCK SECONDS BEAT : plays in real time in blocks of BLOCK frames from a beat on,
-- or the loop of the session for "loop".
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
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
sleep(tonumber(arg[3]))
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
sleep(0.3)
say("played")
session:close()
quit()
