-- arguments: SESSION-FOLDER PLUGIN-URI LABEL=VALUE… : a session with the plugin on a MIDI track, saved.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
add_track(session, arg[2], "touch")
local instrument = instrument_of(session)
for i = 3, #arg do
  local label, value = arg[i]:match("^(.*)=([-%d.]+)$")
  set_value(instrument, label, tonumber(value))
end
save_and_quit(session, 0.3)
