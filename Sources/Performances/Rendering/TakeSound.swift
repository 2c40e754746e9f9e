// Plays a take on the instrument itself, without a host: each thing acts on its own frame. Main thread.
import Console
import Controls
import Foundation
import Instrument
import Lanes
import Music
import Patches
import RealTime
import Signal
import Stores
import Takes
import Text

/// Tactus Touch while it plays a take. No other thread changes its patch, so that only the take decides.
package struct TakeSound: ~Copyable {
  private var processor: TouchProcessor
  private let waves: UnsafeMutableRawPointer
  private let take: Take
  private let rate: Int
  /// Where samples are looked for.
  private let folders: [[UInt8]]
  /// The patch that is played instead of those of the take.
  private let replacement: CompiledPatch?
  /// Collects the MIDI that the instrument sends; nil: it is dropped.
  package var midi: RenderedMIDI?

  /// - Parameters:
  ///   - rate: frames per second of the sound; the take's own for the sound that was heard.
  ///   - bundle: the folder with the wavetables and the samples.
  ///   - patch: plays instead of the patches of the take.
  ///   - ports: values that replace those of the take.
  package init(_ take: Take, rate: Int, bundle: String, patch: PatchDocument?, ports: [(TouchPort, Float)])
    throws
  {
    let path = "\(bundle)/wavetables.bin"
    let file = try contents(of: path, limit: WaveTables.fileBytes)
    let magic = WaveTables.magic.withUTF8Buffer { Array($0) }
    guard file.count == WaveTables.fileBytes, file.starts(with: magic) else {
      throw CommandError("\(path): this is no file of wavetables of this version")
    }
    let folders = BundleOption.samples(bundle)
    let replacement = try patch.map { try Self.compiled($0, folders) }
    let first = try replacement ?? Self.compiled(take.patch, folders)
    (self.folders, self.replacement) = (folders, replacement)
    waves = .allocate(byteCount: file.count, alignment: 64)
    waves.copyMemory(from: file, byteCount: file.count)
    let own = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    own.initialize(to: first)
    let samples = (waves + WaveTables.headerBytes).assumingMemoryBound(to: Float.self)
    processor = TouchProcessor(sampleRate: Float(rate), tables: WaveTables(base: samples), patch: own)
    // As in a render of a host, outputs leave, but not touches as MPE.
    processor.recordsTouches = false
    self.rate = rate
    var take = take
    let replaced = ports.map(\.0)
    take.entries.removeAll {
      if case .port(let port, _) = $0.content { return replaced.contains(port) }
      return false
    }
    take.entries.insert(contentsOf: ports.map { Take.Entry(frame: 0, content: .port($0, $1)) }, at: 0)
    self.take = take
  }

  deinit {
    processor.patch.deinitialize(count: 1)
    processor.patch.deallocate()
    waves.deallocate()
  }

  private static func compiled(_ text: [UInt8], _ folders: [[UInt8]]) throws -> CompiledPatch {
    try compiled(Recording.document(text), folders)
  }

  /// - Throws: what of the patch is no patch; a sound that is missing is reported.
  private static func compiled(_ patch: PatchDocument, _ folders: [[UInt8]]) throws -> CompiledPatch {
    var (patch, faults) = (patch, [DocumentError]())
    let compiled = try patch.compile(withSoundsIn: folders, faults: &faults)
    for fault in faults { report(string(fault.message)) }
    return compiled
  }

  /// Plays `frames` frames.
  /// - Parameters:
  ///   - block: the most frames that are handed out at a time.
  ///   - body: gets interleaved samples of two channels, and the number of frames so far.
  package mutating func run(_ frames: Int, block: Int, _ body: ([Float], Int) throws -> Void) throws {
    var entries = take.entries[...]
    var isFirstPatch = true
    var done = 0
    var left = [Float](repeating: 0, count: block)
    var right = left
    let longest = min(block, midi?.longestBlock ?? block)
    while done < frames {
      let end = min(done + block, frames)
      var at = done
      let mode = FloatMode.flushingDenormals()
      while true {
        let next = entries.first.map { Int(take.frame($0.frame, at: Double(rate))) } ?? Int.max
        let stop = min(max(next, at), end, at + longest)
        if stop > at {
          left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
              processor.render(
                left.baseAddress! + (at - done), right.baseAddress! + (at - done), count: stop - at)
            }
          }
          collect(stop - at, at: at)
          at = stop
        }
        if at < min(next, end) { continue }
        guard next < end, let entry = entries.popFirst() else { break }
        try apply(entry.content, &isFirstPatch)
        // A restart drops what has not been collected.
        collect(0, at: at)
      }
      mode.restore()
      let samples = (0..<end - done).flatMap { [left[$0], right[$0]] }
      done = end
      try body(samples, done)
    }
  }

  /// Takes the messages that the instrument sent in the `count` frames from `start` on.
  private mutating func collect(_ count: Int, at start: Int) {
    while let (event, frame) = processor.nextOutgoing(count) {
      if event.kind != .port {
        let wire = event.wire
        let bytes = [wire.0, wire.1, wire.2, wire.3, wire.4, wire.5].prefix(Int(event.count))
        midi?.append(Array(bytes), at: start + frame)
      }
      processor.popOutgoing()
    }
    processor.closeOutgoing()
  }

  private mutating func apply(_ content: Take.Content, _ isFirstPatch: inout Bool) throws {
    switch content {
    case .patch(let text):
      defer { isFirstPatch = false }
      if isFirstPatch || replacement != nil { return }
      let next = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
      next.initialize(to: try Self.compiled(text, folders))
      let old = processor.apply(next)
      old.deinitialize(count: 1)
      old.deallocate()
    case .loops(let text):
      do throws(DocumentError) { try processor.apply(loops: text) } catch {
        throw CommandError("the loops of the take: \(string(error.sentence()))")
      }
    case .port(let port, let value): processor.set(port, value)
    case .restart: processor.activate()
    case .midi(let bytes):
      bytes.withUnsafeBytes { bytes in
        if bytes.first == 0xF0 {
          processor.handle(exclusive: bytes)
        } else if let message = MIDIMessage(bytes) {
          processor.handle(message)
        }
      }
    case .surface(let event): processor.handle(event)
    case .position(let position): processor.handle(position)
    case .reportsAutomation: processor.reportAutomation(true)
    case .mastered, .lost, .end: break
    }
  }
}
