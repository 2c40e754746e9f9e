// The actions of the controls of *Settings*. Any thread.
import Controls
import Paint
import PanelModel
import RealTime
import Text
import Toolkit

extension LibraryScreens {
  mutating func press(_ action: SettingsAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .look(let index):
      let size = look.size
      panel.look = Look.all[index]
      panel.look.size = size
    case .size(let index): panel.look.size = Look.Size.allCases[index]
    case .allow:
      var text: [UInt8] = []
      for each in model.room.allow ?? [] { text += (text.isEmpty ? [] : [UInt8(ascii: ","), 32]) + each }
      ask(
        Dialog(
          .settings(.allow), "Accepted addresses, such as 192.168.1.5 or 192.168.1.0/24", "Allow",
          TextEditing(text),
          mayBeEmpty: true),
        &requests)
    case .allowAll: requests.append(.question(UTF8Text("{\"allow\": null}").bytes))
    case .allowSender(let address): allow((model.room.allow ?? []) + [address], &requests)
    case .source(let index): settings.source = index
    case .name(let index):
      ask(
        Dialog(
          .settings(action), "Name of this sender", "Rename", TextEditing(model.room.sources[index].name)),
        &requests)
    case .mirrorX(let index): requests.append(change(source: index) { $0.isMirroredX.toggle() })
    case .mirrorY(let index): requests.append(change(source: index) { $0.isMirroredY.toggle() })
    case .corners(let index): touchCorners(of: index)
    case .noCorners(let index): requests.append(change(source: index) { $0.corners = [] })
    case .tableSize(let index): askForSize(of: index, &requests)
    case .sure(let index): requests.append(change(source: index) { $0.isSure.toggle() })
    case .table: panel.opens = "table"
    case .panic: requests.append(.surface(.init(.panic)))
    case .device(let request): requests.append(.device(request))
    case .port, .quarters, .edge: break
    }
  }

  func value(of action: SettingsAction) -> ControlValue? {
    switch action {
    case .port(let port): control(port)
    case .quarters(let index): rotation(of: model.room.sources[index])
    case .edge(let index, let edge): crop(edge, of: model.room.sources[index])
    default: nil
    }
  }

  mutating func set(_ action: SettingsAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .port(let port):
      guard let control = control(port), let index = control.port else { return }
      if value != control.value { requests.append(.port(index, value)) }
    case .quarters(let index):
      // The file counts anticlockwise.
      let quarters = (4 - Int(value)) & 3
      guard model.room.sources[index].quarters != quarters else { return }
      model.room.sources[index].quarters = quarters
      settings.changed = index
    case .edge(let index, let edge):
      var crop = model.room.sources[index].crop
      crop[edge] = value / 100
      // It stays at least a hundredth wide.
      guard crop[2] - crop[0] >= 0.01, crop[3] - crop[1] >= 0.01, crop != model.room.sources[index].crop
      else {
        return
      }
      model.room.sources[index].crop = crop
      settings.changed = index
    default: break
    }
  }

  /// Does what a dialog asked.
  mutating func answer(_ action: SettingsAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .allow: allow(text, &requests)
    case .tableSize(let index): setSize(of: index, text, &requests)
    case .name(let index): requests.append(change(source: index) { $0.name = text })
    default: break
    }
  }

  /// Requests the room each second while it is shown, and writes changed settings.
  mutating func keepRoom(isOpen: Bool, at seconds: Double, _ requests: inout [PanelRequest]) {
    if let index = settings.changed {
      if !panel.isHeld && model.room.sources.indices.contains(index) {
        requests.append(change(source: index) { _ in })
        (settings.changed, settings.due) = (nil, seconds + 1)
      }
    } else if isOpen, !isSolo, seconds >= settings.due {
      // While corners are touched, each touch is to be seen.
      settings.due = seconds + (settings.corners == nil ? 1 : 0.1)
      takeCorner(&requests)
      requests.append(.question(UTF8Text("{\"room\": true}").bytes))
    }
  }

  /// A sender's entry in network.json with a change.
  func change(source index: Int, _ change: (inout ViewModel.Room.Source) -> Void) -> PanelRequest {
    var source = model.room.sources[index]
    change(&source)
    return .question(("{\"source\": \(source.words)}" as UTF8Text).bytes)
  }

  /// Addresses and blocks with commas.
  mutating func allow(_ text: [UInt8], _ requests: inout [PanelRequest]) {
    let parts = text.split { $0 == UInt8(ascii: ",") || $0 == 32 }
    allow(parts.map { Array($0) }, &requests)
  }

  private func allow(_ list: [[UInt8]], _ requests: inout [PanelRequest]) {
    requests.append(.question(question("allow", list)))
  }
}
