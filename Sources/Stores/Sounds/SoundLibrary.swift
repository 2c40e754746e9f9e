// The recorded sounds that patches play, each in memory once. Any thread but the audio thread.
import CPosix
import Patches
import Samples
import Text

/// The sounds of all instances of the process. A sound is kept as long as any compiled patch has it.
public final class SoundLibrary: @unchecked Sendable {  // its state is under the mutex
  public static let shared = SoundLibrary()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var tables: [(hash: [UInt8], length: Int, memory: WavetableMemory)] = []
  private var digests = SoundDigests()

  private struct Entry {
    let hash: [UInt8]
    let loop: SampleMemory.Loop?
    /// Of the file.
    let bytes: Int
    var memory: SampleMemory
  }

  private init() { pthread_mutex_init(mutex, nil) }

  /// Returns the number of sounds and wavetables in memory whose files have these hashes.
  func count(_ hashes: [[UInt8]]) -> Int {
    lock()
    defer { unlock() }
    return entries.count { hashes.contains($0.hash) } + tables.count { hashes.contains($0.hash) }
  }

  /// The sounds of a patch's samples, in their order; nil: silent. Hashes that the patch lacks are filled in.
  /// Files are read outside of the mutex.
  /// - Parameters:
  ///   - folders: where the files lie; none: nowhere.
  ///   - session: the paths of files of the host's session.
  ///   - readsFiles: else only sounds that are in memory are found.
  ///   - faults: gets a sentence for each sample that is silent.
  func sounds(
    of samples: inout [PatchSample], in folders: [[UInt8]], session: [[UInt8]], readsFiles: Bool,
    faults: inout [DocumentError]
  ) -> [SampleMemory?] {
    var found: [SampleMemory?] = []
    // Two samples of one file count once.
    var counted: [[UInt8]: Int] = [:]
    for index in samples.indices {
      var memory: SampleMemory?
      do throws(DocumentError) {
        let entry = try entry(samples[index], in: folders, session: session, readsFiles: readsFiles)
        counted[entry.hash] = entry.bytes
        if counted.values.reduce(0, +) > RecordedSound.byteLimit {
          counted[entry.hash] = nil
          throw DocumentError("is skipped: the files of a patch have at most 64 MiB together")
        }
        samples[index].hash = entry.hash
        memory = entry.memory
      } catch {
        let sentence: UTF8Text = "samples[\(index)]: \(JSON.quoted(samples[index].file)) \(error.message)"
        faults.append(DocumentError(sentence.bytes))
      }
      found.append(memory)
    }
    return found
  }

  /// The wavetable of a patch; nil: silent. For the rest see `sounds`.
  func wavetable(
    of wavetable: inout PatchWavetable, in folders: [[UInt8]], session: [[UInt8]], readsFiles: Bool,
    faults: inout [DocumentError]
  ) -> WavetableMemory? {
    if wavetable.file.isEmpty { return nil }
    let length = wavetable.length
    if let known = table(wavetable.hash, length) { return known }
    do throws(DocumentError) {
      guard readsFiles else { throw DocumentError("is missing") }
      let file = try file(wavetable.file, hash: wavetable.hash, in: folders, session: session)
      wavetable.hash = file.hash
      if let known = table(file.hash, length) { return known }
      let memory = try wavetable.memory(try RecordedSound.read(file.bytes))
      lock()
      tables.append((file.hash, length, memory))
      unlock()
      return memory
    } catch {
      let sentence: UTF8Text = "wavetable: \(JSON.quoted(wavetable.file)) \(error.message)"
      faults.append(DocumentError(sentence.bytes))
      return nil
    }
  }

  /// Returns a file of a patch, or nil if it is missing.
  func find(_ name: [UInt8], hash: [UInt8], in folders: DocumentFolders) -> SoundDigests.Found? {
    try? file(name, hash: hash, in: folders.samples, session: folders.session)
  }

  /// Returns how many sounds of a patch are not in memory, so that they are silent.
  func missing(_ samples: [PatchSample], _ wavetable: PatchWavetable) -> Int {
    samples.count { known($0.hash, $0.loop) == nil }
      + (wavetable.file.isEmpty || table(wavetable.hash, wavetable.length) != nil ? 0 : 1)
  }

  /// Frees the sounds that no compiled patch has any more.
  func collect() {
    lock()
    defer { unlock() }
    var index = 0
    while index < entries.count {
      if isKnownUniquelyReferenced(&entries[index].memory) { entries.remove(at: index) } else { index += 1 }
    }
    index = 0
    while index < tables.count {
      if isKnownUniquelyReferenced(&tables[index].memory) { tables.remove(at: index) } else { index += 1 }
    }
  }

  /// A sound that is in memory.
  private func known(_ hash: [UInt8], _ loop: SampleMemory.Loop?) -> Entry? {
    if hash.isEmpty { return nil }
    lock()
    defer { unlock() }
    return entries.first { $0.hash == hash && $0.loop == loop }
  }

  private func table(_ hash: [UInt8], _ length: Int) -> WavetableMemory? {
    if hash.isEmpty { return nil }
    lock()
    defer { unlock() }
    return tables.first { $0.hash == hash && $0.length == length }?.memory
  }

  /// A file's bytes and hash. The search has a copy of the hashes that are known, and no lock.
  private func file(
    _ name: [UInt8], hash: [UInt8], in folders: [[UInt8]], session: [[UInt8]]
  ) throws(DocumentError) -> SoundDigests.Found {
    lock()
    var search = digests
    unlock()
    defer {
      lock()
      digests.add(search)
      unlock()
    }
    return try search.file(name, hash: hash, in: folders, session: session)
  }

  private func entry(
    _ sample: PatchSample, in folders: [[UInt8]], session: [[UInt8]], readsFiles: Bool
  ) throws(DocumentError) -> Entry {
    if let known = known(sample.hash, sample.loop) { return known }
    guard readsFiles else { throw DocumentError("is missing") }
    let file = try file(sample.file, hash: sample.hash, in: folders, session: session)
    if let known = known(file.hash, sample.loop) { return known }
    let sound = try RecordedSound.read(file.bytes)
    if let loop = sample.loop, loop.end > sound.frames.count {
      let words: UTF8Text = "has \(sound.frames.count) frames, and its loop ends at \(loop.end)"
      throw DocumentError(words.bytes)
    }
    let entry = Entry(
      hash: file.hash, loop: sample.loop, bytes: file.bytes.count,
      memory: SampleMemory(sound.frames, rate: sound.rate, loop: sample.loop))
    lock()
    entries.append(entry)
    unlock()
    return entry
  }

  private func lock() { pthread_mutex_lock(mutex) }
  private func unlock() { pthread_mutex_unlock(mutex) }
}
