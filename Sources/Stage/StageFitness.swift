// Whether a machine is fit for real time, in sentences, with what to type if not. Main thread.
import Foundation

/// The real-time setup of a machine.
public struct StageFitness: Equatable, Sendable {
  /// Name, version, rate, block and conduct of the server; nil: none runs.
  public struct Server: Equatable, Sendable {
    public var name: String
    public var rate, block: Int
    public var isRealTime: Bool

    public init(name: String, rate: Int, block: Int, isRealTime: Bool) {
      (self.name, self.rate, self.block, self.isRealTime) = (name, rate, block, isRealTime)
    }
  }

  public var server: Server?
  /// Why there is none.
  public var fault = ""
  /// The greatest real-time priority that the user may have, and the bytes that may be locked in memory.
  public var priority: UInt64 = 0
  public var lockable: UInt64 = 0
  public var groups: [String] = []
  /// The governor of the processor's speed; empty: unknown, as in virtual machines.
  public var governor = ""
  public var processors = 1

  /// The locked memory of the instruments and their tables.
  static let wantedMemory: UInt64 = 200_000_000
  static let wantedPriority: UInt64 = 20

  public init() {}

  /// Queries this machine, except its server.
  public static func ofThisMachine() -> Self {
    var found = Self()
    var limit = rlimit()
    if getrlimit(Int32(__RLIMIT_RTPRIO.rawValue), &limit) == 0 { found.priority = UInt64(limit.rlim_cur) }
    if getrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 {
      found.lockable = UInt64(limit.rlim_cur)
    }
    var numbers = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(numbers.count), &numbers)
    found.groups = numbers.prefix(Int(max(count, 0))).compactMap {
      getgrgid($0).map { String(cString: $0.pointee.gr_name) }
    }
    let governor = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    found.governor =
      ((try? String(contentsOfFile: governor, encoding: .utf8)) ?? "").trimmingCharacters(
        in: .whitespacesAndNewlines)
    found.processors = ProcessInfo.processInfo.activeProcessorCount
    return found
  }

  /// Keeps the memory that is in use from being swapped out, if the user may lock enough of it. Pages that
  /// are reserved and were never touched stay out.
  /// - Returns: whether it is locked.
  public static func lockMemory() -> Bool {
    ofThisMachine().lockable >= wantedMemory && mlockall(MCL_CURRENT | MCL_ONFAULT) == 0
  }

  /// One thing that was looked at: whether it is well, what is so, and what to type if it is not.
  public struct Finding: Equatable, Sendable {
    public var isWell: Bool
    public var text: String
    public var remedy: String?
  }

  public var findings: [Finding] {
    var all: [Finding] = []
    if let server {
      let tenths = server.block * 10_000 / max(server.rate, 1)
      all.append(
        Finding(
          isWell: true,
          text: "the sound server is \(server.name): \(server.rate) Hz, blocks of \(server.block) frames "
            + "(\(tenths / 10).\(tenths % 10) ms)"))
      all.append(
        Finding(
          isWell: server.isRealTime,
          text: server.isRealTime
            ? "it runs with real-time priority"
            : "it runs without real-time priority, so the sound may crackle",
          remedy: server.isRealTime
            ? nil : "let the server have it, as the next lines say, and start it again"))
    } else {
      all.append(Finding(isWell: false, text: fault, remedy: "systemctl --user start pipewire"))
    }
    let mayHurry = priority >= Self.wantedPriority
    all.append(
      Finding(
        isWell: mayHurry,
        text: mayHurry
          ? "you may have real-time priority \(priority)"
          : "you may have no real-time priority (at most \(priority))",
        remedy: mayHurry
          ? nil
          : groups.contains("audio")
            ? "sudo dpkg-reconfigure -p high jackd2   (answer yes), then log in again"
            : "sudo usermod -aG audio $USER; sudo dpkg-reconfigure -p high jackd2   (yes), then log in again"
      ))
    let mayLock = lockable >= Self.wantedMemory
    let amount = lockable == UInt64(bitPattern: -1) ? "all memory" : "\(lockable / 1_000_000) MB of memory"
    all.append(
      Finding(
        isWell: mayLock,
        text: "you may lock \(amount)"
          + (mayLock ? "" : "; 200 MB would keep the sounds from being swapped out"),
        remedy: mayLock ? nil : "the same as for real-time priority"))
    if !governor.isEmpty {
      let isFast = governor == "performance"
      all.append(
        Finding(
          isWell: isFast, text: "the processor is governed by “\(governor)”",
          remedy: isFast
            ? nil : "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"))
    }
    all.append(
      Finding(
        isWell: processors > 1, text: "\(processors) processor" + (processors == 1 ? "" : "s"),
        remedy: processors > 1 ? nil : "take a machine with two, or larger blocks"))
    return all
  }
}
