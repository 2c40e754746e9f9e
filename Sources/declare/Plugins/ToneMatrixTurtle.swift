// Writes ttl/tonematrix.ttl, which describes the Tone Matrix to hosts. Command-line tool; main thread.
import Controls
import Foundation

func toneMatrixTurtle() -> String {
  let groups = groupsTurtle(ToneMatrixPort.allCases.map { ($0.spec.group, $0.spec.flow) })
  return turtle(groups + plugin(isSeparate: false) + "\n" + plugin(isSeparate: true))
}

/// One of the two plugins.
/// - Parameter isSeparate: whether it has separate outputs for tracks and lights.
private func plugin(isSeparate: Bool) -> String {
  let ports = ToneMatrixPort.ports(separate: isSeparate).enumerated().map {
    "[\n\(portBody($1, index: $0))\n\t]"
  }
  let place =
    isSeparate
    ? "Each track has a MIDI output, and so have the lights of a pad controller. Put it on a track of its own."
    : "Put it before an instrument."
  return """
    <urn:tactus:tonematrix\(isSeparate ? "-multi" : "")> a lv2:Plugin , lv2:MIDIPlugin , lv2:GeneratorPlugin , \
    doap:Project ;
    	doap:name "Tactus Tone Matrix\(isSeparate ? " Multi" : "")" ;
    \(projectLines)
    	doap:shortdesc "A step sequencer on a grid\(isSeparate ? ", with a MIDI output for each track" : "")" ;
    	rdfs:comment "A step sequencer on a grid, which plays MIDI, locked to the host's \
    timeline: up to sixteen tracks, sixteen patterns each. \(place)" ;
    	lv2:minorVersion 0 ;
    	lv2:microVersion 1 ;
    	lv2:requiredFeature urid:map ;
    \(messageLines(whole: "grid", alsoReadable: ["playing"]))
    	lv2:optionalFeature lv2:hardRTCapable , lv2:isLive , state:threadSafeRestore , work:schedule , \
    <http://lv2plug.in/ns/ext/log#log> , \
    <http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw> , \(knobFeature) ;
    	ui:ui <urn:tactus:tonematrix#ui> ;
    	lv2:extensionData state:interface , work:interface , \
    <http://harrisonconsoles.com/lv2/inlinedisplay#interface> ;
    \(optionLines)
    	lv2:port \(ports.joined(separator: " , ")) .

    """
}

/// The content of one port's node.
private func portBody(_ port: ToneMatrixPort, index: Int) -> String {
  let spec = port.spec
  var lines = portHead(spec.flow, index, spec.symbol, spec.name, "\(spec.text)")
  switch spec.flow {
  case .atomInput:
    lines += [
      "atom:bufferType atom:Sequence",
      "atom:supports midi:MidiEvent , time:Position , patch:Message , <urn:tactus:vocabulary#Packet>",
      "lv2:designation lv2:control", "rsz:minimumSize 65536",
    ]
  case .atomOutput where port.isSeparate:
    // As many messages as the common output takes beside texts.
    lines += [
      "atom:bufferType atom:Sequence", "atom:supports midi:MidiEvent",
      "lv2:portProperty lv2:connectionOptional", "rsz:minimumSize 196608",
    ]
  case .atomOutput:
    // Sixteen full layers at 1/64 and 300 beats a minute make 184 KiB in a block of 4096 frames; a text has up to 68 KiB.
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
