// The host's numbers for the URIs that the audio thread compares.
// Mapped on the host thread; read on the audio thread.
import CLV2

/// The numbers of URIs, mapped once at instantiation.
public struct URIDs {
  public let sequence: LV2_URID
  public let object: LV2_URID
  /// The deprecated object type, which Carla still uses for positions.
  public let blank: LV2_URID
  public let int: LV2_URID
  public let long: LV2_URID
  public let float: LV2_URID
  public let double: LV2_URID
  public let midiEvent: LV2_URID
  public let string: LV2_URID
  public let chunk: LV2_URID
  public let path: LV2_URID
  public let urid: LV2_URID
  public let patchSet: LV2_URID
  public let patchGet: LV2_URID
  public let patchProperty: LV2_URID
  public let patchValue: LV2_URID
  public let patchPut: LV2_URID
  public let patchBody: LV2_URID
  public let stateChanged: LV2_URID
  public let vector: LV2_URID
  /// Automation that the host is to write (Ardour's extension).
  public let automationEvent: LV2_URID
  public let automationParameter: LV2_URID
  public let automationValue: LV2_URID
  public let position: LV2_URID
  public let speed: LV2_URID
  public let frame: LV2_URID
  public let bar: LV2_URID
  public let barBeat: LV2_URID
  public let beat: LV2_URID
  public let beatsPerMinute: LV2_URID
  public let beatsPerBar: LV2_URID
  public let beatUnit: LV2_URID

  public init(_ map: LV2_URID_Map) {
    sequence = map.urid("http://lv2plug.in/ns/ext/atom#Sequence")
    object = map.urid("http://lv2plug.in/ns/ext/atom#Object")
    blank = map.urid("http://lv2plug.in/ns/ext/atom#Blank")
    int = map.urid("http://lv2plug.in/ns/ext/atom#Int")
    long = map.urid("http://lv2plug.in/ns/ext/atom#Long")
    float = map.urid("http://lv2plug.in/ns/ext/atom#Float")
    double = map.urid("http://lv2plug.in/ns/ext/atom#Double")
    midiEvent = map.urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
    chunk = map.urid("http://lv2plug.in/ns/ext/atom#Chunk")
    path = map.urid("http://lv2plug.in/ns/ext/atom#Path")
    string = map.urid("http://lv2plug.in/ns/ext/atom#String")
    urid = map.urid("http://lv2plug.in/ns/ext/atom#URID")
    patchSet = map.urid("http://lv2plug.in/ns/ext/patch#Set")
    patchGet = map.urid("http://lv2plug.in/ns/ext/patch#Get")
    patchProperty = map.urid("http://lv2plug.in/ns/ext/patch#property")
    patchValue = map.urid("http://lv2plug.in/ns/ext/patch#value")
    patchPut = map.urid("http://lv2plug.in/ns/ext/patch#Put")
    patchBody = map.urid("http://lv2plug.in/ns/ext/patch#body")
    stateChanged = map.urid("http://lv2plug.in/ns/ext/state#StateChanged")
    vector = map.urid("http://lv2plug.in/ns/ext/atom#Vector")
    automationEvent = map.urid("http://ardour.org/lv2/automate#event")
    automationParameter = map.urid("http://ardour.org/lv2/automate#parameter")
    automationValue = map.urid("http://ardour.org/lv2/automate#value")
    position = map.urid("http://lv2plug.in/ns/ext/time#Position")
    speed = map.urid("http://lv2plug.in/ns/ext/time#speed")
    frame = map.urid("http://lv2plug.in/ns/ext/time#frame")
    bar = map.urid("http://lv2plug.in/ns/ext/time#bar")
    barBeat = map.urid("http://lv2plug.in/ns/ext/time#barBeat")
    beat = map.urid("http://lv2plug.in/ns/ext/time#beat")
    beatsPerMinute = map.urid("http://lv2plug.in/ns/ext/time#beatsPerMinute")
    beatsPerBar = map.urid("http://lv2plug.in/ns/ext/time#beatsPerBar")
    beatUnit = map.urid("http://lv2plug.in/ns/ext/time#beatUnit")
  }
}
