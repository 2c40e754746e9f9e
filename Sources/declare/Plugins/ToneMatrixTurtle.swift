// Writes ttl/tonematrix.ttl, which describes the Tone Matrix to hosts. Command-line tool; main thread.
import Controls
import Foundation

func toneMatrixTurtle() -> String {
  let groups = groupsTurtle(ToneMatrixPort.allCases.map { ($0.spec.group, $0.spec.flow) })
  let ports = ToneMatrixPort.allCases.map { "[\n\(portBody($0))\n\t]" }.joined(separator: " , ")
  return turtle(
    groups
      + """
      <urn:tactus:tonematrix> a lv2:Plugin , lv2:MIDIPlugin , lv2:GeneratorPlugin , doap:Project ;
      	doap:name "Tactus Tone Matrix" ;
      \(projectLines)
      	doap:shortdesc "A step sequencer on a grid" ;
      	rdfs:comment "A step sequencer on a grid, which plays MIDI, locked to the host's \
      timeline: four tracks, sixteen patterns each. Put it before an instrument." ;
      	lv2:minorVersion 0 ;
      	lv2:microVersion 1 ;
      	lv2:requiredFeature urid:map ;
      \(messageLines(whole: "grid", alsoReadable: ["playing"]))
      	lv2:optionalFeature lv2:hardRTCapable , lv2:isLive , state:threadSafeRestore , work:schedule , \
      <http://lv2plug.in/ns/ext/log#log> , \
      <http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw> ;
      	ui:ui <urn:tactus:tonematrix#ui> ;
      	lv2:extensionData state:interface , work:interface , \
      <http://harrisonconsoles.com/lv2/inlinedisplay#interface> ;
      	lv2:port \(ports) .

      """)
}

/// The content of one port's node.
private func portBody(_ port: ToneMatrixPort) -> String {
  let spec = port.spec
  var lines = portHead(spec.flow, Int(port.rawValue), spec.symbol, spec.name, "\(spec.text)")
  switch spec.flow {
  case .atomInput:
    lines += [
      "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , time:Position , patch:Message , <urn:tactus:vocabulary#Packet>",
      "lv2:designation lv2:control", "rsz:minimumSize 65536",
    ]
  case .atomOutput:
    // Four full layers at 1/64 and 300 beats a minute make 92 KiB
    // in a block of 8192 frames; a grid has up to 64 KiB.
    lines += [
      "atom:bufferType atom:Sequence", "atom:supports midi:MidiEvent , patch:Message",
      "lv2:designation lv2:control", "rsz:minimumSize 262144",
    ]
  case .audioInput, .audioOutput: break
  case .controlInput, .controlOutput:
    lines += spec.group.lines
    lines += range(spec.minimum, spec.maximum, default: spec.default, spec.unit, spec.style)
    lines += style(spec.style, port.points)
  }
  return portBody(lines)
}
