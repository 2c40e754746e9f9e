// What an instance is told of a source before its touches. Input thread.
import Profiles
import RealTime

/// How a source lies on the surface and what it is, and its name: as it says itself, or as is said of it.
struct SourceAnnouncement {
  /// A `source` event, its source left out.
  var place: SurfaceEvent?
  /// `sourceName` events: none, or both parts.
  var name: [SurfaceEvent] = []

  /// Takes a `source` or `sourceName` event.
  mutating func take(_ event: SurfaceEvent) {
    if event.kind == .source {
      place = event
    } else {
      if event.id == 0 { name = [] }
      name.append(event)
    }
  }

  /// What this leaves unsaid, `other` says.
  func completed(by other: SourceAnnouncement) -> SourceAnnouncement {
    SourceAnnouncement(place: place ?? other.place, name: name.isEmpty ? other.name : name)
  }

  /// A name alone; empty: nothing.
  static func named(_ name: [UInt8]) -> SourceAnnouncement {
    SourceAnnouncement(name: name.isEmpty ? [] : SurfaceEvent.sourceName(name))
  }

  var events: [SurfaceEvent] { (place.map { [$0] } ?? []) + name }
}
