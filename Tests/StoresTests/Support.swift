// What the tests of stores share.

func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }
