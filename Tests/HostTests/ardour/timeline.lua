-- arguments: SESSION-FOLDER MAP PRESET : makes a session with the Tone Matrix, with its preset or with an
-- empty grid for "-", before a plugin that logs MIDI. MAP is that of matrix.lua, with "tempo:BEAT=BPM-" for a
-- ramp to the next tempo. Prints the sample on which Ardour puts each quarter note.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local map = Temporal.TempoMap.write_copy()
local ramps = {}
for kind, beat, value in arg[2]:gmatch("(%a+):([%d.]+)=([%d./-]+)") do
  local at = Temporal.timepos_t.from_ticks(math.floor(tonumber(beat) * 1920))
  if kind == "tempo" then
    local tempo = tonumber(value:match("[%d.]+"))
    local point = map:set_tempo(Temporal.Tempo(tempo, tempo, 4), at)
    if value:sub(-1) == "-" then table.insert(ramps, point) end
  else
    local count, unit = value:match("(%d+)/(%d+)")
    map:set_meter(Temporal.Meter(tonumber(count), tonumber(unit)), at)
  end
end
for _, point in ipairs(ramps) do map:set_ramped(point, true) end
Temporal.TempoMap.update(map)
local track = add_track(session, "urn:tactus:test:midi_log", "touch")
local matrix = ARDOUR.LuaAPI.new_plugin(session, "urn:tactus:tonematrix", ARDOUR.PluginType.LV2, "")
assert(not matrix:isnil(), "Ardour does not load the Tone Matrix")
assert(track:add_processor_by_index(matrix, 0, nil, true) == 0, "the Tone Matrix does not fit")
if arg[3] ~= "-" then load_preset(matrix, arg[3]) end
set_value(matrix, "OSC listen", 0)
for quarter = 0, 40 do
  say("quarter " .. quarter .. " " .. Temporal.timepos_t.from_ticks(quarter * 1920):samples())
end
save_and_quit(session, 0.5)
