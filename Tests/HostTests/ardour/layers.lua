-- arguments: SESSION-FOLDER one|four GRID-PRESET PATCH…: makes a session in which the four layers of
-- a Tone Matrix play four instruments, each on the MIDI channel of its layer: all on one track, or the
-- matrix on a track of its own that feeds four.
dofile(os.getenv("TACTUS_LUA") .. "/common.lua")
local session = made_session(arg[1])
local midi, audio = ARDOUR.DataType("midi"), ARDOUR.DataType("audio")
local touch = ARDOUR.LuaAPI.new_plugin_info("urn:tactus:touch", ARDOUR.PluginType.LV2)
local channels = {1, 2, 10, 4}

local function track(name, outputs, instrument)
  return session:new_midi_track(
    ARDOUR.ChanCount(midi, 1), outputs, false, instrument, nil, nil, 1, name,
    ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
end

local function add(route, uri, place)
  local plugin = ARDOUR.LuaAPI.new_plugin(session, uri, ARDOUR.PluginType.LV2, "")
  assert(not plugin:isnil() and route:add_processor_by_index(plugin, place, nil, true) == 0, uri)
  return plugin
end

-- The pins of an instrument behind others on a track: notes go to it and through, what the others sound goes
-- through, and its own sound gets two channels.
local function pin(route, processor, place)
  local outs, sinks = ARDOUR.ChanCount(midi, 1), ARDOUR.ChanCount(midi, 1)
  outs:set(audio, 2 * place)
  assert(route:customize_plugin_insert(processor, 1, outs, sinks), "the pins cannot be set")
  local input, through, output = ARDOUR.ChanMapping(), ARDOUR.ChanMapping(), ARDOUR.ChanMapping()
  input:set(midi, 0, 0)
  through:set(midi, 0, 0)
  for channel = 0, 2 * place - 3 do through:set(audio, channel, channel) end
  output:set(audio, 0, 2 * place - 2)
  output:set(audio, 1, 2 * place - 1)
  local insert = processor:to_plugininsert()
  insert:set_input_map(0, input)
  insert:set_output_map(0, output)  -- first: what a plugin sounds on cannot go through
  insert:set_thru_map(through)
end

local matrix
local instruments = {}
if arg[2] == "one" then
  local all = track("layers", ARDOUR.ChanCount(audio, 2), touch)
  for place = 2, 4 do add(all, "urn:tactus:touch", place - 1) end
  matrix = add(all, "urn:tactus:tonematrix", 0)
  for place = 1, 4 do
    instruments[place] = all:nth_plugin(place)
    pin(all, instruments[place], place)
  end
else
  local grid = track("grid", ARDOUR.ChanCount(midi, 1), ARDOUR.PluginInfo())
  matrix = add(grid, "urn:tactus:tonematrix", 0)
  for place = 1, 4 do
    local layer = track("layer " .. place, ARDOUR.ChanCount(audio, 2), touch)
    instruments[place] = layer:the_instrument()
    layer:to_track():monitoring_control():set_value(1, PBD.GroupControlDisposition.NoGroup)
    assert(grid:output():midi(0):connect(layer:input():midi(0):name()) == 0, "cannot connect")
  end
end
load_preset(matrix, arg[3])
set_value(matrix, "OSC listen", 0)
for place = 1, 4 do
  load_preset(instruments[place], arg[3 + place])
  set_value(instruments[place], "MIDI channel", channels[place])
  set_value(instruments[place], "OSC listen", 0)
end
save_and_quit(session, 0.5)
