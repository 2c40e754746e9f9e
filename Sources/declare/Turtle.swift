// Parts of every Turtle file: prefixes and literals; writes the manifest and the vocabulary. Main thread.
import Controls
import Foundation

/// Prefixes in the order in which they are written.
private let prefixes: [(String, String)] = [
  ("atom", "http://lv2plug.in/ns/ext/atom#"),
  ("auto", "http://ardour.org/lv2/automate#"),
  ("bufsz", "http://lv2plug.in/ns/ext/buf-size#"),
  ("doap", "http://usefulinc.com/ns/doap#"),
  ("foaf", "http://xmlns.com/foaf/0.1/"),
  ("lv2", "http://lv2plug.in/ns/lv2core#"),
  ("midi", "http://lv2plug.in/ns/ext/midi#"),
  ("modgui", "http://moddevices.com/ns/modgui#"),
  ("opts", "http://lv2plug.in/ns/ext/options#"),
  ("owl", "http://www.w3.org/2002/07/owl#"),
  ("param", "http://lv2plug.in/ns/ext/parameters#"),
  ("patch", "http://lv2plug.in/ns/ext/patch#"),
  ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
  ("pprops", "http://lv2plug.in/ns/ext/port-props#"),
  ("pset", "http://lv2plug.in/ns/ext/presets#"),
  ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
  ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
  ("rsz", "http://lv2plug.in/ns/ext/resize-port#"),
  ("state", "http://lv2plug.in/ns/ext/state#"),
  ("time", "http://lv2plug.in/ns/ext/time#"),
  ("ui", "http://lv2plug.in/ns/extensions/ui#"),
  ("units", "http://lv2plug.in/ns/extensions/units#"),
  ("urid", "http://lv2plug.in/ns/ext/urid#"),
  ("work", "http://lv2plug.in/ns/ext/worker#"),
]

/// A file's head, which names its source and defines the prefixes that `body` uses, followed by `body`.
func turtle(_ body: String, from source: String = "Sources/Controls") -> String {
  let used = prefixes.filter { body.contains("\($0.0):") }
  return "# Written by `declare` from \(source); edit there.\n"
    + used.map { "@prefix \($0.0): <\($0.1)> .\n" }.joined() + "\n" + body
}

/// A text as a Turtle string.
func literal(_ text: String) -> String {
  var escaped = text
  for (character, escape) in [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r")] {
    escaped = escaped.replacingOccurrences(of: character, with: escape)
  }
  return "\"\(escaped)\""
}

/// A number as the shortest Turtle decimal that reads back.
func decimal(_ value: Float) -> String {
  value == value.rounded() && value.magnitude < 1e7 ? "\(Int(value)).0" : "\(value)"
}

/// The properties that all plugins have, of the project and its maintainers.
///
/// The project has no address of its own yet. `tactus.invalid` stands for it here and in `packaging`: a name
/// under `.invalid` belongs to no network, and never will (RFC 2606). A publisher replaces it in all of
/// these; `test_the_address_is_the_same_everywhere` finds one that is left.
let projectLines = """
  	doap:license <https://opensource.org/licenses/ISC> ;
  	doap:maintainer [ a foaf:Person ; foaf:name "The Tactus maintainers" ; \
  foaf:mbox <mailto:maintainers@tactus.invalid> ; foaf:homepage <https://tactus.invalid/> ] ;
  	lv2:project <urn:tactus> ;
  """

/// The feature of hosts that move their knobs where a plugin asks for it, by both of its names.
let knobFeature =
  "<http://kxstudio.sf.net/ns/lv2ext/control-input-port-change-request> , "
  + "<http://kx.studio/ns/lv2ext/control-input-port-change-request>"

/// The options that all plugins follow, also while they exist.
let optionLines = """
  	lv2:optionalFeature opts:options ;
  	lv2:extensionData opts:interface ;
  	opts:supportedOption param:sampleRate , bufsz:minBlockLength , bufsz:maxBlockLength , \
  bufsz:nominalBlockLength ;
  """

/// The properties that a host may set and read by messages. They are texts of documents, so they are no
/// `lv2:Parameter` that a host lists as a knob.
func messageLines(whole: String, alsoWritable: [String] = [], alsoReadable: [String] = []) -> String {
  let (both, readable) = ([whole, "edit", "library"], ["error"] + alsoReadable)
  func list(_ names: [String]) -> String {
    names.map { "<urn:tactus:vocabulary#\($0)>" }.joined(separator: " , ")
  }
  return "\tpatch:writable \(list(both + alsoWritable)) ;\n\tpatch:readable \(list(both + readable)) ;"
}

/// The bundle's manifest.
func manifestTurtle(_ patches: [FactoryDocument], _ grids: [FactoryDocument]) -> String {
  turtle(
    """
    <urn:tactus:touch> a lv2:Plugin , lv2:InstrumentPlugin ;
    	lv2:binary <tactus.so> ;
    	rdfs:seeAlso <touch.ttl> , <vocabulary.ttl> , <modgui.ttl> .

    <urn:tactus:tonematrix> a lv2:Plugin , lv2:MIDIPlugin , lv2:GeneratorPlugin ;
    	lv2:binary <tactus.so> ;
    	rdfs:seeAlso <tonematrix.ttl> , <vocabulary.ttl> , <modgui.ttl> .

    <urn:tactus:tonematrix-multi> a lv2:Plugin , lv2:MIDIPlugin , lv2:GeneratorPlugin ;
    	lv2:binary <tactus.so> ;
    	rdfs:seeAlso <tonematrix.ttl> , <vocabulary.ttl> .

    <urn:tactus:scene> a lv2:Plugin , lv2:InstrumentPlugin ;
    	lv2:binary <tactus.so> ;
    	rdfs:seeAlso <scene.ttl> , <vocabulary.ttl> , <modgui.ttl> .

    <urn:tactus:vocabulary> rdfs:seeAlso <vocabulary.ttl> .

    <urn:tactus:touch#ui> a ui:X11UI ;
    	lv2:binary <tactus_ui.so> ;
    	rdfs:seeAlso <ui.ttl> .

    <urn:tactus:tonematrix#ui> a ui:X11UI ;
    	lv2:binary <tactus_ui.so> ;
    	rdfs:seeAlso <ui.ttl> .

    <urn:tactus:scene#ui> a ui:X11UI ;
    	lv2:binary <tactus_ui.so> ;
    	rdfs:seeAlso <ui.ttl> .


    """ + presetsIndex(patches) + "\n" + presetsIndex(grids))
}

/// The windows of the plugins.
func windowTurtle() -> String {
  func window(_ plugin: String, alsoOf others: [String] = [], _ port: Symbol) -> String {
    let notifications = ([plugin] + others).map {
      """
      [
      		ui:plugin <urn:tactus:\($0)> ;
      		lv2:symbol "\(port.string)" ;
      		ui:protocol atom:eventTransfer
      	]
      """
    }
    return """
      <urn:tactus:\(plugin)#ui> a ui:X11UI ;
      	lv2:requiredFeature urid:map , ui:parent ;
      	lv2:optionalFeature ui:idleInterface , ui:resize , ui:touch , \(plugin == "touch" ? "ui:requestValue , " : "")opts:options ;
      	lv2:extensionData ui:idleInterface , opts:interface ;
      	opts:supportedOption ui:scaleFactor , ui:updateRate ;
      	ui:portNotification \(notifications.joined(separator: " , ")) .

      """
  }
  return turtle(
    window("touch", TouchPort.notify.spec.symbol) + "\n"
      + window("tonematrix", alsoOf: ["tonematrix-multi"], ToneMatrixPort.midiOut.spec.symbol) + "\n"
      + window("scene", ScenePort.notify.spec.symbol))
}

/// Our own terms, declared so that validators and hosts know them.
func vocabularyTurtle() -> String {
  turtle(
    """
    <urn:tactus:vocabulary> a owl:Ontology ;
    	rdfs:label "Tactus vocabulary" ;
    	rdfs:comment "Terms of the Tactus plugins." .

    <urn:tactus> a doap:Project ;
    	doap:name "Tactus" ;
    	doap:shortdesc "Many fingers become sound" .

    <urn:tactus:vocabulary#Event> a rdfs:Class ;
    	rdfs:subClassOf atom:Atom ;
    	rdfs:label "Touch event" ;
    	rdfs:comment "One event of a touch surface or of a thing near it. The body is seven 32-bit words in \
    native byte order: kind (1 began, 2 moved, 3 ended, 4 panic; 5 shape, 6 token, 7 token lifted, 8 motion, \
    9 pad, 10 macro, 11 hold, 12 source, 13 part of its name; 16 withdrawn, 17 outline of a token, \
    18 base value of a parameter: docs/osc.md), source, id (integers), x, y, pressure, radius (floats, NaN where \
    not sent)." .

    <urn:tactus:vocabulary#Packet> a rdfs:Class ;
    	rdfs:subClassOf atom:Atom ;
    	rdfs:label "OSC packet" ;
    	rdfs:comment "A packet of OSC 1.0: a request of a window about the document, at the addresses of docs/osc.md." .

    <urn:tactus:vocabulary#Hello> a rdfs:Class ;
    	rdfs:subClassOf atom:Atom ;
    	rdfs:label "Window hello" ;
    	rdfs:comment "Sent twice a second by an open window: the sections that it shows, in twelve 32-bit words \
    (docs/live-frame.md)." .

    <urn:tactus:vocabulary#LiveFrame> a rdfs:Class ;
    	rdfs:subClassOf atom:Atom ;
    	rdfs:label "Live frame" ;
    	rdfs:comment "The state of the performance, for windows that have said hello: 32-bit words in \
    little-endian order, at most 4.5 kB (docs/live-frame.md)." .

    <urn:tactus:vocabulary#patch> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Patch" ;
    	rdfs:comment "The whole sound as a JSON text. Saved in the state; a patch:Set of it plays another \
    patch." .

    <urn:tactus:vocabulary#sample> a lv2:Parameter ;
    	rdfs:range atom:Path ;
    	rdfs:label "Add a sample" ;
    	rdfs:comment "A WAV file that a patch:Set adds to the samples of the patch." .

    <urn:tactus:vocabulary#wavetable> a lv2:Parameter ;
    	rdfs:range atom:Path ;
    	rdfs:label "Wavetable" ;
    	rdfs:comment "A WAV file of single cycles that a patch:Set makes the wavetable of the patch." .

    <urn:tactus:vocabulary#grid> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Grid" ;
    	rdfs:comment "All tracks and patterns as a JSON text. Saved in the state; a patch:Set of it plays \
    another grid." .

    <urn:tactus:vocabulary#scene> a lv2:Parameter ;
    	rdfs:range atom:Path ;
    	rdfs:label "Scene" ;
    	rdfs:comment "The Pure Data patch, or the folder of one, that plays. Saved in the state; a patch:Set \
    of it plays another one, and an empty path none." .

    <urn:tactus:vocabulary#scene_state> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene state" ;
    	rdfs:comment "What the scene does, in a sentence, with the last lines of its console." .

    <urn:tactus:vocabulary#scene_values> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene values" ;
    	rdfs:comment "What widgets of the scene have, as a JSON object of their names. Saved in the state; a \
    patch:Set of it moves them." .

    <urn:tactus:vocabulary#scene_widgets> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene widgets" ;
    	rdfs:comment "A piece of the patch that has the widgets alone: its place and the length of the whole, \
    a line end, the piece." .

    <urn:tactus:vocabulary#scene_console> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene console" ;
    	rdfs:comment "Lines that Pd has printed since the last such text." .

    <urn:tactus:vocabulary#scene_recording> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene recording" ;
    	rdfs:comment "The name of the file that is being recorded; empty: none." .

    <urn:tactus:vocabulary#scene_background> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene background" ;
    	rdfs:comment "The path of the background that the patch has chosen, without its ending; none: there is \
    none; empty: the scene's own." .

    <urn:tactus:vocabulary#scene_shelf> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene shelf" ;
    	rdfs:comment "A question about the folders of scenes as a JSON object, and a piece of the answer." .

    <urn:tactus:vocabulary#scene_name> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene name" ;
    	rdfs:comment "The scene's path in the folders of scenes, or the last part of its path. Saved in the \
    state." .

    <urn:tactus:vocabulary#scene_parcel> a rdf:Property ;
    	rdfs:range atom:Path ;
    	rdfs:label "Scene parcel" ;
    	rdfs:comment "The scene as a zip file. Saved in the state." .

    <urn:tactus:vocabulary#scene_memory> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene memory" ;
    	rdfs:comment "What the patch itself keeps, as a JSON list of lists. Saved in the state." .

    <urn:tactus:vocabulary#scene_version> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene version" ;
    	rdfs:comment "The version of Pure Data with which the state was saved." .

    <urn:tactus:vocabulary#scene_data> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene data" ;
    	rdfs:comment "Identifies the scene's data folder, so that it is found again after the scene was moved. Saved in the state." .

    <urn:tactus:vocabulary#scene_controls> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Scene controls" ;
    	rdfs:comment "What the ports p_01 to p_16 move, as a JSON list of objects with name, low, high and \
    position." .

    <urn:tactus:vocabulary#playing> a rdf:Property ;
    	rdfs:range atom:Vector ;
    	rdfs:label "Playing" ;
    	rdfs:comment "What a layer of the grid plays: four integers, layer, pattern and column from 1 \
    (column 0: none), and a bit for each row struck in it." .

    <urn:tactus:vocabulary#edit> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Edit" ;
    	rdfs:comment "One change to the patch or grid as a JSON text, for patch:Set." .

    <urn:tactus:vocabulary#library> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Library" ;
    	rdfs:comment "Requests of a window about the documents on the disk, and answers, as JSON texts." .

    <urn:tactus:vocabulary#setlist> a rdf:Property ;
    	rdfs:label "Set list" ;
    	rdfs:comment "The set list that an instance follows: the name of its file." ;
    	rdfs:range atom:String .

    <urn:tactus:vocabulary#setlist_place> a rdf:Property ;
    	rdfs:label "Set list place" ;
    	rdfs:comment "The patch of the set list that was loaded last, from 1; 0: none yet." ;
    	rdfs:range atom:Int .

    <urn:tactus:vocabulary#program> a rdf:Property ;
    	rdfs:range atom:Int ;
    	rdfs:label "Program" ;
    	rdfs:comment "The MIDI Program Change that came last, kept in the state: only another one selects a \
    patch." .

    <urn:tactus:vocabulary#sent> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Sent values" ;
    	rdfs:comment "The values that hold in place of those of ports, because OSC, a page or a learned controller \
    sent them: a JSON object of symbols and numbers. Saved in the state." .

    <urn:tactus:vocabulary#loops> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Loops" ;
    	rdfs:comment "The layers of the looper with their touches, as a JSON text. Saved in the state while one is \
    filled or set." .

    <urn:tactus:vocabulary#sound_1> a rdf:Property ;
    	rdfs:range atom:Path ;
    	rdfs:label "Sound file" ;
    	rdfs:comment "A copy of a sound file of the patch, found by its hash. Saved in the state, with sound_2 to \
    sound_33 for others." .

    <urn:tactus:vocabulary#error> a rdf:Property ;
    	rdfs:range atom:String ;
    	rdfs:label "Error" ;
    	rdfs:comment "Why a patch, a grid or an edit was refused, and where." .

    <http://ardour.org/lv2/midnam#interface> a lv2:ExtensionData ;
    	rdfs:label "MIDNAM interface" ;
    	rdfs:comment "Names of notes and controllers, for hosts that ask." .

    <http://harrisonconsoles.com/lv2/inlinedisplay#interface> a lv2:ExtensionData ;
    	rdfs:label "Inline display" ;
    	rdfs:comment "A small picture, for hosts that show one in a mixer strip." .

    <http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw> a lv2:Feature ;
    	rdfs:label "Draws inline displays" ;
    	rdfs:comment "The host draws the small picture again when it is asked to." .

    <http://kxstudio.sf.net/ns/lv2ext/control-input-port-change-request> a lv2:Feature ;
    	rdfs:label "Moves knobs" ;
    	rdfs:comment "The host moves its knobs where a plugin asks for it." .

    <http://kx.studio/ns/lv2ext/control-input-port-change-request> a lv2:Feature ;
    	rdfs:label "Moves knobs" ;
    	rdfs:comment "The same by its newer name." .

    modgui:gui a rdf:Property ;
    	rdfs:label "Pedal" ;
    	rdfs:comment "How web interfaces of pedal boards show the plugin." .

    modgui:resourcesDirectory a rdf:Property ;
    	rdfs:label "Resources" ;
    	rdfs:comment "The folder of its files." .

    modgui:iconTemplate a rdf:Property ;
    	rdfs:label "Page" ;
    	rdfs:comment "The page of the pedal." .

    modgui:stylesheet a rdf:Property ;
    	rdfs:label "Style sheet" ;
    	rdfs:comment "The style of the page." .

    modgui:screenshot a rdf:Property ;
    	rdfs:label "Picture" ;
    	rdfs:comment "A picture of the pedal." .

    modgui:thumbnail a rdf:Property ;
    	rdfs:label "Small picture" ;
    	rdfs:comment "A small picture of the pedal." .

    modgui:brand a rdf:Property ;
    	rdfs:label "Brand" ;
    	rdfs:comment "The maker's name on the pedal." .

    modgui:label a rdf:Property ;
    	rdfs:label "Label" ;
    	rdfs:comment "The plugin's name on the pedal." .

    modgui:port a rdf:Property ;
    	rdfs:label "Knob" ;
    	rdfs:comment "A port that the pedal shows." .

    auto:canWriteAutomatation a lv2:Feature ;
    	rdfs:label "Writes automation" ;
    	rdfs:comment "The host writes automation that the plugin tells it of." .

    auto:automationControl a rdfs:Class ;
    	rdfs:subClassOf atom:Atom ;
    	rdfs:label "Automation control" ;
    	rdfs:comment "Automation that the host is to write." .

    auto:automationControlled a lv2:PortProperty ;
    	rdfs:label "Controlled by automation events" ;
    	rdfs:comment "The plugin tells values of this port." .

    """)
}
