// The numbers of senders, which contain the machine. Any thread.

/// Numbers of senders, 1…16,777,215: twelve bits for the machine, twelve for its socket.
///
/// Ids of touches are unique for a socket, so that two programs on one machine do not meet. But some programs
/// (`oscsend` is one) open a socket for each message; such a message moves or ends the touch of that id that
/// another socket of the same machine began.
public enum SenderNumber {
  /// The largest number of a machine or a socket; the least is 1.
  public static let limit: UInt32 = 0xfff

  public static func make(machine: UInt32, socket: UInt32) -> UInt32 { machine << 12 | socket }

  static func areOfOneMachine(_ a: UInt32, _ b: UInt32) -> Bool { a >> 12 == b >> 12 }
}
