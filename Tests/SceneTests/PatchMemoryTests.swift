// The lists that a patch saves: to a text and back, and which answers count.
import SceneFiles
import TestSupport
import Testing
import Text

@testable import Scene

private func bytes(_ atoms: [SceneAtom]) -> [UInt8] {
  var message = PdMessage("x")
  for atom in atoms {
    switch atom {
    case .number(let number): message.add(number)
    case .word(let word): message.add(word)
    }
  }
  // Without the receiver and the semicolon.
  return Array(message.bytes.dropFirst(3).dropLast())
}

/// Asks, and answers with lists.
private func answer(_ memory: inout PatchMemory, _ lists: [[SceneAtom]], lost: UInt32 = 0) -> Bool {
  _ = memory.ask()
  let isEarly = memory.mark(isEnd: false, question: memory.asked, lost: 0)
  for list in lists { memory.hear(bytes(list)) }
  let isBroken = memory.mark(isEnd: true, question: memory.asked, lost: lost)
  #expect(!isEarly && memory.answered == memory.asked)
  return isBroken
}

@Test func listsComeBackAsTheyWereSaved() {
  var random = SeededGenerator("PATCH_MEMORY_SEED", default: 1)
  let letters = Array("ab \\\"\n\u{1}é,;$".utf8)
  for _ in 0..<200 {
    let lists = (0..<random.below(6)).map { _ in
      (0...random.below(20)).map { _ -> SceneAtom in
        if random.below(2) == 0 { return .number(Float(bitPattern: UInt32(random.below(0x7F80_0000)))) }
        return .word((0...random.below(9)).map { _ in random.pick(letters) })
      }
    }
    var memory = PatchMemory()
    let isBroken = answer(&memory, lists)
    #expect(!isBroken && memory.lists == lists)
    #expect(memory.text.isEmpty == lists.isEmpty)
    let back = PatchMemory.read(memory.text)
    // Invalid text has been read as Latin-1.
    let clean = lists.map { list in
      list.map { atom -> SceneAtom in
        guard case .word(let word) = atom else { return atom }
        let isWhole = zip(word, word.dropFirst() + [0]).map { $0 == 0xc3 && $1 == 0xa9 } + [false]
        let isRest = [false] + isWhole
        return .word(
          word.indices.flatMap { index in
            isWhole[index] || isRest[index]
              ? [word[index]] : Array(String(UnicodeScalar(word[index])).utf8)
          })
      }
    }
    #expect(back == clean)
    let load: [UInt8] = [2] + Array("load".utf8) + [0]
    #expect(PatchMemory(back ?? []).messages == clean.map { load + bytes($0) + [4] })
  }
}

@Test func anAnswerThatIsNotWholeDoesNotCount() {
  var memory = PatchMemory([[.word(Array("old".utf8))]])
  let old = memory.lists
  var isBroken = answer(&memory, [[.number(1)]], lost: 1)
  #expect(isBroken && memory.lists == old)
  // A number takes five bytes.
  let long = [SceneAtom](repeating: .number(1), count: 1000)
  isBroken = answer(&memory, [[SceneAtom]](repeating: long, count: 14))
  #expect(isBroken && memory.lists == old)
  isBroken = answer(&memory, [[SceneAtom]](repeating: long, count: 13))
  #expect(!isBroken && memory.lists.count == 13)
  // A message without a request is no answer.
  memory.hear(bytes([.number(7)]))
  #expect(memory.lists.count == 13)
  isBroken = answer(&memory, [])
  #expect(!isBroken && memory.lists.isEmpty)
}

@Test func theVersionIsWhatPdPrints() {
  let printed = "Pd-0.53.1 (\"\") compiled for Debian (0.53.1+ds-2) on 2024/09/26\n"
  #expect(PdVersion.version(in: Array(printed.utf8)) == Array("0.53.1".utf8))
  #expect(PdVersion.version(in: Array("error: no such file\n".utf8)).isEmpty)
}
