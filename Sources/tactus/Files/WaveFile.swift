// Writes WAV files of 32-bit floats with libsndfile. Main thread.
import CSndfile

/// A WAV file of 32-bit floats that is being written.
final class WaveFile {
  private let file: OpaquePointer
  private let path: String
  private let channels: Int
  private var isOpen = true

  init(_ path: String, rate: Int, channels: Int) throws {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw CommandError("cannot write \(path): \(String(cString: sf_strerror(nil)))")
    }
    self.file = file
    self.path = path
    self.channels = channels
    // The peak chunk contains the time of day. Without it the same sound gives the same file.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  }

  deinit { if isOpen { sf_close(file) } }

  /// - Parameter samples: whole frames, channels interleaved.
  func write(_ samples: [Float]) throws {
    let frames = sf_count_t(samples.count / channels)
    guard sf_writef_float(file, samples, frames) == frames else {
      throw CommandError("cannot write \(path): \(String(cString: sf_strerror(file)))")
    }
  }

  func close() throws {
    isOpen = false
    guard sf_close(file) == 0 else { throw CommandError("cannot write \(path)") }
  }
}
