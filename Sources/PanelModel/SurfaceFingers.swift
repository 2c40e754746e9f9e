// The fingers that pointers of a panel put down on the surface. Any thread.
import Paint
import RealTime
import Toolkit

/// Pointers on the surface as touches of the instrument.
public struct SurfaceFingers: Sendable {
  /// A finger that a pointer has put down.
  public struct Finger: Sendable {
    public let pointer: Int32
    public let id: Int32
    public var x: Float
    public var y: Float
    /// It stays although the pointer has left it.
    public var isPinned = false
    /// The place at which a drag of the pinned touch began, or nil.
    var takenUp: (x: Float, y: Float)?
  }

  public private(set) var all: [Finger] = []
  /// When and where the mouse was pressed last.
  private var click: (seconds: Double, x: Float, y: Float)?
  private var lastID: Int32 = 0

  public init() {}

  /// Follows a pointer on the surface, which is a finger. With Shift it stays where it is, shown pinned, and
  /// a press on it takes it up again: a drag moves it, a click lifts it. A double click lifts all that are pinned.
  public mutating func follow(
    _ pointer: ViewEvent.Pointer, in area: Area, at seconds: Double, _ requests: inout [PanelRequest]
  ) {
    let x = min(max((pointer.x - area.x) / max(1, area.width), 0), 1)
    let y = 1 - min(max((pointer.y - area.y) / max(1, area.height), 0), 1)
    let diagonal = (area.width * area.width + area.height * area.height).squareRoot()
    func event(_ kind: SurfaceEvent.Kind, _ id: Int32) -> PanelRequest {
      .surface(
        .touch(
          kind, id: id, x: x, y: y, pressure: pointer.pressure, radius: pointer.radius / max(1, diagonal)))
    }
    /// A touch that begins or moves, and its shape if the device knows it.
    func put(_ kind: SurfaceEvent.Kind, _ id: Int32) {
      requests.append(event(kind, id))
      if pointer.aspect.isFinite {
        requests.append(.surface(.shape(id: id, aspect: pointer.aspect, orientation: pointer.orientation)))
      }
    }
    switch pointer.phase {
    case .began:
      if pointer.kind == .mouse {
        if let click, seconds - click.seconds < 0.35, abs(click.x - pointer.x) < 8,
          abs(click.y - pointer.y) < 8, all.contains(where: { $0.isPinned })
        {
          liftPinned(&requests)
          self.click = nil
          return
        }
        click = (seconds, pointer.x, pointer.y)
        let reach: Float = 22
        if let found = all.firstIndex(where: {
          $0.isPinned && abs($0.x - x) * area.width < reach && abs($0.y - y) * area.height < reach
        }) {
          let id = all[found].id
          all[found] = Finger(pointer: pointer.id, id: id, x: x, y: y, takenUp: (x, y))
          put(.moved, id)
          return
        }
      }
      lastID = lastID &+ 1
      all.append(Finger(pointer: pointer.id, id: lastID, x: x, y: y))
      put(.began, lastID)
    case .moved:
      guard let index = finger(of: pointer) else { return }
      (all[index].x, all[index].y) = (x, y)
      put(.moved, all[index].id)
    case .ended, .cancelled:
      guard let index = finger(of: pointer) else { return }
      let isMoved = all[index].takenUp.map { from in
        abs(from.x - x) * area.width > 4 || abs(from.y - y) * area.height > 4
      }
      if pointer.shift || isMoved ?? false, pointer.kind == .mouse, pointer.phase == .ended {
        (all[index].x, all[index].y, all[index].takenUp) = (x, y, nil)
        all[index].isPinned = true
      } else {
        requests.append(event(.ended, all[index].id))
        all.remove(at: index)
      }
    }
  }

  private func finger(of pointer: ViewEvent.Pointer) -> Int? {
    all.firstIndex { $0.pointer == pointer.id && !$0.isPinned }
  }

  private mutating func liftPinned(_ requests: inout [PanelRequest]) {
    for finger in all where finger.isPinned {
      requests.append(.surface(.touch(.ended, id: finger.id, x: finger.x, y: finger.y)))
    }
    all.removeAll { $0.isPinned }
  }
}
