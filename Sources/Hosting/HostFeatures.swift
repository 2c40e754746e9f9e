// The features that the host offers; owns the C structures
// that plugins point to. Command-line tool; any one thread.
import CLilv
import Glibc

/// The feature list of one instance. It must outlive the instance.
final class HostFeatures {
  let table: URIDTable
  let worker = Worker()
  /// Ends with nil, as LV2 requires.
  let list: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>
  let map: UnsafeMutablePointer<LV2_URID_Map>
  let unmap: UnsafeMutablePointer<LV2_URID_Unmap>
  private var cleanUps: [() -> Void] = []

  static let offered = [
    Vocabulary.uridMap, Vocabulary.uridUnmap, Vocabulary.options, Vocabulary.log,
    Vocabulary.worker + "schedule", Vocabulary.bufferSize + "boundedBlockLength",
  ]
  /// Features without a structure, and features of lilv, that a plugin may require.
  static let implied =
    [
      "isLive", "inPlaceBroken", "hardRTCapable",
    ].map { Vocabulary.core + $0 } + ["http://lv2plug.in/ns/ext/state#loadDefaultState"]

  init(table: URIDTable, sampleRate: Double, maximumBlock: Int, sequenceSize: Int) {
    self.table = table
    var cleanUps: [() -> Void] = []
    func keep<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
      let pointer = UnsafeMutablePointer<T>.allocate(capacity: values.count)
      pointer.initialize(from: values, count: values.count)
      cleanUps.append {
        pointer.deinitialize(count: values.count)
        pointer.deallocate()
      }
      return pointer
    }
    func option<T>(_ uri: String, _ type: String, _ value: T) -> LV2_Options_Option {
      LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: table.map(uri), size: UInt32(MemoryLayout<T>.size),
        type: table.map(Vocabulary.atom + type), value: keep([value]))
    }
    map = keep([table.mapFeature])
    unmap = keep([table.unmapFeature])
    let options = keep([
      option(Vocabulary.sampleRate, "Float", Float(sampleRate)),
      option(Vocabulary.bufferSize + "minBlockLength", "Int", Int32(0)),
      option(Vocabulary.bufferSize + "maxBlockLength", "Int", Int32(maximumBlock)),
      option(Vocabulary.bufferSize + "nominalBlockLength", "Int", Int32(maximumBlock)),
      option(Vocabulary.bufferSize + "sequenceSize", "Int", Int32(sequenceSize)),
      LV2_Options_Option(context: LV2_OPTIONS_INSTANCE, subject: 0, key: 0, size: 0, type: 0, value: nil),
    ])
    let data: [UnsafeMutableRawPointer?] = [
      UnsafeMutableRawPointer(map), UnsafeMutableRawPointer(unmap), UnsafeMutableRawPointer(options),
      UnsafeMutableRawPointer(keep([hosting_log()])), UnsafeMutableRawPointer(keep([worker.scheduleFeature])),
      nil,
    ]
    let features = zip(Self.offered, data).map { uri, data in
      let text = strdup(uri)
      cleanUps.append { free(text) }
      return UnsafePointer(keep([LV2_Feature(URI: text, data: data)]))
    }
    list = keep(features.map { Optional($0) } + [nil])
    self.cleanUps = cleanUps
  }

  deinit { for cleanUp in cleanUps { cleanUp() } }
}
