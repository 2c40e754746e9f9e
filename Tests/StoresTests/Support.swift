// The common helpers for tests of stores.

func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }
