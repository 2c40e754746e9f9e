// URIs as numbers: `urid:map` and `urid:unmap`. Any thread: plugins may call them from all of theirs.
import CLilv
import Glibc
import Synchronization

/// Gives each URI a number that is valid as long as the table exists.
public final class URIDTable: Sendable {
  private struct Entries {
    var numbers: [String: LV2_URID] = [:]
    /// C copies that `unmap` returns; entry 0 is number 1. Stored as addresses, which are `Sendable`.
    var texts: [UInt] = []
  }

  private let entries = Mutex(Entries())

  init() {}

  deinit {
    entries.withLock { entries in
      for text in entries.texts { free(UnsafeMutableRawPointer(bitPattern: text)) }
    }
  }

  /// The number of `uri`, from 1.
  public func map(_ uri: String) -> LV2_URID {
    entries.withLock { entries in
      if let number = entries.numbers[uri] { return number }
      entries.texts.append(UInt(bitPattern: strdup(uri)))
      let number = LV2_URID(entries.texts.count)
      entries.numbers[uri] = number
      return number
    }
  }

  /// The URI of a number, or nil if no URI has it.
  public func unmap(_ number: LV2_URID) -> String? {
    text(number).map { String(cString: $0) }
  }

  private func text(_ number: LV2_URID) -> UnsafePointer<CChar>? {
    entries.withLock { entries -> UInt? in
      number > 0 && Int(number) <= entries.texts.count ? entries.texts[Int(number) - 1] : nil
    }.flatMap { UnsafePointer(bitPattern: $0) }
  }

  /// The C structures; the table must outlive their users.
  var mapFeature: LV2_URID_Map {
    LV2_URID_Map(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, uri in
      Unmanaged<URIDTable>.fromOpaque(handle!).takeUnretainedValue().map(String(cString: uri!))
    }
  }

  var unmapFeature: LV2_URID_Unmap {
    LV2_URID_Unmap(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, number in
      Unmanaged<URIDTable>.fromOpaque(handle!).takeUnretainedValue().text(number)
    }
  }
}
