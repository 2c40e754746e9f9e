// Writes ttl/presets.ttl and ttl/grids.ttl: the factory patches and grids as LV2 presets. Main thread.
import Foundation

/// A document is not JSON, or lacks a part of its head. Generation stops, so that no preset is left out
/// silently.
struct DamagedFile: LocalizedError {
  let path: String
  var errorDescription: String? { "\(path) is damaged" }
}

/// A factory patch or grid: the text that its preset contains, and what hosts show of it.
struct FactoryDocument {
  /// The kind of document that a folder holds.
  struct Kind {
    let plugin: String
    let property: String
    /// The ends of the URIs of other plugins that have its presets.
    var others: [String] = []
    let file: String
    let source: String

    static let patch = Kind(
      plugin: "touch", property: "patch", file: "presets.ttl", source: "bundle/patches")
    static let grid = Kind(
      plugin: "tonematrix", property: "grid", others: ["tonematrix-multi"], file: "grids.ttl",
      source: "bundle/grids")

    /// The plugins that have its presets, as Turtle.
    var plugins: String { ([plugin] + others).map { "<urn:tactus:\($0)>" }.joined(separator: " , ") }
  }

  let kind: Kind
  let uri: String
  let head: Head
  let text: String

  /// The description in a document.
  struct Head: Decodable {
    let name, category, description, how_to_play: String
  }

  /// The bank of its category.
  var bank: String {
    let symbol = head.category.replacing(" ", with: "_")
    return "<urn:tactus:\(kind.plugin):bank:\(symbol)>"
  }

  /// All documents of a folder below `root`, by file name.
  static func all(_ kind: Kind, in root: String) throws -> [FactoryDocument] {
    let folder = "\(root)/\(kind.source)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".setlist.json") }
      .map { file in
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
          throw DamagedFile(path: "\(folder)/\(file)")
        }
        return FactoryDocument(
          kind: kind, uri: "<urn:tactus:\(kind.plugin):preset:\(file.dropLast(5))>", head: head,
          text: String(decoding: data, as: UTF8.self))
      }
  }
}

/// The banks and the presets. Hosts show a preset's comment beside its name.
func presetsTurtle(_ kind: FactoryDocument.Kind, _ shipped: [FactoryDocument]) -> String {
  let banks = Dictionary(shipped.map { ($0.bank, $0.head.category) }) { first, _ in first }
  let declared = banks.sorted { $0.key < $1.key }.map {
    "\($0.key) a pset:Bank ;\n\trdfs:label \(literal($0.value)) .\n\n"
  }
  return turtle(
    declared.joined()
      + shipped.map { document in
        """
        \(document.uri) a pset:Preset ;
        	lv2:appliesTo \(kind.plugins) ;
        	pset:bank \(document.bank) ;
        	rdfs:label \(literal(document.head.name)) ;
        	rdfs:comment \(literal("\(document.head.description)\nHow to play: \(document.head.how_to_play)")) ;
        	state:state [
        		<urn:tactus:vocabulary#\(kind.property)> \(literal(document.text))
        	] .

        """
      }.joined(separator: "\n"), from: kind.source)
}

/// The entries of presets in the bundle's manifest.
func presetsIndex(_ shipped: [FactoryDocument]) -> String {
  shipped.map {
    """
    \($0.uri) a pset:Preset ;
    	lv2:appliesTo \($0.kind.plugins) ;
    	rdfs:seeAlso <\($0.kind.file)> .

    """
  }.joined(separator: "\n")
}
