// The options that a host sets of an instance while it exists (`opts:interface`): its sample rate and the lengths of
// blocks. Host thread, and never while `run` is running: LV2 has these functions in the class of `instantiate`.
import CLV2
import LV2

/// The sample rates at which instances play, in hertz.
var playableRates: ClosedRange<Double> { 1000...1_000_000 }

/// The values of the options, where hosts may read them.
struct InstanceOptions {
  /// The numbers of the options, by their places.
  private let keys: InlineArray<4, LV2_URID>
  private let float: LV2_URID
  private let int: LV2_URID
  /// The bits of the sample rate, and the least, the greatest and the usual length of a block; −1: not known.
  private let values: UnsafeMutablePointer<UInt32>

  private static var rate: Int { 0 }
  private static var greatest: Int { 2 }

  /// - Parameter sampleRate: with which the instance is made.
  init(_ map: LV2_URID_Map, _ features: PluginFeatures, sampleRate: Double) {
    let uris: [StaticString] = [
      "http://lv2plug.in/ns/ext/parameters#sampleRate", "http://lv2plug.in/ns/ext/buf-size#minBlockLength",
      "http://lv2plug.in/ns/ext/buf-size#maxBlockLength",
      "http://lv2plug.in/ns/ext/buf-size#nominalBlockLength",
    ]
    var keys = InlineArray<4, LV2_URID>(repeating: 0)
    values = .allocate(capacity: 4)
    for place in keys.indices {
      keys[place] = map.urid(uris[place])
      let length = place == Self.rate ? nil : features.option(uris[place])
      values[place] = UInt32(bitPattern: Int32(clamping: length ?? -1))
    }
    values[Self.rate] = Float(sampleRate).bitPattern
    self.keys = keys
    float = map.urid("http://lv2plug.in/ns/ext/atom#Float")
    int = map.urid("http://lv2plug.in/ns/ext/atom#Int")
  }

  /// Must be called when the instance ends.
  func free() { values.deallocate() }

  /// The sample rate in hertz.
  var sampleRate: Float { Float(bitPattern: values[Self.rate]) }

  /// The most frames of a block, or nil if the host does not say.
  var longestBlock: Int? {
    let length = Int32(bitPattern: values[Self.greatest])
    return length < 0 ? nil : Int(length)
  }

  /// Sets a list of options. One that is refused changes nothing.
  /// - Returns: LV2's bits of errors.
  func set(_ list: UnsafePointer<LV2_Options_Option>) -> UInt32 {
    list.set { option in
      guard option.context == LV2_OPTIONS_INSTANCE else { return LV2_OPTIONS_ERR_BAD_SUBJECT.rawValue }
      guard let place = place(of: option.key) else { return LV2_OPTIONS_ERR_BAD_KEY.rawValue }
      guard option.type == type(at: place), option.size == 4,
        let bits = option.value?.loadUnaligned(as: UInt32.self), Self.isAllowed(bits, at: place)
      else { return LV2_OPTIONS_ERR_BAD_VALUE.rawValue }
      values[place] = bits
      return 0
    }
  }

  /// Fills in the values of a list of options.
  /// - Returns: LV2's bits of errors.
  func get(_ list: UnsafeMutablePointer<LV2_Options_Option>) -> UInt32 {
    list.get { option in
      guard option.context == LV2_OPTIONS_INSTANCE else { return LV2_OPTIONS_ERR_BAD_SUBJECT.rawValue }
      guard let place = place(of: option.key), Self.isAllowed(values[place], at: place) else {
        return LV2_OPTIONS_ERR_BAD_KEY.rawValue
      }
      option.fill(type(at: place), UnsafeRawPointer(values + place))
      return 0
    }
  }

  private func place(of key: LV2_URID) -> Int? {
    for place in keys.indices where keys[place] == key { return place }
    return nil
  }

  private func type(at place: Int) -> LV2_URID { place == Self.rate ? float : int }

  private static func isAllowed(_ bits: UInt32, at place: Int) -> Bool {
    if place == rate { return playableRates.contains(Double(Float(bitPattern: bits))) }
    // The least length may be 0: some hosts run empty blocks.
    return Int32(bitPattern: bits) >= (place < greatest ? 0 : 1)
  }
}

/// An instance of a plugin that follows its options.
protocol OptionsInstance: ~Copyable {
  var options: InstanceOptions { get }

  /// Plays with the options as they are now.
  mutating func followOptions()
}

/// The extension's functions for one kind of instance.
func makeOptionsInterface(
  get: @escaping @convention(c) (LV2_Handle?, UnsafeMutablePointer<LV2_Options_Option>?) -> UInt32,
  set: @escaping @convention(c) (LV2_Handle?, UnsafePointer<LV2_Options_Option>?) -> UInt32
) -> UnsafeMutablePointer<LV2_Options_Interface> {
  let interface = UnsafeMutablePointer<LV2_Options_Interface>.allocate(capacity: 1)
  interface.initialize(to: LV2_Options_Interface(get: get, set: set))
  return interface
}

/// The extension's `get`.
func getOptions<Instance: OptionsInstance & ~Copyable>(
  _ handle: LV2_Handle?, _ list: UnsafeMutablePointer<LV2_Options_Option>?, of kind: Instance.Type
) -> UInt32 {
  guard let instance = handle?.assumingMemoryBound(to: Instance.self), let list else {
    return LV2_OPTIONS_ERR_UNKNOWN.rawValue
  }
  return instance.pointee.options.get(list)
}

/// The extension's `set`.
func setOptions<Instance: OptionsInstance & ~Copyable>(
  _ handle: LV2_Handle?, _ list: UnsafePointer<LV2_Options_Option>?, of kind: Instance.Type
) -> UInt32 {
  guard let instance = handle?.assumingMemoryBound(to: Instance.self), let list else {
    return LV2_OPTIONS_ERR_UNKNOWN.rawValue
  }
  let errors = instance.pointee.options.set(list)
  instance.pointee.followOptions()
  return errors
}
