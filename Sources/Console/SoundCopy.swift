// Any sound file that libsndfile reads as a WAV file of the same samples. Main thread.
import CSndfile

/// Writes the samples of a file to a WAV file: whole numbers of up to 24 bits as such, all others as floats.
/// - Throws: `CommandError` if the file is no sound, has more than two channels, or would have more than
///   `limit` bytes.
package func copySound(_ source: String, toWave target: String, limit: Int) throws {
  var info = SF_INFO()
  guard let from = sf_open(source, Int32(SFM_READ), &info) else {
    throw CommandError("\(source): \(String(cString: sf_strerror(nil)))")
  }
  defer { sf_close(from) }
  guard 1...2 ~= info.channels else {
    throw CommandError("\(source): has \(info.channels) channels; 1 or 2 can be played")
  }
  let kind = Int(info.format) & SF_FORMAT_SUBMASK
  let isShort = [SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16].contains(kind)
  let isWhole = isShort || [SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24].contains(kind)
  let samples = isShort ? SF_FORMAT_PCM_16 : isWhole ? SF_FORMAT_PCM_24 : SF_FORMAT_FLOAT
  guard Int(info.frames) <= limit / (Int(info.channels) * (isShort ? 2 : isWhole ? 3 : 4)) else {
    throw CommandError("\(source): longer than \(limit >> 20) MiB as WAV, the most that is played")
  }
  var written = SF_INFO()
  (written.samplerate, written.channels) = (info.samplerate, info.channels)
  written.format = Int32(SF_FORMAT_WAV | samples)
  guard let to = sf_open(target, Int32(SFM_WRITE), &written) else {
    throw CommandError("cannot write \(target): \(String(cString: sf_strerror(nil)))")
  }
  // Without the peaks, which have the time of day, the same sound gives the same file and so the same hash.
  sf_command(to, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  let frames = sf_count_t(65_536 / Int(info.channels))
  var whole = [Int32](repeating: 0, count: isWhole ? 65_536 : 0)
  var floats = [Float](repeating: 0, count: isWhole ? 0 : 65_536)
  var isComplete = true
  while isComplete {
    let count = isWhole ? sf_readf_int(from, &whole, frames) : sf_readf_float(from, &floats, frames)
    if count == 0 { break }
    isComplete = (isWhole ? sf_writef_int(to, whole, count) : sf_writef_float(to, floats, count)) == count
  }
  let isClosed = sf_close(to) == 0
  guard isComplete, isClosed else { throw CommandError("cannot write \(target)") }
  if sf_error(from) != 0 { throw CommandError("\(source): \(String(cString: sf_strerror(from)))") }
}

/// Writes the samples of a sound to a FLAC file of 24 bits; what is beyond full scale is clipped.
package func copySound(_ source: String, toFLAC target: String) throws {
  var info = SF_INFO()
  guard let from = sf_open(source, Int32(SFM_READ), &info) else {
    throw CommandError("\(source): \(String(cString: sf_strerror(nil)))")
  }
  defer { sf_close(from) }
  let channels = Int(info.channels)
  let file = try WaveFile(
    target, .flac, rate: Int(info.samplerate), channels: channels, frames: Int(info.frames))
  var samples = [Float](repeating: 0, count: 16_384 * channels)
  while case let count = Int(sf_readf_float(from, &samples, 16_384)), count > 0 {
    try file.write(Array(samples[..<(count * channels)]))
  }
  try file.close()
}
