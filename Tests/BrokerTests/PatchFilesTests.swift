import Foundation
import InputTestSupport
import Testing

@testable import Broker

/// Patches that other programs write into the watched folder.
extension PatchOSCTests {
  func shell(_ command: String, in folder: String = "user") throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", command]
    process.currentDirectoryURL = scratch.appending(path: folder)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command)")
  }

  @Test func editorsOfEveryKindAreFollowed() throws {
    turn(after: 2)  // looks for a folder that is not there
    request("patch/save", [.s("Mine")])
    turn(after: 2)  // finds it
    for (name, command) in [
      ("Sed", "sed -i 's/\"name\": \"[^\"]*\"/\"name\": \"Sed\"/' Mine.json"),
      ("Moved", "sed 's/\"name\": \"[^\"]*\"/\"name\": \"Moved\"/' Mine.json > .x; mv .x Mine.json"),
      (
        "Python",
        "/usr/bin/python3 -c \"t = open('Mine.json').read().replace('Moved', 'Python'); "
          + "open('Mine.json', 'w').write(t)\""
      ),
      // As vim writes: the old file becomes the backup, a new one takes its place.
      ("Vim", "mv Mine.json Mine.json~; sed s/Python/Vim/ Mine.json~ > Mine.json; rm Mine.json~"),
    ] {
      try shell(command)
      turn()
      #expect(String(decoding: store.status().name, as: UTF8.self) == name)
    }
    let revision = store.status().revision
    try shell("cp Mine.json Other.json; touch Mine.json; cat Other.json > Mine.json")
    turn()
    #expect(store.status().revision == revision, "other files and the same text are no change")

    request("subscribe")
    try shell("printf '{\\n  \"name\": oh' > Mine.json")
    turn(after: 0.1)
    let news = packets(at: peer).flatMap { $0 }
    #expect(news.last?[0] == "/tactus/answer/patch/error")
    #expect(news.last?[1].hasPrefix("Mine: line 2 column ") == true, "\(news)")
    #expect(store.status().revision == revision && text.contains("Vim"))

    try shell("mv user gone", in: "")
    turn()
    turn(after: 2)
    try shell(
      "mkdir user; cp gone/Other.json user/Mine.json; sed -i s/Vim/Back/ user/Mine.json", in: "")
    turn(after: 2)
    #expect(text.contains("Back"), "a folder that went and came again")
  }
}
