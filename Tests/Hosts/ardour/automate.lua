-- arguments: SESSION-FOLDER LABEL SECONDS : draws a ramp over the port's whole range, has it played, saves.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
local instrument = instrument_of(session)
local nth, id = parameter(instrument, arg[2])
local _, line, range = ARDOUR.LuaAPI.plugin_automation(instrument, nth)
for step = 0, 32 do
  local at = math.floor(step / 32 * tonumber(arg[3]) * 48000)
  line:add(Temporal.timepos_t(at), range.lower + (range.upper - range.lower) * step / 32, false, true)
end
local control = instrument:to_automatable():automation_control(
  Evoral.Parameter(ARDOUR.AutomationType.PluginAutomation, 0, id), false)
assert(not control:isnil(), "the port cannot be automated")
control:set_automation_state(ARDOUR.AutoState.Play)
sleep(0.3)
session:save_state("")
say("automated")
session:close()
quit()
