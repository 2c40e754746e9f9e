// The recorded sounds that patches play, each in memory once. Any thread but the audio thread.
import CSystem
import Patches
import Samples
import Text

/// The sounds of all instances of the process. A sound is kept as long as any compiled patch has it.
public final class SoundLibrary: @unchecked Sendable {  // its state is under the mutex
  public static let shared = SoundLibrary()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var digests = SoundDigests()

  private struct Entry {
    let hash: [UInt8]
    let loop: SampleMemory.Loop?
    /// Of the file.
    let bytes: Int
    var memory: SampleMemory
  }

  private init() { pthread_mutex_init(mutex, nil) }

  /// The sounds in memory.
  var count: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return entries.count
  }

  /// The sounds of a patch's samples, in their order; nil: silent. Hashes that the patch lacks are filled in.
  /// - Parameters:
  ///   - folder: where the files lie; empty: nowhere.
  ///   - readsFiles: else only sounds that are in memory are found.
  ///   - faults: gets a sentence for each sample that is silent.
  func sounds(
    of samples: inout [PatchSample], in folder: [UInt8], readsFiles: Bool, faults: inout [DocumentError]
  ) -> [SampleMemory?] {
    if samples.isEmpty { return [] }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var found: [SampleMemory?] = []
    // Two samples of one file count once.
    var counted: [[UInt8]: Int] = [:]
    for index in samples.indices {
      var memory: SampleMemory?
      do throws(DocumentError) {
        let entry = try entry(samples[index], in: folder, readsFiles: readsFiles)
        counted[entry.hash] = entry.bytes
        if counted.values.reduce(0, +) > RecordedSound.byteLimit {
          counted[entry.hash] = nil
          throw DocumentError("is left out: the files of a patch have at most 64 MiB together")
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

  /// Frees the sounds that no compiled patch has any more. While another thread reads a sound, it does
  /// nothing.
  func collect() {
    if pthread_mutex_trylock(mutex) != 0 { return }
    defer { pthread_mutex_unlock(mutex) }
    var index = 0
    while index < entries.count {
      if isKnownUniquelyReferenced(&entries[index].memory) { entries.remove(at: index) } else { index += 1 }
    }
  }

  private func entry(
    _ sample: PatchSample, in folder: [UInt8], readsFiles: Bool
  ) throws(DocumentError) -> Entry {
    if !sample.hash.isEmpty,
      let known = entries.first(where: { $0.hash == sample.hash && $0.loop == sample.loop })
    {
      return known
    }
    guard readsFiles else { throw DocumentError("is missing") }
    let (bytes, hash) = try digests.file(sample.file, hash: sample.hash, in: folder)
    let sound = try RecordedSound.read(bytes)
    if let loop = sample.loop, loop.end > sound.frames.count {
      let words: UTF8Text = "has \(sound.frames.count) frames, and its loop ends at \(loop.end)"
      throw DocumentError(words.bytes)
    }
    let entry = Entry(
      hash: hash, loop: sample.loop, bytes: bytes.count,
      memory: SampleMemory(sound.frames, rate: sound.rate, loop: sample.loop))
    entries.append(entry)
    return entry
  }
}
