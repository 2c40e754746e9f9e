// The kinds of scenes, and how a folder is recognized. Not for the audio thread.

/// What a scene was made for. It says which file is opened and what the patch expects.
public enum SceneKind: CaseIterable, Sendable {
  /// A `.pd` file.
  case patch
  /// A folder with `_main.pd`, as PdParty plays it.
  case pdParty
  /// A folder with a name that ends in `.rj`, as RjDj played it.
  case rjDj
  /// A folder with `droidparty_main.pd`, as DroidParty plays it.
  case droidParty

  /// What a kind is called, the file that is opened, and what its patches expect.
  public struct Spec: Sendable {
    /// The word of commands and documents.
    public let symbol: StaticString
    /// The name for people.
    public let title: StaticString
    /// The file that is opened; empty: the scene is a file itself.
    public let main: StaticString
    /// The file with its name, author, description and category; empty: there is none.
    public let info: StaticString
    /// The picture behind the widgets; empty: there is none. `.jpg` is looked for, too.
    public let background: StaticString
    /// The small picture in lists; empty: there is none. `.jpg` is looked for, too.
    public let thumb: StaticString
    /// The sample rate that patches expect, in Hz; 0: that of the host.
    public let rate: Int
    /// The factor for coordinates of touches; 0: patches of this kind get no touches.
    public let touchScale: Int
  }

  /// The facts of a kind.
  public var spec: Spec {
    switch self {
    case .patch:
      Spec(
        symbol: "patch", title: "patch", main: "", info: "", background: "", thumb: "", rate: 0, touchScale: 1
      )
    case .pdParty:
      Spec(
        symbol: "pdparty", title: "PdParty", main: Self.mains[0], info: "info.json",
        background: "background.png", thumb: "thumb.png", rate: 0, touchScale: 1)
    case .rjDj:
      Spec(
        symbol: "rjdj", title: "RjDj", main: Self.mains[0], info: "Info.plist", background: "image.jpg",
        thumb: "thumb.jpg", rate: 22_050, touchScale: 320)
    case .droidParty:
      Spec(
        symbol: "droidparty", title: "DroidParty", main: Self.mains[1], info: "",
        background: "background.png", thumb: "thumb.png", rate: 0, touchScale: 0)
    }
  }

  /// Returns the kind of a folder or a file, or nil if it is no scene. The only place that decides this.
  ///
  /// A main patch has the kind of its folder, whichever of the two the user chose.
  /// - Parameters:
  ///   - name: The last component of the path.
  ///   - folder: The name of the folder that contains a file.
  ///   - isFolder: Whether it is a folder.
  ///   - has: Whether the folder has a file of a name.
  public static func recognize(
    _ name: [UInt8], in folder: [UInt8] = [], isFolder: Bool, has: (StaticString) -> Bool
  ) -> SceneKind? {
    guard isFolder else {
      if isSame(name, droidParty.spec.main) { return .droidParty }
      if isSame(name, pdParty.spec.main) { return ends(folder, ".rj") ? .rjDj : .pdParty }
      return ends(name, ".pd") ? .patch : nil
    }
    if ends(name, ".rj"), has(rjDj.spec.main) { return .rjDj }
    if has(droidParty.spec.main) { return .droidParty }
    return has(pdParty.spec.main) ? .pdParty : nil
  }

  /// The names of main patches.
  public static let mains: [StaticString] = ["_main.pd", "droidparty_main.pd"]

  /// Whether a file is a main patch.
  public static func isMain(_ name: [UInt8]) -> Bool { mains.contains { isSame(name, $0) } }

  private static func isSame(_ name: [UInt8], _ other: StaticString) -> Bool {
    other.withUTF8Buffer { name.elementsEqual($0) }
  }

  /// The picture behind the widgets of a scene: its path without the ending, which is `.png` or `.jpg`; nil:
  /// a scene of its kind has none.
  /// - Parameter scene: The path of its folder or of its patch.
  public static func background(of scene: [UInt8]) -> [UInt8]? {
    var folder = scene
    for main in mains {
      let main = [UInt8(ascii: "/")] + main.withUTF8Buffer { Array($0) }
      if folder.suffix(main.count).elementsEqual(main) { folder.removeLast(main.count) }
    }
    if folder.isEmpty || ends(folder, ".pd") { return nil }
    return picture(
      ends(folder, ".rj") ? SceneKind.rjDj.spec.background : SceneKind.pdParty.spec.background, folder)
  }

  /// The small picture of a scene in lists, as `background` says it: beside a patch it has the patch's name.
  /// - Parameter scene: The path of its folder or of its patch.
  public static func thumb(of scene: [UInt8]) -> [UInt8] {
    if ends(scene, ".pd") { return Array(scene.dropLast(3)) }
    return picture(SceneKind.pdParty.spec.thumb, scene)
  }

  /// A file of a folder without its ending.
  private static func picture(_ name: StaticString, _ folder: [UInt8]) -> [UInt8] {
    folder + [UInt8(ascii: "/")] + name.withUTF8Buffer { Array($0.dropLast(4)) }
  }

  /// The name of a scene: that of its file or folder without `.pd` or `.rj`.
  public static func name(of file: [UInt8]) -> [UInt8] {
    ends(file, ".pd") || ends(file, ".rj") ? Array(file.dropLast(3)) : file
  }

  private static func ends(_ name: [UInt8], _ ending: StaticString) -> Bool {
    name.count > ending.utf8CodeUnitCount
      && ending.withUTF8Buffer { name.suffix($0.count).elementsEqual($0) }
  }
}
