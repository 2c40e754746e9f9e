// The commands that every dialect is translated to. Input thread.
//
// A dialect (TactusDialect, TUIODialect and others) knows only addresses and arguments: it turns a message
// into commands. What a command does to a source's touches is decided once, in SourceTouches.

import Profiles
import RealTime
import Tangibles
import Text

/// A touch as one message reports it. A number that was not sent is NaN.
package struct TouchReport {
  package enum Word { case began, moved, ended }

  package var word: Word
  package var id: Int32
  package var x = Float.nan
  package var y = Float.nan
  package var pressure = Float.nan
  package var radius = Float.nan
  /// Minor / major half-axis of the contact, and the direction of the major one in turns.
  package var aspect = Float.nan
  package var orientation = Float.nan
}

extension TouchReport {
  /// A touch of which only the place is known.
  package init(_ word: Word, id: Int32, at x: Float, _ y: Float) {
    self.init(word: word, id: id, x: x, y: y)
  }
}

/// A message that a profile has read. Its own command is emitted separately.
package struct ProfileMessage {
  /// The profile's index and name.
  package let profile: Int
  package let name: [UInt8]
  package let address: [UInt8]
  /// The first argument; nil: no number.
  package let value: Float?
  /// The message for which the touch waits, as a text; empty: none.
  package let awaited: [UInt8]
}

/// A message as a command, divided by its receiver.
package enum Command {
  /// For the touches of instances (`SourceTouches`).
  case play(PerformanceEvent)
  /// For what an instance has learned, recognizes or plays.
  case routed(RoutedMessage)
  /// About the sender itself (`CommandReader`).
  case sender(SenderMessage)
  /// For the owner of the instances, who may refuse it.
  case request(NetworkRequest)

  /// Whether the command reads or changes documents, files or counters, instead of playing. Setting a widget
  /// of a scene is playing.
  package var isRequest: Bool {
    switch self {
    case .request(.scene(let question)): question.word != .set
    case .request: true
    case .play, .routed, .sender: false
    }
  }
}

/// An action of a source on a surface.
package enum PerformanceEvent {
  case touch(TouchReport)
  /// The ids of all live touches. Every other touch has ended.
  case alive([Int32])
  /// An event of a token, a sensor, a game controller or a macro. The receiver sets its source.
  case event(SurfaceEvent)
  /// Every touch of every source ends.
  case panic

  /// The event with its place mapped, if the source's corners were touched.
  package func straightened(by map: ProjectiveMap?) -> PerformanceEvent {
    guard let map else { return self }
    switch self {
    case .touch(var report):
      (report.x, report.y) = map.point(report.x, report.y)
      return .touch(report)
    case .event(var event) where event.kind == .token:
      var token = event.token
      (token.x, token.y) = map.point(token.x, token.y)
      event.content = .token(token)
      return .event(event)
    case .event, .alive, .panic: return self
    }
  }

  /// Whether it can only end things.
  package var isEnd: Bool {
    switch self {
    case .touch(let report): report.word == .ended
    case .event(let event): event.kind == .tokenLifted
    case .alive, .panic: true
    }
  }
}

/// A message whose effect depends on the instance: macros that have learned it, a scene, objects.
package enum RoutedMessage {
  /// A number with an address that some macro may have learned; `isKnown` when a dialect knows the address.
  case foreign(address: [UInt8], value: Float, isKnown: Bool = false)
  /// A message of no language, as a scene reads it.
  case message(PdMessage)
  /// A value for the macros that have learned this MIDI control change.
  case control(Int32, Float)
  /// A report of the sensors of an object with a radio.
  case tangible(PercMessage)
}

package enum SenderMessage {
  /// Understood and without effect.
  case noted
  /// A source of TUIO has sent its name on this stream for the first time.
  case named([UInt8])
  /// A source of TUIO without a name begins with these ids on the surface.
  case unnamed(profile: [UInt8], ids: [Int32])
  case profileMessage(ProfileMessage)
  /// Sets the silence, in nanoseconds, after which this sender counts as gone; 0: never.
  case timeout(Int64)
  /// Reports that the sender is gone. Everything it holds ends.
  case gone
}

package enum NetworkRequest {
  /// Nanoseconds of silence after which touches end; 0: never.
  case timeout(Int64)
  case stats
  case patch(PatchCommand)
  case grid(GridCommand)
  case scene(SceneQuestion)
  /// The macro with this number (1…8) learns the next address or control change; 0: none does.
  case learn(Int32)
  /// Begins or ends updates to the sender's address at this port (0: the port it sends from).
  case subscribe(port: UInt16, topics: Topics, isEnd: Bool)
  /// The token of a subscription has come back.
  case confirm([UInt8])
  /// Begins or ends a take that is sent to the sender.
  case take(isEnd: Bool)
  /// A notice of `tactus play` about its rig or its song.
  case stage(StageNotice)
  /// A request that is answered by why it is refused.
  case refused(RefusedRequest)
}
