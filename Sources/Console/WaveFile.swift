// Writes sound files with libsndfile. Main thread.
import CSndfile

/// A format of sound files.
package enum SoundFormat: CaseIterable {
  case wav, flac, aiff

  package static var endings: [String] { allCases.flatMap(\.row.endings) }

  /// The endings of such a file, and its format for libsndfile.
  private var row: (endings: [String], format: Int) {
    switch self {
    case .wav: (["wav"], SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    case .flac: (["flac"], SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
    case .aiff: (["aiff", "aif"], SF_FORMAT_AIFF | SF_FORMAT_FLOAT)
    }
  }

  package var format: Int32 { Int32(row.format) }

  /// By the ending; WAV for others.
  package init(path: String) {
    self = Self.allCases.first { $0.row.endings.contains { path.lowercased().hasSuffix(".\($0)") } } ?? .wav
  }
}

/// A sound file that is being written.
package final class WaveFile {
  private let file: OpaquePointer
  private let path: String
  private let channels: Int
  private var isOpen = true
  /// The most bytes of sound whose size, with the header, has 32 bits.
  private static let largestChunk = Int(UInt32.max) - 4096

  /// - Parameter frames: how many will be written: a WAV file of more than 4 GiB is an RF64 file, as its
  ///   sizes have 32 bits otherwise.
  /// - Throws: `CommandError` if the file can't be written, or an AIFF file would have more than 4 GiB.
  package init(_ path: String, _ format: SoundFormat, rate: Int, channels: Int, frames: Int) throws {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = format.format
    let isLong = frames * channels * MemoryLayout<Float>.size > Self.largestChunk
    switch format {
    case .wav: if isLong { info.format = Int32(SF_FORMAT_RF64 | SF_FORMAT_FLOAT) }
    case .aiff:
      if isLong { throw CommandError("AIFF holds less than 4 GiB; write .wav or .flac instead") }
    case .flac: break
    }
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw CommandError("cannot write \(path): \(String(cString: sf_strerror(nil)))")
    }
    self.file = file
    self.path = path
    self.channels = channels
    // The peak chunk contains the time of day. Without it the same sound gives the same file.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    // Whole numbers do not wrap beyond full scale.
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit { if isOpen { sf_close(file) } }

  /// - Parameter samples: whole frames, channels interleaved.
  package func write(_ samples: [Float]) throws {
    let frames = sf_count_t(samples.count / channels)
    guard sf_writef_float(file, samples, frames) == frames else {
      throw CommandError("cannot write \(path): \(String(cString: sf_strerror(file)))")
    }
  }

  package func close() throws {
    isOpen = false
    guard sf_close(file) == 0 else { throw CommandError("cannot write \(path)") }
  }
}
