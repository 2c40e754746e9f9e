// Plays timed events through a plugin, block by block. Main thread.
import ArgumentParser
import Console
import Foundation
import Hosting

/// A plugin, the events that it plays, and the length.
package struct Rendering {
  package let instance: Instance
  /// In the order of their frames, counted from the start of the sound.
  package let events: [TimedEvent]
  package let frames: Int
  /// Whether what the plugin puts out before its latency is over is left out.
  package var leavesLatencyOut = false
  /// Collects the MIDI that the plugin sends; nil: it is dropped.
  package var midi: RenderedMIDI?
  /// The latency that is left out.
  package private(set) var latency = 0
  /// Events that did not fit into the plugin's event input.
  private(set) var lostEvents = 0

  /// A block with more events is cut, so that the events of one block fit into 64 KiB.
  private static let mostEvents = 1000

  package init(_ instance: Instance, events: [TimedEvent], frames: Int) {
    self.instance = instance
    let order = events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
    self.events = order.map(\.element).filter { $0.frame < frames }
    self.frames = frames
  }

  /// The audio outputs that are written: the first two.
  package var channels: [String] { Array(instance.audioOutputs.prefix(2)) }

  /// - Parameter receive: gets each block as interleaved samples, and the frames so far.
  package mutating func run(_ receive: ([Float], Int) throws -> Void) throws {
    var next = 0
    var start = 0
    let outputs = channels.map { instance.audio($0) }
    let longest = min(instance.maximumBlock, midi?.longestBlock ?? .max)
    while start < frames + latency {
      var end = min(start + longest, frames + latency)
      var block: [TimedEvent] = []
      while next < events.count, events[next].frame < end {
        if block.count == Self.mostEvents {
          end = events[next].frame  // perhaps `start`: then this block has no frames, only events
          break
        }
        block.append(TimedEvent(frame: events[next].frame - start, events[next].content))
        next += 1
      }
      lostEvents += block.count - instance.run(end - start, block)
      latency = leavesLatencyOut ? instance.latency : 0
      if midi != nil { for event in instance.sentMIDI { midi?.append(event.body, at: start + event.frame) } }
      let first = min(max(latency - start, 0), end - start)
      let samples = (first..<end - start).flatMap { frame in outputs.map { $0[frame] } }
      start = end
      try receive(samples, max(start - latency, 0))
    }
  }
}

/// Prints the progress of long work, on a terminal only.
package struct Progress {
  private let isShown = isatty(STDERR_FILENO) != 0
  private let start = Date()
  private var last = Date()

  /// - Parameter part: 0…1.
  package mutating func report(_ part: Double, _ what: String) {
    // Work of less than a second prints none.
    guard isShown, -start.timeIntervalSinceNow > 1, part == 1 || -last.timeIntervalSinceNow > 0.2 else {
      return
    }
    last = Date()
    reportText("\r\(what): \(Int(part * 100)) %\(part == 1 ? "\n" : "")")
  }
}

/// A state with one document, as Turtle for lilv.
package func stateTurtle(_ plugin: String, _ property: String, _ text: String) -> String {
  var literal = text
  for (character, escape) in [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r")] {
    literal = literal.replacingOccurrences(of: character, with: escape)
  }
  return """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    <urn:tactus:state> a pset:Preset ; lv2:appliesTo <urn:tactus:\(plugin)> ;
      state:state [ <urn:tactus:vocabulary#\(property)> "\(literal)" ] .
    """
}

/// Runs a command. Wrong words end with 64, as those that ArgumentParser finds do. Errors of a bundle and of
/// Foundation become one of the command, in a printable line. A command whose standard output did not take
/// everything fails.
package func reportingErrors(_ work: () throws -> Void) throws {
  do { try work() } catch let error as HostingError { throw CommandError("\(error)") } catch let error
    as UsageError
  {
    throw ValidationError(error.description)
  } catch {
    if error is CocoaError || error is POSIXError { throw CommandError(sentence(of: error)) }
    throw error
  }
  if hasOutputFailed { throw ExitCode.failure }
}
