-- arguments: SESSION-FOLDER PLUGIN-URI PRESET : a session with the plugin on an audio track and a preset, saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local track = session:new_audio_track(
  2, 2, nil, 1, "touch", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true):front()
local plugin = ARDOUR.LuaAPI.new_plugin(session, arg[2], ARDOUR.PluginType.LV2, "")
assert(not plugin:isnil() and track:add_processor_by_index(plugin, 0, nil, true) == 0, "Ardour adds no plugin")
load_preset(plugin, arg[3])
save_and_quit(session, 3)
