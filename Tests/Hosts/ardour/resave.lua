-- arguments: SESSION-FOLDER : loads a session and saves it again.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(0.3)
session:save_state("")
say("resaved")
session:close()
quit()
