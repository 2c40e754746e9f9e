-- arguments: SESSION-FOLDER SECONDS [PRESET] : plays from the start in real time, then loads a preset if one
-- is named, and saves.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
session:goto_start(false)
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
sleep(tonumber(arg[2]))
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
sleep(0.5)
if arg[3] then
  local plugin = instrument_of(session):to_plugininsert():plugin(0)
  assert(plugin:load_preset(plugin:preset_by_label(arg[3])), "cannot load " .. arg[3])
  sleep(0.5)
end
session:save_state("")
say("saved")
session:close()
quit()
