// Touch screens, pens and game controllers of this machine, as they come and go, on a thread of their own. The
// thread of the devices; others start and end it and ask for its news.
import Foundation
import Synchronization

/// Reads input devices until it is ended.
public final class InputDevices: Sendable {
  /// Where reports come from.
  public struct Source: Hashable, Sendable {
    /// Counts the devices that ever came, from 1.
    public let number: Int
    public let name: String
    /// The place of a game controller, 1…4, or nil for a touch screen or a pen.
    public let controller: Int?
    public let isPen: Bool
  }

  /// A report about a device.
  public struct News: Sendable {
    public let text: String
    public let isFault: Bool
  }

  /// Not copied with the device, which is noncopyable.
  private final class Open {
    var device: InputDevice
    let source: Source

    init(_ device: consuming InputDevice, _ source: Source) {
      self.device = device
      self.source = source
    }
  }

  /// A file that was looked at; another one of this name has another number or time.
  private struct Seen: Equatable {
    let node: UInt
    let nanoseconds: Int
  }

  private let folder: String
  private let playsScreens: Bool
  private let report: @Sendable (Source, [InputReport]) -> Void
  private let waiting = Mutex<[News]>([])
  private let isOver = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)

  /// The number of game controllers that the instrument distinguishes.
  private static let mostControllers = 4
  /// Milliseconds after which it is looked for new devices, and for the end.
  private static let period: Int32 = 250

  /// - Parameters:
  ///   - folder: where the devices' files are, `/dev/input`.
  ///   - playsScreens: whether touch screens and pens are taken, too; then no other program hears them.
  ///   - report: is called on the thread of the devices.
  public init(
    folder: String, playsScreens: Bool, report: @escaping @Sendable (Source, [InputReport]) -> Void
  ) {
    (self.folder, self.playsScreens, self.report) = (folder, playsScreens, report)
    let thread = Thread { [self] in
      run()
      done.signal()
    }
    thread.name = "devices"
    thread.start()
  }

  /// Ends the thread, which lets go of everything that is held.
  public func end() {
    isOver.store(true, ordering: .releasing)
    done.wait()
  }

  /// Returns the reports since the last call.
  public func news() -> [News] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  private func say(_ text: String, isFault: Bool = false) {
    waiting.withLock { $0.append(News(text: text, isFault: isFault)) }
  }

  private func run() {
    var open: [String: Open] = [:]
    var seen: [String: Seen] = [:]
    var count = 0
    while !isOver.load(ordering: .acquiring) {
      look(&open, &seen, &count)
      var wanted = open.values.map { pollfd(fd: $0.device.descriptor, events: Int16(POLLIN), revents: 0) }
      let deadline = Date(timeIntervalSinceNow: Double(Self.period) / 1000)
      while !isOver.load(ordering: .acquiring), deadline.timeIntervalSinceNow > 0 {
        guard poll(&wanted, nfds_t(wanted.count), Int32(deadline.timeIntervalSinceNow * 1000) + 1) > 0 else {
          continue
        }
        var hasGone = false
        for (path, one) in open
        where wanted.contains(where: { $0.fd == one.device.descriptor && $0.revents != 0 }) {
          if let reports = one.device.read() {
            if !reports.isEmpty { report(one.source, reports) }
          } else {
            close(one)
            open[path] = nil
            seen[path] = nil
            hasGone = true
          }
        }
        if hasGone { break }
      }
    }
    for one in open.values { close(one) }
  }

  private func close(_ one: Open) {
    let reports = one.device.end() + (one.source.controller == nil ? [] : [.gone])
    if !reports.isEmpty { report(one.source, reports) }
    say("\(one.source.name) has gone")
  }

  /// Opens devices that have come.
  private func look(_ open: inout [String: Open], _ seen: inout [String: Seen], _ count: inout Int) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let paths = Set(names.filter { $0.hasPrefix("event") }.map { "\(folder)/\($0)" })
    for path in seen.keys where !paths.contains(path) { seen[path] = nil }
    for path in paths.sorted() where open[path] == nil {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      // The change of a file's rights is a change of its time.
      let now = Seen(
        node: UInt(status.st_ino),
        nanoseconds: status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec)
      guard seen[path] != now else { continue }
      seen[path] = now
      guard let device = InputDevice(path) else {
        if errno == EACCES { sayLocked(path) }
        continue
      }
      add(device, path, &open, &count)
    }
  }

  private func add(
    _ device: consuming InputDevice, _ path: String, _ open: inout [String: Open], _ count: inout Int
  ) {
    var place: Int?
    switch device.kind {
    case .screen, .pen:
      guard playsScreens else { return }
      if !device.take() {
        say(
          "\(device.name): another program has taken this \(device.isPen ? "pen" : "touch screen") for itself",
          isFault: true)
      }
    case .controller:
      let taken = Set(open.values.compactMap { $0.source.controller })
      guard let free = (1...Self.mostControllers).first(where: { !taken.contains($0) }) else {
        return say("\(device.name): four game controllers play, and a fifth does not", isFault: true)
      }
      place = free
    }
    count += 1
    let source = Source(number: count, name: device.name, controller: place, isPen: device.isPen)
    say(
      "\(source.name) is \(place.map { "game controller \($0)" } ?? (source.isPen ? "a pen" : "a touch screen"))"
    )
    open[path] = Open(device, source)
  }

  /// Reports that a touch screen may not be read. The name of its device is readable for everybody.
  private func sayLocked(_ path: String) {
    guard playsScreens else { return }
    let device = "/sys/class/input/\(URL(fileURLWithPath: path).lastPathComponent)/device/"
    func text(_ name: String) -> String {
      ((try? String(contentsOfFile: device + name, encoding: .utf8)) ?? "")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    // The second bit of the properties: what it shows lies under the finger.
    guard let properties = Int(text("properties"), radix: 16), properties & 2 != 0 else { return }
    say(
      "\(text("name")): you may not read this touch screen: sudo usermod -aG input $USER, then log in again",
      isFault: true)
  }
}
