// The common properties of patches and grids for stores and OSC. Not for the audio thread.

/// One change of a document.
public protocol DocumentEdit: Sendable {
  /// The change that goes to another document that a store keeps.
  static func step(_ step: HistoryStep) -> Self
}

/// The kind of an instance's document, which users keep in files and folders.
public enum DocumentKind: CaseIterable, Sendable {
  case patch, grid

  /// The noun, which is also the word in OSC's addresses.
  public var word: StaticString {
    switch self {
    case .patch: "patch"
    case .grid: "grid"
    }
  }

  /// The folder of such documents in the user's folder of data, and in the bundle.
  public var folder: StaticString {
    switch self {
    case .patch: "patches"
    case .grid: "grids"
    }
  }
}
