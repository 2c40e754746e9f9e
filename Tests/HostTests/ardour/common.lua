-- What the Ardour scripts share: a new session and its tracks, the instrument of a track, its control ports
-- by label, an export.
function say(...) print(...); io.stdout:flush() end  -- a crash would take unflushed lines with it

function made_session(folder)
  local session = create_session(folder, "touch", 48000)
  assert(session, "Ardour made no session")
  return session
end

-- Adds a MIDI track with a plugin behind it.
function add_track(session, uri, name)
  local info = ARDOUR.LuaAPI.new_plugin_info(uri, ARDOUR.PluginType.LV2)
  assert(not info:isnil(), "Ardour does not know " .. uri)
  return session:new_midi_track(
    ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2),
    false, info, nil, nil,
    1, name, ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true, false):front()
end

-- Plays from the start in real time.
-- On a busy machine, Ardour plays slower than time passes, so its position counts.
function play_seconds(session, seconds)
  session:goto_start(false)
  sleep(0.5)
  say("rolls")
  session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
  local last = session:transport_sample() + seconds * session:nominal_sample_rate()
  for _ = 1, seconds * 100 do
    if session:transport_sample() >= last then break end
    sleep(0.1)
  end
  session:request_stop(false, false, ARDOUR.TransportRequestSource.TRS_UI)
end

-- Saves after some seconds, in which plugins get ready, and ends the process.
function save_and_quit(session, seconds)
  sleep(seconds)
  session:save_state("")
  say("saved")
  session:close()
  quit()
end

function load_preset(processor, label)
  local plugin = processor:to_plugininsert():plugin(0)
  local preset = plugin:preset_by_label(label)
  assert(preset and preset.valid and plugin:load_preset(preset), "no preset " .. label)
end

function instrument_of(session, track)
  local found = session:route_by_name(track or "touch"):the_instrument()
  assert(not found:isnil(), "the track has no instrument")
  return found
end

-- Ardour counts control parameters by itself, so a port is looked up by its label.
-- Answers the count and the parameter's own id.
function parameter(processor, label)
  local plugin = processor:to_plugininsert():plugin(0)
  for nth = 0, plugin:parameter_count() - 1 do
    local id = plugin:nth_parameter(nth, false)
    if plugin:parameter_is_control(id) then
      local _, out = plugin:get_parameter_descriptor(id, ARDOUR.ParameterDescriptor())
      if out[2].label == label then return nth, id end
    end
  end
  error("no parameter with the label " .. label)
end

function value_of(processor, label)
  local value = ARDOUR.LuaAPI.get_processor_param(processor, parameter(processor, label), false)
  return value
end

function set_value(processor, label, value)
  assert(
    ARDOUR.LuaAPI.set_processor_param(processor, parameter(processor, label), value), "cannot set " .. label)
end

-- Free-wheels the first seconds into FOLDER/NAME.wav as float; the preset lies in the private home.
function export(session, folder, name, seconds)
  local exporter = session:simple_export()
  exporter:set_preset("7ac7051e-0000-4000-8000-000000000001")
  exporter:set_folder(folder)
  exporter:set_name(name)
  exporter:set_range(0, math.floor(seconds * session:nominal_sample_rate()))
  assert(exporter:check_outputs(), "the session has no main output")
  say("exported " .. name .. " " .. tostring(exporter:run_export()))
end
