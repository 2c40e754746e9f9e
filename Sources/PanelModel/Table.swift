// The table as a view sees it: the objects of the library and those on the table. Any thread.
import Text

extension ViewModel {
  /// The table as the engine tells it (docs/window.md). Lengths in millimeters, y upwards.
  public struct Table: Equatable, Sendable {
    public struct Point: Equatable, Sendable {
      public var x: Float
      public var y: Float

      public init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }
    }

    /// An object of the library.
    public struct Definition: Equatable, Sendable {
      public var name: [UInt8]
      /// The token that it asks for; nil: the first free one.
      public var number: Int?
      /// About the centroid of the pads; the front lies along +x.
      public var pads: [Point] = []
      public var outline: [Point] = []
      /// From the shortest to the longest.
      public var sides: [Float] = []
      /// The number of times it was recognized, lifted, filtered by the panel; its pads lost and recovered.
      public var seen: [Int] = []

      public init(name: [UInt8]) { self.name = name }

      /// The drawn shape: the outline, otherwise the triangle of the pads.
      public var shape: [Point] { outline.count > 2 ? outline : pads }
      /// The greatest distance of its shape from its centroid.
      public var reach: Float {
        shape.reduce(20) { max($0, ($1.x * $1.x + $1.y * $1.y).squareRoot()) }
      }
    }

    /// An object that lies on the table.
    public struct DetectedObject: Equatable, Sendable {
      /// By its place in the library.
      public var object: Int
      /// `lies`, `partly`, `silent` or `filtered`.
      public var state: [UInt8]
      public var pads: Int
      public var at: Point
      /// Anticlockwise.
      public var turns: Float
      public var tolerance: Float
    }

    /// A touch on a surface where objects may lie.
    public struct Touch: Equatable, Sendable {
      public var at: Point
      public var isPad: Bool
    }

    /// The results of a scan of an object so far.
    public struct Scan: Equatable, Sendable {
      /// `waiting`, `deformed`, `scanning` or `done`; and of the first how many touches lie there.
      public var state: [UInt8] = []
      public var touches = 0
      /// Whether the scan has finished.
      public var isDone: Bool { state == UTF8Text("done").bytes }
      /// The turn that it saw, and whether that is enough.
      public var turned: Float = 0
      public var isEnough = false
      public var pads: [Point] = []
      public var sides: [Float] = []
      /// Within what each side is certain; below 0: not known yet.
      public var uncertainty: Float = -1
      /// By how much the surface's width is reported too great; nil: not known.
      public var stretch: Float?
      /// The object that it is most like, and how much.
      public var nearest: [UInt8] = []
      public var percent: Float = 0
      /// Why it makes no definition; empty: it does.
      public var refused: [UInt8] = []
    }

    public var library: [Definition] = []
    /// nil: nothing is scanned.
    public var scan: Scan?
    public var objects: [DetectedObject] = []
    public var touches: [Touch] = []
    /// The size of the surface that was touched last, or nil before the first touch.
    public var size: Point?
    /// Whether the size of any surface is known. Without one, no object is recognized.
    public var isSized = true
    /// Whether the engine has told it.
    public var isKnown = false

    public init() {}
  }

  /// Two numbers as a point.
  static func point(_ json: JSON) -> Table.Point? {
    let pair = json.elements
    return pair.count == 2 ? Table.Point(pair[0].float, pair[1].float) : nil
  }

  /// Reads the table from the engine's answer.
  public mutating func read(table json: JSON) {
    func point(_ json: JSON) -> Table.Point? { Self.point(json) }
    var table = Table()
    table.isKnown = true
    table.isSized = json["sized"]?.number != 0
    table.library = self.table.library
    table.size = json["size_mm"].flatMap { point($0) }
    if let library = json["library"] {
      table.library = library.elements.map { each in
        var definition = Table.Definition(name: each["name"]?.text ?? [])
        definition.number = each["class"]?.number
        definition.pads = each["pads_mm"]?.elements.compactMap { point($0) } ?? []
        definition.outline = each["outline_mm"]?.elements.compactMap { point($0) } ?? []
        definition.sides = each["sides_mm"]?.elements.map { $0.float } ?? []
        definition.seen = each["seen"]?.elements.map { $0.number } ?? []
        return definition
      }
    }
    if let scan = json["scan"] {
      var read = Table.Scan()
      (read.state, read.touches) = (scan["state"]?.text ?? [], scan["touches"]?.number ?? 0)
      (read.turned, read.isEnough) = (scan["turned"]?.float ?? 0, scan["enough"]?.number == 1)
      read.pads = scan["pads_mm"]?.elements.compactMap { point($0) } ?? []
      read.sides = scan["sides_mm"]?.elements.map { $0.float } ?? []
      read.uncertainty = scan["uncertainty_mm"]?.float ?? -1
      read.stretch = scan["stretch"]?.float
      (read.nearest, read.percent) = (scan["nearest"]?.text ?? [], scan["percent"]?.float ?? 0)
      read.refused = scan["refused"]?.text ?? []
      table.scan = read
    }
    table.objects = (json["objects"]?.elements ?? []).compactMap { each in
      guard let at = each["at_mm"].flatMap({ point($0) }) else { return nil }
      return Table.DetectedObject(
        object: each["object"]?.number ?? 0, state: each["state"]?.text ?? [],
        pads: each["pads"]?.number ?? 0,
        at: at, turns: each["turns"]?.float ?? 0, tolerance: each["tolerance_mm"]?.float ?? 0)
    }
    table.objects.removeAll { !table.library.indices.contains($0.object) }
    table.touches = (json["touches"]?.elements ?? []).compactMap { each in
      let numbers = each.elements
      guard numbers.count == 3 else { return nil }
      return Table.Touch(at: Table.Point(numbers[0].float, numbers[1].float), isPad: numbers[2].number == 1)
    }
    if table != self.table { self.table = table }
  }

  /// Whether an answer is about the room, the table or a commons, and says nothing of the list of documents.
  public static func isAside(library text: [UInt8]) -> Bool {
    let words: [StaticString] = [
      "{\"room\"", "{\"table\"", "{\"instruments\"", "{\"sounds\"", "{\"heard\"", "{\"commons\"",
      "{\"lesson",
    ]
    return words.contains { text.starts(with: UTF8Text($0).bytes) }
  }
}
