// Tactus's own OSC addresses, and how long the effect of each lasts. docs/osc.md gets its table from here.
// Input thread.
import Controls
import Grids
import Text

/// How long the effect of a message lasts, and what keeps it.
package enum Lasting: CaseIterable, Sendable {
  case sent, patch, grid, scene, setList, file, held, layers, sender, process, nothing

  /// Whether a session keeps it.
  package var isSaved: Bool {
    switch self {
    case .sent, .patch, .grid, .scene, .setList, .layers: true
    case .file, .held, .sender, .process, .nothing: false
    }
  }

  /// What docs/osc.md says.
  package var words: StaticString {
    switch self {
    case .sent: "yes, until the port moves or another patch is loaded"
    case .patch: "yes, in the patch"
    case .grid: "yes, in the grid"
    case .scene: "yes, until another scene is chosen"
    case .setList: "yes, with the place in the list"
    case .file: "no; the file is written, and the session has the document itself"
    case .held: "no; it ends with its sender, and when the host activates the plugin again"
    case .layers: "yes, in the layers, when a recording has ended"
    case .sender: "no; it ends with its sender. `network.json` keeps the place of a tablet"
    case .process: "no; it ends with the process"
    case .nothing: "changes no sound"
    }
  }
}

/// The words that follow `/tactus/` and play, or describe their sender. They are not answered.
enum PlayWord: StaticString, NamedCase {
  case touch, alive, panic, token
  case tangibleNear = "tangible/near", tangibleField = "tangible/field", tangibleLight = "tangible/light"
  case attitude = "motion/attitude", acceleration = "motion/acceleration", gravity = "motion/gravity"
  case gyroscope = "motion/gyroscope", magnet = "motion/magnet", heading = "motion/heading"
  case axis = "pad/axis", button = "pad/button", padGone = "pad/gone"
  case macro, trim, hold, midi, loop, guide
  case source, sourceName = "source/name", sourceTimeout = "source/timeout", sourceGone = "source/gone"

  var lasting: Lasting {
    switch self {
    case .macro, .trim, .hold: .sent
    case .loop: .layers
    case .source, .sourceName, .sourceTimeout: .sender
    case .touch, .alive, .panic, .token, .tangibleNear, .tangibleField, .tangibleLight, .attitude,
      .acceleration, .gravity, .gyroscope, .magnet, .heading, .axis, .button, .padGone, .midi, .guide,
      .sourceGone:
      .held
    }
  }
}

/// One of Tactus's own addresses.
package struct TactusAddress: Sendable {
  /// The rest of an address after `/tactus/`, `/tactus/surface/N/` or `/tactus/rig/NAME/`.
  package let address: [UInt8]
  package let lasting: Lasting

  /// What plays, then what is answered.
  package static let all: [TactusAddress] =
    PlayWord.allCases.map {
      TactusAddress(address: ("\($0.symbol)" as UTF8Text).bytes, lasting: $0.lasting)
    } + RequestForm.all.map { TactusAddress(address: $0.address, lasting: $0.lasting) }
}

extension DocumentWord {
  func lasting(of kind: DocumentKind) -> Lasting {
    switch self {
    case .get, .list, .library: .nothing
    case .save: .file
    case .set, .edit, .load, .next, .previous, .undo, .redo, .compare, .choose:
      kind == .patch ? .patch : .grid
    }
  }
}

extension PatchWord {
  var lasting: Lasting {
    switch self {
    case .connect, .disconnect, .tuning, .snapshot, .recall, .forget, .teach, .forgetShape: .patch
    case .setList: .setList
    case .setLists: .nothing
    }
  }
}

extension SceneWord {
  var lasting: Lasting {
    switch self {
    case .list, .get: .nothing
    case .set, .window: .scene
    }
  }
}

extension CommonWord {
  var lasting: Lasting {
    switch self {
    case .macroLearn: .patch
    case .timeout, .rig: .process
    case .subscribe, .unsubscribe, .confirm, .takeBegin, .takeEnd, .stats, .stage, .stageNow, .stageMix,
      .stageDo:
      .nothing
    }
  }
}
