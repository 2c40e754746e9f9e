// The date and the time for patches. Input thread.
import CPosix
import Text

/// A moment in the time zone of this machine.
struct SceneClock {
  private let parts: tm
  private let milliseconds: Int

  static func now() -> SceneClock {
    let nanoseconds = tactus_realtime()
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return SceneClock(parts: parts, milliseconds: Int(nanoseconds / 1_000_000 % 1000))
  }

  /// `2026-03-29_14-05-09`.
  var stamp: [UInt8] {
    let day: UTF8Text = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let time: UTF8Text = "\(two(parts.tm_hour))-\(two(parts.tm_min))-\(two(parts.tm_sec))"
    return ("\(day)_\(time)" as UTF8Text).bytes
  }

  private func two(_ number: Int32) -> UTF8Text { number < 10 ? "0\(Int(number))" : "\(Int(number))" }

  /// `#time` with the ten numbers of PdParty: year, month, day, which of its weekdays in the month, day of
  /// the year, time zone (-700: seven hours behind), hour, minute, second, milliseconds.
  var message: PdMessage {
    let zone = parts.tm_gmtoff / 60
    var message = PdMessage("#time")
    for number in [
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), (Int(parts.tm_mday) - 1) / 7 + 1,
      Int(parts.tm_yday) + 1, Int(zone / 60 * 100 + zone % 60), Int(parts.tm_hour), Int(parts.tm_min),
      Int(parts.tm_sec), milliseconds,
    ] { message.add(Float(number)) }
    return message
  }
}
