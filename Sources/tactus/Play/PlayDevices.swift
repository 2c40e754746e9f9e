// Touch screens, pens and game controllers of this machine as messages to the instrument. Main thread; the messages
// are sent on the thread of the devices.
import ArgumentParser
import Concerts
import Console
import Foundation
import OSC
import Stage
import Synchronization

/// Which devices play.
enum PlayDeviceChoice: String, ExpressibleByArgument, CaseIterable {
  case all, controllers, none

  /// With windows, touch screens are left to them.
  static var standard: Self {
    let environment = ProcessInfo.processInfo.environment
    return ["DISPLAY", "WAYLAND_DISPLAY"].allSatisfy { (environment[$0] ?? "").isEmpty } ? .all : .controllers
  }
}

/// Sends what devices tell to the port of the instrument, each screen from a socket of its own.
final class PlayDevices {
  /// A button or an axis of a game controller, and its value.
  struct Report: Sendable {
    let source: ControlSource
    let value: Float
  }

  private let devices: InputDevices
  private let sender = Sender()

  /// - Parameter folder: where the devices' files are.
  init(folder: String, choice: PlayDeviceChoice) {
    devices = InputDevices(folder: folder, playsScreens: choice == .all) { [sender] source, reports in
      sender.send(source, reports)
    }
  }

  /// The port that is played; nil: none at present.
  func play(_ port: UInt16?) { sender.port.store(port ?? 0, ordering: .relaxed) }
  /// Keeps controls of game controllers for actions, so that they play nothing.
  /// - Parameter all: Whether all controls are kept.
  func keep(_ controls: [ControlSource], all: Bool) {
    sender.kept.withLock { ($0.controls, $0.all) = (controls, all) }
  }
  /// Returns the reports of kept controls since the last call.
  func reports() -> [Report] {
    sender.kept.withLock { kept in
      defer { kept.reports = [] }
      return kept.reports
    }
  }
  func news() -> [InputDevices.News] { devices.news() }
  func end() { devices.end() }

  /// A socket for each device that has ever played.
  private final class Sender: Sendable {
    let port = Atomic<UInt16>(0)
    private let sockets = Mutex<[Int: UDPSocket]>([:])
    /// The controls that cause actions, and their reports.
    let kept = Mutex<(controls: [ControlSource], all: Bool, reports: [Report])>(([], false, []))

    /// Keeps the reports of controls that cause actions. Returns the others.
    private func keep(_ reports: [InputReport], _ controller: Int) -> [InputReport] {
      kept.withLock { kept in
        reports.filter { report in
          let found: Report
          switch report {
          case .axis(let number, let value):
            found = Report(source: ControlSource(.axis, number, pad: controller), value: value)
          case .button(let number, let value):
            found = Report(source: ControlSource(.button, number, pad: controller), value: value)
          case .began, .moved, .ended, .gone: return true
          }
          guard kept.all || kept.controls.contains(where: { $0.overlaps(found.source) }) else { return true }
          kept.reports.append(found)
          return false
        }
      }
    }

    func send(_ source: InputDevices.Source, _ reports: [InputReport]) {
      let reports = source.controller.map { keep(reports, $0) } ?? reports
      if reports.isEmpty { return }
      let port = port.load(ordering: .relaxed)
      guard port > 0, let address = try? UDPSocket.resolve("127.0.0.1") else { return }
      let played = reports.map { Self.packet($0, source.controller ?? 1) }
      sockets.withLock { sockets in
        var messages: [[UInt8]] = []
        if sockets[source.number] == nil {
          sockets[source.number] = try? UDPSocket()
          messages.append(
            OSCMessage.packet("/tactus/source/name", [.string(cut(source.name, bytes: 32))]))
          messages.append(OSCMessage.packet("/tactus/source", [.text(source.isPen ? "pen" : "finger")]))
          // The kernel reports nothing while a finger or button rests, but reports when a device is
          // unplugged.
          messages.append(OSCMessage.packet("/tactus/source/timeout", [.float(0)]))
        }
        messages += played
        try? sockets[source.number]?.send(OSCPacket.packet(of: messages), to: address, port: port)
      }
    }

    private static func packet(_ report: InputReport, _ controller: Int) -> [UInt8] {
      func touch(_ word: String, _ id: Int, _ place: InputReport.Place?) -> [UInt8] {
        var arguments: [OSCArgument] = [.text(word), .int32(Int32(id))]
        if let place {
          arguments += [.float(place.x), .float(place.y)]
          // Arguments have places: numbers before a known one are 0 if the device doesn't send them.
          let more: [Float?] = [place.pressure, place.radius, place.shape?.aspect, place.shape?.orientation]
          let count = (more.lastIndex { $0 != nil } ?? -1) + 1
          arguments += more.prefix(count).map { .float($0 ?? 0) }
        }
        return OSCMessage.packet("/tactus/touch", arguments)
      }
      switch report {
      case .began(let id, let place): return touch("began", id, place)
      case .moved(let id, let place): return touch("moved", id, place)
      case .ended(let id): return touch("ended", id, nil)
      case .axis(let number, let value):
        return OSCMessage.packet(
          "/tactus/pad/axis", [.int32(Int32(number)), .float(value), .int32(Int32(controller))])
      case .button(let number, let value):
        return OSCMessage.packet(
          "/tactus/pad/button", [.int32(Int32(number)), .float(value), .int32(Int32(controller))])
      case .gone: return OSCMessage.packet("/tactus/pad/gone", [.int32(Int32(controller))])
      }
    }
  }
}
