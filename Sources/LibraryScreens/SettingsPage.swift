// *Settings*: the page that browsers open, its code; and what a page says of its own device. Any thread.
import Paint
import PanelModel
import Text
import Toolkit

extension LibraryScreens {
  /// The address and the code of `tactus surface`, or how to start it.
  func drawServedPage(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Tablet and phone", &pass, &column)
    if model.room.page.isEmpty {
      pass.words(
        UTF8Text("To play from a browser, run this on the computer:").bytes, .faint, in: &column)
      pass.words(UTF8Text("tactus surface").bytes, .text, in: &column)
      return pass.words(
        UTF8Text("The address and a QR code appear here.").bytes, .faint, in: &column)
    }
    pass.words(UTF8Text("Scan this with a camera, or open the address:").bytes, .faint, in: &column)
    drawCode(&pass, &column)
    pass.words(model.room.page, .text, in: &column, limit: 4)
  }

  /// The code: black on white in every look, so that cameras read it.
  private func drawCode(_ pass: inout ScreenPass, _ column: inout Area) {
    let rows = model.room.code
    guard !rows.isEmpty, rows.count <= 177 else { return }
    let side = min(column.width, 260)
    let place = Area(x: column.x, y: column.y + 4, width: side, height: side)
    _ = column.cutTop(side + look.gap)
    pass.list.fill(place, Ink(0xFFFFFF), radius: 6)
    // Squares on whole points, so that no line shows between them.
    let unit = side / Float(rows.count + 8)
    for (y, row) in rows.enumerated() {
      var x = 0
      while x < row.count {
        guard row[x] == UInt8(ascii: "1") else {
          x += 1
          continue
        }
        let first = x
        while x < row.count, row[x] == UInt8(ascii: "1") { x += 1 }
        pass.list.fill(
          Area(
            x: place.x + Float(first + 4) * unit, y: place.y + Float(y + 4) * unit,
            width: Float(x - first) * unit + 0.3, height: unit + 0.3), Ink(0x000000))
      }
    }
  }

  /// On a page: what its device can, and which plugin it plays.
  func drawDevice(_ pass: inout ScreenPass, _ column: inout Area) {
    guard let page = model.page else { return }
    head("This device", &pass, &column)
    row(
      [
        (UTF8Text("Full screen").bytes, .device(.fullScreen), false),
        (UTF8Text("Sensors").bytes, .device(.sensors), false),
        (UTF8Text("MIDI").bytes, .device(.midi), false),
      ], &pass, &column)
    if page.solo?.hasServer ?? true {
      head("Sound from", &pass, &column)
      row(
        [
          (UTF8Text("DAW").bytes, .device(.there), page.solo == nil),
          (UTF8Text("This browser").bytes, .device(.here), page.solo != nil),
        ], &pass, &column)
    }
    if let solo = page.solo { return drawSolo(solo, page.port, &pass, &column) }
    if page.kinds.count > 1 {
      head("Plugin shown", &pass, &column)
      row(
        page.kinds.map { kind in
          let name: StaticString =
            kind == .touch ? "Tactus Touch" : kind == .scene ? "Tactus Scene" : "Tone Matrix"
          return (UTF8Text(name).bytes, .device(.kind(kind)), kind == model.plugin)
        }, &pass, &column)
    }
    guard page.plugins.count > 1 else { return }
    head("Plugin, by its port", &pass, &column)
    for port in page.plugins.prefix(8) {
      row([(("\(port)" as UTF8Text).bytes, .device(.plugin(port)), port == page.port)], &pass, &column)
    }
  }

  /// Draws the other functions of a standalone page.
  private func drawSolo(
    _ solo: ViewModel.Page.Solo, _ plugin: Int, _ pass: inout ScreenPass, _ column: inout Area
  ) {
    head("Plugin shown", &pass, &column)
    row(
      [
        (UTF8Text("Tactus Touch").bytes, .device(.plugin(1)), plugin == 1),
        (UTF8Text("Tone Matrix").bytes, .device(.plugin(2)), plugin == 2),
      ], &pass, &column)
    head("Files", &pass, &column)
    row(
      [
        (
          UTF8Text(solo.isRecording ? "Stop and save WAV" : "Record audio").bytes, .device(.sound),
          solo.isRecording
        ),
        (UTF8Text(solo.isTaking ? "Stop take" : "Record a take").bytes, .device(.take), solo.isTaking),
      ], &pass, &column)
    row(
      [
        (UTF8Text("Open a file").bytes, .device(.open), false),
        (UTF8Text("Gallery").bytes, .device(.gallery), false),
        (UTF8Text("Share…").bytes, .device(.share), false),
      ], &pass, &column)
    if solo.hasTake || solo.isReplaying {
      row(
        [
          (
            UTF8Text(solo.isReplaying ? "Stop the take" : "Play the take").bytes, .device(.replay),
            solo.isReplaying
          ),
          (UTF8Text("Share the take…").bytes, .device(.shareTake), false),
        ], &pass, &column)
    }
    pass.words(
      UTF8Text("A take is a performance with its patch: what fingers did, to be played again, here or there.")
        .bytes, .faint, in: &column)
  }
}
