-- arguments: SESSION-FOLDER OUTPUT-FOLDER NAME SECONDS LABEL… : loads, tells the parameters, exports.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
for i = 5, #arg do say("value " .. arg[i] .. " " .. value_of(instrument_of(session), arg[i])) end
export(session, arg[2], arg[3], tonumber(arg[4]))
session:close()
quit()
