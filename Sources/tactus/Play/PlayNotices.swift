// Tells subscribed surfaces about the song, by the instrument's port. Main thread.
import Console
import Foundation
import OSC
import Stage

/// Tells the song when it changes, and this moment ten times a second (docs/osc.md).
struct PlayNotices {
  /// The interval of moments.
  static let period = 0.1
  private var rig: [OSCArgument]?
  private var song: [OSCArgument] = []
  private var mix: [OSCArgument] = []

  /// - Parameter sentence: what the last action did.
  mutating func tell(_ facts: StageFacts, sentence: String, by news: PlaySubscription) {
    func text(_ text: String, _ bytes: Int = 256) -> OSCArgument { .string(cut(text, bytes: bytes)) }
    func number(_ number: Int) -> OSCArgument { .int32(Int32(clamping: number)) }
    let names = facts.meters.map { text($0.name) }
    if names != rig { news.send("rig", names) }
    rig = names
    let now = [
      text(facts.title), number(facts.number), number(facts.count), text(facts.next), text(sentence),
      text(facts.notes, 4096),
    ]
    if now != song { news.send("stage", now) }
    song = now
    let levels = [.float(Float(facts.master))] + facts.meters.map { number($0.isMuted ? 1 : 0) }
    if levels != mix { news.send("stage/mix", levels) }
    mix = levels
    let (bar, beat) = facts.place
    news.send(
      "stage/now",
      [
        text(facts.clock), .float(Float(facts.tempo)), number(facts.isRolling ? 1 : 0), number(bar),
        number(beat),
        .float(Float(facts.level)), .float(Float(facts.load)), number(facts.dropouts),
        .float(Float(facts.recorded ?? -1)),
      ] + facts.meters.flatMap { [text($0.name), .float($0.isMuted ? -120 : Float($0.level))] })
  }
}
