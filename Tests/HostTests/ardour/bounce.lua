-- arguments: SESSION-FOLDER SECONDS : loads the session, bounces the track and prints the files. Ardour does not
-- report to plugins that it renders, and asks for its blocks as soon as it can.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(1)
local track = session:route_by_name("touch"):to_track()
local region = track:bounce_range(
  0, math.floor(tonumber(arg[2]) * session:nominal_sample_rate()), ARDOUR.InterThreadInfo(), track:main_outs(), false,
  "bounced")
assert(not region:isnil(), "Ardour bounced nothing")
say("bounced")
session:close()
quit()
