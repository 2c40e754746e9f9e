-- arguments: SESSION-FOLDER LABEL SECONDS=VALUE… : draws an automation lane through the points, sets it to
-- Play, saves.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local instrument = instrument_of(session)
local nth, id = parameter(instrument, arg[2])
local _, line = ARDOUR.LuaAPI.plugin_automation(instrument, nth)
for i = 3, #arg do
  local at, value = arg[i]:match("^([%d.]+)=([-%d.]+)$")
  line:add(Temporal.timepos_t(math.floor(tonumber(at) * 48000)), tonumber(value), false, true)
end
local control = instrument:to_automatable():automation_control(
  Evoral.Parameter(ARDOUR.AutomationType.PluginAutomation, 0, id), false)
assert(not control:isnil(), "the port cannot be automated")
control:set_automation_state(ARDOUR.AutoState.Play)
sleep(0.3)
session:save_state("")
say("drawn")
session:close()
quit()
