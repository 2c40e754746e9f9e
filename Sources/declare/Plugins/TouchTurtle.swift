// Writes ttl/touch.ttl, which describes Tactus Touch to hosts. Command-line tool; main thread.
import Controls
import Foundation

func touchTurtle() -> String {
  let groups = groupsTurtle(TouchPort.allCases.map { ($0.spec.group, $0.spec.flow) })
  let ports = TouchPort.allCases.map { "[\n\(portBody($0))\n\t]" }.joined(separator: " , ")
  return turtle(
    groups
      + """
      <urn:tactus:touch> a lv2:Plugin , lv2:InstrumentPlugin , doap:Project ;
      	doap:name "Tactus Touch" ;
      \(projectLines)
      	doap:shortdesc "Many fingers become sound" ;
      	rdfs:comment "An instrument for touch surfaces: the positions of fingers and their relations shape \
      the sound. Play it from a tablet over OSC, from MIDI, or from the timeline." ;
      	lv2:minorVersion 0 ;
      	lv2:microVersion 1 ;
      	lv2:requiredFeature urid:map ;
      \(messageLines(whole: "patch", alsoWritable: ["sample", "wavetable"]))
      	lv2:optionalFeature lv2:hardRTCapable , lv2:isLive , state:threadSafeRestore , work:schedule , \
      <http://lv2plug.in/ns/ext/log#log> , \
      <http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw> , auto:canWriteAutomatation , \(knobFeature) ;
      	ui:ui <urn:tactus:touch#ui> ;
      	lv2:extensionData state:interface , work:interface , \
      <http://harrisonconsoles.com/lv2/inlinedisplay#interface> , <http://ardour.org/lv2/midnam#interface> ;
      \(optionLines)
      	pg:mainOutput \(TouchPort.Group.audio.node) ;
      	lv2:port \(ports) .

      """)
}

/// The content of one port's node.
private func portBody(_ port: TouchPort) -> String {
  let spec = port.spec
  var lines = portHead(spec.flow, Int(port.rawValue), spec.symbol, spec.name, "\(spec.text)")
  switch spec.flow {
  case .atomInput:
    lines += [
      "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , time:Position , patch:Message , <urn:tactus:vocabulary#Event> , "
        + "<urn:tactus:vocabulary#Packet>",
      "lv2:designation lv2:control", "rsz:minimumSize 65536",
    ]
  case .atomOutput:
    lines += [
      "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , patch:Message , auto:automationControl", "lv2:designation lv2:control",
      "rsz:minimumSize 65536",
    ]
  case .audioInput: break
  case .audioOutput:
    lines += ["pg:group \(spec.group.node)", "lv2:designation pg:\(port == .outLeft ? "left" : "right")"]
  case .controlInput, .controlOutput:
    lines += spec.group.lines
    lines += range(spec.minimum, spec.maximum, default: spec.default, spec.unit, spec.style)
    lines += style(spec.style, port.points)
    if port.isTold { lines.append("lv2:portProperty auto:automationControlled") }
  }
  return portBody(lines)
}
