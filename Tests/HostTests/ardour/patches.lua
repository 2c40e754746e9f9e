-- arguments: SESSION-FOLDER PLUGIN-URI PRESET… : makes a session with one MIDI track for each preset, with
-- its name.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
for i = 3, #arg do
  add_track(session, arg[2], arg[i])
  local instrument = instrument_of(session, arg[i])
  set_value(instrument, "OSC listen", 0)
  set_value(instrument, "Touch pressure", 0.7)  -- Breath sounds only while it is pressed
  load_preset(instrument, arg[i])
end
save_and_quit(session, 1)
