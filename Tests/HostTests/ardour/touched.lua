-- arguments: SESSION-FOLDER STATE SECONDS FROM TO LABEL… : puts the lanes of these ports into a state (Touch,
-- Play, Manual) and plays from FROM seconds for SECONDS in real time; prints each lane's points, saves.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local instrument = instrument_of(session)
local function control(label)
  local _, id = parameter(instrument, label)
  local found = instrument:to_automatable():automation_control(
    Evoral.Parameter(ARDOUR.AutomationType.PluginAutomation, 0, id), true)
  assert(not found:isnil(), "the port cannot be automated")
  return found
end
for i = 5, #arg do control(arg[i]):set_automation_state(ARDOUR.AutoState[arg[2]]) end
session:goto_start(false)
sleep(0.5)
say("rolls")
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
local left = tonumber(arg[3])
while left > 0 do
  sleep(0.1)
  left = left - 0.1
  if tonumber(arg[4]) > 0 then
    for i = 5, #arg do
      say("now " .. session:transport_sample() .. " " .. arg[i] .. " " .. value_of(instrument, arg[i]))
    end
  end
end
session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
sleep(0.5)
for i = 5, #arg do
  local nth = parameter(instrument, arg[i])
  local _, line = ARDOUR.LuaAPI.plugin_automation(instrument, nth)
  say("points " .. arg[i] .. " " .. line:size())
end
session:save_state("")
say("saved")
session:close()
quit()
