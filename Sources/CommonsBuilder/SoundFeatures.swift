// The features by which sounds are compared, and a picture of a sound. Any thread.
import Foundation
import WaveRecipes

/// The level of a sound over time in twelve bands, as numbers of one byte whose distance resembles that between sounds.
struct SoundFeatures {
  /// The bytes: mean, deviation and change of the level in each band.
  static let count = 24
  private static let size = 2048, hop = 1024, bands = 12

  /// The features: twelve means, six deviations and six changes, of two bands each.
  private(set) var bytes = [UInt8](repeating: 0, count: count)
  /// For each frame of 21 ms its level, 0 to 1 on a scale of decibels, and its brightness, 0 to 1.
  private(set) var frames: [(level: Double, brightness: Double)] = []

  init(_ sound: RenderedSound) {
    let powers = Self.powers(of: sound)
    let levels = powers.map { $0.reduce(0, +) }
    let loudest = levels.max() ?? 0
    guard loudest > 0 else { return }
    for (power, level) in zip(powers, levels) {
      let center = power.indices.reduce(0.0) { $0 + Double($1) * power[$1] } / max(level, 1e-20)
      frames.append((max(0, 1 + log10(max(level / loudest, 1e-12)) / 3.6), center / Double(Self.bands - 1)))
    }
    let heard = powers.indices.filter { levels[$0] > loudest * 1e-5 }
    let mean = heard.reduce(0.0) { $0 + levels[$1] } / Double(heard.count)
    let floor = loudest * 1e-7
    func decibels(_ frame: Int, _ band: Int) -> Double {
      10 * log10(max(powers[frame][band], floor) / mean)
    }
    var (deviations, changes) = ([Double](), [Double]())
    for band in 0..<Self.bands {
      let row = heard.map { decibels($0, band) }
      let middle = row.reduce(0, +) / Double(row.count)
      bytes[band] = Self.byte(4 * (middle + 60))
      deviations.append(
        (row.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(row.count)).squareRoot())
      changes.append(
        zip(row, row.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(max(1, row.count - 1)))
    }
    for pair in 0..<Self.bands / 2 {
      bytes[Self.bands + pair] = Self.byte(4 * (deviations[2 * pair] + deviations[2 * pair + 1]))
      bytes[Self.bands * 3 / 2 + pair] = Self.byte(8 * (changes[2 * pair] + changes[2 * pair + 1]))
    }
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }

  /// The sum of squared differences; the smaller, the more alike.
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var sum = 0
    for index in 0..<min(first.count, second.count) {
      let difference = Int(first[index]) - Int(second[index])
      sum += difference * difference
    }
    return sum
  }

  /// The power of each frame in each band.
  private static func powers(of sound: RenderedSound) -> [[Double]] {
    let transform = FourierTransform(size: size)
    let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(size)) }
    // Bands of equal width on the mel scale from 40 Hz to 16 kHz.
    func mel(_ hertz: Double) -> Double { 2595 * log10(1 + hertz / 700) }
    let (low, high) = (mel(40), mel(16_000))
    let bandOfBin = (0...size / 2).map { bin -> Int? in
      let place = (mel(Double(bin) * Double(RenderedSound.rate) / Double(size)) - low) / (high - low)
      return 0..<1 ~= place ? Int(place * Double(bands)) : nil
    }
    var rows: [[Double]] = []
    var start = 0
    while start + size <= sound.frames {
      var real = (0..<size).map { index in
        let frame = 2 * (start + index)
        return window[index] * 0.5 * Double(sound.samples[frame] + sound.samples[frame + 1])
      }
      var imaginary = [Double](repeating: 0, count: size)
      transform.transform(real: &real, imaginary: &imaginary)
      var row = [Double](repeating: 0, count: bands)
      for (bin, band) in bandOfBin.enumerated() {
        if let band { row[band] += real[bin] * real[bin] + imaginary[bin] * imaginary[bin] }
      }
      rows.append(row)
      start += hop
    }
    return rows
  }
}

/// The path of a finger: places from 0 to 1, with times in seconds.
struct FingerTrail {
  var points: [(seconds: Double, x: Double, y: Double)] = []
  /// When it leaves the surface; infinite: after the sound.
  var end = Double.infinity

  /// At most so many of its points, with the first and the last one.
  func points(most: Int) -> [(seconds: Double, x: Double, y: Double)] {
    if points.count <= most { return points }
    let step = Double(points.count - 1) / Double(most - 1)
    return (0..<most).map { points[Int((Double($0) * step).rounded())] }
  }

  /// The hands of a performance as JSON, for the page that draws them while the sound plays: for each finger the
  /// hundredth of a second, x and y in thousandths of each point, then the hundredth at which it ends.
  static func json(_ trails: [FingerTrail]) -> String {
    let limit = Double(RenderBox.seconds)
    let rows = trails.prefix(200).map { trail in
      let places = trail.points(most: 120).map {
        "\(Int($0.seconds * 100)),\(Int($0.x * 1000)),\(Int($0.y * 1000))"
      }
      return "[\(places.joined(separator: ",")),\(Int(min(trail.end, limit) * 100))]"
    }
    return "[\(rows.joined(separator: ",\n"))]\n"
  }
}

/// The picture of an entry: bars as high as its sound is loud, colored by its brightness, and over them the paths of
/// the fingers that play it.
enum SoundPicture {
  private static let columns = 96, width = 640.0, height = 360.0

  static func svg(_ features: SoundFeatures, trails: [FingerTrail]) -> String {
    var bars: [Int: String] = [:]
    let count = features.frames.count
    for column in 0..<columns where count > 0 {
      let (start, end) = (
        column * count / columns, max(column * count / columns + 1, (column + 1) * count / columns)
      )
      let part = features.frames[min(start, count - 1)..<min(end, count)]
      let level = part.map(\.level).max() ?? 0
      if level <= 0 { continue }
      let weight = part.reduce(1e-9) { $0 + $1.level }
      let bright = part.reduce(0) { $0 + $1.level * $1.brightness } / weight
      let size = max(3, level * height * 0.78)
      let x = (Double(column) + 0.5) * width / Double(columns)
      let tone = min(5, Int(bright * 8))
      bars[tone, default: ""] += "M\(number(x)) \(number((height - size) / 2))v\(number(size))"
    }
    let tones = ["#5a6fd8", "#4f9fe0", "#4dd0b4", "#a6d96a", "#ffc45c", "#ff8f6b"]
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(width)) \(Int(height))\">"
    text +=
      "<rect width=\"100%\" height=\"100%\" fill=\"#10151b\"/><g fill=\"none\" stroke-linecap=\"round\">"
    for (tone, path) in bars.sorted(by: { $0.key < $1.key }) {
      text += "<path stroke=\"\(tones[tone])\" stroke-width=\"3.4\" d=\"\(path)\"/>"
    }
    text += "<g stroke=\"#fff\" stroke-opacity=\".5\" stroke-width=\"3\" stroke-linejoin=\"round\">"
    for trail in trails.prefix(60) {
      let points = trail.points(most: 40).map {
        "\(number(20 + $0.x * (width - 40))) \(number(height - 20 - $0.y * (height - 40)))"
      }
      text += "<path d=\"M\(points.joined(separator: "L"))\(points.count == 1 ? "h.1" : "")\"/>"
    }
    return text + "</g></g></svg>\n"
  }

  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
