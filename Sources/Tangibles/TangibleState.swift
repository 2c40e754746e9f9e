// What can be told of the objects while they lie on the table. Input thread.
import Controls

/// How an object of the library is now.
public enum TangibleState: StaticString, NamedCase {
  /// Not on the table.
  case away
  /// Followed by three pads; by one or two.
  case lies, partly
  /// Without touches: for a moment, or because its panel filters them.
  case silent, filtered
}

extension TangibleTracker {
  /// Returns the state of an object.
  public func state(of index: Int) -> TangibleState {
    let object = objects[index]
    if !object.isPresent { return .away }
    switch object.padCount {
    case 3: return .lies
    case 1, 2: return .partly
    default: return object.isFiltered ? .filtered : .silent
    }
  }

  /// Where an object lies or lay last.
  public func pose(of index: Int) -> TangiblePose { objects[index].pose }
  /// The source on which it lies or lay last.
  public func source(of index: Int) -> UInt32 { objects[index].source }
  /// Returns the number of its pads that are touches now.
  public func padCount(of index: Int) -> Int { objects[index].padCount }
}

extension TangibleDefinition {
  /// Pads and outline about the centroid of the pads, millimeters; the front lies along +x.
  public var ownPads: [TablePoint] {
    let pads = shape.pads
    return [pads[0], pads[1], pads[2]]
  }
  public var ownOutline: [TablePoint] {
    let centroid = (pads[0] + pads[1] + pads[2]) / 3
    let ahead = (front ?? pads[0]) - centroid
    let length = distance(ahead, .zero)
    let own = TangiblePose(place: centroid, direction: length > 0 ? ahead / length : [1, 0])
    return outline.map { own.inObject($0) }
  }
}
