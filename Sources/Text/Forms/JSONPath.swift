// Values inside of a JSON value, found and changed by their paths. Not for the audio thread.

/// One step from a JSON value to one inside it.
public enum PathStep: Equatable, Sendable {
  /// To the value of a key of an object.
  case key([UInt8])
  /// To an element of a list, from 0.
  case index(Int)
}

extension JSON {
  /// The value of a key, or nil if there is none.
  public func member(_ key: [UInt8]) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The elements of a list; of another value none.
  public var elements: [JSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  /// The value at a path, or nil if there is none.
  public func value(at path: ArraySlice<PathStep>) -> JSON? {
    guard let step = path.first else { return self }
    switch step {
    case .key(let key): return member(key)?.value(at: path.dropFirst())
    case .index(let index):
      let all = elements
      return all.indices.contains(index) ? all[index].value(at: path.dropFirst()) : nil
    }
  }

  /// The same value with another one at a path; nil takes a key or an element away. Objects and lists that
  /// are missing on the way are made; an index behind the last one appends.
  public func setting(_ path: ArraySlice<PathStep>, to new: JSON?) -> JSON {
    guard let step = path.first else { return new ?? JSON(.null) }
    let rest = path.dropFirst()
    switch step {
    case .key(let key):
      var members: [Member] = []
      if case .object(let known) = value { members = known }
      let at = members.firstIndex { $0.key == key }
      let inner = rest.isEmpty ? new : (at.map { members[$0].value } ?? JSON(.null)).setting(rest, to: new)
      if let inner {
        if let at { members[at].value = inner } else { members.append(Member(key: key, value: inner)) }
      } else if let at {
        members.remove(at: at)
      }
      return JSON(.object(members))
    case .index(let index):
      var all = elements
      let isThere = all.indices.contains(index)
      let inner = rest.isEmpty ? new : (isThere ? all[index] : JSON(.null)).setting(rest, to: new)
      if let inner {
        if isThere { all[index] = inner } else { all.append(inner) }
      } else if isThere {
        all.remove(at: index)
      }
      return JSON(.array(all))
    }
  }
}
