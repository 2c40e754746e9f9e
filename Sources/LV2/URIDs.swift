// The numbers that this host gives to the URIs that the audio thread compares.
import CLV2

/// Mapped once at instantiation.
public struct URIDs {
  public let sequence: LV2_URID
  public let object: LV2_URID
  /// The deprecated object type that Carla still sends positions as.
  public let blank: LV2_URID
  public let int: LV2_URID
  public let long: LV2_URID
  public let float: LV2_URID
  public let double: LV2_URID
  public let midiEvent: LV2_URID
  public let surfaceEvent: LV2_URID
  public let position: LV2_URID
  public let speed: LV2_URID
  public let frame: LV2_URID
  public let bar: LV2_URID
  public let barBeat: LV2_URID
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
    surfaceEvent = map.urid("urn:tactus:vocabulary#Event")
    position = map.urid("http://lv2plug.in/ns/ext/time#Position")
    speed = map.urid("http://lv2plug.in/ns/ext/time#speed")
    frame = map.urid("http://lv2plug.in/ns/ext/time#frame")
    bar = map.urid("http://lv2plug.in/ns/ext/time#bar")
    barBeat = map.urid("http://lv2plug.in/ns/ext/time#barBeat")
    beatsPerMinute = map.urid("http://lv2plug.in/ns/ext/time#beatsPerMinute")
    beatsPerBar = map.urid("http://lv2plug.in/ns/ext/time#beatsPerBar")
    beatUnit = map.urid("http://lv2plug.in/ns/ext/time#beatUnit")
  }
}
