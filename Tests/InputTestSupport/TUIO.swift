// Messages and frames of TUIO for tests.

/// Messages as TUIO senders write them.
package enum TUIO {
  package static func message(_ profile: String, _ word: String, _ arguments: [OSCEncoder.Argument])
    -> [UInt8]
  {
    OSCEncoder.message("/tuio/\(profile)", [.s(word)] + arguments)
  }

  /// The numbers after x and y in a set of cursors, or of objects with the class 1.
  private static func set(_ profile: String, _ id: Int32, _ x: Float, _ y: Float) -> [UInt8] {
    let more = profile == "25Dcur" || profile == "3Dcur" ? 5 : profile == "2Dobj" ? 6 : 3
    let ids: [OSCEncoder.Argument] = profile == "2Dobj" ? [.i(id), .i(1)] : [.i(id)]
    return message(
      profile, "set", ids + [.f(x), .f(y)] + [Float](repeating: 0, count: more).map { .f($0) })
  }

  package static func messages(
    _ profile: String, alive: [Int32], _ sets: [(id: Int32, x: Float, y: Float)], _ frame: Int32
  ) -> [[UInt8]] {
    [message(profile, "alive", alive.map { .i($0) })] + sets.map { set(profile, $0.id, $0.x, $0.y) }
      + [message(profile, "fseq", [.i(frame)])]
  }

  package static func frame(
    _ profile: String, source: String? = "t@x", alive: [Int32], _ sets: [(id: Int32, x: Float, y: Float)],
    _ frame: Int32
  ) -> [UInt8] {
    let name = source.map { [message(profile, "source", [.s($0)])] } ?? []
    return OSCEncoder.bundle(name + messages(profile, alive: alive, sets, frame))
  }

  package static func message2(_ name: String, _ arguments: [OSCEncoder.Argument]) -> [UInt8] {
    OSCEncoder.message("/tuio2/\(name)", arguments)
  }

  package static func frm(_ frame: Int32, seconds: UInt32 = 1) -> [UInt8] {
    OSCEncoder.string("/tuio2/frm") + OSCEncoder.string(",itis") + OSCEncoder.big(frame)
      + OSCEncoder.big(seconds) + OSCEncoder.big(UInt32(0))
      + OSCEncoder.big(Int32(1920 << 16 | 1080)) + OSCEncoder.string("t:0@x")
  }

  package static func frame2(_ frame: Int32, _ components: [[UInt8]], alive: [Int32], seconds: UInt32 = 1)
    -> [UInt8]
  {
    OSCEncoder.bundle([frm(frame, seconds: seconds)] + components + [message2("alv", alive.map { .i($0) })])
  }
}
