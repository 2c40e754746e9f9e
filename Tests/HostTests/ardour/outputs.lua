-- arguments: SESSION-FOLDER SECONDS LABEL : plays from the start in real time, and prints the value of a control output
-- again and again, between the samples at which the transport was before and after it was read.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local instrument = instrument_of(session)
local last = tonumber(arg[2]) * session:nominal_sample_rate()
session:goto_start(false)
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
repeat
  sleep(0.02)
  local before = session:transport_sample()
  local value = value_of(instrument, arg[3])
  say("read " .. before .. " " .. value .. " " .. session:transport_sample())
until session:transport_sample() >= last
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
say("played")
session:close()
quit()
