// The C functions of the Tone Matrix, and its grid in the host's session. Host thread and audio thread.
import CLV2
import Controls
import LV2
import RealTime
import Stores
import Text

private typealias Handle = UnsafeMutablePointer<ToneMatrixInstance>

/// The plugin with separate outputs for tracks and lights.
private let separateURI: StaticString = "urn:tactus:tonematrix-multi"

/// - Parameter isSeparate: whether the plugin has separate outputs for tracks and lights.
func makeToneMatrixDescriptor(isSeparate: Bool) -> UnsafeMutablePointer<LV2_Descriptor> {
  let descriptor = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
  let uri: StaticString = isSeparate ? separateURI : "urn:tactus:tonematrix"
  descriptor.initialize(
    to: LV2_Descriptor(
      URI: uri.cString,
      instantiate: { descriptor, sampleRate, bundle, features in
        let uri = descriptor?.pointee.URI
        return instantiate(
          isSeparate: uri.map { strcmp($0, separateURI.cString) == 0 } ?? false, sampleRate, bundle,
          PluginFeatures(features))
      },
      connect_port: { handle, index, data in
        handle?.assumingMemoryBound(to: ToneMatrixInstance.self).pointee.connect(index, data)
      },
      activate: { $0?.assumingMemoryBound(to: ToneMatrixInstance.self).pointee.activate() },
      run: { $0?.assumingMemoryBound(to: ToneMatrixInstance.self).pointee.run(Int($1)) },
      // Notes that sound are ended by the next `run`: hosts read no events here.
      deactivate: { _ in },
      cleanup: { handle in
        guard let instance = handle?.assumingMemoryBound(to: ToneMatrixInstance.self) else { return }
        instance.deinitialize(count: 1)
        instance.deallocate()
        OpenInstances.closed()
      },
      extension_data: { uri in
        guard let uri else { return nil }
        if strcmp(uri, TACTUS_INLINE__interface) == 0 { return UnsafeRawPointer(tables.gridStrip) }
        if strcmp(uri, TACTUS_WORKER__interface) == 0 { return UnsafeRawPointer(tables.worker) }
        if strcmp(uri, TACTUS_OPTIONS__interface) == 0 { return UnsafeRawPointer(tables.gridOptions) }
        return strcmp(uri, TACTUS_STATE__interface) == 0 ? UnsafeRawPointer(tables.gridState) : nil
      }))
  return descriptor
}

private func instantiate(
  isSeparate: Bool, _ sampleRate: Double, _ bundle: UnsafePointer<CChar>?, _ features: PluginFeatures
) -> UnsafeMutableRawPointer? {
  guard let map = features.map, let bundle else { return nil }
  let store = GridStore(folders: .standard(.grid, bundle: path(of: bundle)))
  // A new store has already posted the empty grid.
  guard let grid = store.mailbox.pointee.pop() else { return nil }
  let sampleRate = playable(sampleRate, features)
  let instance = Handle.allocate(capacity: 1)
  instance.initialize(
    to: ToneMatrixInstance(
      isSeparate: isSeparate, sampleRate: sampleRate,
      options: InstanceOptions(map.pointee, features, sampleRate: sampleRate), urids: URIDs(map.pointee),
      ownURIDs: TactusURIDs(map.pointee), store: store, grid: grid, strip: features.inlineQueue,
      worker: features.worker, knobs: features.portRequest))
  OpenInstances.opened()
  return UnsafeMutableRawPointer(instance)
}

func makeGridStateInterface() -> UnsafeMutablePointer<LV2_State_Interface> {
  let interface = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: LV2_State_Interface(
      save: { handle, store, host, _, _ in
        guard let instance = handle?.assumingMemoryBound(to: ToneMatrixInstance.self), let store else {
          return LV2_STATE_ERR_UNKNOWN
        }
        let urids = instance.pointee.urids
        return save(instance.pointee.store.text(), as: instance.pointee.ownURIDs.grid, urids, store, host)
      },
      restore: { handle, retrieve, host, _, features in
        restore(handle, retrieve, host, PluginFeatures(features))
      }))
  return interface
}

/// Restores the grid. A state without a grid restores the empty one; an unreadable one changes nothing.
private func restore(
  _ handle: LV2_Handle?, _ retrieve: LV2_State_Retrieve_Function?, _ host: LV2_State_Handle?,
  _ features: PluginFeatures
) -> LV2_State_Status {
  guard let instance = handle?.assumingMemoryBound(to: ToneMatrixInstance.self), let retrieve else {
    return LV2_STATE_ERR_UNKNOWN
  }
  let store = instance.pointee.store
  let state = SavedState(urids: instance.pointee.urids, retrieve: retrieve, host: host)
  do throws(UnreadableState) {
    if let text = try state.text(of: instance.pointee.ownURIDs.grid) {
      do throws(DocumentError) { try store.restore(text) } catch { throw .text }
    } else {
      store.restoreDefault()
    }
    return LV2_STATE_SUCCESS
  } catch {
    features.report(error: "Tactus Tone Matrix: can't read the saved state; nothing was changed.")
    return error.status
  }
}
