// Zip files that are written are read back; other programs read them in test_session.py.
import TestSupport
import Testing
import Text

@testable import SceneFiles

@Test func whatIsPackedIsUnpacked() throws {
  var random = SeededGenerator("ZIP_SEED", default: 1)
  for _ in 0..<50 {
    let files = (0..<random.below(20)).map { index in
      (
        path: Array("folder \(index % 3)/é \(index).pd".utf8),
        bytes: (0..<random.below(3000)).map { _ in UInt8(random.below(256)) }
      )
    }
    let packed = try #require(ZipWriter.pack(files))
    #expect(packed == ZipWriter.pack(files))
    let archive = try ZipArchive(packed)
    #expect(archive.entries.map(\.path) == files.map(\.path))
    for (entry, file) in zip(archive.entries, files) {
      #expect(try archive.contents(of: entry) == file.bytes)
    }
  }
  // The sum of the digits 1 to 9 is published with the method.
  #expect(CRC32().sum(of: Array("123456789".utf8)) == 0xCBF4_3926)
}

@Test(arguments: ["../a.pd", "a/../b.pd", "a/./b.pd", "./a.pd", "/a.pd", "a//b.pd", "a\\b.pd", "a/.."])
func aFileOutsideTheFolderIsRefused(_ path: String) throws {
  let packed = try #require(ZipWriter.pack([(path: Array(path.utf8), bytes: [1, 2, 3])]))
  let error = #expect(throws: DocumentError.self) { try ZipArchive(packed) }
  #expect(error.map { String(decoding: $0.message, as: UTF8.self) }?.contains("would lie elsewhere") == true)
}
