// The world of a patch as text: read, written, refused, edited, compiled.
import TestSupport
import Testing
import Text

@testable import Patches

private let sandbox = #"""
  {"version": 1, "world": {
    "room": [4, 3], "touch": "push", "bodies": [
      {"number": 1, "name": "Volume", "shape": "circle", "size": 0.25, "at": [0.7, 0.25],
       "colour": "#3a8f4d"},
      {"number": 3, "shape": "box", "size": [0.3, 0.2], "at": [3.3, 1.5], "pin": "turn"},
      {"shape": "box", "size": 0.15, "at": [1, 2], "density": 4, "bounce": 0.5}],
    "springs": [{"from": 2, "to": [3.3, 1.5], "hertz": 1.5, "damping": 0.02}, {"from": 1, "to": 3}],
    "fields": [{"kind": "orbit", "at": [2, 1.5], "strength": 3}],
    "zones": [{"name": "goal", "region": [0, 1, 0.3, 2]}]}}
  """#

struct PatchWorldTests {
  @Test func aWorldIsReadAndWrittenAgain() throws {
    let (patch, warnings) = try read(sandbox)
    #expect(warnings.isEmpty)
    let world = patch.world
    #expect(world.bodies.count == 3 && world.springs.count == 2 && world.fields.count == 1)
    #expect(world.bodies[0].body.halfWidth == 0.25 && string(world.bodies[0].name) == "Volume")
    #expect(world.bodies[1].body.pin == .turn && world.bodies[1].body.halfHeight == 0.2)
    #expect(world.springs[1].spring.to == 2 && world.springs[0].spring.to == -1)
    let back = try read(patch.write()).patch
    #expect(back == patch && back.write() == patch.write())
    let compiled = try patch.compile()
    #expect(compiled.hasWorld && compiled.world.bodyCount == 3 && compiled.world.zoneCount == 1)
    #expect(compiled.world.touch == .push)
    let none = try PatchDocument().compile()
    #expect(!none.hasWorld)
  }

  @Test(arguments: [
    (#"{"bodies": [{"shape": "circle"}]}"#, "world.bodies[0]: at is missing"),
    (#"{"bodies": [{"at": [1]}]}"#, "world.bodies[0].at: must be two numbers: x, y"),
    (#"{"bodies": [{"at": [1, 1], "shape": "star"}]}"#, "world.bodies[0].shape"),
    (#"{"bodies": [{"at": [1, 1], "pin": "swing"}]}"#, "world.bodies[0]: pivot is missing"),
    (
      #"{"bodies": [{"at": [1, 1], "number": 2}, {"at": [2, 1], "number": 2}]}"#,
      "world.bodies[1]: number 2 is that of body 1"
    ),
    (
      #"{"bodies": [{"at": [1, 1]}], "springs": [{"from": 1, "to": 2}]}"#,
      "world.springs[0].to: there is no body 2"
    ),
    (#"{"springs": [{"from": 1, "to": [1, 1]}]}"#, "world.springs[0].from: there is no body 1"),
    (
      #"{"bodies": [{"at": [1, 1]}], "springs": [{"from": 1, "to": 1}]}"#,
      "world.springs[0]: hangs a body on itself"
    ),
    (#"{"fields": [{"strength": 1}]}"#, "world.fields[0]: kind is missing"),
    (#"{"zones": [{"region": [2, 0, 1, 1]}]}"#, "world.zones[0].region: left is not below right"),
    (#"{"bodies": [{"at": [1, 1], "colour": "red"}]}"#, "world.bodies[0].colour: must be a colour"),
    (#"{"bodies": [{"at": [1, 1], "size": [1, 1]}]}"#, "world.bodies[0].size: must be a number"),
    (#"{"room": 4}"#, "world.room"),
  ])
  func mistakesAreRefusedWithTheirPlace(_ world: String, _ message: String) {
    let error = refusal { () throws(DocumentError) in
      try read("{\"version\": 1,\n \"world\": " + world + "}")
    }
    #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "none")")
    #expect(error?.line == 2)
  }

  @Test func numbersOutOfRangeAreClampedWithAWarning() throws {
    let (patch, warnings) = try read(
      #"{"version": 1, "world": {"bodies": [{"at": [9, -1], "size": 100, "density": 0}]}}"#)
    #expect(warnings.count == 4)
    let body = patch.world.bodies[0].body
    #expect(body.x == 4 && body.y == 0 && body.halfWidth == 1.5 && body.density == 0.01)
    let thrown = try read(
      #"{"version": 1, "world": {"bodies": [{"at": [1, 1], "size": 0, "speed": [1000000, -1000000]}]}}"#)
    let other = thrown.patch.world.bodies[0].body
    #expect(thrown.warnings.count == 3 && thrown.warnings.allSatisfy { $0.line == 1 })
    #expect(other.halfWidth == 0.02 && other.speedX == 10 && other.speedY == -10)
  }

  @Test func sixtyFiveBodiesAreTooMany() {
    let many = Array(repeating: #"{"at": [1, 1]}"#, count: 65).joined(separator: ",")
    let error = refusal { () throws(DocumentError) in
      try read(#"{"version": 1, "world": {"bodies": ["# + many + "]}}")
    }
    #expect(error?.text == "world.bodies: has 65 bodies, more than 64")
  }

  @Test func editsAddMoveReplaceAndRemove() throws {
    var patch = try read(sandbox).patch
    try patch.apply(#"{"body": {"shape": "circle", "size": 0.1, "at": [2, 2], "number": 5}}"#)
    #expect(patch.world.bodies.count == 4 && patch.world.bodies[3].body.number == 5)
    try patch.apply(#"{"move_body": {"place": 4, "at": [1.5, 1]}}"#)
    #expect(patch.world.bodies[3].body.x == 1.5)
    try patch.apply(#"{"body": {"place": 4, "shape": "box", "size": [0.2, 0.1], "at": [2, 2], "number": 5}}"#)
    #expect(patch.world.bodies.count == 4 && patch.world.bodies[3].body.shape == .box)
    try patch.apply(#"{"spring": {"from": 4, "to": 1, "hertz": 2}}"#)
    try patch.apply(#"{"field": {"kind": "wind", "strength": 2}}"#)
    #expect(patch.world.springs.count == 3 && patch.world.fields.count == 2)
    // With the first body goes what hangs on it; the others keep their springs.
    try patch.apply(#"{"remove_body": 1}"#)
    #expect(patch.world.bodies.count == 3 && patch.world.springs.count == 1)
    #expect(patch.world.springs[0].spring.from == 0)
    try patch.apply(#"{"remove_spring": 1}"#)
    try patch.apply(#"{"remove_field": 2}"#)
    #expect(patch.world.springs.isEmpty && patch.world.fields.count == 1)
    let error = refusal { () throws(DocumentError) in try patch.apply(#"{"remove_body": 7}"#) }
    #expect(error?.text == "remove_body: there is no body 7: there are 3")
    let before = patch
    for edit in [#"{"spring": {"from": 9, "to": 1}}"#, #"{"spring": {"from": 1, "to": 9}}"#] {
      let error = refusal { () throws(DocumentError) in try patch.apply(edit) }
      #expect(error?.text.contains("there is no body 9") == true && patch == before, "\(error?.text ?? edit)")
    }
  }

  @Test func anEditTakesTheWorldOfAnotherPatch() throws {
    var patch = PatchDocument()
    patch[.filterCutoff].base = 321
    let other = try read(sandbox).patch
    let words = DocumentVisitor.text(of: other.world, beside: PatchWorld())
    try patch.apply("{\"world\": \(string(words))}")
    #expect(patch.world == other.world && patch[.filterCutoff].base == 321)
    try patch.apply(#"{"world": {}}"#)
    #expect(patch.world == PatchWorld())
  }

  @Test func typedEditsSayTheSameAsTheirText() throws {
    let other = try read(sandbox).patch.world
    let edits: [PatchEdit] = [
      .body(place: nil, other.bodies[0]), .body(place: 1, other.bodies[2]), .moveBody(place: 1, x: 1, y: 2),
      .body(place: nil, other.bodies[1]), .spring(place: nil, other.springs[0]), .removeSpring(place: 1),
      .field(place: nil, other.fields[0]), .removeField(place: 1), .removeBody(place: 2),
    ]
    var (typed, told) = (PatchDocument(), PatchDocument())
    for edit in edits {
      try typed.apply(edit)
      try told.apply(edit: edit.text)
      #expect(typed == told, "\(string(edit.text))")
    }
    #expect(typed.world.bodies.count == 1)
  }

  @Test func tokensHaveASizeWithinItsRange() throws {
    for (text, size) in [("0.35", 0.35), ("0", 0.02), ("9", 1.5)] as [(String, Float)] {
      let (patch, warnings) = try read(
        "{\"version\": 1, \"world\": {\"token_size\": \(text), \"bodies\": [{\"at\": [1, 1]}]}}")
      let compiled = try patch.compile()
      #expect(compiled.world.tokenSize == size, "\(text)")
      #expect(warnings.count == (text == "0.35" ? 0 : 1))
    }
  }

  @Test func theRoomComesBeforeTheOtherParts() throws {
    var patch = try read(#"{"version": 1, "parts": [{"name": "left", "region": [0, 0, 0.5, 1]}]}"#).patch
    let old = patch.parts
    try patch.apply("{\"parts\": \(string(patch.partsWithSandbox))}")
    #expect(patch.parts.count == 2 && patch.parts[0].playsWorld && patch.parts[1] == old[0])
    #expect(patch.parts[0].region.bottom == 0.4 && patch.parts[0].region.top == 1)
  }

  @Test func aPlayerAtEachSideOfTheTableSeesTheRoomUpright() throws {
    for quarters in 0..<4 {
      let part = try read(
        "{\"version\": 1, \"parts\": [{\"region\": [0.2, 0.4, 0.6, 0.8], \"quarters\": \(quarters)}]}"
      ).patch.parts[0]
      for (x, y) in [(0, 0), (1, 0), (0.25, 0.75), (0.9, 0.3)] as [(Float, Float)] {
        let inRegion = part.turnedBack(x, y)
        let seen = part.point(0.2 + 0.4 * inRegion.x, 0.4 + 0.4 * inRegion.y)
        #expect(abs(seen.x - x) < 1e-5 && abs(seen.y - y) < 1e-5, "\(quarters): \(x) \(y)")
      }
    }
  }

  @Test func aPartPlaysTheWorld() throws {
    let patch = try read(#"{"version": 1, "parts": [{"region": [0, 0.5, 1, 1], "plays": "world"}]}"#).patch
    #expect(patch.parts[0].playsWorld)
    let compiled = try patch.compile()
    #expect(compiled.parts[0].isSilent && compiled.parts[0].playsWorld)
    #expect(try read(patch.write()).patch == patch)
  }
}
