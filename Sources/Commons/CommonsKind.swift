// The kinds of documents in a commons, and the licenses under which they are given. Not for the audio thread.

/// A kind of document in a commons.
public enum CommonsKind: CaseIterable, Sendable {
  case patch, grid, take, tuning, sample, scene

  /// The word in files and addresses.
  public var symbol: StaticString {
    switch self {
    case .patch: "patch"
    case .grid: "grid"
    case .take: "take"
    case .tuning: "tuning"
    case .sample: "sample"
    case .scene: "scene"
    }
  }

  /// The ending of its file.
  public var ending: StaticString {
    switch self {
    case .patch, .grid: ".json"
    case .take: ".tactus"
    case .tuning: ".scl"
    case .sample: ".wav"
    case .scene: ".zip"
    }
  }

  /// The largest file in bytes.
  public var byteLimit: Int {
    switch self {
    case .patch, .tuning: 1 << 20
    case .grid: 4 << 20
    case .take: 8 << 20
    case .sample: 16 << 20
    case .scene: 32 << 20
    }
  }
}

/// A license that allows others to copy, change and publish a document.
public enum CommonsLicense: CaseIterable, Sendable {
  case zero, attribution, shareAlike, isc

  /// The license's identifier of the SPDX list.
  public var symbol: StaticString {
    switch self {
    case .zero: "CC0-1.0"
    case .attribution: "CC-BY-4.0"
    case .shareAlike: "CC-BY-SA-4.0"
    case .isc: "ISC"
    }
  }

  /// The address of its text.
  public var address: StaticString {
    switch self {
    case .zero: "https://creativecommons.org/publicdomain/zero/1.0/"
    case .attribution: "https://creativecommons.org/licenses/by/4.0/"
    case .shareAlike: "https://creativecommons.org/licenses/by-sa/4.0/"
    case .isc: "https://spdx.org/licenses/ISC.html"
    }
  }
}
