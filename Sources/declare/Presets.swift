// ttl/presets.ttl: the patches of bundle/patches as LV2 presets.
import Foundation

/// A patch file: the text that a preset carries, and the name that hosts show.
struct ShippedPatch {
  let uri: String
  let label: String
  let text: String

  /// All patches of a folder, by file name.
  static func all(in folder: String) throws -> [ShippedPatch] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") }
      .map { file in
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
        struct Head: Decodable { let name: String }
        return ShippedPatch(
          uri: "<urn:tactus:touch:preset:\(file.dropLast(5))>",
          label: try JSONDecoder().decode(Head.self, from: data).name,
          text: String(decoding: data, as: UTF8.self))
      }
  }
}

func presetsTurtle(_ patches: [ShippedPatch]) -> String {
  turtle(
    patches.map { patch in
      """
      \(patch.uri) a pset:Preset ;
      	lv2:appliesTo <urn:tactus:touch> ;
      	rdfs:label \(literal(patch.label)) ;
      	state:state [
      		<urn:tactus:vocabulary#patch> \(literal(patch.text))
      	] .

      """
    }.joined(separator: "\n"), from: "bundle/patches")
}

/// What the index of the bundle says of them.
func presetsIndex(_ patches: [ShippedPatch]) -> String {
  patches.map {
    """
    \($0.uri) a pset:Preset ;
    	lv2:appliesTo <urn:tactus:touch> ;
    	rdfs:seeAlso <presets.ttl> .

    """
  }.joined(separator: "\n")
}
