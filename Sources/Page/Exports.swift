// The functions that a browser calls. A browser's one thread.
import Controls
import Paint
import PanelModel
import RealTime
import Shell
import Text
import Toolkit

/// The page, and memory that the script reads and writes.
private struct PageMemory {
  var frame: PageFrame?
  /// The buffers that the script writes and reads.
  var input = Bytes()
  var output = Bytes()
  var texts = Bytes()

  /// Memory that stays where it is until it is asked to hold more.
  struct Bytes {
    private(set) var start = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    private var capacity = 4096
    var count = 0

    mutating func hold(_ count: Int) {
      if count > capacity {
        start.deallocate()
        capacity = max(count, 2 * capacity)
        start = .allocate(byteCount: capacity, alignment: 16)
      }
      self.count = count
    }

    mutating func copy(_ bytes: UnsafeRawBufferPointer) {
      hold(bytes.count)
      if let base = bytes.baseAddress { start.copyMemory(from: base, byteCount: bytes.count) }
    }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
  }
}

nonisolated(unsafe) private var page = PageMemory()  // a browser calls it from one thread

/// Memory for `count` bytes that the next call reads.
@c(page_input)
public func pageInput(_ count: Int32) -> UnsafeMutableRawPointer {
  page.input.hold(Int(max(count, 0)))
  return page.input.start
}

/// Begins; sizes in points.
@c(page_start)
public func pageStart(_ width: Float, _ height: Float) {
  page.frame = PageFrame(.touch, width: width, height: height)
}

@c(page_resize)
public func pageResize(_ width: Float, _ height: Float, _ seconds: Double) {
  page.frame?.handle(.resized(width: width, height: height), at: seconds)
}

/// A look by its index, and a size: 0 small, 1 medium, 2 for fingers.
@c(page_look)
public func pageLook(_ index: Int32, _ size: Int32) {
  let looks = Look.all
  guard var look = looks.indices.contains(Int(index)) ? looks[Int(index)] : nil else { return }
  if let size = Look.Size(index: Int(size)) { look.size = size }
  page.frame?.view.look = look
}

/// Opens the screen that the input names, with or without its tabs.
@c(page_open)
public func pageOpen(_ hasTabs: Bool) {
  let name = Array(page.input.buffer)
  guard let screen = ScreenName(symbol: name) else { return }
  page.frame?.open(screen, withTabs: hasTabs)
}

/// Leaves tabs, macros and the handle away.
@c(page_bare)
public func pageBare() { page.frame?.view.isBare = true }

/// The part of the surface that *Play* shows, of 0…1; one that is none is left out.
@c(page_part)
public func pagePart(_ left: Float, _ bottom: Float, _ right: Float, _ top: Float) {
  guard left >= 0, bottom >= 0, right <= 1, top <= 1, right - left >= 0.01, top - bottom >= 0.01 else {
    return
  }
  page.frame?.view.part = (left, bottom, right, top)
}

/// The input are the ports of the plugins that are found, in words; `port` is played.
@c(page_plugins)
public func pagePlugins(_ port: Int32) {
  var ports: [Int] = []
  for word in page.input.buffer.split(separator: 32) {
    let number = word.reduce(0) { 48...57 ~= $1 && $0 < 65_536 ? 10 * $0 + Int($1 - 48) : 65_536 }
    if 1...65_535 ~= number { ports.append(number) }
  }
  var known = ViewModel.Page()
  (known.port, known.plugins) = (Int(port), ports)
  known.solo = page.frame?.view.model.page?.solo
  known.kinds = page.frame?.view.model.page?.kinds ?? []
  if page.frame?.view.model.page != known { page.frame?.view.model.page = known }
}

/// The input are the kinds of plugins that hear the port, in words.
@c(page_kinds)
public func pageKinds() {
  let kinds = page.frame.map { _ in page.input.buffer.split(separator: 32) } ?? []
  let known = kinds.compactMap { word -> ViewModel.Plugin? in
    switch word.first {
    case UInt8(ascii: "p"): .touch
    case UInt8(ascii: "s"): .scene
    case UInt8(ascii: "g"): .toneMatrix
    default: nil
    }
  }
  if page.frame?.view.model.page?.kinds != known { page.frame?.view.model.page?.kinds = known }
}

/// The page plays by itself. Bits of what it does: 1 keeps its sound, 2 writes a take, 4 plays one, 8 has
/// one; 16: it comes from a server that reaches plugins.
@c(page_solo)
public func pageSolo(_ bits: Int32) {
  var solo = ViewModel.Page.Solo()
  (solo.isRecording, solo.isTaking) = (bits & 1 != 0, bits & 2 != 0)
  (solo.isReplaying, solo.hasTake, solo.hasServer) = (bits & 4 != 0, bits & 8 != 0, bits & 16 != 0)
  if page.frame?.view.model.page?.solo != solo { page.frame?.view.model.page?.solo = solo }
}

/// The key in the input, by its name, was pressed.
@c(page_named)
public func pageNamed(_ seconds: Double) {
  page.frame?.handle(.named(Array(page.input.buffer)), at: seconds)
}

/// The letter or the named key in the input is let go.
@c(page_released)
public func pageReleased(_ seconds: Double) {
  page.frame?.handle(.released(Array(page.input.buffer)), at: seconds)
}

/// Phases: 0 began, 1 moved, 2 ended, 3 cancelled. Kinds: 0 mouse, 1 finger, 2 pen. Points; NaN: not known. Held
/// keys: 1 Shift, 2 Control, 4 Alt; 8: it is the other button of a mouse. The contact of a finger is `width` × `height`
/// points; a pen leans to the right by `tiltX` and toward the player by `tiltY` degrees.
@c(page_pointer)
public func pagePointer(
  _ phase: Int32, _ kind: Int32, _ id: Int32, _ x: Float, _ y: Float, _ pressure: Float, _ width: Float,
  _ height: Float, _ tiltX: Float, _ tiltY: Float, _ held: Int32, _ seconds: Double
) {
  let phases: [ViewEvent.Pointer.Phase] = [.began, .moved, .ended, .cancelled]
  let kinds: [ViewEvent.Pointer.Kind] = [.mouse, .finger, .pen]
  guard phases.indices.contains(Int(phase)), kinds.indices.contains(Int(kind)) else { return }
  var pointer = ViewEvent.Pointer(phases[Int(phase)], kinds[Int(kind)], id: id, x: x, y: y)
  pointer.pressure = pressure
  if width.isFinite && height.isFinite {
    let longer = max(width, height)
    pointer.radius = longer / 2
    (pointer.aspect, pointer.orientation) = (min(width, height) / max(longer, 1), height > width ? 0.25 : 0)
  }
  if tiltX.isFinite && tiltY.isFinite {
    let shape = SurfaceEvent.ShapeView(tiltX: tiltX / 360, tiltY: -tiltY / 360)
    (pointer.aspect, pointer.orientation) = (shape.aspect, shape.orientation)
  }
  (pointer.shift, pointer.control, pointer.alt) = (held & 1 != 0, held & 2 != 0, held & 4 != 0)
  pointer.isSecondary = held & 8 != 0
  page.frame?.handle(.pointer(pointer), at: seconds)
}

/// A mouse without a pressed button is at a point, or left.
@c(page_hover)
public func pageHover(_ isThere: Bool, _ x: Float, _ y: Float, _ alt: Bool, _ seconds: Double) {
  page.frame?.handle(isThere ? .hover(x: x, y: y, alt: alt) : .left, at: seconds)
}

@c(page_scroll)
public func pageScroll(_ x: Float, _ y: Float, _ dx: Float, _ dy: Float, _ shift: Bool, _ seconds: Double) {
  page.frame?.handle(.scroll(x: x, y: y, dx: dx, dy: dy, shift: shift), at: seconds)
}

/// A key by its index in `ViewEvent.Key`, in the order of its declaration.
@c(page_key)
public func pageKey(_ key: Int32, _ shift: Bool, _ control: Bool, _ seconds: Double) {
  let keys = ViewEvent.Key.allCases
  guard keys.indices.contains(Int(key)) else { return }
  page.frame?.handle(.key(keys[Int(key)], shift: shift, control: control), at: seconds)
}

/// The input was typed.
@c(page_text)
public func pageText(_ seconds: Double) {
  page.frame?.handle(.text(Array(page.input.buffer)), at: seconds)
}

/// The input was pasted.
@c(page_paste)
public func pagePaste(_ seconds: Double) {
  page.frame?.handle(.pasted(Array(page.input.buffer)), at: seconds)
}

/// The control at an index has the keyboard; −1: none has.
@c(page_focus)
public func pageFocus(_ index: Int32) { page.frame?.view.focus(on: Int(index)) }

/// What the server says: 0 a live frame, 1 a document, 2 a page of the library, 3 an error, 4 a plugin of
/// patches is there, 5 one of grids, 6 none, 7 one of scenes, 8 what a scene's window is told. The rest
/// stands in the input.
/// - Returns: false for a live frame of another version.
@c(page_news)
public func pageNews(_ kind: Int32, _ seconds: Double) -> Bool {
  switch kind {
  case 0: return page.frame?.show(page.input.buffer, at: seconds) ?? true
  case 1: page.frame?.read(document: Array(page.input.buffer))
  case 2: page.frame?.read(library: Array(page.input.buffer), at: seconds)
  case 3: page.frame?.read(error: Array(page.input.buffer))
  case 4: page.frame?.meet(.touch, at: seconds)
  case 5: page.frame?.meet(.toneMatrix, at: seconds)
  case 7: page.frame?.meet(.scene, at: seconds)
  case 8: page.frame?.read(scene: Array(page.input.buffer), at: seconds)
  default: page.frame?.lose()
  }
  return true
}

/// The document has this revision now.
@c(page_revision)
public func pageRevision(_ revision: UInt32, _ seconds: Double) {
  page.frame?.see(revision: revision, at: seconds)
}

/// Requests missing data.
@c(page_turn)
public func pageTurn(_ seconds: Double) { page.frame?.turn(at: seconds) }

/// Draws what has changed.
/// - Returns: how many words the draw list has; 0: nothing has changed.
@c(page_draw)
public func pageDraw() -> Int32 {
  guard page.frame?.view.isStale == true else { return 0 }
  page.frame?.draw()
  page.frame?.list.words.withUnsafeBytes { page.output.copy($0) }
  page.frame?.list.texts.withUnsafeBytes { page.texts.copy($0) }
  return Int32(page.output.count / 4)
}

/// A number that changes when another screen, menu, dialog or page of the manual opens or closes.
@c(page_layer)
public func pageLayer() -> Int32 {
  Int32(truncatingIfNeeded: page.frame?.view.layer ?? 0)
}

/// The controls as JSON.
/// - Returns: its bytes.
@c(page_controls)
public func pageControls() -> Int32 {
  guard let text = page.frame?.controlList.bytes else { return 0 }
  text.withUnsafeBytes { page.output.copy($0) }
  return Int32(page.output.count)
}

/// Returns the messages and actions since the last call.
/// - Returns: its bytes.
@c(page_wishes)
public func pageWishes() -> Int32 {
  guard let bytes = page.frame?.outbox, !bytes.isEmpty else { return 0 }
  page.frame?.emptyOutbox()
  bytes.withUnsafeBytes { page.output.copy($0) }
  return Int32(page.output.count)
}

/// The packet that says which touches are down.
/// - Returns: its bytes.
@c(page_alive)
public func pageAlive() -> Int32 {
  guard let bytes = page.frame?.alive else { return 0 }
  bytes.withUnsafeBytes { page.output.copy($0) }
  return Int32(bytes.count)
}

/// The output of the last call: words and JSON, texts of the draw list.
@c(page_output)
public func pageOutput() -> UnsafeMutableRawPointer { page.output.start }
@c(page_texts)
public func pageTexts() -> UnsafeMutableRawPointer { page.texts.start }
/// The bytes of the draw list's texts.
@c(page_letters)
public func pageLetters() -> Int32 { Int32(page.texts.count) }
