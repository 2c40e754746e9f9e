// The sound of a document: its samples, loudness and features. Any thread.
import Console
import CSndfile
import Foundation
import Patches
import Text
import WaveRecipes

/// A rendered sound of two channels at 48 kHz.
struct RenderedSound {
  static let rate = 48_000
  /// Left and right in turn.
  private(set) var samples: [Float]

  /// Reads a WAV file of 32-bit floats.
  /// - Throws: `CommandError` if it is another file.
  init(wave bytes: [UInt8]) throws {
    let fault = CommandError("the render is no WAV file of floats at 48 kHz")
    func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    guard bytes.count >= 44, bytes.starts(with: Array("RIFF".utf8)) else { throw fault }
    var place = 12
    var isFloats = false
    while place + 8 <= bytes.count {
      let (name, size) = (bytes[place..<place + 4], word(place + 4))
      let start = place + 8
      if name.elementsEqual("fmt ".utf8), size >= 16, start + 16 <= bytes.count {
        isFloats = bytes[start] == 3 && bytes[start + 2] == 2 && word(start + 4) == Self.rate
      } else if name.elementsEqual("data".utf8) {
        guard isFloats else { throw fault }
        let end = min(bytes.count, start + size) & ~7
        let count = (end - start) / 4
        let limit = 2 * Self.rate * RenderBox.seconds
        samples = (0..<min(count, limit)).map { Float(bitPattern: UInt32(word(start + 4 * $0))) }
        guard samples.allSatisfy(\.isFinite) else {
          throw CommandError("its sound has values that are no numbers")
        }
        if samples.count % 2 == 1 { samples.removeLast() }
        return
      }
      place = start + size + size % 2
    }
    throw fault
  }

  /// A sound that was recorded, converted to both channels and 48 kHz, at most 20 s of it.
  init(_ sound: RecordedSound) {
    let step = Double(sound.rate) / Double(Self.rate)
    let count = min(RenderBox.seconds * Self.rate, Int(Double(sound.frames.count) / step))
    samples = []
    samples.reserveCapacity(2 * count)
    for frame in 0..<count {
      let place = Double(frame) * step
      let (index, part) = (Int(place), Float(place - place.rounded(.down)))
      let next = min(index + 1, sound.frames.count - 1)
      let value = sound.frames[index] * (1 - part) + sound.frames[next] * part
      samples += [value, value]
    }
  }

  var frames: Int { samples.count / 2 }
  var isSilent: Bool { !samples.contains { abs($0) > 1e-6 } }

  /// The SHA-256 of all samples.
  var hash: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * samples.count)
    for sample in samples { withUnsafeBytes(of: sample.bitPattern.littleEndian) { bytes += $0 } }
    return Digest.sha256(bytes)
  }

  /// Writes an MP3 file without the silence at the end.
  func write(to path: String) throws {
    let last = samples.lastIndex { abs($0) > 1e-4 } ?? 0
    let end = min(frames, last / 2 + Self.rate / 4)
    var info = SF_INFO()
    (info.samplerate, info.channels) = (Int32(Self.rate), 2)
    info.format = Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw CommandError("cannot write \(path): \(String(cString: sf_strerror(nil)))")
    }
    var quality = 0.4
    sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &quality, Int32(MemoryLayout<Double>.size))
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    let written = sf_writef_float(file, samples, sf_count_t(end))
    guard sf_close(file) == 0, written == end else { throw CommandError("cannot write \(path)") }
  }

  /// The integrated loudness in LUFS by ITU-R BS.1770-4, with its two gates; −70 for silence.
  var loudness: Double {
    var power = [Double](repeating: 0, count: frames)
    for channel in 0..<2 {
      // The filters of the recommendation for 48 kHz: a high shelf, then a high pass.
      var (shelf, pass) = (
        Biquad(
          b: (1.53512485958697, -2.69169618940638, 1.19839281085285), a: (-1.69065929318241, 0.73248077421585)
        ),
        Biquad(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))
      )
      for frame in 0..<frames {
        let value = pass.next(shelf.next(Double(samples[2 * frame + channel])))
        power[frame] += value * value
      }
    }
    let (length, hop) = (Self.rate * 2 / 5, Self.rate / 10)
    var blocks: [Double] = []
    var start = 0
    while start + length <= frames {
      blocks.append(power[start..<start + length].reduce(0, +) / Double(length))
      start += hop
    }
    func level(_ power: Double) -> Double { -0.691 + 10 * log10(max(power, 1e-12)) }
    func mean(_ blocks: [Double]) -> Double {
      blocks.isEmpty ? 0 : blocks.reduce(0, +) / Double(blocks.count)
    }
    blocks.removeAll { level($0) < -70 }
    let gate = level(mean(blocks)) - 10
    return max(-70, level(mean(blocks.filter { level($0) >= gate })))
  }

  private struct Biquad {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    private var state = (0.0, 0.0)

    init(b: (Double, Double, Double), a: (Double, Double)) { (self.b, self.a) = (b, a) }

    mutating func next(_ input: Double) -> Double {
      let output = b.0 * input + state.0
      state = (b.1 * input - a.0 * output + state.1, b.2 * input - a.1 * output)
      return output
    }
  }
}
