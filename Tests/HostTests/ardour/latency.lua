-- arguments: SESSION-FOLDER : loads, lets the engine run, tells how late Ardour believes the instrument to be.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(1)
say("latency " .. instrument_of(session):signal_latency())
session:close()
quit()
