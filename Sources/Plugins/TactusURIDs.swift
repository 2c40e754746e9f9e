// The host's numbers for our own URIs, and the events with these URIs. Audio thread, except `init`.
import CLV2
import LV2
import RealTime
import Scene
import Text

/// Mapped once at instantiation; the URIs are those of ttl/vocabulary.ttl.
struct TactusURIDs {
  /// A touch, as an event atom.
  let surfaceEvent: LV2_URID
  /// A whole patch, one edit, an error message.
  let patch: LV2_URID
  let edit: LV2_URID
  let error: LV2_URID
  /// A whole grid, and its playing positions.
  let grid: LV2_URID
  let playing: LV2_URID
  /// The path of a scene, and what it does.
  let scene: LV2_URID
  let sceneState: LV2_URID
  /// Values of widgets; a piece of the page; the controls that the ports move.
  let sceneValues, sceneWidgets, sceneControls: LV2_URID
  /// Lines that Pd has printed; the folders of scenes; the file of a recording; the patch's background.
  let sceneConsole, sceneShelf, sceneRecording, sceneBackground: LV2_URID
  /// In a session: a scene's name, its zip file, what its patch keeps, and the version of Pd.
  let sceneName, sceneParcel, sceneMemory, sceneVersion, sceneData: LV2_URID
  /// The path of a sound file that becomes a sample or the wavetable.
  let sample, wavetable: LV2_URID
  /// A library request of a window, and the answer.
  let library: LV2_URID
  /// An OSC packet of a window.
  let packet: LV2_URID
  /// The hello of a window, and its live frame.
  let hello: LV2_URID
  let liveFrame: LV2_URID
  /// The last Program Change, and the values that were sent in place of those of ports.
  let program: LV2_URID
  let sent: LV2_URID
  /// The layers of the looper.
  let loops: LV2_URID
  /// The set list that is followed, and the index in it.
  let setList: LV2_URID
  let setListPlace: LV2_URID
  /// The sound files of a session: those of the samples, and the wavetable.
  var sounds = InlineArray<33, LV2_URID>(repeating: 0)

  init(_ map: LV2_URID_Map) {
    surfaceEvent = map.urid("urn:tactus:vocabulary#Event")
    patch = map.urid("urn:tactus:vocabulary#patch")
    edit = map.urid("urn:tactus:vocabulary#edit")
    error = map.urid("urn:tactus:vocabulary#error")
    grid = map.urid("urn:tactus:vocabulary#grid")
    playing = map.urid("urn:tactus:vocabulary#playing")
    scene = map.urid("urn:tactus:vocabulary#scene")
    sceneState = map.urid("urn:tactus:vocabulary#scene_state")
    sceneValues = map.urid("urn:tactus:vocabulary#scene_values")
    sceneWidgets = map.urid("urn:tactus:vocabulary#scene_widgets")
    sceneControls = map.urid("urn:tactus:vocabulary#scene_controls")
    sceneConsole = map.urid("urn:tactus:vocabulary#scene_console")
    sceneRecording = map.urid("urn:tactus:vocabulary#scene_recording")
    sceneBackground = map.urid("urn:tactus:vocabulary#scene_background")
    sceneShelf = map.urid("urn:tactus:vocabulary#scene_shelf")
    sceneName = map.urid("urn:tactus:vocabulary#scene_name")
    sceneParcel = map.urid("urn:tactus:vocabulary#scene_parcel")
    sceneMemory = map.urid("urn:tactus:vocabulary#scene_memory")
    sceneVersion = map.urid("urn:tactus:vocabulary#scene_version")
    sceneData = map.urid("urn:tactus:vocabulary#scene_data")
    sample = map.urid("urn:tactus:vocabulary#sample")
    wavetable = map.urid("urn:tactus:vocabulary#wavetable")
    library = map.urid("urn:tactus:vocabulary#library")
    packet = map.urid("urn:tactus:vocabulary#Packet")
    hello = map.urid("urn:tactus:vocabulary#Hello")
    liveFrame = map.urid("urn:tactus:vocabulary#LiveFrame")
    program = map.urid("urn:tactus:vocabulary#program")
    sent = map.urid("urn:tactus:vocabulary#sent")
    loops = map.urid("urn:tactus:vocabulary#loops")
    setList = map.urid("urn:tactus:vocabulary#setlist")
    setListPlace = map.urid("urn:tactus:vocabulary#setlist_place")
    for index in sounds.indices {
      let uri = ("urn:tactus:vocabulary#sound_\(index + 1)" as UTF8Text).bytes
      sounds[index] = map.map(map.handle, uri.map { CChar(bitPattern: $0) } + [0])
    }
  }
}

extension AtomEvent {
  /// The event as a surface event; nil for another event, or one that is too short.
  @_noLocks func surfaceEvent(_ own: TactusURIDs) -> SurfaceEvent? {
    guard type == own.surfaceEvent, let words = body.baseAddress,
      body.count >= 4 * SurfaceEvent.wordCount,
      let kind = SurfaceEvent.kind(raw: words.loadUnaligned(as: UInt32.self))
    else { return nil }
    return SurfaceEvent(
      kind, source: words.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
      id: words.loadUnaligned(fromByteOffset: 8, as: Int32.self),
      words: words.loadUnaligned(fromByteOffset: 12, as: SIMD4<Float>.self))
  }

  /// The event as a message about a document, with its text; nil for another event.
  /// - Parameter whole: the property of the whole document.
  @_noLocks func documentMessage(
    _ urids: URIDs, _ own: TactusURIDs, whole: LV2_URID
  ) -> (kind: DocumentMessage, text: UnsafeRawBufferPointer)? {
    if type == own.packet { return (.packet, body) }
    switch propertyMessage(urids) {
    case .get: return (.get, UnsafeRawBufferPointer(start: nil, count: 0))
    case .set(let property, let text):
      if property == whole { return (.patch, text) }
      if property == own.library { return (.library, text) }
      if whole == own.patch, property == own.sample { return (.sample, text) }
      if whole == own.patch, property == own.wavetable { return (.wavetable, text) }
      return property == own.edit ? (.edit, text) : nil
    case nil: return nil
    }
  }
}

extension TactusURIDs {
  /// The property with which a text of the supervisor is sent; nil: it isn't for windows.
  @_noLocks func property(of update: SceneUpdate) -> LV2_URID? {
    switch update {
    case .path: scene
    case .state: sceneState
    case .values: sceneValues
    case .widgets: sceneWidgets
    case .controls: sceneControls
    case .console: sceneConsole
    case .shelf: sceneShelf
    case .recording: sceneRecording
    case .background: sceneBackground
    case .ports, .changes, .printed, .answer: nil
    }
  }

  /// The property with which a text of the store is sent.
  /// - Parameter whole: the property of the whole document.
  @_noLocks func property(of kind: DocumentMessage, whole: LV2_URID) -> LV2_URID {
    switch kind {
    case .edit: edit
    case .error: error
    case .library: library
    case .sample: sample
    case .wavetable: wavetable
    case .patch, .answer, .get, .packet: whole
    }
  }
}
