// The values that a patch saves: it is asked before a session is saved, and gets its answer back when it is
// loaded. Input thread, under the supervisor's mutex.
import CPosix
import RealTime
import SceneFiles
import Synchronization
import Text

/// The lists that a patch has sent to `tactus-save`.
struct PatchMemory {
  /// The most bytes that all of them may have, as Pd sends them; a message has at most `PdMessage.limit`.
  static let limit = 1 << 16

  /// A part of what a patch answers.
  enum Part: BitwiseCopyable {
    /// The atoms of a list.
    case list
    /// A mark before or behind the lists of a question, with the messages of this Pd that were lost so far.
    case mark(isEnd: Bool, question: Int, lost: UInt32)
  }

  private(set) var lists: [[SceneAtom]] = []
  /// The question that has been asked last, and the one that has been answered last.
  private(set) var asked = 0
  private(set) var answered = 0
  /// The lists since the mark at the beginning, their bytes, and the losses until then.
  private var open: [[SceneAtom]]?
  private var size = 0
  private var lostBefore: UInt32 = 0

  init(_ lists: [[SceneAtom]] = []) { self.lists = lists }

  /// The messages of the next question: a mark, the question, and a mark. What the patch sends between both
  /// marks is its answer, because Pd does one after the other.
  mutating func ask() -> [PdMessage] {
    // A number that a 32-bit float has exactly.
    asked = asked % 1_000_000 + 1
    func mark(_ isEnd: Bool) -> PdMessage {
      var mark = PdMessage("tactus-saved")
      mark.add(isEnd ? 1 : 0)
      mark.add(Float(asked))
      return mark
    }
    var question = PdMessage("save")
    question.add(("bang" as UTF8Text).bytes)
    return [mark(false), question, mark(true)]
  }

  /// A list has come: its atoms as bytes.
  mutating func hear(_ bytes: [UInt8]) {
    size += bytes.count
    if size <= Self.limit { open?.append(WidgetMessage.atoms(bytes[...])) }
  }

  /// A mark has come.
  /// - Parameter lost: how many messages of this Pd have been lost so far.
  /// - Returns: Whether an answer is complete, but too long, or a part of it is lost: the one before stays.
  mutating func mark(isEnd: Bool, question: Int, lost: UInt32) -> Bool {
    if !isEnd {
      (open, size, lostBefore) = ([], 0, lost)
      return false
    }
    defer { (open, answered) = (nil, question) }
    guard let open, size <= Self.limit, lost == lostBefore else { return true }
    lists = open
    return false
  }

  /// The messages with which a patch gets them back. The first word of a list is its selector.
  var messages: [[UInt8]] {
    lists.map { list in
      var message = PdMessage("load")
      for atom in list {
        switch atom {
        case .number(let number): message.add(number)
        case .word(let word): message.add(word)
        }
      }
      return message.bytes
    }
  }

  /// As a JSON list of lists; empty: there are none. What is no number becomes 0.
  var text: [UInt8] {
    if lists.isEmpty { return [] }
    let texts = lists.map { list in
      JSON(
        .array(
          list.map { atom in
            switch atom {
            case .number(let number): JSON(.real(number.isFinite ? Double(number) : 0))
            case .word(let word): JSON(.string(word))
            }
          })
      ).words
    }
    return JSON.list("[", texts, "]").bytes
  }

  /// Reads a JSON array of arrays, or returns nil if it is none. Skips elements that are not arrays.
  static func read(_ text: [UInt8]) -> [[SceneAtom]]? {
    if text.isEmpty { return [] }
    guard let json = text.withUnsafeBytes({ try? JSON($0) }), case .array(let lists) = json.value else {
      return nil
    }
    return lists.compactMap { list in
      guard case .array(let atoms) = list.value else { return nil }
      return atoms.compactMap { atom in
        switch atom.value {
        case .integer(let number): .number(Float(number))
        case .real(let number): .number(Float(number))
        case .string(let word): .word(word)
        default: nil
        }
      }
    }
  }
}
