// Previews of patches that are not loaded: a patch is compiled with the beginning of its demo, and played beside the
// instrument. Any thread but the audio thread.
import CPosix
import Controls
import Instrument
import Patches
import RealTime
import Signal
import Synchronization
import Text

/// The previews of one instance. They change neither its document nor its history.
public final class PatchPreviews: @unchecked Sendable {  // all that changes is reached under `mutex` only
  /// Lives as long as this.
  public let link: UnsafeMutablePointer<PreviewLink>

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// What an instrument needs to be made; nil: nobody plays previews.
  private var stage: (sampleRate: Float, tables: WaveTables)?
  private var number: UInt32 = 0
  private var subject = Subject.nothing

  /// What is previewed.
  enum Subject: Equatable {
    case nothing
    case patch([UInt8])
    case sound(SoundPlace, [UInt8])
  }

  init() {
    pthread_mutex_init(mutex, nil)
    link = .allocate(capacity: 1)
    link.initialize(to: PreviewLink())
  }

  deinit {
    link.pointee.mailbox.drain()
    link.deinitialize(count: 1)
    link.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// From now on previews are played at this rate.
  /// - Parameter tables: must stay valid until `close`.
  public func open(sampleRate: Float, tables: WaveTables) { locked { stage = (sampleRate, tables) } }

  /// From now on none is played.
  public func close() {
    locked { stage = nil }
    stop()
  }

  /// The name of the patch that is previewed; empty: none.
  var playing: [UInt8] {
    locked {
      if case .patch(let name) = subject, link.pointee.ended.load(ordering: .relaxed) != number {
        name
      } else {
        []
      }
    }
  }

  /// Plays a patch in place of the one that is previewed.
  /// - Parameter prepared: belongs to this from here on.
  func play(_ prepared: UnsafeMutablePointer<CompiledPatch>, _ phrase: [Preview.Event], _ subject: Subject) {
    locked {
      guard let stage else { return PatchOutbox.discard(prepared) }
      number = number == .max ? 1 : number + 1
      self.subject = subject
      link.pointee.wanted.store(number, ordering: .relaxed)
      link.pointee.mailbox.post(
        Preview(
          number: number, patch: prepared, phrase: phrase, sampleRate: stage.sampleRate, tables: stage.tables)
      )
    }
  }

  /// Plays none until the next `play`.
  public func stop() {
    locked {
      subject = .nothing
      link.pointee.wanted.store(0, ordering: .relaxed)
    }
  }

  /// Frees what has ended.
  /// - Returns: whether the preview has ended since the last call, though nobody has stopped it.
  public func collect() -> Bool {
    locked {
      link.pointee.mailbox.collect()
      guard subject != .nothing, link.pointee.ended.load(ordering: .relaxed) == number else { return false }
      subject = .nothing
      return true
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

extension PatchStore {
  /// The patch that is previewed; empty: none.
  public var previewed: [UInt8] { previews.playing }

  /// Plays a short phrase of a patch, beside the loaded one.
  /// - Parameter name: empty: ends the preview.
  public func preview(_ name: [UInt8]) throws(DocumentError) { try preview(name, in: folders, as: name) }

  /// Plays a short phrase of a patch of other folders.
  /// - Parameter shown: the name by which windows know it.
  public func preview(
    _ name: [UInt8], in folders: DocumentFolders, as shown: [UInt8]
  ) throws(DocumentError) {
    if name.isEmpty { return previews.stop() }
    if isTaken { throw DocumentError("a take is being recorded, which a preview would disturb") }
    var warnings: [DocumentError] = []
    var patch = try PatchDocument.read(try folders.text(of: name), warnings: &warnings)
    let prepared = try patch.prepare(in: folders, after: nil, faults: &warnings)
    previews.play(prepared, PreviewPhrase.events(of: patch, named: name, in: folders), .patch(shown))
  }
}
