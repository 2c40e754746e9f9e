// The touches and tokens on one sender's screen that rules of input profiles read. Input thread.
import RealTime

/// A touch or a token of one control on the sender's screen.
struct ProfileControl {
  /// The identity of the control: profile, group, and either the captured parts of the address or the id.
  let key: [UInt8]
  let id: Int32
  var isToken = false
  var isLive = false
  var x = Float.nan
  var y = Float.nan
  var pressure = Float.nan
  var radius = Float.nan
  var aspect = Float.nan
  var orientation = Float.nan
  var angle = Float.nan
  var tokenClass = Float.nan
  var lastReceived: Int64
  /// The times of the last x and y and of the touch's last end.
  var xAt = Int64.min
  var yAt = Int64.min
  var endedAt = Int64.min
  /// The time since which the touch is down without a position, or nil if it does not wait for one.
  var waitsSince: Int64?
  var timeout: Int64 = 0
  /// The last received state: down or not.
  var isStated = false
  /// Whether a state has ever been received.
  var hasState = false

  init(key: [UInt8], id: Int32, at time: Int64) {
    (self.key, self.id, lastReceived) = (key, id, time)
  }
}

extension SenderMemory {
  /// The index of the control with this key. A new key makes a new control.
  func control(key: [UInt8], isToken: Bool, at time: Int64) throws(Refusal) -> Int {
    if let known = controls.firstIndex(where: { $0.key == key && $0.isToken == isToken }) { return known }
    if controls.count >= ProfileDialect.controlLimit {
      let idle = controls.indices.filter { !controls[$0].isLive }.min {
        controls[$0].lastReceived < controls[$1].lastReceived
      }
      guard let idle else { throw .tooManyTouches }
      controls.remove(at: idle)
    }
    controlsEver = controlsEver == .max ? 1 : controlsEver + 1
    controls.append(ProfileControl(key: key, id: controlsEver, at: time))
    controls[controls.count - 1].isToken = isToken
    return controls.count - 1
  }

  var profileContext: CommandContext { CommandContext(dialect: .profile, stream: profileStream) }

  /// Emits the control's position. The first position begins the touch.
  func emit(_ index: Int, at time: Int64, _ body: CommandBody) {
    controls[index].isLive = true
    controls[index].waitsSince = nil
    let control = controls[index]
    if control.isToken {
      let event = SurfaceEvent.token(
        id: control.id, x: control.x, y: control.y, angle: control.angle, classNumber: control.tokenClass)
      return body(.play(.event(event)), profileContext)
    }
    body(
      .play(
        .touch(
          TouchReport(
            word: .moved, id: control.id, x: control.x, y: control.y, pressure: control.pressure,
            radius: control.radius, aspect: control.aspect, orientation: control.orientation))),
      profileContext)
  }

  func end(_ index: Int, at time: Int64, _ body: CommandBody) {
    controls[index].isLive = false
    controls[index].waitsSince = nil
    controls[index].endedAt = time
    controls[index].isStated = false
    let control = controls[index]
    body(
      .play(
        control.isToken
          ? .event(SurfaceEvent(.tokenLifted, id: control.id))
          : .touch(TouchReport(word: .ended, id: control.id))),
      profileContext)
  }
}
