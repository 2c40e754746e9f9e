// What the controls of *Set-up* do. Any thread.
import Controls
import Paint
import RealTime
import Text

extension View {
  mutating func press(_ action: SetupAction, _ wishes: inout [Wish]) {
    switch action {
    case .look(let index):
      let size = look.size
      look = Look.all[index]
      look.size = size
    case .size(let index): look.size = Look.Size.allCases[index]
    case .allow:
      var text: [UInt8] = []
      for each in model.room.allow ?? [] { text += (text.isEmpty ? [] : [UInt8(ascii: ","), 32]) + each }
      ask(Dialog(.allow, "Who may speak: addresses and blocks", "Allow", TextEditing(text)), &wishes)
    case .allowAll: wishes.append(.question(UTF8Text("{\"allow\": null}").bytes))
    case .allowSender(let address): allow((model.room.allow ?? []) + [address], &wishes)
    case .source(let index): setup.source = index
    case .name(let index):
      ask(
        Dialog(
          .sourceName(index), "Name of this sender", "Rename", TextEditing(model.room.sources[index].name)),
        &wishes)
    case .mirrorX(let index): wishes.append(change(source: index) { $0.isMirroredX.toggle() })
    case .mirrorY(let index): wishes.append(change(source: index) { $0.isMirroredY.toggle() })
    case .corners(let index): touchCorners(of: index)
    case .noCorners(let index): wishes.append(change(source: index) { $0.corners = [] })
    case .tableSize(let index): askForSize(of: index, &wishes)
    case .sure(let index): wishes.append(change(source: index) { $0.isSure.toggle() })
    case .table: open(.table, withTabs: true)
    case .panic: wishes.append(.surface(.init(.panic)))
    case .device(let wish): wishes.append(.device(wish))
    case .port, .quarters, .edge: break
    }
  }

  mutating func set(_ action: SetupAction, part: Float, _ wishes: inout [Wish]) {
    switch action {
    case .port(let port):
      guard let (index, _, low, high, _) = port.of(model.plugin) else { return }
      let value = (low + part * (high - low)).rounded()
      if value != self.value(port) { wishes.append(.port(index, value)) }
    case .quarters(let index):
      // The file counts anticlockwise.
      let quarters = (4 - Int((part * 4).rounded())) & 3
      guard model.room.sources[index].quarters != quarters else { return }
      model.room.sources[index].quarters = quarters
      setup.changed = index
    case .edge(let index, let edge):
      var crop = model.room.sources[index].crop
      crop[edge] = (part * 100).rounded() / 100
      // It stays at least a hundredth wide.
      guard crop[2] - crop[0] >= 0.01, crop[3] - crop[1] >= 0.01, crop != model.room.sources[index].crop
      else {
        return
      }
      model.room.sources[index].crop = crop
      setup.changed = index
    default: break
    }
  }

  /// Asks for the room each second while it is seen, and writes what a hand has set.
  mutating func keepRoom(at seconds: Double, _ wishes: inout [Wish]) {
    if let index = setup.changed {
      if grips.isEmpty && model.room.sources.indices.contains(index) {
        wishes.append(change(source: index) { _ in })
        (setup.changed, setup.due) = (nil, seconds + 1)
      }
    } else if screen == .setup, !isSolo, seconds >= setup.due {
      // While corners are touched, each touch is to be seen.
      setup.due = seconds + (setup.corners == nil ? 1 : 0.1)
      takeCorner(&wishes)
      wishes.append(.question(UTF8Text("{\"room\": true}").bytes))
    }
  }

  /// A sender's entry in network.json with a change.
  func change(source index: Int, _ change: (inout ViewModel.Room.Source) -> Void) -> Wish {
    var source = model.room.sources[index]
    change(&source)
    return .question(("{\"source\": \(source.words)}" as UTF8Text).bytes)
  }

  /// Addresses and blocks with commas.
  mutating func allow(_ text: [UInt8], _ wishes: inout [Wish]) {
    let parts = text.split { $0 == UInt8(ascii: ",") || $0 == 32 }
    allow(parts.map { Array($0) }, &wishes)
  }

  private func allow(_ list: [[UInt8]], _ wishes: inout [Wish]) {
    wishes.append(.question(question("allow", list)))
  }
}
