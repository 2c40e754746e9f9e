-- arguments: SESSION-FOLDER PLUGIN-URI PRESET : a session with the plugin on a MIDI track and a preset,
-- saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
add_track(session, arg[2], "touch")
local instrument = session:route_by_name("touch"):nth_plugin(0)
assert(not instrument:isnil(), "the track has no plugin")
load_preset(instrument, arg[3])
save_and_quit(session, 3)
