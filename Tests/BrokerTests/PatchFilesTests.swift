import CPosix
import Dialects
import Foundation
import InputTestSupport
import RealTime
import Stores
import Testing

@testable import Broker

/// Patches as files: those that other programs write into the watched folder, set lists, who may save.
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

  @Test func aSetListIsChosenAndStepped() throws {
    for name in ["One", "Two", "Three"] {
      request("patch/set", [.s(patch(name))])
      request("patch/save", [.s(name)])
    }
    let list = #"{"version": 1, "patches": ["Three", "Gone", "One"]}"#
    try Data(list.utf8).write(to: scratch.appending(path: "user/tonight.setlist.json"))
    #expect(request("patch/list") == [["/tactus/answer/patch/list", "One", "Three", "Two"]])
    #expect(request("patch/setlists") == [["/tactus/answer/patch/setlists", "tonight"]])
    #expect(request("patch/setlist") == [["/tactus/answer/patch/setlist", "", "0"]])
    let answer = request("patch/setlist", [.s("tonight")])
    #expect(answer.first == ["/tactus/answer/patch/setlist", "tonight", "1"])
    #expect(answer.last?.prefix(2) == ["/tactus/answer/patch/changed", "Three"])
    #expect(request("patch/next").last?[1] == "One")
    #expect(request("patch/setlist") == [["/tactus/answer/patch/setlist", "tonight", "3"]])
    #expect(request("patch/next").last?[1] == "Three")
    #expect(String(decoding: store.status().error, as: UTF8.self).hasPrefix("Gone: "))
    #expect(request("patch/setlist", [.s("missing")]).first?.first == "/tactus/answer/patch/error")
    ask(.program(2))
    turn()
    #expect(String(decoding: store.status().name, as: UTF8.self) == "One")
    #expect(request("patch/setlist", [.s("")]).first == ["/tactus/answer/patch/setlist", "", "0"])
  }

  @Test func severalInstancesDoNotOverwriteEachOthersFile() {
    let second = TestInstance()
    let other = PatchStore(folders: store.folders)
    switchboard.add(second.pointer, other)
    second.wish(.thisMachine, port: instance.port, surface: 2)
    turn()
    #expect(request("patch/set", [.s("filter_1_cutoff"), .f(500)]).count == 2)
    #expect(request("patch/save", [.s("Both")]).map { $0[0] } == ["/tactus/answer/patch/error"])
    #expect(request("surface/2/patch/save", [.s("Both")]).map { $0[0] } == ["/tactus/answer/patch/changed"])
    #expect(request("patch/list").count == 1)
  }

  @Test func theNetworkSavesOnlyWhenTheBankAllowsIt() throws {
    let endpoint = switchboard.endpoints[0]
    // The kernel gives the sender's address, so the test sets the origin instead.
    func save(_ name: String) -> [String]? {
      let sender = tactus_datagram(
        stamp: 0, address: Peer.loopback, port: peer.port, truncated: 0, is_stream: 0)
      switchboard.handle(
        .document(.save(Array(name.utf8), title: nil)), stores: [store],
        from: Caller(endpoint: endpoint, sender: sender, origin: .allowed))
      return packets(at: peer).first?.first
    }
    #expect(save("Far")?[0] == "/tactus/answer/patch/error" && counters[.notThisMachine] == 1)
    #expect(request("patch/list") == [["/tactus/answer/patch/list"]])
    request("patch/save", [.s("Near")])
    try Data("{\"network_save\": true}".utf8).write(to: scratch.appending(path: "user/bank.json"))
    #expect(save("Far")?[0] == "/tactus/answer/patch/changed")
    #expect(request("patch/list") == [["/tactus/answer/patch/list", "Far", "Near"]])
  }
}
