// What a window knows of its instance, from what the instance says. The host's thread for windows.
import Controls
import Grids
import Patches
import RealTime
import Text
import View

extension LivePicture {
  /// The picture of a live frame.
  /// - Parameters:
  ///   - seconds: from the frame's clock until now.
  ///   - isRunning: whether the position of the timeline is wanted.
  init(_ frame: LiveFrameReader, seconds: Double, isRunning: Bool) {
    self.init()
    for index in 0..<frame.count(.touches) {
      guard let touch = frame.touch(index) else { continue }
      var finger = Finger(number: touch.number, x: touch.x, y: touch.y, pressure: touch.pressure)
      if touch.radius > 0 {
        finger.radius = touch.radius
        finger.aspect = touch.aspect
        finger.angle = touch.direction
      }
      fingers.append(finger)
    }
    for index in 0..<frame.count(.voices) {
      if let voice = frame.voice(index) { voices.append(Voice(pitch: voice.pitch, level: voice.level)) }
    }
    for index in 0..<frame.count(.controllers) { controllers.append(frame.controller(index) ?? .nan) }
    for index in 0..<frame.count(.parameters) { parameters.append(frame.parameter(index) ?? .nan) }
    for index in 0..<frame.count(.routes) { connections.append(frame.route(index)?.peak ?? 0) }
    // Those of one touch are those of the touch that began last.
    var last = -1
    for index in 0..<frame.count(.touches) {
      if last < 0 || (frame.touch(index)?.number ?? 0) > (frame.touch(last)?.number ?? 0) { last = index }
    }
    for index in 0..<8 {
      guard let raw = frame.namedController(index), controllers.indices.contains(raw),
        let value = frame.value(ofTouch: last, named: index)
      else { continue }
      controllers[raw] = value
    }
    if let levels = frame.levels() { peaks = [levels.left, levels.right] }
    isRolling = frame.head.speed != 0
    let quarters = Float(seconds) * frame.head.tempo * frame.head.speed / 60
    for index in 0..<frame.count(.grid) {
      guard let said = frame.layer(index) else { continue }
      var layer = Layer()
      layer.pattern = Int(said.pattern)
      if said.column >= 0, said.step > 0 {
        let part = 1 - (said.untilNext - quarters) / said.step
        layer.step = Float(said.column) + min(max(part, 0), 0.999)
      }
      layers.append(layer)
    }
    guard isRunning else { return }
    tempo = frame.head.tempo
    beat = frame.head.position + Double(quarters)
  }
}

extension JSON {
  /// A member of an object; nil: there is none.
  subscript(key: StaticString) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: [UInt8] {
    guard case .string(let text) = value else { return [] }
    return text
  }

  var number: Int {
    guard case .integer(let number) = value else { return 0 }
    return Int(clamping: number)
  }
}

extension ViewModel {
  /// Reads a document that the instance sent; false: it cannot be read.
  mutating func read(document text: [UInt8]) -> Bool {
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      switch plugin {
      case .touch: patch = try PatchDocument.read(text, warnings: &warnings)
      case .toneMatrix: grid = try GridDocument.read(text, warnings: &warnings)
      }
      return true
    } catch {
      message = error.sentence()
      isRefusal = true
      return false
    }
  }

  /// Reads an answer about the library.
  /// - Returns: the number of the entry that is to be asked for next; nil: all are known.
  mutating func read(library text: [UInt8]) -> Int? {
    guard let answer = text.withUnsafeBytes({ try? JSON($0) }) else { return nil }
    if let loaded = answer["loaded"] { self.loaded = loaded.text }
    guard case .array(let entries)? = answer["entries"]?.value else { return nil }
    let (first, count) = (answer["first"]?.number ?? 0, answer["count"]?.number ?? 0)
    if first == 0 { library = [] }
    // An answer that does not continue the list belongs to an older question.
    guard first == library.count else { return nil }
    for each in entries {
      var entry = Entry(file: each["file"]?.text ?? [], name: each["name"]?.text ?? [])
      entry.category = each["category"]?.text ?? []
      entry.text = each["text"]?.text ?? []
      if case .bool(let isOwn)? = each["own"]?.value { entry.isOwn = isOwn }
      if case .array(let tags)? = each["tags"]?.value { entry.tags = tags.map { $0.text } }
      library.append(entry)
    }
    return library.count < count && !entries.isEmpty ? library.count : nil
  }
}
