// The page as a folder of files, which any web server may serve: it plays by itself. Main thread.
import Console
import Foundation

/// Writes the page with its library.
public enum Site {
  /// - Parameters:
  ///   - bundle: the bundle's folder, without a slash at its end.
  ///   - others: more files, by their paths; they are not kept for a time without a network.
  ///   - folder: is made if it is not there; files of these names are replaced.
  ///   - commons: the path from there to the commons that *Library* searches; nil: none, before the user gives one.
  /// - Returns: how many bytes were written.
  public static func write(
    bundle: String, with others: [String: [UInt8]], to folder: String, commons: String? = nil
  ) throws -> Int {
    let files = try PageFiles(bundle: bundle)
    var contents: [String: [UInt8]] = [:]
    for name in files.names { contents[name] = files["/" + name]?.bytes }
    let page = String(decoding: contents["index.html"] ?? [], as: UTF8.self)
      .replacingOccurrences(
        of: "<html lang=\"en\">",
        with: "<html lang=\"en\" data-plays=\"here\"\(commons.map { " data-commons=\"\($0)\"" } ?? "")>")
    contents["index.html"] = Array(page.utf8)
    contents["manifest.json"] = Array(manifest.utf8)
    let tags = files.names.compactMap { files["/" + $0]?.tag }.joined()
    contents["offline.js"] = Array(offline(names: contents.keys.sorted(), version: tags).utf8)
    contents.merge(others) { own, _ in own }
    for name in ["gallery.html", "gallery.css", "gallery.js"] {
      contents[name] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/surface/\(name)")))
    }
    for (name, bytes) in contents {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    return contents.values.reduce(0) { $0 + $1.count }
  }

  /// The manifest with which a system adds the page to its programs.
  private static let manifest = """
    {"name": "Tactus", "short_name": "Tactus", "start_url": ".", "display": "fullscreen",
    "background_color": "#0d1014", "theme_color": "#0d1014",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]}

    """

  /// The service worker: it keeps all files at the first visit, and brings them when there is no network.
  private static func offline(names: [String], version: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in version.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return """
      // Keeps the page, so that it plays without a network. Another version of the page has another name.
      const kept = 'tactus-\(String(hash, radix: 36))'
      const names = ['./', \(list)]
      addEventListener('install', event => event.waitUntil(
        caches.open(kept).then(cache => cache.addAll(names)).then(() => skipWaiting())))
      addEventListener('activate', event => event.waitUntil(
        caches.keys().then(all => Promise.all(
          all.filter(name => name !== kept && name !== 'tactus-commons').map(name => caches.delete(name))))))
      addEventListener('fetch', event => event.respondWith(
        fetch(event.request).catch(() => caches.match(event.request, { ignoreSearch: true }))))

      """
  }
}
