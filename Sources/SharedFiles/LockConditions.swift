// The header `If` of WebDAV (RFC 4918, section 10.4). Any thread.

/// Lists of conditions, of which one list must hold.
package struct LockConditions {
  enum Condition {
    case token(String, isNegated: Bool)
    case tag(String, isNegated: Bool)
  }

  struct List {
    /// The path that the conditions are about; nil: the request's.
    let path: SharedPath?
    /// Whether they are about something that is not served.
    let isElsewhere: Bool
    var conditions: [Condition] = []
  }

  private(set) var lists: [List] = []
  /// The tokens that the request submits.
  private(set) var tokens: Set<String> = []

  private static let limit = 64

  /// No conditions.
  init() {}

  /// - Parameter path: Returns the path of a URL, or nil if it is not served.
  /// - Returns: nil if the header is not valid.
  package init?(_ header: String, path: (Substring) -> SharedPath?) {
    var rest = Substring(header)
    var tag: (path: SharedPath?, isElsewhere: Bool) = (nil, false)
    var count = 0
    func space() { rest = rest.drop { $0 == " " || $0 == "\t" } }
    /// Takes the text between a letter and the next `end`.
    func take(until end: Character) -> Substring? {
      guard let place = rest.firstIndex(of: end) else { return nil }
      defer { rest = rest[rest.index(after: place)...] }
      return rest.dropFirst()[..<place]
    }
    space()
    while let first = rest.first {
      switch first {
      case "<":
        guard let url = take(until: ">") else { return nil }
        let found = path(url)
        tag = (found, found == nil)
      case "(":
        rest = rest.dropFirst()
        var list = List(path: tag.path, isElsewhere: tag.isElsewhere)
        space()
        while let first = rest.first, first != ")" {
          count += 1
          guard count <= Self.limit else { return nil }
          let isNegated = rest.hasPrefix("Not")
          if isNegated {
            rest = rest.dropFirst(3)
            space()
          }
          if rest.first == "<", let token = take(until: ">") {
            list.conditions.append(.token(String(token), isNegated: isNegated))
            if !isNegated { tokens.insert(String(token)) }
          } else if rest.first == "[", let tag = take(until: "]") {
            list.conditions.append(.tag(String(tag), isNegated: isNegated))
          } else {
            return nil
          }
          space()
        }
        guard rest.first == ")", !list.conditions.isEmpty else { return nil }
        rest = rest.dropFirst()
        lists.append(list)
      default: return nil
      }
      space()
    }
    guard !lists.isEmpty else { return nil }
  }

  /// Whether one of the lists holds; with none, yes.
  func hold(of request: SharedPath, locks: FileLocks, tag: (SharedPath) -> String?) -> Bool {
    lists.isEmpty
      || lists.contains { list in
        let path = list.path ?? request
        return list.conditions.allSatisfy { condition in
          switch condition {
          case .token(let token, let isNegated):
            !list.isElsewhere && locks.covering(path).contains { $0.token == token } != isNegated
              || list.isElsewhere && isNegated
          case .tag(let wanted, let isNegated):
            list.isElsewhere ? isNegated : (tag(path) == wanted) != isNegated
          }
        }
      }
  }
}
