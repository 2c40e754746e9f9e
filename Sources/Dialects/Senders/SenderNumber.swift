// Numbers of senders, made of a machine and a socket. Any thread.

/// Numbers of senders, 1…16,777,215: twelve bits for the machine, twelve for its socket.
///
/// Ids of touches are unique for a socket, so that two programs on one machine do not share touches. But some
/// programs, for example `oscsend`, open a socket for each message. Such a message moves or ends the touch
/// with its id that another socket of the same machine began.
public enum SenderNumber {
  /// The largest number of a machine or a socket; the least is 1.
  public static let limit: UInt32 = 0xfff

  public static func make(machine: UInt32, socket: UInt32) -> UInt32 { machine << 12 | socket }

  static func areOfOneMachine(_ a: UInt32, _ b: UInt32) -> Bool { a >> 12 == b >> 12 }
}
