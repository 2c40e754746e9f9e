// A lesson: the hands of a take to play along with, and the relations that count. Not for the audio thread.
import Controls
import Text

/// A gesture to learn. The file is `NAME.lesson.json`.
public struct Lesson: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// The most bytes of a name, and of the words.
  public static var nameLimit: Int { 64 }
  public static var textLimit: Int { 600 }
  /// The most relations, fingers and sensors.
  public static var relationLimit: Int { 4 }
  public static var handLimit: Int { 16 }
  /// The most points of all hands together, so that hosts carry a whole lesson in one answer.
  public static var pointLimit: Int { 480 }
  /// The longest lesson, in beats.
  public static var beatLimit: Float { 128 }
  /// The range of tempos, in beats a minute.
  public static var tempos: ClosedRange<Double> { 20...300 }

  /// The title.
  public var name: [UInt8] = []
  /// The words for the player.
  public var text: [UInt8] = []
  /// The name of the patch that it is played on, or empty if any does.
  public var patch: [UInt8] = []
  /// The tempo at which it was played, in beats a minute.
  public var tempo: Float = 90
  /// The controllers that are compared: relations of all fingers, or of a device's motion.
  public var relations: [Controller] = []
  /// The fingers and sensors.
  public var hands: [LessonHand] = []
  var unknown: [JSON.Member] = []

  /// A lesson without hands.
  public init(name: [UInt8] = []) { self.name = name }

  /// Reads a lesson. Numbers that were clamped and unknown keys are added to `warnings`.
  public static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) -> Lesson {
    try DocumentVisitor.document(text, from: Lesson(), warnings: &warnings)
  }

  /// Returns the canonical JSON, which ends in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: Lesson()) }

  /// The form of a lesson.
  public static var form: DocumentObject { DocumentVisitor.object(of: Lesson()) }

  /// The beat on which the last hand ends.
  public var beats: Float { hands.reduce(0) { max($0, $1.end) } }

  /// Whether a lesson may compare a controller: a relation of all fingers, or the motion of a device.
  public static func compares(_ controller: Controller) -> Bool {
    !controller.isPerVoice && (controller.category == .group || controller.category == .motion)
  }
}

extension Lesson: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> Lesson { Lesson() }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("a lesson is a JSON object") }
    try node.mustHaveVersion()
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Lesson) throws(Fault) {
    try visitor.version(Self.version)
    if let node = try visitor.text("name", &name, beside: nil, limit: Self.nameLimit), name.isEmpty {
      throw node.fault("must not be empty")
    }
    try visitor.text("text", &text, limit: Self.textLimit, lines: 4)
    try visitor.text("patch", &patch, limit: Self.nameLimit)
    try visitor.number("tempo", &tempo, beside: nil, Self.tempos, usual: 90, .beatsPerMinute)
    try visit(relations: &visitor)
    try visitor.list("hands", &hands, most: Self.handLimit, "hands", new: "{}", indent: 4, isAlways: true)
    try visitor.unknown(&unknown)
  }

  private mutating func visit(relations visitor: inout DocumentVisitor) throws(Fault) {
    let words = JSON.list("[", relations.map { "\"\($0.spec.symbol)\"" }, "]")
    guard
      let node = visitor.field(
        "relations", words: words,
        form: .list(most: Self.relationLimit, new: "\"group_spread\"") { _, _ in .controller })
    else { return }
    let nodes = try node.elements()
    guard 1...Self.relationLimit ~= nodes.count else {
      throw node.fault("has \(nodes.count) relations, not 1…\(Self.relationLimit)")
    }
    relations = []
    for node in nodes {
      let controller = try node.controller()
      guard Self.compares(controller) else {
        throw node.fault("is neither a controller of all fingers nor of a device's motion")
      }
      guard !relations.contains(controller) else { throw node.fault("is there twice") }
      relations.append(controller)
    }
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    for key: StaticString in ["name", "relations"] { _ = try node.required(key) }
    let list = try node.required("hands")
    if hands.isEmpty { throw list.fault("has no hand") }
    let count = hands.reduce(0) { $0 + $1.points.count }
    guard count <= Self.pointLimit else {
      throw list.fault("has \(count) points, more than \(Self.pointLimit)")
    }
  }
}
