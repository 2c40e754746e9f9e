// The C functions of Tactus Scene, and its scene in the host's session. Host thread and audio thread.
import CLV2
import CPosix
import Controls
import LV2
import Scene
import Text

/// A bundle that is made of one scene: its library is a copy of this one, with a file `own-scene` beside it
/// that has the plugin's URI. The scene lies in the folder `scene`.
enum BundledScene {
  /// The URI, or nil if there is no such file.
  static func uri() -> [UInt8]? {
    guard let path = tactus_own_path() else { return nil }
    let folder = [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path))).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).dropLast().joined(separator: [UInt8(ascii: "/")])
    var size = 0
    let file = (Array(folder) + UTF8Text("/own-scene").bytes).map { CChar(bitPattern: $0) } + [0]
    guard let bytes = tactus_read_file(file, 1000, &size) else { return nil }
    defer { CPosix.free(bytes) }
    let uri = [UInt8](UnsafeRawBufferPointer(start: bytes, count: size)).filter { $0 > 32 && $0 < 127 }
    return uri.isEmpty ? nil : uri
  }

  /// The scene of a bundle; empty: it is no bundle of a scene. A scene in one file is the only one there.
  static func path(in bundle: [UInt8]) -> [UInt8] {
    func has(_ name: StaticString) -> Bool {
      let path = ("\(bundle)/\(name)" as UTF8Text).bytes.map { CChar(bitPattern: $0) } + [0]
      return access(path, R_OK) == 0
    }
    guard has("own-scene") else { return [] }
    // A scene of RjDj is known by the name of its folder.
    for place in ["scene/_own.pd", "scene.rj"] as [StaticString] where has(place) {
      return ("\(bundle)/\(place)" as UTF8Text).bytes
    }
    return ("\(bundle)/scene" as UTF8Text).bytes
  }
}

private typealias Handle = UnsafeMutablePointer<SceneInstance>

/// - Parameter uri: stays in memory, because the library stays loaded.
func makeSceneDescriptor(_ uri: [UInt8]) -> UnsafeMutablePointer<LV2_Descriptor> {
  let descriptor = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
  let name = UnsafeMutablePointer<CChar>.allocate(capacity: uri.count + 1)
  for (index, byte) in uri.enumerated() { name[index] = CChar(bitPattern: byte) }
  name[uri.count] = 0
  descriptor.initialize(
    to: LV2_Descriptor(
      URI: UnsafePointer(name),
      instantiate: { _, sampleRate, bundle, features in
        instantiate(sampleRate, bundle, PluginFeatures(features))
      },
      connect_port: { handle, index, data in
        guard let handle, index < UInt32(ScenePort.count) else { return }
        handle.assumingMemoryBound(to: SceneInstance.self).pointee.ports[Int(index)] = data
      },
      // The patch plays on: a host that activates anew does not want to lose what it remembers.
      activate: { $0?.assumingMemoryBound(to: SceneInstance.self).pointee.player.activate() },
      run: { $0?.assumingMemoryBound(to: SceneInstance.self).pointee.run(Int($1)) },
      deactivate: { _ in },
      cleanup: { handle in
        guard let instance = handle?.assumingMemoryBound(to: SceneInstance.self) else { return }
        instance.pointee.end()
        instance.deinitialize(count: 1)
        instance.deallocate()
        OpenInstances.closed()
      },
      extension_data: { uri in
        guard let uri else { return nil }
        if strcmp(uri, TACTUS_OPTIONS__interface) == 0 { return UnsafeRawPointer(tables.sceneOptions) }
        return strcmp(uri, TACTUS_STATE__interface) == 0 ? UnsafeRawPointer(tables.sceneState) : nil
      }))
  return descriptor
}

private func instantiate(
  _ sampleRate: Double, _ bundle: UnsafePointer<CChar>?, _ features: PluginFeatures
) -> UnsafeMutableRawPointer? {
  guard let map = features.map else { return nil }
  let sampleRate = playable(sampleRate, features)
  let options = InstanceOptions(map.pointee, features, sampleRate: sampleRate)
  let isFixed = features.offers("http://lv2plug.in/ns/ext/buf-size#fixedBlockLength")
  // Milliseconds; for tests, which compare the sound of a machine that is busy.
  let deadline = getenv("TACTUS_SCENE_DEADLINE").map { Int64(atoi($0)) * 1_000_000 } ?? 0
  let instance = Handle.allocate(capacity: 1)
  instance.initialize(
    to: SceneInstance(
      bundle: bundle.map { path(of: $0) } ?? [], sampleRate: sampleRate, options: options,
      blocks: SceneBlocks(options.longestBlock, isFixed: isFixed), deadline: max(deadline, 0),
      urids: URIDs(map.pointee), ownURIDs: TactusURIDs(map.pointee)))
  OpenInstances.opened()
  let own = instance.pointee.ownScene
  if !own.isEmpty {
    SceneSupervisor.choose(own, for: instance.pointee.link)
    SceneSupervisor.awaitStart(of: instance.pointee.link)
  }
  return UnsafeMutableRawPointer(instance)
}

func makeSceneStateInterface() -> UnsafeMutablePointer<LV2_State_Interface> {
  let interface = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: LV2_State_Interface(
      save: { handle, store, host, _, features in save(handle, store, host, PluginFeatures(features)) },
      restore: { handle, retrieve, host, _, features in
        restore(handle, retrieve, host, PluginFeatures(features))
      }))
  return interface
}

/// Saves the scene: one of the folders of scenes by its name, another one by its path, as the host wants it
/// to be saved; and both but those of the bundle as a zip file, if the host has a place for files.
private func save(
  _ handle: LV2_Handle?, _ store: LV2_State_Store_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: SceneInstance.self), let store else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let (own, urids) = (instance.pointee.ownURIDs, instance.pointee.urids)
  let saved = SceneSupervisor.saved(of: instance.pointee.link)
  if saved.path.isEmpty { return LV2_STATE_SUCCESS }
  for (text, property) in [
    (saved.values, own.sceneValues), (saved.memory, own.sceneMemory), (saved.version, own.sceneVersion),
    (saved.data, own.sceneData), (SentState(saved.ports).text, own.sent),
  ] where !text.isEmpty {
    _ = save(text, as: property, urids, store, host)
  }
  // The scene of a bundle of its own lies there.
  if saved.path == instance.pointee.ownScene { return LV2_STATE_SUCCESS }
  _ = save(saved.name, as: own.sceneName, urids, store, host)
  if !saved.isInBundles, let file = features.newPath(("scene.zip" as UTF8Text).bytes),
    SceneArchive.write(saved.path, to: file)
  {
    _ = features.store(path: file, as: own.sceneParcel, urids, store, host)
  }
  if saved.isInUsers || saved.isInBundles { return LV2_STATE_SUCCESS }
  return features.store(path: saved.path, as: own.scene, urids, store, host)
}

/// Restores the scene with the values of its widgets and patch. Changes nothing if part of the state can't be
/// read. A state without a scene clears the choice.
private func restore(
  _ handle: LV2_Handle?, _ retrieve: LV2_State_Retrieve_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: SceneInstance.self), let retrieve else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let own = instance.pointee.ownURIDs
  let state = SavedState(urids: instance.pointee.urids, retrieve: retrieve, host: host)
  do throws(UnreadableState) {
    var saved = SavedScene()
    saved.path = try features.path(of: own.scene, in: state)
    saved.parcel = try features.path(of: own.sceneParcel, in: state)
    saved.values = try state.text(of: own.sceneValues) ?? []
    saved.memory = try state.text(of: own.sceneMemory) ?? []
    saved.version = try state.text(of: own.sceneVersion) ?? []
    saved.name = try state.text(of: own.sceneName) ?? []
    saved.data = try state.text(of: own.sceneData) ?? []
    var sent = SentState(saved.ports)
    try sent.read(try state.text(of: own.sent))
    saved.ports = sent.values
    if saved.path.isEmpty, saved.name.isEmpty { saved.path = instance.pointee.ownScene }
    guard SceneSupervisor.restore(saved, for: instance.pointee.link) else { throw .text }
    instance.pointee.player.hasSession = true
    SceneSupervisor.awaitStart(of: instance.pointee.link)
    return LV2_STATE_SUCCESS
  } catch {
    features.report(error: "Tactus Scene: can't read the saved state; nothing was changed.")
    return error.status
  }
}

extension SentState {
  /// - Parameter values: of `PagePorts.all`.
  fileprivate init(_ values: [Float]) {
    for (place, port) in PagePorts.all.enumerated() {
      add(port.spec.symbol, port.spec.minimum...port.spec.maximum, values[place])
    }
  }
}
