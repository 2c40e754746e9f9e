// Generates files from the tables of `Controls` and `Dialects` and the factory patches: Turtle, documents and
// schemas. Command-line tool; main thread.
import Controls
import Foundation

let usage = """
  usage: declare generate [DIRECTORY]    writes ttl/ and docs/ below DIRECTORY (default: here),
                                        with the patches and grids in its bundle as presets

  """

func write(_ text: String, to path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: url, options: .atomic)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("generate", 1...2):
    // The counts that the audio thread uses are those of the cases.
    precondition(Controller.count == Controller.allCases.count && Parameter.count == Parameter.allCases.count)
    precondition(TouchPort.count == TouchPort.allCases.count)
    precondition(ToneMatrixPort.count == ToneMatrixPort.allCases.count)
    precondition(ScenePort.count == ScenePort.allCases.count)
    let root = arguments.count == 2 ? arguments[1] : "."
    let patches = try FactoryDocument.all(.patch, in: root)
    let grids = try FactoryDocument.all(.grid, in: root)
    try write(manifestTurtle(patches, grids), to: "\(root)/ttl/manifest.ttl")
    try write(touchTurtle(), to: "\(root)/ttl/touch.ttl")
    try write(vocabularyTurtle(), to: "\(root)/ttl/vocabulary.ttl")
    try write(windowTurtle(), to: "\(root)/ttl/ui.ttl")
    try write(presetsTurtle(.patch, patches), to: "\(root)/ttl/presets.ttl")
    try write(toneMatrixTurtle(), to: "\(root)/ttl/tonematrix.ttl")
    try write(presetsTurtle(.grid, grids), to: "\(root)/ttl/grids.ttl")
    try write(sceneTurtle(), to: "\(root)/ttl/scene.ttl")
    try write(pedalsTurtle(), to: "\(root)/ttl/modgui.ttl")
    for page in PedalPage.all { try write(page.html, to: "\(root)/bundle/modgui/\(page.plugin).html") }
    try write(portsDocument(), to: "\(root)/docs/ports.md")
    try write(parametersDocument(), to: "\(root)/docs/parameters.md")
    let controllers = controllersDocument()
    try write(controllers, to: "\(root)/docs/controllers.md")
    try write(libraryDocument(patches), to: "\(root)/docs/library.md")
    for controller in Controller.allCases where controllers.contains(drawingName(of: controller)) {
      if let picture = drawing(of: controller) {
        try write(picture, to: "\(root)/docs/\(drawingName(of: controller))")
      }
    }
    for patch in patches {
      guard let picture = try worldPicture(patch) else { continue }
      try write(picture.text, to: "\(root)/docs/images/worlds/\(picture.name).svg")
    }
    try write(patchSchema(), to: "\(root)/docs/patch.schema.json")
    try write(setListSchema(), to: "\(root)/docs/setlist.schema.json")
    try write(concertSchema(), to: "\(root)/docs/concert.schema.json")
    try write(lessonSchema(), to: "\(root)/docs/lesson.schema.json")
    try write(commonsSchema(), to: "\(root)/docs/commons.schema.json")
    try write(commonsEntrySchema(), to: "\(root)/docs/commons-entry.schema.json")
    try write(controlsSchema(), to: "\(root)/docs/controls.schema.json")
    let stage = "\(root)/docs/guide/stage.md"
    try write(try stageDocument(String(contentsOfFile: stage, encoding: .utf8)), to: stage)
    let osc = "\(root)/docs/osc.md"
    try write(try addressDocument(String(contentsOfFile: osc, encoding: .utf8)), to: osc)
    try write(toneMatrixPortsDocument(), to: "\(root)/docs/tone-matrix-ports.md")
    try write(scenePortsDocument(), to: "\(root)/docs/scene-ports.md")
    try write(gridWordsDocument(), to: "\(root)/docs/grid-words.md")
    try write(gridSchema(), to: "\(root)/docs/grid.schema.json")
    try write(padSchema(), to: "\(root)/docs/pads.schema.json")
    try write(profileSchema(), to: "\(root)/docs/profile.schema.json")
    try write(tangibleSchema(), to: "\(root)/docs/tangible.schema.json")
    for tangible in try tangibles(in: root) {
      try write(
        tangibleDrawing(tangible.definition), to: "\(root)/docs/images/tangibles/\(tangible.name).svg")
    }
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("declare: \(error.localizedDescription)\n".utf8))
  exit(1)
}
