-- arguments: SESSION-FOLDER PLUGIN-URI PRESET URI-BEHIND [PRESET-BEHIND TRACK] : a session with a plugin and its
-- preset on a MIDI track, and a second plugin behind it, saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local track = add_track(session, arg[2], arg[6] or "touch")
local behind = ARDOUR.LuaAPI.new_plugin(session, arg[4], ARDOUR.PluginType.LV2, "")
assert(not behind:isnil(), "Ardour does not know " .. arg[4])
assert(track:add_processor_by_index(behind, 1, nil, true) == 0, "the second plugin does not fit")
load_preset(track:nth_plugin(0), arg[3])
if arg[5] then load_preset(track:nth_plugin(1), arg[5]) end
save_and_quit(session, 3)
