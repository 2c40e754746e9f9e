// Names of notes, controllers and programs for hosts that ask for them (Ardour). Host thread.
import CLV2
import LV2
import Music

/// Writes a MIDI name document (MIDINameDocument 1.0).
enum Midnam {
  static let model: StaticString = "Tactus Touch"

  /// The document as a C string that the host frees.
  /// - Parameter programs: the names of the patches that Program Changes load, from 0; empty: they load none.
  static func document(programs: [[UInt8]]) -> UnsafeMutablePointer<CChar>? {
    var text = Text()
    text.add(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE MIDINameDocument PUBLIC "-//MIDI Manufacturers Association//DTD MIDINameDocument 1.0//EN" \
      "http://dev.midi.org/dtds/MIDINameDocument10.dtd">
      <MIDINameDocument><Author>Tactus</Author><MasterDeviceNames><Manufacturer>Tactus</Manufacturer><Model>
      """)
    text.add(model)
    text.add("</Model><CustomDeviceMode Name=\"Default\"><ChannelNameSetAssignments>")
    for channel in 1...16 {
      text.add("<ChannelNameSetAssign Channel=\"")
      text.add(channel)
      text.add("\" NameSet=\"Names\"/>")
    }
    text.add(
      "</ChannelNameSetAssignments></CustomDeviceMode><ChannelNameSet Name=\"Names\"><AvailableForChannels>")
    for channel in 1...16 {
      text.add("<AvailableChannel Channel=\"")
      text.add(channel)
      text.add("\" Available=\"true\"/>")
    }
    text.add(
      "</AvailableForChannels><UsesNoteNameList Name=\"Notes\"/><UsesControlNameList Name=\"Controls\"/>")
    if !programs.isEmpty {
      text.add("<PatchBank Name=\"Patches\"><PatchNameList>")
      for (number, name) in programs.prefix(128).enumerated() {
        text.add("<Patch Number=\"")
        text.add(number)
        text.add("\" Name=\"")
        text.add(escaping: name)
        text.add("\" ProgramChange=\"")
        text.add(number)
        text.add("\"/>")
      }
      text.add("</PatchNameList></PatchBank>")
    }
    text.add("</ChannelNameSet><NoteNameList Name=\"Notes\">")
    for note in 0...127 {
      text.add("<Note Number=\"")
      text.add(note)
      text.add("\" Name=\"")
      text.add(NoteName.letter(of: note))
      text.add(NoteName.octave(of: note))
      text.add("\"/>")
    }
    text.add("</NoteNameList><ControlNameList Name=\"Controls\">")
    for controller in MIDIController.allCases {
      text.add("<Control Type=\"7bit\" Number=\"")
      text.add(Int(controller.rawValue))
      text.add("\" Name=\"")
      text.add(controller.name)
      text.add("\"/>")
    }
    text.add("</ControlNameList></MasterDeviceNames></MIDINameDocument>\n")
    return text.finish()
  }

  /// The model that the document describes, as a C string that the host frees.
  static func modelName() -> UnsafeMutablePointer<CChar>? {
    var text = Text()
    text.add(model)
    return text.finish()
  }
}

/// A C string that grows, allocated with `malloc`, because the host frees it.
private struct Text {
  var bytes: UnsafeMutablePointer<CChar>?
  var count = 0
  var capacity = 0

  mutating func add(_ text: StaticString) { add(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount) }

  /// Adds a text as the value of an attribute.
  mutating func add(escaping text: [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): add("&amp;")
      case UInt8(ascii: "<"): add("&lt;")
      case UInt8(ascii: "\""): add("&quot;")
      default: withUnsafeBytes(of: byte) { if let at = $0.baseAddress { add(at, 1) } }
      }
    }
  }

  mutating func add(_ number: Int) {
    if number < 0 { add("-") }
    if number.magnitude >= 10 { add(Int(number.magnitude / 10)) }
    withUnsafeBytes(of: UInt8(48 + number.magnitude % 10)) { if let at = $0.baseAddress { add(at, 1) } }
  }

  /// If memory runs out, the text stays as it is: the host gets a part of it, or nothing.
  mutating func add(_ source: UnsafeRawPointer, _ length: Int) {
    if count + length + 1 > capacity {
      let wider = max(1024, (count + length + 1) * 2)
      guard let moved = realloc(bytes, wider) else { return }
      bytes = moved.assumingMemoryBound(to: CChar.self)
      capacity = wider
    }
    guard let bytes else { return }
    memcpy(bytes + count, source, length)
    count += length
    bytes[count] = 0
  }

  func finish() -> UnsafeMutablePointer<CChar>? { bytes }
}
