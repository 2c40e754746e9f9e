-- arguments: SESSION-FOLDER : loads, lets the engine run, tells what latency the track's plugin has.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = load_session(arg[1], "touch")
assert(session, "Ardour does not load the session")
sleep(1)
local route = session:route_by_name("touch")
for _, name in ipairs({"signal_latency", "playback_latency"}) do
  local ok, value = pcall(function() return route[name](route, false) end)
  say(name .. " " .. tostring(ok) .. " " .. tostring(value))
end
local processor = instrument_of(session)
for _, name in ipairs({"signal_latency", "effective_latency", "input_latency", "output_latency"}) do
  local ok, value = pcall(function() return processor[name](processor) end)
  say("p " .. name .. " " .. tostring(ok) .. " " .. tostring(value))
  ok, value = pcall(function() local l = processor:to_latent(); return l[name](l) end)
  say("l " .. name .. " " .. tostring(ok) .. " " .. tostring(value))
  ok, value = pcall(function() local l = processor:to_plugininsert(); return l[name](l) end)
  say("i " .. name .. " " .. tostring(ok) .. " " .. tostring(value))
end
session:close()
quit()
