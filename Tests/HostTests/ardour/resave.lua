-- arguments: SESSION-FOLDER : loads a session and saves it again as it is.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(0.5)
session:save_state("")
say("saved")
session:close()
quit()
