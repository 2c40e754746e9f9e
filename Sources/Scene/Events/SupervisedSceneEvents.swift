// Requests of a patch to the supervisor: the time, a recording, another scene. Input thread, under the
// supervisor's mutex.
import CPosix
import RealTime
import Synchronization
import Text

extension SupervisedScene {
  /// Sends the patch the date and time as one word.
  func sendTimestamp() {
    var message = PdMessage("#timestamp")
    message.add(("symbol" as UTF8Text).bytes)
    message.add(SceneClock.now().stamp)
    send(message)
  }

  /// Sends a message to the patch. Without room it is lost.
  func send(_ message: PdMessage) {
    _ = message.bytes.withUnsafeBytes { link.pointee.toScene.push($0) }
  }

  /// Opens the scene of that name which lies beside this one. A patch reaches no other folder.
  func open(_ name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), !name.isEmpty, name.first != UInt8(ascii: "."),
      !name.contains(UInt8(ascii: "/"))
    else { return console.add(line: "there is no scene \(name) beside this one") }
    let place = ("\([UInt8](path[..<slash]))/\(name)" as UTF8Text).bytes
    for ending in ["", ".pd", ".rj"] as [StaticString] {
      let path = ("\(place)\(ending)" as UTF8Text).bytes
      if (try? SceneFile(path)) != nil { return choose(path, now: tactus_monotonic()) }
    }
    console.add(line: "there is no scene \(name) beside this one")
  }

  /// Shows the requested picture, at most four a second. Only the last request counts.
  func loadBackground(_ now: Int64) {
    guard let name = nextBackground, now >= backgroundDue else { return }
    (nextBackground, backgroundDue) = (nil, now + Self.second / 4)
    load(background: name)
  }

  /// Shows a picture of the scene's folder behind the widgets; without a name none. Beside a `.png` of the
  /// same name, a `.jpg` is refused, because windows draw the `.png`.
  private func load(background name: [UInt8]) {
    if name.isEmpty { return show(background: Array("none".utf8)) }
    let slash = name.lastIndex(of: UInt8(ascii: "/"))
    let isPicture = ([".png", ".jpg"] as [StaticString]).contains { name.hasEnding(UTF8Text($0).bytes[...]) }
    guard isPicture, name.first != UInt8(ascii: "/"), let file = try? SceneFile(path), !file.isAlone,
      let folder = slash.map({ file.folder.folder(Array(name[..<$0])) }) ?? file.folder,
      folder.entry(Array(name[((slash ?? -1) + 1)...]))?.kind == tactus_is_file
    else { return console.add(line: "there is no picture \(name) in the scene's folder") }
    let path = Array(name.dropLast(4))
    let other = ("\(path).png" as UTF8Text).bytes
    if name != other, folder.entry(Array(other[((slash ?? -1) + 1)...])) != nil {
      return console.add(line: "\(other) would be shown instead of \(name): rename one of them")
    }
    show(background: ("\(file.folderPath)/\(path)" as UTF8Text).bytes)
  }

  func show(background: [UInt8]) {
    if background == self.background { return }
    self.background = background
    publish(.background, background)
  }

  /// Shows a text of the scene's folder in the console, at most one a second; anything else is only named.
  func show(address: [UInt8], _ now: Int64) {
    let isText = ([".txt", ".md"] as [StaticString]).contains { address.hasEnding(UTF8Text($0).bytes[...]) }
    guard isText, now >= textDue, address.first != UInt8(ascii: "/"), let file = try? SceneFile(path),
      !file.isAlone, let text = file.folder.read(address, limit: 64 << 10)
    else { return console.add(line: "the scene asks to show \(address)") }
    textDue = now + Self.second
    console.add(line: "\(address):\n\(text)")
  }

  /// Begins or ends a recording in the scene's data folder.
  func record(_ isOn: Bool) {
    guard isOn != (recording != nil) else { return }
    if isOn {
      // The records since the end of the last one.
      while link.pointee.recorded.pop() != nil {}
      recording = recordingFolder.flatMap { SceneRecording(in: $0, sampleRate: link.pointee.sampleRate) }
      if let recording {
        console.add(line: "recording into \(recording.path)")
      } else {
        console.add(line: "the scene's data folder cannot be written to")
      }
      link.pointee.isRecording.store(recording != nil, ordering: .releasing)
      tellRecording()
    } else {
      link.pointee.isRecording.store(false, ordering: .releasing)
      recording?.end(from: link)
      recording = nil
      tellRecording()
    }
  }

  /// Sends windows the name of the file; empty: there is no recording.
  func tellRecording() { publish(.recording, recordingName) }

  var recordingName: [UInt8] {
    recording?.path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
  }

  /// The folder that the scene may write to; nil: none.
  private var recordingFolder: OpenFolder? {
    if dataFolder == nil, !path.isEmpty, let file = try? SceneFile(path) { openData(of: file) }
    return dataFolder?.folder
  }
}
