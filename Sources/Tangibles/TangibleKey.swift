// Every key of an object's definition: reader, writer and schema ask this enum. Not for the audio thread.
import Text

/// The keys of a definition.
public enum TangibleKey: DocumentKey {
  case version, name, number, pads, tolerance, front, outline, radius, stays, forget, perc

  public var symbol: StaticString {
    switch self {
    case .version: "version"
    case .name: "name"
    case .number: "class"
    case .pads: "pads_mm"
    case .tolerance: "tolerance_mm"
    case .front: "front_mm"
    case .outline: "outline_mm"
    case .radius: "radius_mm"
    case .stays: "stays"
    case .forget: "forget"
    case .perc: "perc"
    }
  }
}
