// The room: accepted senders, present senders, counts. Any thread.
import Text

extension ViewModel {
  /// The room as the engine tells it (docs/window.md).
  public struct Room: Equatable, Sendable {
    /// A sender that is there, or one that network.json describes.
    public struct Source: Equatable, Sendable {
      /// An address or a block.
      public var from: [UInt8]
      public var name: [UInt8] = []
      /// Whether it speaks now.
      public var isHere = false
      /// Quarter turns anticlockwise, 0…3.
      public var quarters = 0
      public var isMirroredX = false
      public var isMirroredY = false
      /// Left, bottom, right, top of the part of its own 0…1 that is used.
      public var crop: [Float] = [0, 0, 1, 1]
      /// Where it reports its corners, lower left, lower right, upper right, upper left; empty: not touched.
      public var corners: [Table.Point] = []
      /// Its own size in millimeters, or nil if no objects are recognized there.
      public var size: Table.Point?
      /// Whether recognition is sure rather than fast.
      public var isSure = true
      /// Where it was touched last, in its own coordinates, and how many touches began there.
      public var touched: (at: Table.Point, count: Int)?
      /// The other keys of its entry in network.json.
      public var rest: [JSON.Member] = []

      public init(from: [UInt8]) { self.from = from }

      public static func == (a: Self, b: Self) -> Bool {
        a.from == b.from && a.name == b.name && a.isHere == b.isHere && a.quarters == b.quarters
          && a.isMirroredX == b.isMirroredX && a.isMirroredY == b.isMirroredY && a.crop == b.crop
          && a.corners == b.corners && a.size == b.size && a.isSure == b.isSure
          && a.touched?.count == b.touched?.count && a.touched?.at == b.touched?.at && a.rest == b.rest
      }
    }

    public var sources: [Source] = []
    /// The accepted senders beside this machine; nil: all of this machine's networks.
    public var allow: [[UInt8]]?
    /// The names of the programs to which patches may send OSC.
    public var destinations: [[UInt8]] = []
    public var ports: [Int] = []
    /// Addresses that were refused, and counts by name.
    public var refused: [(name: [UInt8], count: Int)] = []
    public var counts: [(name: [UInt8], count: Int)] = []
    /// The error in network.json; empty: none.
    public var error: [UInt8] = []
    /// The address of the page that `tactus surface` serves, and the rows of its code, a letter 1 for each
    /// dark square; empty: it does not run.
    public var page: [UInt8] = []
    public var code: [[UInt8]] = []
    /// Whether the engine has told it.
    public var isKnown = false

    public init() {}

    public static func == (a: Self, b: Self) -> Bool {
      a.sources == b.sources && a.allow == b.allow && a.destinations == b.destinations && a.ports == b.ports
        && a.error == b.error && a.isKnown == b.isKnown && a.page == b.page && a.code == b.code
        && a.counts.elementsEqual(b.counts) { $0 == $1 }
        && a.refused.elementsEqual(b.refused) { $0 == $1 }
    }
  }
}

extension ViewModel.Room.Source {
  /// An entry of network.json.
  init(entry members: [JSON.Member]) {
    self.init(from: [])
    for member in members {
      switch member.value.value {
      case .string(let text) where member.key == "from": from = text
      case .string(let text) where member.key == "name": name = text
      case .integer(let number) where member.key == "quarters": quarters = Int(number) & 3
      case .string(let text) where member.key == "mirror":
        isMirroredX = !(text == "y")
        isMirroredY = !(text == "x")
      case .array(let edges) where member.key == "crop" && edges.count == 4:
        crop = edges.map { $0.float }
      case .array(let list) where member.key == "corners" && list.count == 4:
        corners = list.compactMap { ViewModel.point($0) }
      case .array(let sides) where member.key == "size_mm" && sides.count == 2:
        size = ViewModel.point(member.value)
      case .string(let word) where member.key == "confirm": isSure = !(word == "fast")
      case .array where member.key == "at": break
      case .integer where member.key == "touched": break
      default: rest.append(member)
      }
    }
  }

  /// The entry of network.json.
  public var words: UTF8Text {
    var members: [UTF8Text] = ["\"from\": \(JSON.quoted(from))"]
    if !name.isEmpty { members.append("\"name\": \(JSON.quoted(name))") }
    if quarters != 0 { members.append("\"quarters\": \(quarters)") }
    if isMirroredX || isMirroredY {
      let mirror: StaticString = isMirroredX && isMirroredY ? "both" : isMirroredX ? "x" : "y"
      members.append("\"mirror\": \"\(mirror)\"")
    }
    if crop != [0, 0, 1, 1] {
      members.append("\"crop\": \(JSON.list("[", crop.map { "\($0)" as UTF8Text }, "]"))")
    }
    func pair(_ point: ViewModel.Table.Point) -> UTF8Text { "[\(point.x), \(point.y)]" }
    if corners.count == 4 {
      members.append("\"corners\": \(JSON.list("[", corners.map { pair($0) }, "]"))")
    }
    if let size { members.append("\"size_mm\": \(pair(size))") }
    if !isSure { members.append("\"confirm\": \"fast\"") }
    return JSON.list("{", members + rest.map { $0.words }, "}")
  }
}

extension JSON {
  /// A number; 0: none.
  public var float: Float {
    switch value {
    case .integer(let number): Float(number)
    case .real(let number): Float(number)
    default: 0
    }
  }

  fileprivate var members: [JSON.Member] { if case .object(let list) = value { list } else { [] } }
  fileprivate var bytes: [UInt8] { if case .string(let text) = value { text } else { [] } }
}

extension ViewModel {
  /// Reads the room from the engine's answer.
  public mutating func read(room json: JSON) {
    var room = Room()
    room.isKnown = true
    func counts(_ json: JSON) -> [(name: [UInt8], count: Int)] {
      json.elements.compactMap { pair in
        let pair = pair.elements
        return pair.count == 2 ? (pair[0].bytes, Int(pair[1].float)) : nil
      }
    }
    var senders: [Room.Source] = []
    for member in json.members {
      if member.key == "ports" { room.ports = member.value.elements.map { Int($0.float) } }
      if member.key == "refused" { room.refused = counts(member.value) }
      if member.key == "counts" { room.counts = counts(member.value) }
      if member.key == "error" { room.error = member.value.bytes }
      if member.key == "page" {
        room.page = member.value["address"]?.text ?? []
        room.code = member.value["code"]?.elements.map { $0.bytes } ?? []
      }
      if member.key == "senders" {
        for each in member.value.elements {
          var source = Room.Source(entry: each.members.filter { !($0.key == "port" || $0.key == "mirrors") })
          for member in each.members where member.key == "mirrors" {
            let bits = Int(member.value.float)
            (source.isMirroredX, source.isMirroredY) = (bits & 1 != 0, bits & 2 != 0)
          }
          source.isHere = true
          if let at = each["at"].flatMap({ Self.point($0) }) {
            source.touched = (at, each["touched"]?.number ?? 0)
          }
          if !senders.contains(where: { $0.from == source.from }) { senders.append(source) }
        }
      }
      guard member.key == "file" else { continue }
      for each in member.value.members {
        if each.key == "allow" { room.allow = each.value.elements.map { $0.bytes } }
        if each.key == "destinations" {
          room.destinations = each.value.elements.compactMap { $0["name"]?.text }
        }
        if each.key == "sources" { room.sources = each.value.elements.map { Room.Source(entry: $0.members) } }
      }
    }
    for sender in senders {
      if let known = room.sources.firstIndex(where: { $0.from == sender.from }) {
        room.sources[known].isHere = true
        room.sources[known].touched = sender.touched
      } else {
        room.sources.append(sender)
      }
    }
    if room != self.room { self.room = room }
  }
}
