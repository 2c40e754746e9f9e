// A stage at the switchboard: the names of a rig, what its subscribers are told, and actions for the program that plays
// it. Input thread, under the broker's mutex.
import Dialects
import Text

extension Switchboard {
  /// Keeps the names of a rig, and passes on what is said about its song.
  func note(_ notice: StageNotice, from caller: Caller) {
    guard caller.origin == .thisMachine else {
      return caller.refuse(
        "", .notThisMachine, "/tactus/rig and /tactus/stage are for programs of this machine")
    }
    switch notice {
    case .rig(let names):
      caller.endpoint.rig = names
      caller.done("/tactus/rig")
    case .song(let packet):
      caller.endpoint.song = packet
      publish(packet, at: caller.endpoint)
      caller.done("/tactus/stage")
    case .mix(let packet):
      caller.endpoint.mix = packet
      publish(packet, at: caller.endpoint)
      caller.done("/tactus/stage/mix")
    case .action(let packet):
      guard !caller.endpoint.song.isEmpty else {
        return caller.refuse("", "no program plays on a stage here")
      }
      publish(packet, at: caller.endpoint)
      caller.done("/tactus/stage/do")
    case .moment(let packet):
      publish(packet, at: caller.endpoint)
      caller.done("/tactus/stage/now")
    }
  }

  private func publish(_ packet: [UInt8], at endpoint: Endpoint) {
    for subscriber in subscribers.all
    where subscriber.topics.stage && subscriber.socket == endpoint.requestedPort {
      send(packet, to: subscriber)
    }
  }
}
