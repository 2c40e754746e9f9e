// The whole command with plugins of other projects.
import CSndfile
import Console
import Foundation
import OSC
import RealTime
import TestSupport
import Testing

@testable import Hosting
@testable import Performances
@testable import tactus

private let piano = "http://drobilla.net/plugins/mda/EPiano"
private let synth = "http://drobilla.net/plugins/mda/JX10"
/// An A4 from 0.5 s to 2.5 s, at 120 beats a minute and 96 ticks a beat.
private let noteFile = Data(
  Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [
    0, 0, 0, 14, 96, 0x90, 69, 100, 0x83, 0x00, 69, 0, 0, 0xFF, 0x2F, 0, 0, 0,
  ])
private let beganMessage = OSCMessage(
  address: "/tactus/touch", arguments: [.text("began"), .int32(1), .float(0.5), .float(0.5)])
private let performanceText = """
  # tactus performance 1
  0.25 a \(beganMessage.hex)
  1.75 a \(OSCMessage(address: "/tactus/touch", arguments: [.text("ended"), .int32(1)]).hex)
  """

extension OSCMessage {
  fileprivate var hex: String { packet.map { String(format: "%02x", $0) }.joined() }
}

/// Reads a WAV file's first channel and rate with libsndfile.
private func read(_ path: String) throws -> (samples: [Float], rate: Int, channels: Int) {
  var info = SF_INFO()
  let file = try #require(sf_open(path, Int32(SFM_READ), &info))
  defer { sf_close(file) }
  let channels = Int(info.channels)
  var samples = [Float](repeating: 0, count: Int(info.frames) * channels)
  #expect(sf_readf_float(file, &samples, info.frames) == info.frames)
  #expect(info.format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_FLOAT))
  return (
    stride(from: 0, to: samples.count, by: channels).map { samples[$0] }, Int(info.samplerate), channels
  )
}

@Test(arguments: [44_100, 48_000], [17, 512])
func aMIDINoteSoundsInTimeAndInTune(rate: Int, block: Int) throws {
  let folder = try TemporaryFolder()
  let midi = try folder.add("a4.mid", noteFile)
  let output = "\(folder.path)/a4.wav"
  let program = try Program.tactus(
    "render", "--midi", midi, "--plugin", piano, "-o", output, "--rate", "\(rate)", "--block", "\(block)")
  #expect(program.wait() == 0, "\(program.errors)")
  let sound = try read(output)
  #expect(sound.rate == rate && sound.channels == 2)
  #expect(sound.samples.count == Int(5.5 * Double(rate)))  // to the track's end and three seconds more
  let onset = try #require(sound.samples.firstIndex { $0 != 0 })
  #expect((rate / 2...rate / 2 + 64).contains(onset), "at \(onset)")
  // From 1 s to 2 s a tone of 440 Hz crosses zero upwards 440 times.
  let crossings = (rate..<2 * rate).count { sound.samples[$0 - 1] < 0 && sound.samples[$0] >= 0 }
  #expect(abs(crossings - 440) <= 2, "\(crossings) crossings")
  #expect(folder.names == ["a4.mid", "a4.wav"])
}

@Test func theSameRenderIsTheSameFile() throws {
  let folder = try TemporaryFolder()
  let midi = try folder.add("a4.mid", noteFile)
  for name in ["1.wav", "2.wav"] {
    #expect(
      try Program.tactus("render", "--midi", midi, "--plugin", piano, "-o", "\(folder.path)/\(name)").wait()
        == 0)
    if name == "1.wav" { sleep(1) }  // libsndfile could put the time of day into the file
  }
  #expect(
    try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/1.wav"))
      == Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/2.wav")))
}

@Test func aPictureIsAPNGOfItsSize() throws {
  let folder = try TemporaryFolder()
  let take = try folder.add("take.tactus", Data(performanceText.utf8))
  let program = try Program.tactus(
    "render", take, "--plugin", synth, "-o", "\(folder.path)/x.wav", "--picture", "\(folder.path)/x.png")
  #expect(program.wait() == 0, "\(program.errors)")
  let header = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/x.png")).prefix(24)
  #expect(Array(header.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
  #expect(Array(header.suffix(8)) == [0, 0, 5, 120, 0, 0, 3, 232])  // 1400 × 1000
  #expect(folder.names == ["take.tactus", "x.png", "x.wav"])
}

@Test func eventsKeepTheirFramesAndNoneIsLostInAFlood() throws {
  let instance = try World().instantiate(piano, maximumBlock: 8192)
  // 5000 touches on one frame and then a note: several blocks without frames.
  let flood = (0..<5000).map {
    TimedEvent(frame: 700, .surface(SurfaceEvent.touch(.moved, id: $0, x: 0, y: 0)))
  }
  let note = TimedEvent(frame: 700, .midi([0x90, 69, 100]))
  var rendering = Rendering(instance, events: flood + [note], frames: 20_000)
  var left: [Float] = []
  try rendering.run { samples, _ in left += stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
  #expect(rendering.lostEvents == 0 && left.count == 20_000)
  let onset = try #require(left.firstIndex { $0 != 0 })
  #expect((700...764).contains(onset), "at \(onset)")
}

@Test(arguments: [
  ("missing.tactus -o x.wav", "missing.tactus: No such file"),
  ("-o x.wav", "Give a performance"),
  ("good.tactus", "Give --output, --midi-out or both"),
  ("good.tactus --midi-out x.wav", "x.wav: the name of a MIDI file ends in .mid or .midi"),
  ("good.tactus --midi-out x.mid", "has no MIDI output"),
  ("bad.tactus -o x.wav", "bad.tactus:3: "),
  ("good.tactus -o nowhere/x.wav", "cannot write nowhere/x.wav: No such file"),
  ("good.tactus -o .", ".: not a regular file"),
  ("good.tactus -o /dev/null", "/dev/null: not a regular file"),
  ("good.tactus -o x.wav --picture nowhere/x.png", "cannot write nowhere/x.png"),
  ("good.tactus --midi bad.tactus -o x.wav", "bad.tactus: byte 0: this is no MIDI file"),
  ("good.tactus --midi missing.mid -o x.wav", "missing.mid: No such file"),
  ("good.tactus -o x.wav --bundle nowhere.lv2", "nowhere.lv2: not an LV2 bundle"),
  ("good.tactus -o x.wav --plugin urn:none", "no plugin <urn:none>"),
  ("good.tactus -o x.wav --set nothing=1", "no control input nothing"),
  ("good.tactus -o x.wav --set polyphony", "polyphony"),
  ("good.tactus -o x.wav --rate 1", "--rate must be"),
  ("good.tactus -o x.wav --block 0", "--block must be"),
  ("good.tactus -o x.wav --seconds nan", "--seconds must be"),
  ("good.tactus -o x.aiff --seconds 86400", "AIFF holds less than 4 GiB; write .wav or .flac instead"),
])
func aFailureSaysWhatAndLeavesNothing(arguments: String, expected: String) throws {
  let folder = try TemporaryFolder()
  try folder.add("good.tactus", Data(performanceText.utf8))
  try folder.add("bad.tactus", Data("# tactus performance 1\n\n0 a xyz".utf8))
  var words = arguments.split(separator: " ").map(String.init)
  if !words.contains("--plugin") { words += ["--plugin", piano] }
  let program = try Program("/usr/bin/env", ["-C", folder.path, Program.command, "render"] + words)
  #expect(program.wait() != 0)
  #expect(program.errors.contains(expected), "\(program.errors)")
  #expect(folder.names == ["bad.tactus", "good.tactus"])
}

@Test func aSoundOf4GiBIsRF64AndNoAIFF() throws {
  let folder = try TemporaryFolder()
  let frames = 1 << 29  // of 8 bytes
  for (name, frames, kind) in [("long.wav", frames, "RF64"), ("short.wav", frames - 1000, "RIFF")] {
    let path = "\(folder.path)/\(name)"
    let file = try WaveFile(path, .wav, rate: 48_000, channels: 2, frames: frames)
    try file.write([0.5, -0.5])
    try file.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data(kind.utf8)))
    #expect(try read(path).samples == [0.5])
  }
  #expect(throws: CommandError.self) {
    try WaveFile("\(folder.path)/long.aiff", .aiff, rate: 48_000, channels: 2, frames: frames)
  }
}

@Test func aFullDiskIsAnErrorAndCtrlCLeavesNothing() throws {
  let folder = try TemporaryFolder()
  let take = try folder.add("good.tactus", Data(performanceText.utf8))
  let output = "\(folder.path)/x.wav"
  // A limit on file size simulates a full disk.
  let limited = try Program(
    "/bin/sh",
    [
      "-c",
      "trap '' XFSZ; ulimit -f 100; "
        + "exec '\(Program.command)' render '\(take)' -o '\(output)' --plugin \(piano)",
    ])
  #expect(limited.wait() != 0)
  #expect(limited.errors.contains("cannot write"), "\(limited.errors)")
  #expect(folder.names == ["good.tactus"])

  let long = try Program.tactus("render", take, "-o", output, "--plugin", synth, "--seconds", "86400")
  #expect(eventually { folder.names.count == 2 })
  long.interrupt()
  #expect(long.wait() != 0)
  #expect(long.errors.contains("interrupted"), "\(long.errors)")
  #expect(folder.names == ["good.tactus"])
}
