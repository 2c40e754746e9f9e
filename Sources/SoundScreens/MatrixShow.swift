// *Show* of *Matrix*: a player shows by playing and turning what the gesture should move, and chooses among the
// connections that are proposed. Any thread.
import Controls
import Demonstrations
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension SoundScreens {
  /// The most proposals.
  private static var proposalCount: Int { 4 }
  /// Samples a second.
  private static var sampleRate: Double { 30 }

  /// Begins a demonstration, or ends it and proposes connections.
  mutating func show() {
    guard let shown = matrix.demonstration else {
      (matrix.demonstration, matrix.proposals, matrix.sampleIsDue) = (Demonstration(), [], 0)
      (matrix.poses, matrix.playedSnapshot) = (nil, model.patch.playedSnapshot)
      return say(
        "Play the gesture and turn the knobs with it, several times back and forth. Then press Stop.")
    }
    matrix.demonstration = nil
    // Whoever chooses snapshots turns no knobs.
    matrix.poses = shown.poseProposal()
    if matrix.poses != nil { return say("") }
    let result = shown.proposals(
      most: Self.proposalCount, bases: model.patch.bases, free: model.patch.freeExpressions)
    matrix.proposals = result.proposals
    if !result.proposals.isEmpty { return say("") }
    if result.unexplained.isEmpty { return say("No knob was turned, so there is nothing to propose.") }
    var names: UTF8Text = ""
    for (index, parameter) in result.unexplained.prefix(3).enumerated() {
      names += index == 0 ? "\(parameter.title)" : ", \(parameter.title)"
    }
    say("Nothing moved together with \(names). Show it again, more often back and forth.")
  }

  /// Adds a live state to the demonstration.
  mutating func sample(_ live: LivePicture, at seconds: Double) {
    guard matrix.demonstration != nil, seconds >= matrix.sampleIsDue else { return }
    matrix.sampleIsDue = max(matrix.sampleIsDue, seconds - 1) + 1 / Self.sampleRate
    let bases = Parameter.allCases.map { panel.setting($0).base }
    let fingers = live.fingers.map { NumberedFinger(number: $0.place, x: $0.x, y: $0.y) }
    matrix.demonstration?.append(controllers: live.controllers, parameters: bases, fingers: fingers)
    let snapshot = model.patch.playedSnapshot
    if snapshot != matrix.playedSnapshot, snapshot > 0 {
      matrix.demonstration?.hold(snapshot: snapshot, controllers: live.controllers)
    }
    matrix.playedSnapshot = snapshot
    if matrix.demonstration?.isFull == true {
      show()
      isStale = true
    }
  }

  /// Adds a proposed connection to the patch.
  mutating func keep(_ place: Int, opens: Bool, _ requests: inout [PanelRequest]) {
    guard matrix.proposals.indices.contains(place) else { return }
    let proposal = matrix.proposals.remove(at: place)
    if opens { (matrix.awaited, matrix.isOverview) = (model.patch.connections.count, false) }
    requests.append(.edit(proposal.edit, revision: nil))
  }

  /// Puts the snapshots on the proposed map.
  mutating func keepPoses(_ requests: inout [PanelRequest]) {
    guard let poses = matrix.poses else { return }
    matrix.poses = nil
    for edit in poses.edits(of: model.patch) { requests.append(.edit(edit, revision: nil)) }
  }

  /// Draws the proposals above the connections.
  mutating func drawProposals(_ pass: inout ScreenPass, in area: inout Area) {
    if let poses = matrix.poses {
      drawProposal(words(of: poses), [("Keep", .keepPoses), ("Refuse", .refusePoses)], &pass, in: &area)
    }
    for (place, proposal) in matrix.proposals.enumerated() {
      drawProposal(
        words(of: proposal), [("Keep", .keep(place)), ("Edit", .edit(place)), ("Refuse", .refuse(place))],
        &pass, in: &area)
    }
  }

  private func drawProposal(
    _ words: [UInt8], _ tools: [(name: StaticString, tool: MatrixTool)], _ pass: inout ScreenPass,
    in area: inout Area
  ) {
    let line = look.target + look.gap
    let isNarrow = area.width < 640
    let height = isNarrow ? line + look.text * 1.6 : line
    let row = area.cutTop(height + look.gap).inset(look.gap * 2, look.gap / 2)
    pass.list.fill(row, look[.pane], radius: look.radius)
    var rest = row.inset(12, look.gap / 2)
    var buttons = rest
    if isNarrow {
      pass.text(words, in: rest.cutTop(look.text * 1.6), look[.text])
      buttons = rest
    } else {
      buttons = rest.cutRight(Float(tools.count) * 84)
      pass.text(words, in: rest, look[.text])
    }
    let width = min(84, buttons.width / Float(tools.count))
    for (name, tool) in tools {
      let box = buttons.cutLeft(width).inset(look.gap / 2, 0)
      pass.list.frame(box, look[.border], radius: look.radius)
      pass.button(box, UTF8Text(name).bytes, .matrix(tool), size: look.small)
    }
  }

  /// The map as a sentence.
  private func words(of poses: PoseProposal) -> [UInt8] {
    var words: UTF8Text = "Map of \(poses.places.count) snapshots: \(model.name(of: poses.x))"
    if let y = poses.y { words += ", \(model.name(of: y))" }
    return words.bytes
  }

  /// The proposal as a sentence, with the patch's names and the units that controls show.
  private func words(of proposal: ConnectionProposal) -> [UInt8] {
    let one = proposal.connection
    let (low, high) = (one.destination.text(of: one.low), one.destination.text(of: one.high))
    let percent = Int((100 * proposal.share).rounded(.down))
    let words: UTF8Text =
      "\(proposal.relation?.name.bytes ?? model.name(of: proposal.controller)) → \(one.destination.title) \(low) … \(high), explains \(percent) %"
    return words.bytes
  }
}
