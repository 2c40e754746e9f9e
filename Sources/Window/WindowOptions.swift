// The options that a host sets of a window, when it opens it and later (`opts:interface`). The host's thread for windows.
import CLV2
import LV2

/// The values of the options, where hosts may read them.
struct WindowOptions: ~Copyable {
  private let values: UnsafeMutablePointer<Float>

  /// Pixels for each point, ½…4.
  var scale: Float { values[0] }
  /// The highest rate of animation, 1…1000 Hz; 0 follows the frames of the plugin.
  var updateRate: Float { values[1] }

  init(_ features: PluginFeatures, _ terms: WindowTerms) {
    values = .allocate(capacity: 2)
    (values[0], values[1]) = (1, 0)
    guard let data = features.data(of: "http://lv2plug.in/ns/ext/options#options") else { return }
    _ = set(UnsafePointer(data.assumingMemoryBound(to: LV2_Options_Option.self)), terms)
  }

  deinit { values.deallocate() }

  /// Sets a list of options.
  /// - Returns: LV2's bits of errors.
  func set(_ list: UnsafePointer<LV2_Options_Option>, _ terms: WindowTerms) -> UInt32 {
    list.set { option in
      guard let place = Self.place(of: option.key, terms) else { return LV2_OPTIONS_ERR_BAD_KEY.rawValue }
      guard option.type == terms.float, option.size == 4,
        let value = option.value?.loadUnaligned(as: Float.self), Self.ranges[place].contains(value)
      else { return LV2_OPTIONS_ERR_BAD_VALUE.rawValue }
      values[place] = value
      return 0
    }
  }

  /// Fills in the values of a list of options.
  /// - Returns: LV2's bits of errors.
  func get(_ list: UnsafeMutablePointer<LV2_Options_Option>, _ terms: WindowTerms) -> UInt32 {
    list.get { option in
      guard let place = Self.place(of: option.key, terms) else { return LV2_OPTIONS_ERR_BAD_KEY.rawValue }
      option.fill(terms.float, UnsafeRawPointer(values + place))
      return 0
    }
  }

  private static var ranges: [ClosedRange<Float>] { [0.5...4, 1...1000] }

  private static func place(of key: LV2_URID, _ terms: WindowTerms) -> Int? {
    key == terms.scaleFactor ? 0 : key == terms.updateRate ? 1 : nil
  }
}
