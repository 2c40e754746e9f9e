// Messages between a window and its instance, as atoms. The host's thread for windows.
import CLV2
import Controls
import PanelModel
import RealTime
import Shell

/// A message of an instance to its windows.
enum EngineMessage {
  /// The bytes of a live frame. Valid only during the call.
  case live(UnsafeRawBufferPointer)
  /// A whole document, one edit, an error, an answer about the library: UTF-8.
  case document([UInt8])
  case edit([UInt8])
  case error([UInt8])
  case library([UInt8])
  /// A property of a scene.
  case scene(SceneProperty, [UInt8])
}

/// The way to one instance, through its host. Nothing longer than `longestAtom` is sent, and not more than
/// that in one turn, because hosts drop what is longer, or break.
struct EngineLine {
  /// In bytes.
  static var longestAtom: Int { 32_200 }

  let terms: WindowTerms
  let write: LV2UI_Write_Function
  let controller: LV2UI_Controller?
  /// Whether the plugin is the Tone Matrix without separate outputs.
  private let isSingle: Bool
  /// The plugin's input and output for events.
  let input: UInt32
  let output: UInt32
  /// Atoms that wait for their turn.
  private var waiting: [[UInt32]] = []

  init(
    terms: WindowTerms, write: @escaping LV2UI_Write_Function, controller: LV2UI_Controller?,
    plugin: ViewModel.Plugin, isSingle: Bool
  ) {
    self.isSingle = isSingle
    self.terms = terms
    self.write = write
    self.controller = controller
    switch plugin {
    case .touch: (input, output) = (TouchPort.events.rawValue, TouchPort.notify.rawValue)
    case .toneMatrix: (input, output) = (ToneMatrixPort.events.rawValue, ToneMatrixPort.midiOut.rawValue)
    case .scene: (input, output) = (ScenePort.control.rawValue, ScenePort.notify.rawValue)
    }
  }

  // MARK: To the instance

  func send(_ event: SurfaceEvent) {
    send(
      [
        28, terms.event, event.kind.rawValue, event.source, UInt32(bitPattern: event.id),
      ] + (0..<4).map { event.words[$0].bitPattern })
  }

  /// Sends a message when its turn comes. What is lost is requested again.
  mutating func send(_ message: PanelSession.Message) {
    // A base value acts in the next block. What waits must come before it.
    if case .packet(_, let event?) = message, waiting.isEmpty {
      return send([UInt32(4 * ParameterEdit.wordCount), terms.event] + event.words)
    }
    let words = atom(of: message)
    if 4 * words.count <= Self.longestAtom, waiting.count < 1024 { waiting.append(words) }
  }

  /// Packets are atoms as they are. The requests to a scene are properties, which hosts set in the same way.
  private func atom(of message: PanelSession.Message) -> [UInt32] {
    switch message {
    case .packet(let bytes, _): Self.words([UInt32(bytes.count), terms.packet], bytes)
    case .scene(.values, let text): set(terms.sceneValues, text)
    case .scene(.open, let path): set(terms.scene, path)
    case .scene(.shelf, let question): set(terms.sceneShelf, question)
    case .scene: [8, terms.object, 0, terms.patchGet]
    }
  }

  func send(_ hello: LiveHello) {
    var words = [UInt32](repeating: 0, count: 2 + LiveHello.wordCount)
    (words[0], words[1]) = (UInt32(4 * LiveHello.wordCount), terms.hello)
    words.withUnsafeMutableBufferPointer { hello.write($0.baseAddress! + 2) }
    send(words)
  }

  /// Sets a control port.
  func set(port: Int, _ value: Float) {
    var value = value
    write(controller, index(of: port), 4, 0, &value)
  }

  /// The host's index of a port.
  func index(of port: Int) -> UInt32 { ToneMatrixPort.index(of: UInt32(port), separate: !isSingle) }

  /// The port with an index of the host.
  func port(at index: UInt32) -> Int { Int(ToneMatrixPort.port(at: index, separate: !isSingle)) }

  /// Sends as many waiting messages as one turn may.
  mutating func flush() {
    var room = Self.longestAtom
    while let first = waiting.first, 4 * first.count <= room {
      room -= 4 * first.count
      send(first)
      waiting.removeFirst()
    }
  }

  /// An atom that sets a property.
  private func set(_ property: LV2_URID, _ text: [UInt8]) -> [UInt32] {
    let size = text.count + 1
    let padded = (size + 7) & ~7
    let head: [UInt32] = [
      UInt32(8 + 24 + 16 + padded), terms.object, 0, terms.patchSet,
      terms.patchProperty, 0, 4, terms.urid, property, 0,
      terms.patchValue, 0, UInt32(size), property == terms.scene ? terms.path : terms.string,
    ]
    return Self.words(head, text + [UInt8](repeating: 0, count: padded - text.count))
  }

  /// The words of an atom, padded with zeros.
  private static func words(_ head: [UInt32], _ bytes: [UInt8]) -> [UInt32] {
    var words = head + [UInt32](repeating: 0, count: (bytes.count + 3) / 4)
    words.withUnsafeMutableBytes { $0[(4 * head.count)...].copyBytes(from: bytes) }
    return words
  }

  /// An atom with its head, in whole words.
  private func send(_ words: [UInt32]) {
    words.withUnsafeBytes {
      write(controller, input, UInt32($0.count), terms.eventTransfer, $0.baseAddress)
    }
  }

  // MARK: From the instance

  /// Reads what a host passes on, or nil if it is nothing for a window.
  func message(_ port: UInt32, _ size: UInt32, _ format: UInt32, _ data: UnsafeRawPointer) -> EngineMessage? {
    guard format == terms.eventTransfer, port == output, size >= 8 else { return nil }
    let count = Int(data.loadUnaligned(as: UInt32.self))
    let type = data.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    guard count <= Int(size) - 8 else { return nil }
    let body = UnsafeRawBufferPointer(start: data + 8, count: count)
    if type == terms.liveFrame { return .live(body) }
    // `patch:Set` or `patch:Put` with one property, a text: id, form, then properties of 16 bytes and a value.
    guard type == terms.object, count >= 8 else { return nil }
    let form = body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    guard form == terms.patchSet || form == terms.patchPut else { return nil }
    var property: LV2_URID = 0
    var text: [UInt8]?
    var at = 8
    while at + 16 <= count {
      let key = body.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      let length = Int(body.loadUnaligned(fromByteOffset: at + 8, as: UInt32.self))
      let type = body.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self)
      guard length <= count - at - 16 else { break }
      if key == terms.patchProperty, type == terms.urid, length >= 4 {
        property = body.loadUnaligned(fromByteOffset: at + 16, as: UInt32.self)
      } else if form == terms.patchPut, key == terms.patchBody, length >= 8 {
        // The object of a `patch:Put`: its id and form precede its properties.
        at += 24
        continue
      } else if key == terms.patchValue || form == terms.patchPut, type == terms.string || type == terms.path
      {
        if form == terms.patchPut { property = key }
        var bytes = body[at + 16..<at + 16 + length]
        if bytes.last == 0 { bytes = bytes.dropLast() }
        text = [UInt8](bytes)
      }
      at += 16 + (length + 7) & ~7
    }
    guard let text else { return nil }
    if property == terms.document { return .document(text) }
    if property == terms.library { return .library(text) }
    if property == terms.error { return .error(text) }
    if property == terms.scene { return .scene(.path, text) }
    if property == terms.sceneState { return .scene(.state, text) }
    if property == terms.sceneRecording { return .scene(.recording, text) }
    if property == terms.sceneBackground { return .scene(.background, text) }
    if property == terms.sceneConsole { return .scene(.console, text) }
    if property == terms.sceneWidgets { return .scene(.widgets, text) }
    if property == terms.sceneValues { return .scene(.values, text) }
    if property == terms.sceneShelf { return .scene(.shelf, text) }
    return property == terms.edit ? .edit(text) : nil
  }
}
