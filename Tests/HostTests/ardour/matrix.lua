-- arguments: SESSION-FOLDER MAP PRESET INSTRUMENT-PRESET LABEL=VALUE… : makes a session with the Tone Matrix
-- before Tactus Touch on one MIDI track, both with presets. MAP has words "tempo:BEAT=BPM" and
-- "meter:BEAT=N/D", with beats in quarter notes from 0.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = create_session(arg[1], "touch", 48000)
assert(session, "Ardour made no session")
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
local info = ARDOUR.LuaAPI.new_plugin_info("urn:tactus:touch", ARDOUR.PluginType.LV2)
local track = session:new_midi_track(
  ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
  false, info, nil, nil,
  1, "touch", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
local instrument = instrument_of(session)
local matrix = ARDOUR.LuaAPI.new_plugin(session, "urn:tactus:tonematrix", ARDOUR.PluginType.LV2, "")
assert(not matrix:isnil(), "Ardour does not load the Tone Matrix")
assert(
  track:add_processor_by_index(matrix, 0, nil, true) == 0,
  "the Tone Matrix does not fit before the instrument")
local function load(processor, label)
  local plugin = processor:to_plugininsert():plugin(0)
  local preset = plugin:preset_by_label(label)
  assert(preset and preset.valid, "no preset " .. label)
  assert(processor:to_plugininsert():plugin(0):load_preset(preset), "cannot load " .. label)
end
load(matrix, arg[3])
load(instrument, arg[4])
for i = 5, #arg do
  local label, value = arg[i]:match("^(.*)=([-%d.]+)$")
  set_value(instrument, label, tonumber(value))
end
set_value(matrix, "OSC listen", 0)
sleep(0.5)
session:save_state("")
say("saved")
session:close()
quit()
