-- arguments: SESSION-FOLDER : loads, lets the engine run, prints the instrument's latency as Ardour knows it.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(1)
say("latency " .. instrument_of(session):signal_latency())
session:close()
quit()
