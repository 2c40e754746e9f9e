// network.json: ranges of addresses, and the layout of a sender's surface on the instrument's.
import Foundation
import RealTime
import Tangibles
import TestSupport
import Testing
import Text
import Touch

@testable import Profiles

struct NetworkTests {
  func network(_ text: String) throws(DocumentError) -> (NetworkDocument, [DocumentError]) {
    var warnings: [DocumentError] = []
    let network = try NetworkDocument.read([UInt8](text.utf8), warnings: &warnings)
    return (network, warnings)
  }

  @Test(arguments: [
    ("192.168.1.0/24", "192.168.1.255", true), ("192.168.1.0/24", "192.168.2.0", false),
    ("192.168.1.77/24", "192.168.1.1", true), ("10.0.0.7", "10.0.0.7", true), ("10.0.0.7", "10.0.0.8", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("128.0.0.0/1", "127.255.255.255", false),
    ("10.0.0.6/31", "10.0.0.7", true),
  ])
  func aRangeContainsWhatBeginsAlike(range: String, address: String, isInside: Bool) throws {
    let number = address.split(separator: ".").reduce(UInt32(0)) { $0 << 8 | UInt32($1)! }
    #expect(try #require(AddressRange([UInt8](range.utf8))).contains(number) == isInside)
    #expect(string(AddressRange.text(number)) == address)
  }

  @Test(arguments: [
    "", "/", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "256.0.0.1", "::1",
    "localhost",
    "10.0.0.1 ", "0x0a.0.0.1", "10.0.0.01", "10.0.0.", ".10.0.0.1", "10..0.1", "10.0.0.1.2", "10.0.0.1000",
  ])
  func whatIsNoRangeIsNone(text: String) { #expect(AddressRange([UInt8](text.utf8)) == nil) }

  /// The system's own reader is the independent computation.
  @Test func addressesAreThoseOfTheSystem() {
    var random = SeededGenerator("ADDRESS_SEED", default: 1)
    let letters = Array("0123456789.0125. /-+x".utf8)
    var accepted = 0
    for _ in 0..<100_000 {
      var text = Array((0..<4).map { _ in String(random.below(300)) }.joined(separator: ".").utf8)
      for _ in 0..<random.below(3) where !text.isEmpty {
        let place = random.below(text.count)
        switch random.below(3) {
        case 0: text[place] = letters[random.below(letters.count)]
        case 1: text.insert(letters[random.below(letters.count)], at: place)
        default: text.remove(at: place)
        }
      }
      if text.contains(UInt8(ascii: "/")) { continue }
      var address: UInt32 = 0
      let isAddress = inet_pton(AF_INET, String(decoding: text, as: UTF8.self), &address) == 1
      #expect(
        AddressRange(text)?.address == (isAddress ? UInt32(bigEndian: address) : nil),
        "\(string(text))")
      accepted += isAddress ? 1 : 0
    }
    #expect(accepted > 10_000 && accepted < 90_000)
  }

  @Test(arguments: [
    (#"{"allow": ["10.0.0.1", "home"]}"#, "allow[1]: must be an IPv4 address"),
    (#"{"allow": "10.0.0.1"}"#, "allow: must be a list"),
    (#"{"sources": [{"name": "x"}]}"#, "sources[0]: from is missing"),
    (#"{"sources": [{"from": "10.0.0.1", "mirror": "z"}]}"#, "sources[0].mirror: must be"),
    (#"{"sources": [{"from": "10.0.0.1", "crop": [0, 0, 0, 1]}]}"#, "sources[0].crop: is narrower"),
    (#"{"sources": [{"from": "10.0.0.1", "kind": "paw"}]}"#, "sources[0].kind: there is no kind"),
    (#"{"sources": [{"from": "10.0.0.1", "size_mm": [597]}]}"#, "sources[0].size_mm: must be two numbers"),
    (#"{"sources": [{"from": "10.0.0.1", "confirm": "slow"}]}"#, "sources[0].confirm: there is no confirm"),
    (#"{"announce": 1}"#, "announce: must be a text"), ("{", "this is no JSON"), ("[]", "must be an object"),
  ])
  func whatIsWrongIsNamedWithItsPlace(text: String, error: String) {
    let refused = refusal { () throws(DocumentError) in try network(text) }
    #expect(refused?.text.hasPrefix(error) == true, "\(refused?.text ?? "taken")")
  }

  @Test func whatIsUnknownOrTooMuchIsRemarkedOn() throws {
    let (network, warnings) = try network(
      #"{"later": 1, "_note": 2, "sources": [{"from": "10.0.0.1", "aspect": 100, "quarters": 7}]}"#)
    #expect(warnings.count == 3)
    #expect(network.allow == nil && network.sources[0].aspect == 10 && network.sources[0].quarters == 3)
  }

  @Test func aTableHasASize() throws {
    let (network, warnings) = try network(
      """
      {"sources": [{"from": "10.0.0.1", "confirm": "fast", "size_mm": [597, 336.5]},
        {"from": "10.0.0.2", "size_mm": [20, 9000]}, {"from": "10.0.0.3", "confirm": "fast"}]}
      """)
    #expect(network.sources[0].table == TangibleSurface(size: [597, 336.5], confirm: .fast))
    #expect(network.sources[1].table == TangibleSurface(size: [50, 5000], confirm: .sure))
    #expect(network.sources[2].table == nil && warnings.count == 2)
  }

  @Test func aTableHasTimes() throws {
    let (network, warnings) = try network(
      """
      {"sources": [{"from": "10.0.0.1", "size_mm": [597, 336], "radio_window": 0.2, "light_deadline": 0.5,
        "filter_time": 12}, {"from": "10.0.0.2", "size_mm": [597, 336], "radio_window": 5}]}
      """)
    let timing = try #require(network.sources[0].table?.timing)
    // Seconds are floats: to less than a microsecond.
    #expect(abs(timing.window - 200_000_000) < 1000 && abs(timing.light - 500_000_000) < 1000)
    #expect(timing.filter == 12_000_000_000)
    #expect(network.sources[1].table?.timing.window == 1_000_000_000 && warnings.count == 1)
    #expect(network.sources[1].table?.timing.light == TangibleTiming().light)
  }

  @Test func theFirstSourceThatFitsCounts() throws {
    let (network, _) = try network(
      """
      {"sources": [{"from": "10.0.0.0/24", "port": 9000, "name": "a"}, {"from": "10.0.0.0/24", "name": "b"},
        {"from": "11.0.0.1", "source": "east", "name": "c"},
        {"from": "11.0.0.1", "source": "west@10.0.0.9", "name": "d"}]}
      """)
    func name(_ address: UInt32, _ port: UInt16, _ source: String = "") -> String? {
      network.source(of: address, port: port, named: [UInt8](source.utf8)).map { string($0.name) }
    }
    #expect(name(0x0a00_0001, 9000) == "a" && name(0x0a00_0001, 9001) == "b")
    #expect(name(0x0a00_0101, 9000) == nil)
    // Two trackers behind one socket are selected by their TUIO names, whole or without the machine.
    #expect(name(0x0b00_0001, 1, "east") == "c" && name(0x0b00_0001, 1, "east@10.0.0.9") == "c")
    #expect(name(0x0b00_0001, 1, "west@10.0.0.9") == "d" && name(0x0b00_0001, 1, "west@10.0.0.8") == nil)
    #expect(name(0x0b00_0001, 1, "eastern") == nil && name(0x0b00_0001, 1) == nil)
  }

  /// Points of a circle on the sender's surface become points of a circle on the instrument's, through events
  /// and calibration, for every rotation, mirror and crop. The used part touches two edges.
  @Test(arguments: [4.0 / 3, 16.0 / 9, 1, 0.5625, 3] as [Float])
  func aCircleStaysACircle(aspect: Float) throws {
    let cases: [(Int, SIMD4<Float>)] = [
      (0, SIMD4<Float>(0, 0, 1, 1)), (1, [0, 0, 1, 1]), (2, [0.25, 0, 1, 1]), (3, [0.1, 0.2, 0.7, 1]),
    ]
    for (quarters, crop) in cases {
      var source = NetworkSource(from: try #require(AddressRange([UInt8]("10.0.0.1".utf8))))
      (source.aspect, source.quarters, source.crop, source.isMirroredX) = (
        aspect, quarters, crop, quarters == 1
      )
      let event = source.layout
      var calibration = Calibration()
      (calibration.left, calibration.bottom, calibration.right, calibration.top) = (
        event.words[0], event.words[1], event.words[2], event.words[3]
      )
      calibration.quarters = Int(event.id & 3)
      calibration.isMirroredX = event.id & 4 != 0
      let middle = SIMD2((crop[0] + crop[2]) / 2, (crop[1] + crop[3]) / 2)
      let centre = calibration.point(middle.x, middle.y)
      #expect(abs(centre.x - 0.5) < 1e-5 && abs(centre.y - 0.5) < 1e-5)
      let radii = (0..<16).map { step in
        let angle = Float(step) / 16 * 2 * .pi
        let place = calibration.point(middle.x + 0.1 * cos(angle) / aspect, middle.y + 0.1 * sin(angle))
        return hypot((place.x - 0.5) * 4 / 3, place.y - 0.5)
      }
      #expect(radii.max()! - radii.min()! < 1e-5, "\(aspect) \(quarters) \(radii)")
      let corner = calibration.point(crop[0], crop[1])
      let reach = [abs(corner.x - 0.5), abs(corner.y - 0.5)]
      #expect(abs(reach.max()! - 0.5) < 1e-5, "it fills one direction")
    }
  }
}
