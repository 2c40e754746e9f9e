// Base values of parameters that are set while the patch plays. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime

/// The base values that were set since the document was compiled from which the patch in use comes. They are
/// numbered, so that a patch can say which of them it contains. One for each parameter: the last.
struct BaseChanges {
  struct Change: BitwiseCopyable {
    var value: Float = 0
    /// Whether the patch that plays has another value.
    var isSet = false
    /// From 1; 0: the change has none.
    var number: UInt32 = 0
    /// The revision of the document that has the value; nil: a change without number lasts until the next patch.
    var revision: Int32?
    /// Whether the document has still to be told of it.
    var isOwed = false
  }

  /// By the raw value of the parameter.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var changes: UnsafeMutablePointer<Change>
  /// Whether any is set. If not, nothing is searched.
  var isAny = false
  var isAnyOwed = false

  /// - Parameter memory: `Parameter.count` of them, freed by their owner.
  init(memory: UnsafeMutablePointer<Change>) { changes = memory }

  /// Contains from now on what others contain.
  mutating func copy(_ other: BaseChanges) {
    changes.update(from: other.changes, count: Parameter.count)
    (isAny, isAnyOwed) = (other.isAny, other.isAnyOwed)
  }

  /// Whether a change is newer than what a patch contains. Numbers and revisions wrap.
  @_noLocks static func isNewer(_ change: Change, than patch: UnsafePointer<CompiledPatch>) -> Bool {
    if let revision = change.revision { return revision &- patch.pointee.revision > 0 }
    return change.number != 0 && Int32(bitPattern: change.number &- patch.pointee.baseChange) > 0
  }
}

extension Parameter.Spec {
  /// The value at a place of the range, 0…1, on the scale on which connections move.
  @_noLocks fileprivate func value(at place: Float) -> Float {
    switch travel {
    case .linear: return minimum + (maximum - minimum) * place
    case .choice: return Scalar.floor(minimum + (maximum - minimum) * place + 0.5)
    case .logarithmic:
      let low = Scalar.log2(minimum)
      return Scalar.exp2(low + (Scalar.log2(maximum) - low) * place)
    }
  }
}

extension TouchProcessor {
  /// Sets the base value of a parameter, which is heard from the current frame. Voices move to it smoothly, as
  /// to another patch. A snapshot that a trigger recalled is discarded.
  /// - Parameters:
  ///   - value: in the parameter's unit; nothing happens with what is no number.
  ///   - number: until a patch contains the change of this number, the value stays through other patches; 0:
  ///     only until the next one, or one with this revision.
  ///   - revision: of the document that has the value already, or nil if it does not have it yet.
  /// - Returns: the value within the parameter's range; nil: nothing has happened.
  @_noLocks @discardableResult public mutating func set(
    base value: Float, of parameter: Parameter, number: UInt32 = 0, revision: Int32? = nil
  ) -> Float? {
    guard value.isFinite else { return nil }
    let index = Int(parameter.rawValue)
    take.record(parameter: UInt16(index), value, at: frame)
    Program.set(base: value, of: parameter, in: &patch.pointee.program)
    let settled = Program.base(of: parameter, in: &patch.pointee.program)
    // The document may still have to be told of an earlier change, and of this one in its place.
    let isOwed = revision != nil && baseChanges.changes[index].isOwed
    baseChanges.changes[index] = BaseChanges.Change(
      value: settled, isSet: true, number: number, revision: revision, isOwed: isOwed)
    baseChanges.isAny = true
    for bank in 0..<Bank.count { voices.banks[bank].matrix.baseChanged() }
    if SequencerParameters.isMove(parameter) { modules.apply(&patch.pointee.program) }
    clock.isStale = true
    // As another patch before the first frame.
    if frame == 0 && voices.table.sounding == 0 && liveTouches == 0 { settle() }
    return settled
  }

  /// Sets a base value by its place in the range of a parameter, in 14 bits, until the next patch.
  @_noLocks mutating func set(parameter number: UInt16, to place: UInt16) {
    guard let parameter = Parameter.at(Int(number)) else { return }
    set(base: parameter.spec.value(at: Float(place) / 16_383), of: parameter)
  }

  /// Sets a base value that an edit has given the document, unless the patch that plays has it: then it has all
  /// later ones as well.
  @_noLocks public mutating func set(_ setting: BaseSetting) {
    guard setting.revision &- patch.pointee.revision > 0, let parameter = Parameter.at(Int(setting.parameter))
    else { return }
    set(base: setting.base, of: parameter, revision: setting.revision)
  }

  /// After another patch has been taken up: forgets the base values that it contains, and sets the newer ones
  /// again.
  @_noLocks mutating func keepBaseChanges() {
    if !baseChanges.isAny { return }
    baseChanges.isAny = false
    for index in 0..<Parameter.count {
      let change = baseChanges.changes[index]
      guard change.isSet else { continue }
      let isNewer = BaseChanges.isNewer(change, than: patch)
      if change.isOwed || isNewer, let parameter = Parameter.at(index) {
        set(base: change.value, of: parameter, number: change.number, revision: change.revision)
        baseChanges.changes[index].isOwed = change.isOwed
      } else {
        baseChanges.changes[index].isSet = false
      }
    }
  }

  /// Records the base values that the patch does not have, where a take begins.
  @_noLocks mutating func recordBaseChanges() {
    if !baseChanges.isAny { return }
    for index in 0..<Parameter.count where baseChanges.changes[index].isSet {
      take.record(parameter: UInt16(index), baseChanges.changes[index].value, at: 0)
    }
  }

  /// Notes that the document could not be told of a change.
  @_noLocks public mutating func owe(_ parameter: Parameter) {
    baseChanges.changes[Int(parameter.rawValue)].isOwed = true
    baseChanges.isAnyOwed = true
  }

  /// Returns a change that has not reached the document yet, again and again until `told`; nil if none is left.
  @_noLocks public mutating func nextOwed() -> (parameter: Parameter, base: Float)? {
    if !baseChanges.isAnyOwed { return nil }
    for index in 0..<Parameter.count where baseChanges.changes[index].isOwed {
      guard let parameter = Parameter.at(index) else { continue }
      return (parameter, baseChanges.changes[index].value)
    }
    baseChanges.isAnyOwed = false
    return nil
  }

  /// Notes that the document has been told of a change, now with this number: it may contain later ones already.
  @_noLocks public mutating func told(_ parameter: Parameter, number: UInt32) {
    baseChanges.changes[Int(parameter.rawValue)].isOwed = false
    baseChanges.changes[Int(parameter.rawValue)].number = number
    baseChanges.changes[Int(parameter.rawValue)].revision = nil
  }
}
