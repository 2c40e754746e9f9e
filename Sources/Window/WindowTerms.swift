// The host's numbers for the URIs that a window uses. The host's thread for windows.
import CLV2
import LV2

/// Mapped once when a window opens.
struct WindowTerms {
  let eventTransfer, object, string, urid, float: LV2_URID
  let patchGet, patchSet, patchProperty, patchValue, patchPut, patchBody: LV2_URID
  let event, packet, hello, liveFrame: LV2_URID
  /// A whole document; one edit; an error; what concerns the library.
  let document, edit, error, library: LV2_URID
  let scaleFactor, updateRate: LV2_URID
  /// Of a scene: its path, what it does, what Pd prints, its page, what widgets have, the folders, the file
  /// of a recording.
  let path, scene, sceneState, sceneConsole, sceneWidgets, sceneValues, sceneShelf, sceneRecording: LV2_URID
  /// The parameters of a sample and of the wavetable.
  let sample, wavetable: LV2_URID
  /// The picture that the patch has chosen.
  let sceneBackground: LV2_URID

  init(_ map: LV2_URID_Map, isTouch: Bool) {
    eventTransfer = map.urid("http://lv2plug.in/ns/ext/atom#eventTransfer")
    object = map.urid("http://lv2plug.in/ns/ext/atom#Object")
    string = map.urid("http://lv2plug.in/ns/ext/atom#String")
    urid = map.urid("http://lv2plug.in/ns/ext/atom#URID")
    float = map.urid("http://lv2plug.in/ns/ext/atom#Float")
    patchGet = map.urid("http://lv2plug.in/ns/ext/patch#Get")
    patchSet = map.urid("http://lv2plug.in/ns/ext/patch#Set")
    patchProperty = map.urid("http://lv2plug.in/ns/ext/patch#property")
    patchValue = map.urid("http://lv2plug.in/ns/ext/patch#value")
    patchPut = map.urid("http://lv2plug.in/ns/ext/patch#Put")
    patchBody = map.urid("http://lv2plug.in/ns/ext/patch#body")
    event = map.urid("urn:tactus:vocabulary#Event")
    packet = map.urid("urn:tactus:vocabulary#Packet")
    hello = map.urid("urn:tactus:vocabulary#Hello")
    liveFrame = map.urid("urn:tactus:vocabulary#LiveFrame")
    document = map.urid(isTouch ? "urn:tactus:vocabulary#patch" : "urn:tactus:vocabulary#grid")
    edit = map.urid("urn:tactus:vocabulary#edit")
    error = map.urid("urn:tactus:vocabulary#error")
    library = map.urid("urn:tactus:vocabulary#library")
    path = map.urid("http://lv2plug.in/ns/ext/atom#Path")
    scene = map.urid("urn:tactus:vocabulary#scene")
    sceneState = map.urid("urn:tactus:vocabulary#scene_state")
    sceneConsole = map.urid("urn:tactus:vocabulary#scene_console")
    sceneRecording = map.urid("urn:tactus:vocabulary#scene_recording")
    sceneBackground = map.urid("urn:tactus:vocabulary#scene_background")
    sceneWidgets = map.urid("urn:tactus:vocabulary#scene_widgets")
    sceneValues = map.urid("urn:tactus:vocabulary#scene_values")
    sceneShelf = map.urid("urn:tactus:vocabulary#scene_shelf")
    sample = map.urid("urn:tactus:vocabulary#sample")
    wavetable = map.urid("urn:tactus:vocabulary#wavetable")
    scaleFactor = map.urid("http://lv2plug.in/ns/extensions/ui#scaleFactor")
    updateRate = map.urid("http://lv2plug.in/ns/extensions/ui#updateRate")
  }
}
