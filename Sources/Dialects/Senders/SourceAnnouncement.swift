// The description of a source that an instance receives before the source's touches. Input thread.
import Profiles
import RealTime

/// A source's layout, kind and name, as the source describes itself or as network.json describes it.
package struct SourceAnnouncement {
  /// A `source` event: kind, turns, mirrors and crop; nil: unknown.
  package var layout: SurfaceEvent?
  /// `sourceName` events: none, or both parts.
  package var name: [SurfaceEvent]

  package init(layout: SurfaceEvent? = nil, name: [SurfaceEvent] = []) {
    (self.layout, self.name) = (layout, name)
  }

  /// Adds a `source` or `sourceName` event.
  mutating func apply(_ event: SurfaceEvent) {
    if event.kind == .source {
      layout = event
    } else {
      if event.id == 0 { name = [] }
      name.append(event)
    }
  }

  /// This announcement with the parts that it lacks from `other`.
  package func completed(by other: SourceAnnouncement) -> SourceAnnouncement {
    SourceAnnouncement(layout: layout ?? other.layout, name: name.isEmpty ? other.name : name)
  }

  /// An announcement of a name alone, or an empty one for an empty name.
  package static func named(_ name: [UInt8]) -> SourceAnnouncement {
    SourceAnnouncement(name: name.isEmpty ? [] : SurfaceEvent.sourceName(name))
  }

  /// The announcement by network.json, which describes the source, or nil if it does not.
  package init(_ source: NetworkSource?) {
    self.init(layout: source?.layout, name: Self.named(source?.name ?? []).name)
  }

  package var events: [SurfaceEvent] { (layout.map { [$0] } ?? []) + name }
}
