// The library's only entry point, `lv2_descriptor`, and the C functions of Tactus Touch. Host thread and
// audio thread.
import RealTime
import CLV2
import CPosix
import Controls
import LV2
import Stores
import Text

/// The descriptors of all plugins, as hosts get them.
struct Tables {
  let touch = makeTouchDescriptor()
  let midnam = makeMidnamInterface()
  let worker = makeWorkerInterface()
  let patchState = makeStateInterface()
  let toneMatrix = makeToneMatrixDescriptor(isSeparate: false)
  let toneMatrixMulti = makeToneMatrixDescriptor(isSeparate: true)
  let gridState = makeGridStateInterface()
  let scene = makeSceneDescriptor(("urn:tactus:scene" as UTF8Text).bytes)
  let sceneState = makeSceneStateInterface()
  /// Of a bundle that is made of one scene; nil: this is the bundle of all plugins.
  let ownScene = BundledScene.uri().map { makeSceneDescriptor($0) }
  let touchOptions = makeOptionsInterface(
    get: { getOptions($0, $1, of: TouchInstance.self) }, set: { setOptions($0, $1, of: TouchInstance.self) })
  let gridOptions = makeOptionsInterface(
    get: { getOptions($0, $1, of: ToneMatrixInstance.self) },
    set: { setOptions($0, $1, of: ToneMatrixInstance.self) })
  let sceneOptions = makeOptionsInterface(
    get: { getOptions($0, $1, of: SceneInstance.self) }, set: { setOptions($0, $1, of: SceneInstance.self) })
  let touchStrip = makeInlineInterface { handle, width, most in
    handle?.assumingMemoryBound(to: TouchInstance.self).pointee
      .drawStrip(width: Int(width), most: Int(most))
  }
  let gridStrip = makeInlineInterface { handle, width, most in
    handle?.assumingMemoryBound(to: ToneMatrixInstance.self).pointee
      .drawStrip(width: Int(width), most: Int(most))
  }
}

/// They never change once made. Hosts ask for them from one thread at a time.
nonisolated(unsafe) let tables = Tables()  // immutable once made

@c(tactus_descriptor)
public func tactusDescriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
  switch index {
  case 0: UnsafePointer(tables.touch)
  case 1: UnsafePointer(tables.toneMatrix)
  case 2: UnsafePointer(tables.scene)
  case 3: UnsafePointer(tables.toneMatrixMulti)
  case 4: tables.ownScene.map { UnsafePointer($0) }
  default: nil
  }
}

fileprivate func makeTouchDescriptor() -> UnsafeMutablePointer<LV2_Descriptor> {
  let descriptor = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
  let uri: StaticString = "urn:tactus:touch"
  descriptor.initialize(
    to: LV2_Descriptor(
      URI: uri.cString,
      instantiate: { _, sampleRate, bundle, features in
        instantiate(sampleRate, bundle, PluginFeatures(features))
      },
      connect_port: { handle, index, data in
        guard let handle, index < UInt32(TouchPort.count) else { return }
        handle.assumingMemoryBound(to: TouchInstance.self).pointee.ports[Int(index)] = data
      },
      activate: { $0?.assumingMemoryBound(to: TouchInstance.self).pointee.activate() },
      run: { $0?.assumingMemoryBound(to: TouchInstance.self).pointee.run(Int($1)) },
      // Keeps sockets and sound, because a host that bypasses or exports calls this on its audio thread.
      deactivate: { _ in },
      cleanup: { handle in
        guard let instance = handle?.assumingMemoryBound(to: TouchInstance.self) else { return }
        instance.deinitialize(count: 1)
        instance.deallocate()
        OpenInstances.closed()
      },
      extension_data: { uri in
        guard let uri else { return nil }
        if strcmp(uri, TACTUS_MIDNAM__interface) == 0 { return UnsafeRawPointer(tables.midnam) }
        if strcmp(uri, TACTUS_INLINE__interface) == 0 { return UnsafeRawPointer(tables.touchStrip) }
        if strcmp(uri, TACTUS_WORKER__interface) == 0 { return UnsafeRawPointer(tables.worker) }
        if strcmp(uri, TACTUS_OPTIONS__interface) == 0 { return UnsafeRawPointer(tables.touchOptions) }
        return strcmp(uri, TACTUS_STATE__interface) == 0 ? UnsafeRawPointer(tables.patchState) : nil
      }))
  return descriptor
}

private func instantiate(
  _ sampleRate: Double, _ bundle: UnsafePointer<CChar>?, _ features: PluginFeatures
) -> UnsafeMutableRawPointer? {
  guard let map = features.map else { return nil }
  let sampleRate = playable(sampleRate, features)
  guard let bundle, let file = SharedTables.shared.acquire(in: bundle) else {
    features.report(error: "Tactus Touch: wavetables.bin is missing from the bundle or damaged.")
    return nil
  }
  let store = PatchStore(folders: .standard(.patch, bundle: path(of: bundle)))
  let profiles = ProfileFolders.standard(factory: ("\(path(of: bundle))/profiles" as UTF8Text).bytes)
  // A new store has already posted its first patch.
  guard let patch = store.mailbox.pointee.pop() else {
    SharedTables.shared.release(file)
    return nil
  }
  let instance = UnsafeMutablePointer<TouchInstance>.allocate(capacity: 1)
  instance.initialize(
    to: TouchInstance(
      sampleRate: sampleRate,
      options: InstanceOptions(map.pointee, features, sampleRate: sampleRate), urids: URIDs(map.pointee),
      ownURIDs: TactusURIDs(map.pointee), tableFile: file,
      store: store, profiles: profiles,
      patch: patch,
      // Ardour does not list the automation feature; this other feature of Ardour stands for it.
      writesAutomation: features.offers("http://ardour.org/lv2/midnam#update"),
      strip: features.inlineQueue, worker: features.worker, knobs: features.portRequest))
  instance.pointee.midnamUpdate = features.data(of: "http://ardour.org/lv2/midnam#update")?
    .assumingMemoryBound(to: Tactus_Midnam_Update.self)
  OpenInstances.opened()
  return UnsafeMutableRawPointer(instance)
}

/// Limits the sample rate to `playableRates`; NaN becomes 48 kHz. If the host uses a rate outside these, the
/// pitch is wrong, and an error in its log states the reason.
func playable(_ sampleRate: Double, _ features: PluginFeatures) -> Double {
  if playableRates.contains(sampleRate) { return sampleRate }
  features.report(error: "Tactus: the sample rate is not within 1 kHz and 1 MHz; the nearest that is serves.")
  return sampleRate.isNaN ? 48_000 : min(max(sampleRate, playableRates.lowerBound), playableRates.upperBound)
}

/// The path of the bundle without the slash that may end it.
func path(of bundle: UnsafePointer<CChar>) -> [UInt8] {
  let path = UnsafeRawBufferPointer(start: bundle, count: strlen(bundle))
  return [UInt8](path.last == UInt8(ascii: "/") ? path.dropLast() : path[...])
}

fileprivate func makeMidnamInterface() -> UnsafeMutablePointer<Tactus_Midnam_Interface> {
  let interface = UnsafeMutablePointer<Tactus_Midnam_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: Tactus_Midnam_Interface(
      midnam: { handle in
        let instance = handle?.assumingMemoryBound(to: TouchInstance.self)
        return Midnam.document(programs: instance.map { $0.pointee.store.programs() } ?? [])
      }, model: { _ in Midnam.modelName() }, free: { CLV2.free($0) }))
  return interface
}
