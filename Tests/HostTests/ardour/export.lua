-- arguments: SESSION-FOLDER OUTPUT-FOLDER NAME SECONDS TRACK LABEL… : loads, prints the parameters, exports
-- one track, or all of them for "-".
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
for i = 6, #arg do say("value " .. arg[i] .. " " .. value_of(instrument_of(session), arg[i])) end
if arg[5] ~= "-" then
  for track in session:get_tracks():iter() do
    if track:name() ~= arg[5] and track:name() ~= "grid" then  -- the grid feeds the others
      track:mute_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
    end
  end
end
export(session, arg[2], arg[3], tonumber(arg[4]))
session:close()
quit()
