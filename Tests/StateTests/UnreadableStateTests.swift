// A state that the plugins can't read completely changes nothing.
import Foundation
import Hosting
import Testing

/// Returns a state in Turtle with the given properties, valid or not.
private func state(of plugin: String, _ properties: [String: String]) -> String {
  let members = properties.map { "<urn:tactus:vocabulary#\($0)> \($1)" }.joined(separator: " ; ")
  return """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    <urn:tactus:state> a pset:Preset ; lv2:appliesTo <urn:tactus:\(plugin)> ; state:state [ \(members) ] .
    """
}

/// Restores a valid state, then each of the invalid ones, and expects that these change nothing.
private func expectAllOrNothing(
  _ instance: Instance, _ plugin: String, good: [String: String], _ bad: [[String: String]]
) throws {
  let untouched = try instance.saveState()
  try instance.restoreState(state(of: plugin, good))
  let saved = try instance.saveState()
  #expect(saved != untouched, "the valid state must be restored")
  for key in good.keys { #expect(saved.contains("vocabulary#\(key)>"), "\(key) must be saved") }
  for properties in bad {
    try instance.restoreState(state(of: plugin, properties))
    #expect(try instance.saveState() == saved, "\(properties)")
  }
}

@Suite(.serialized) struct UnreadableStateTests {
  @Test func aTouchKeepsProgramSetListAndPatch() throws {
    let patch = #""{\"version\": 1, \"name\": \"Other\"}""#
    try expectAllOrNothing(
      try touch(), "touch",
      good: ["program": "7", "setlist": #""Evening""#, "setlist_place": "3", "patch": patch],
      [
        ["program": "8", "setlist": #""Morning""#, "setlist_place": "4", "patch": #""{""#],
        ["program": "8", "setlist": #""Morning""#, "patch": #""{\"version\": 99}""#],
        ["program": "8", "setlist": #""Morning""#, "patch": "5"],
        ["program": #""eight""#, "setlist": #""Morning""#, "patch": #""{\"version\": 1}""#],
        ["program": "8", "setlist": "6", "patch": #""{\"version\": 1}""#],
        ["program": "8", "setlist": #""../Morning""#, "patch": #""{\"version\": 1}""#],
        [
          "program": "8", "setlist": #""Morning""#, "setlist_place": #""4""#,
          "patch": #""{\"version\": 1}""#,
        ],
      ])
  }

  @Test func aToneMatrixKeepsItsGrid() throws {
    try expectAllOrNothing(
      try matrix(), "tonematrix", good: ["grid": #""{\"version\": 1, \"name\": \"Other\"}""#],
      [["grid": #""{""#], ["grid": #""{\"version\": 99}""#], ["grid": "5"]])
  }

  @Test func aSceneKeepsItsFolderAndItsValues() throws {
    // No Pd starts, because the folder does not exist, but the instance keeps the path and the values.
    let folder = #""/nonexistent/one"^^atom:Path"#
    let other = #""/nonexistent/other"^^atom:Path"#
    try expectAllOrNothing(
      try scene(), "scene",
      good: ["scene": folder, "scene_values": #""{\"a\": 0.5}""#, "scene_memory": #""[[1.0]]""#],
      [
        ["scene": other, "scene_values": #""{""#], ["scene": other, "scene_values": #""[1]""#],
        ["scene": other, "scene_values": "5"], ["scene": other, "scene_memory": #""{}""#],
        ["scene": other, "scene_memory": #""[""#], ["scene": other, "scene_name": "5"], ["scene": "5"],
        ["scene": other, "scene_version": "5"],
      ])
  }
}
