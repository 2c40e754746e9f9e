-- arguments: SESSION-FOLDER MAP PRESET INSTRUMENT-PRESET LABEL=VALUE… : makes a session with the Tone Matrix
-- before Tactus Touch on one MIDI track, both with presets. MAP has words "tempo:BEAT=BPM" and
-- "meter:BEAT=N/D", with beats in quarter notes from 0.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local map = Temporal.TempoMap.write_copy()
for kind, beat, value in arg[2]:gmatch("(%a+):([%d.]+)=([%d./]+)") do
  local at = Temporal.timepos_t.from_ticks(math.floor(tonumber(beat) * 1920))
  if kind == "tempo" then
    map:set_tempo(Temporal.Tempo(tonumber(value), tonumber(value), 4), at)
  else
    local count, unit = value:match("(%d+)/(%d+)")
    map:set_meter(Temporal.Meter(tonumber(count), tonumber(unit)), at)
  end
end
Temporal.TempoMap.update(map)
local track = add_track(session, "urn:tactus:touch", "touch")
local instrument = instrument_of(session)
local matrix = ARDOUR.LuaAPI.new_plugin(session, "urn:tactus:tonematrix", ARDOUR.PluginType.LV2, "")
assert(not matrix:isnil(), "Ardour does not load the Tone Matrix")
assert(
  track:add_processor_by_index(matrix, 0, nil, true) == 0,
  "the Tone Matrix does not fit before the instrument")
load_preset(matrix, arg[3])
load_preset(instrument, arg[4])
for i = 5, #arg do
  local label, value = arg[i]:match("^(.*)=([-%d.]+)$")
  set_value(instrument, label, tonumber(value))
end
set_value(matrix, "OSC listen", 0)
save_and_quit(session, 0.5)
