// The live frame: what is written is read back; damaged frames are refused or bounded; the layout, word by
// word; windows that come and go.
import TestSupport
import Testing

@testable import RealTime

/// A frame with random contents, as a list of what was written.
private struct Written {
  var head = LiveHead()
  var touches: [LiveTouch] = []
  var values: [[Float]] = []
  var controllers: [Float] = []
  var parameters: [Float] = []
  var routes: [LiveRoute] = []
  var voices: [LiveVoice] = []
  var layers: [LiveLayer] = []
  var levels: (Float, Float) = (0, 0)
  var words: [UInt32] = []

  init(_ random: inout SeededGenerator, capacity: Int = LiveFrame.capacity) {
    func number() -> Float { Float.random(in: -2...2, using: &random) }
    head.sequence = .random(in: 0 ... .max, using: &random)
    head.clock = .random(in: 0 ... .max, using: &random)
    head.frame = .random(in: 0 ... .max, using: &random)
    head.position = Double.random(in: -10...1e6, using: &random)
    (head.tempo, head.speed, head.sampleRate) = (number(), number(), number())
    head.revision = .random(in: 0 ... .max, using: &random)
    head.hasOwnClock = .random(using: &random)
    for index in 0..<Int.random(in: 0...64, using: &random) {
      var touch = LiveTouch()
      (touch.number, touch.source) = (Int32(index), .random(in: 0 ... .max, using: &random))
      touch.id = .random(in: .min ... .max, using: &random)
      (touch.x, touch.y, touch.pressure, touch.radius) = (number(), number(), number(), number())
      touch.setShape(
        aspect: .random(in: 0...1, using: &random), direction: .random(in: 0...0.5, using: &random))
      touches.append(touch)
      values.append((0..<8).map { _ in number() })
    }
    controllers = (0..<334).map { _ in number() }
    parameters = (0..<197).map { _ in number() }
    for _ in 0..<Int.random(in: 0...64, using: &random) {
      var route = LiveRoute()
      (route.position, route.level, route.peak) = (number(), number(), number())
      routes.append(route)
      var voice = LiveVoice()
      (voice.number, voice.pitch, voice.level) = (Int32(routes.count), number(), number())
      voices.append(voice)
    }
    for _ in 0..<4 {
      var layer = LiveLayer()
      (layer.column, layer.pattern) = (.random(in: -1...31, using: &random), 3)
      (layer.lit, layer.untilNext, layer.step) = (.random(in: 0 ... .max, using: &random), number(), number())
      layers.append(layer)
    }
    levels = (number(), number())
    words = [UInt32](repeating: 0xdead_beef, count: capacity)
    let head = head
    let (touches, values, controllers, parameters) = (touches, values, controllers, parameters)
    let (routes, voices, layers, levels) = (routes, voices, layers, levels)
    let count = words.withUnsafeMutableBufferPointer { memory in
      var writer = LiveFrameWriter(memory.baseAddress!, capacity: capacity)
      if writer.begin(.levels) { writer.add(left: levels.0, right: levels.1) }
      if writer.begin(.grid) { for layer in layers { writer.add(layer) } }
      if writer.begin(.touches) { for touch in touches { writer.add(touch) } }
      if writer.begin(.controllers, whole: controllers.count) {
        for value in controllers { writer.add(value) }
      }
      if writer.begin(.parameters, whole: parameters.count) { for value in parameters { writer.add(value) } }
      if writer.begin(.routes) { for route in routes { writer.add(route) } }
      if writer.begin(.touchControllers) {
        writer.add(named: [4, 0, 0, 0, 0, 0, 0, 335])
        for each in values {
          var eight = InlineArray<8, Float>(repeating: 0)
          for index in 0..<8 { eight[index] = each[index] }
          writer.add(values: eight)
        }
      }
      if writer.begin(.voices) { for voice in voices { writer.add(voice) } }
      return writer.finish(head)
    }
    words = Array(words.prefix(count))
  }
}

@Test func aFrameIsReadAsItWasWritten() throws {
  var random = SeededGenerator("FRAME_SEED", default: 17)
  for _ in 0..<100 {
    let written = Written(&random)
    // At an odd address and with other bytes behind it, as inside an atom.
    var bytes: [UInt8] = [1]
    for word in written.words { for byte in 0..<4 { bytes.append(UInt8(word >> UInt32(8 * byte) & 255)) } }
    bytes += [7, 7, 7]
    try bytes.withUnsafeBytes { whole in
      let frame = try #require(LiveFrameReader(UnsafeRawBufferPointer(rebasing: whole.dropFirst())))
      #expect(frame.head == written.head)
      #expect(frame.count(.touches) == written.touches.count)
      for (index, touch) in written.touches.enumerated() {
        #expect(frame.touch(index) == touch)
        #expect((0..<8).map { frame.value(ofTouch: index, named: $0) } == written.values[index])
      }
      #expect(frame.touch(written.touches.count) == nil && frame.touch(-1) == nil)
      #expect(frame.namedController(0) == 3 && frame.namedController(1) == nil)
      #expect(frame.namedController(7) == 334 && frame.namedController(8) == nil)
      #expect((0..<334).map { frame.controller($0) } == written.controllers)
      #expect((0..<197).map { frame.parameter($0) } == written.parameters && frame.parameter(197) == nil)
      #expect((0..<written.routes.count).map { frame.route($0) } == written.routes)
      #expect((0..<written.voices.count).map { frame.voice($0) } == written.voices)
      #expect((0..<4).map { frame.layer($0) } == written.layers)
      #expect(frame.levels()?.left == written.levels.0 && frame.levels()?.right == written.levels.1)
    }
  }
}

@Test func whatFindsNoRoomIsCounted() throws {
  var random = SeededGenerator("FRAME_SEED", default: 4)
  for _ in 0..<100 {
    let written = Written(&random, capacity: 1184)
    #expect(written.words.count <= 1184)
    try written.words.withUnsafeBytes { bytes in
      let frame = try #require(LiveFrameReader(bytes))
      var missing = 0
      for (section, count) in [
        (LiveSection.touches, written.touches.count), (.routes, written.routes.count),
        (.touchControllers, written.values.count + 1), (.voices, written.voices.count), (.grid, 4),
        (.levels, 1), (.controllers, 334), (.parameters, 197),
      ] {
        // A list without room for its head counts as one.
        if frame.mask & section.bit == 0 {
          missing += section == .controllers || section == .parameters ? count : 1
        } else {
          missing += count - frame.count(section)
        }
      }
      #expect(Int(frame.head.leftOut) == missing)
      for index in 0..<frame.count(.touches) { #expect(frame.touch(index) == written.touches[index]) }
      for index in 0..<frame.count(.voices) { #expect(frame.voice(index) == written.voices[index]) }
    }
  }
}

@Test func damagedFramesAreRefusedOrBounded() {
  var random = SeededGenerator("FRAME_SEED", default: 99)
  var (refused, read) = (0, 0)
  for _ in 0..<400 {
    let words = Written(&random).words
    for _ in 0..<10 {
      var damaged = words
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Mostly heads of the frame and of sections, where counts stand.
        let place = Bool.random(using: &random) ? Int.random(in: 1..<20, using: &random) : damaged.count / 2
        let shift = UInt32.random(in: 0..<32, using: &random)
        damaged[place] = UInt32.random(in: 0 ... .max, using: &random) >> shift
      }
      if random.below(3) == 0 { damaged.removeLast(random.below(damaged.count / 2)) }
      // The exact bytes, so that a read beyond them is found by the address sanitizer.
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * damaged.count, alignment: 1)
      damaged.withUnsafeBytes { memory.copyMemory(from: $0) }
      if let frame = LiveFrameReader(UnsafeRawBufferPointer(memory)) {
        read += 1
        var used = 16
        for section in LiveSection.allCases where frame.mask & section.bit != 0 {
          used += 1 + frame.count(section) * section.wordCount
          for index in 0..<frame.count(section) {
            _ = (frame.touch(index), frame.voice(index), frame.route(index), frame.layer(index))
            _ = (frame.controller(index), frame.parameter(index), frame.value(ofTouch: index, named: 7))
          }
        }
        #expect(used <= damaged.count)
      } else {
        refused += 1
      }
      memory.deallocate()
    }
  }
  print("damaged frames: \(refused) refused, \(read) read")
  #expect(refused > 100 && read > 100)
}

@Test func solidsAreReadAsTheyWereWritten() throws {
  var words = [UInt32](repeating: 0, count: 64)
  let solids = (1...3).map { number -> LiveSolid in
    var solid = LiveSolid()
    (solid.slot, solid.x, solid.y) = (UInt32(number), Float(number), Float(number) / 2)
    (solid.cosine, solid.sine, solid.halfWidth, solid.halfHeight) = (0.6, 0.8, 0.25, Float(number - 1))
    return solid
  }
  let count = words.withUnsafeMutableBufferPointer { memory in
    var writer = LiveFrameWriter(memory.baseAddress!, capacity: 64)
    _ = writer.begin(.solids)
    for solid in solids { writer.add(solid) }
    return writer.finish(LiveHead())
  }
  #expect(count == 16 + 1 + 3 * 7 && words[16] == 0x0003_070B)
  #expect(words[17...23].map { $0 } == [1] + [1, 0.5, 0.6, 0.8, 0.25, 0].map { Float($0).bitPattern })
  try words.withUnsafeBytes { bytes in
    let frame = try #require(LiveFrameReader(bytes))
    #expect((0..<3).map { frame.solid($0) } == solids && frame.solid(3) == nil)
  }
}

/// The layout is what other programs read: each word at its place.
@Test func theWordsAreAtTheDocumentedPlaces() {
  var words = [UInt32](repeating: 0, count: 32)
  var head = LiveHead()
  (head.sequence, head.clock, head.frame) = (3, 0x1_0000_0002, 0x3_0000_0004)
  (head.position, head.tempo, head.speed, head.sampleRate) = (1.5, 90, 1, 48000)
  (head.revision, head.leftOut) = (6, 0)
  let count = words.withUnsafeMutableBufferPointer { memory in
    var writer = LiveFrameWriter(memory.baseAddress!, capacity: 32)
    _ = writer.begin(.levels)
    writer.add(left: 0.5, right: 0.25)
    _ = writer.begin(.voices)
    var voice = LiveVoice()
    (voice.number, voice.pitch, voice.level) = (2, 60, 1)
    writer.add(voice)
    return writer.finish(head)
  }
  #expect(count == 23)
  let expected: [UInt32] = [
    0x0146_4C54, 23, 0xA0, 3, 2, 1, 4, 3, 0, 0x3FF8_0000, 0x42B4_0000, 0x3F80_0000, 0x473B_8000, 6, 0, 0,
    0x0001_0207, 0x3F00_0000, 0x3E80_0000,
    0x0001_0305, 2, 0x4270_0000, 0x3F80_0000,
  ]
  #expect(Array(words.prefix(count)) == expected)
  // A newer plugin has longer elements and sections that are not known here.
  let longer: [UInt32] = [0x0001_0405, 2, 0x4270_0000, 0x3F80_0000, 8, 0x0002_010F, 1, 2]
  words = Array(words.prefix(19)) + longer
  words[1] = UInt32(words.count)
  words.withUnsafeBytes { bytes in
    #expect(LiveFrameReader(bytes)?.voice(0)?.pitch == 60)
    #expect(LiveFrameReader(bytes)?.levels()?.left == 0.5)
  }
  words[0] += 1 << 24
  #expect(words.withUnsafeBytes { LiveFrameReader($0) == nil })
}

@Test func windowsComeAndGo() {
  var watchers = LiveWatchers(sampleRate: 48000)
  var isDue = watchers.isDue()
  #expect(!isDue && !watchers.isAny)
  var hellos: [LiveHello] = []
  for number in 1...5 {
    var hello = LiveHello()
    (hello.source, hello.mask) = (UInt32(number), 1 << UInt32(number))
    hello.named[0] = UInt16(number)
    var words = [UInt32](repeating: 0, count: LiveHello.wordCount)
    words.withUnsafeMutableBufferPointer { hello.write($0.baseAddress!) }
    #expect(words.withUnsafeBytes { LiveHello($0) } == hello)
    #expect(words.withUnsafeBytes { LiveHello(UnsafeRawBufferPointer(rebasing: $0.dropLast())) } == nil)
    hellos.append(hello)
    let none = watchers.hear(hello)
    #expect(none == nil)
  }
  #expect(watchers.mask == 0b11110, "the fifth is ignored")
  #expect(watchers.named[0] == 1)
  // Two seconds of blocks; the second one goes on speaking, the third one closes.
  hellos[2].stays = false
  let closed = watchers.hear(hellos[2])
  #expect(closed == 3)
  var (frames, gone) = (0, [UInt32]())
  for _ in 0..<375 {
    var passed = 256
    while let source = watchers.pass(passed) {
      gone.append(source)
      passed = 0
    }
    isDue = watchers.isDue()
    if isDue { frames += 1 }
    if watchers.isAny { _ = watchers.hear(hellos[1]) }
  }
  #expect(gone == [1, 4])
  #expect(frames == 61, "thirty a second, the first one at once")
  #expect(watchers.mask == 0b100 && watchers.named[0] == 2)
}

@Test func loopsAreReadAsTheyWereWritten() throws {
  var words = [UInt32](repeating: 0, count: 80)
  let loops = (0..<16).map { number -> LiveLoop in
    var loop = LiveLoop()
    loop.state = LoopState.allCases[number % 7]
    (loop.isMuted, loop.isSelected) = (number % 2 == 1, number == 5)
    (loop.count, loop.part) = (UInt32(number * 1000), Float(number) / 16)
    return loop
  }
  let count = words.withUnsafeMutableBufferPointer { memory in
    var writer = LiveFrameWriter(memory.baseAddress!, capacity: 80)
    _ = writer.begin(.loops)
    for loop in loops { writer.add(loop) }
    return writer.finish(LiveHead())
  }
  #expect(count == 16 + 1 + 16 * 3 && words[16] == 0x0010_030F)
  #expect(words[17 + 15...17 + 17].map { $0 } == [5 | 0x300, 5000, Float(5.0 / 16).bitPattern])
  try words.withUnsafeBytes { bytes in
    let frame = try #require(LiveFrameReader(bytes))
    #expect((0..<16).map { frame.loop($0) } == loops && frame.loop(16) == nil)
  }
}
