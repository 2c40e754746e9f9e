// Errors of hosting a plugin. Command-line tool; any thread.

/// Why a plugin could not be hosted, in a sentence for people.
public enum HostingError: Error, Equatable, CustomStringConvertible {
  case bundleNotFound(path: String)
  /// `bundle` is the bundle that was named, or nil; `available` are the plugins in it, or all.
  case pluginNotFound(uri: String, bundle: String?, available: [String])
  case unsupportedFeatures(plugin: String, features: [String])
  case unsupportedPort(plugin: String, symbol: String)
  case instantiationFailed(plugin: String)
  case needsWorker(plugin: String)
  case noSuchPort(plugin: String, symbol: String, available: [String])
  case stateFailed(plugin: String, reason: String)

  public var description: String {
    switch self {
    case .bundleNotFound(let path):
      return "\(path): not an LV2 bundle (there is no manifest.ttl in it)"
    case .pluginNotFound(let uri, let bundle?, let available):
      let list = available.isEmpty ? "none" : available.joined(separator: ", ")
      return "no plugin <\(uri)> in \(bundle); plugins there: \(list)"
    case .pluginNotFound(let uri, nil, let available):
      return "no plugin <\(uri)> among the \(available.count) that LV2_PATH leads to"
    case .unsupportedFeatures(let plugin, let features):
      return "<\(plugin)> requires what this host does not have: \(features.joined(separator: ", "))"
    case .unsupportedPort(let plugin, let symbol):
      return "<\(plugin)> has a port of an unknown type: \(symbol)"
    case .instantiationFailed(let plugin):
      return "<\(plugin)> refused to be instantiated: is its library there, and made for this machine?"
    case .needsWorker(let plugin):
      return "<\(plugin)> requires a worker thread, and `tactus play` has none"
    case .noSuchPort(let plugin, let symbol, let available):
      return "<\(plugin)> has no control input \(symbol); it has: \(available.joined(separator: ", "))"
    case .stateFailed(let plugin, let reason):
      return "state of <\(plugin)>: \(reason)"
    }
  }
}
