// Writes ttl/scene.ttl, which describes Tactus Scene to hosts. Command-line tool; main thread.
import Controls
import Foundation

func sceneTurtle() -> String {
  let groups = groupsTurtle(ScenePort.allCases.map { ($0.spec.group, $0.spec.flow) })
  let ports = ScenePort.allCases.map { "[\n\(portBody($0))\n\t]" }.joined(separator: " , ")
  return turtle(
    groups
      + """
      <urn:tactus:scene> a lv2:Plugin , lv2:InstrumentPlugin , doap:Project ;
      	doap:name "Tactus Scene" ;
      \(projectLines)
      	doap:shortdesc "Any Pure Data patch as a plugin" ;
      	rdfs:comment "Plays a Pure Data patch as an instrument and as an effect. Pd runs in a sandbox: if the \
      patch crashes or hangs, the host keeps playing." ;
      	lv2:minorVersion 0 ;
      	lv2:microVersion 1 ;
      	lv2:requiredFeature urid:map ;
      	patch:writable <urn:tactus:vocabulary#scene> , <urn:tactus:vocabulary#scene_values> ;
      	patch:readable <urn:tactus:vocabulary#scene> , <urn:tactus:vocabulary#scene_state> ,
      \t\t<urn:tactus:vocabulary#scene_values> , <urn:tactus:vocabulary#scene_widgets> ,
      \t\t<urn:tactus:vocabulary#scene_controls> , <urn:tactus:vocabulary#scene_console> ,
      \t\t<urn:tactus:vocabulary#scene_recording> , <urn:tactus:vocabulary#scene_background> ;
      	lv2:optionalFeature lv2:isLive , state:mapPath , state:makePath , state:freePath ;
      	lv2:extensionData state:interface ;
      \(optionLines)
      	ui:ui <urn:tactus:scene#ui> ;
      	pg:mainInput \(ScenePort.Group.input.node) ;
      	pg:mainOutput \(ScenePort.Group.output.node) ;
      	lv2:port \(ports) .

      """)
}

/// The content of one port's node.
private func portBody(_ port: ScenePort) -> String {
  let spec = port.spec
  var lines = portHead(spec.flow, Int(port.rawValue), spec.symbol, spec.name, "\(spec.text)")
  switch spec.flow {
  case .atomInput:
    lines += [
      "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , time:Position , patch:Message , <urn:tactus:vocabulary#Event>",
      "lv2:designation lv2:control", "rsz:minimumSize 65536",
    ]
  case .atomOutput:
    lines += [
      "atom:bufferType atom:Sequence", "atom:supports midi:MidiEvent , patch:Message , time:Position",
      "lv2:designation lv2:control",
      "rsz:minimumSize 65536",
    ]
  case .audioInput, .audioOutput:
    let isLeft = port == .inLeft || port == .outLeft
    lines += ["pg:group \(spec.group.node)", "lv2:designation pg:\(isLeft ? "left" : "right")"]
  case .controlInput, .controlOutput:
    lines += spec.group.lines
    lines += range(spec.minimum, spec.maximum, default: spec.default, spec.unit, spec.style)
    lines += style(spec.style, port.points)
  }
  return portBody(lines)
}
