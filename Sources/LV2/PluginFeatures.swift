// The features that a host offers at instantiation. Host thread.
import CLV2

/// The features that a host passed, found by URI.
public struct PluginFeatures {
  let list: UnsafePointer<UnsafePointer<LV2_Feature>?>?

  public init(_ list: UnsafePointer<UnsafePointer<LV2_Feature>?>?) { self.list = list }

  /// The feature's data; nil when the host does not offer it.
  public func data(of uri: StaticString) -> UnsafeMutableRawPointer? {
    guard var next = list else { return nil }
    while let feature = next.pointee {
      if strcmp(feature.pointee.URI, uri.cString) == 0 { return feature.pointee.data }
      next += 1
    }
    return nil
  }

  /// Whether the host offers the feature.
  public func offers(_ uri: StaticString) -> Bool {
    guard var next = list else { return false }
    while let feature = next.pointee {
      if strcmp(feature.pointee.URI, uri.cString) == 0 { return true }
      next += 1
    }
    return false
  }

  /// `urid:map`, or nil.
  public var map: UnsafeMutablePointer<LV2_URID_Map>? {
    data(of: "http://lv2plug.in/ns/ext/urid#map")?.assumingMemoryBound(to: LV2_URID_Map.self)
  }

  /// A whole number among the host's options of the instance; nil if it has none of that name.
  public func option(_ uri: StaticString) -> Int? {
    guard let map, let data = data(of: "http://lv2plug.in/ns/ext/options#options") else { return nil }
    let key = map.pointee.urid(uri)
    let int = map.pointee.urid("http://lv2plug.in/ns/ext/atom#Int")
    var next = data.assumingMemoryBound(to: LV2_Options_Option.self)
    while next.pointee.key != 0 || next.pointee.value != nil {
      if next.pointee.key == key, next.pointee.type == int, next.pointee.size == 4,
        let value = next.pointee.value
      {
        return Int(value.loadUnaligned(as: Int32.self))
      }
      next += 1
    }
    return nil
  }

  /// Logs an error on the host. Without the features `log:log` and `urid:map` the message is lost.
  public func report(error text: StaticString) {
    guard let data = data(of: "http://lv2plug.in/ns/ext/log#log"), let map else { return }
    let log = data.assumingMemoryBound(to: LV2_Log_Log.self)
    tactus_lv2_log(log, map.pointee.urid("http://lv2plug.in/ns/ext/log#Error"), text.cString)
  }
}

extension StaticString {
  /// The text for C; static strings end with a NUL.
  public var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

extension LV2_URID_Map {
  public func urid(_ uri: StaticString) -> LV2_URID { map(handle, uri.cString) }
}
