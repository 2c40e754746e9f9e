// The notes of cells: their ends, ratchets, and the channels and pitches of MPE.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct NoteTests {
  @Test func aKeyThatSoundsEndsBeforeAnotherRowBeginsIt() {
    let player = Player { grid in
      plain(&grid)
      (grid.layers[0].rows[0].pitch, grid.layers[0].rows[1].pitch) = (50, 50)
      grid.layers[0].gate = 100
      var long = GridCell(isOn: true)
      long.length = 8
      grid.fill(0, [(0, 0, long), one(2, 1)])
    }
    player.roll(sixteenths: 16)
    #expect(player.faults.isEmpty && player.held.isEmpty)
    let heard = player.sent.map { [Int($0.frame), Int($0.bytes[0])] }
    #expect(heard == [[0, 0x90], [12_000, 0x80], [12_000, 0x90], [18_000, 0x80]])
  }

  @Test func aNoteDoesNotEndOnTheFrameOnWhichItBegan() {
    var notes = ActiveNotes()
    var queue = MIDIQueue()
    defer {
      notes.free()
      queue.free()
    }
    var note = SoundingNote()
    (note.on, note.position, note.off) = (100, 1, 1)
    let hasBegun = notes.begin(3, channel: 0, pitch: 60, velocity: 90, note: note, at: 0, into: &queue)
    notes.endDue(upTo: 1, at: 100, in: 0, into: &queue)
    #expect(hasBegun && notes.count == 1 && queue.count == 1)
    notes.endDue(upTo: 1, at: 101, in: 1, into: &queue)
    #expect(notes.count == 0 && queue.count == 2)
  }

  @Test func mpeGivesEachNoteItsChannelAndPitch() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[0].channel = 16
      grid.layers[0].gate = 100
      grid.layers[0].rows[0].pitch = 60.25
      grid.layers[0].rows[1].pitch = 63.6
      grid.fill(0, [one(0, 0), one(0, 1)])
    }
    player.roll(sixteenths: 4)
    #expect(player.faults.isEmpty && player.held.isEmpty)
    let on = player.sent.filter { $0.bytes[0] & 0xF0 == 0x90 }
    #expect(on.map { $0.bytes[1] } == [60, 64] && Set(on.map { $0.bytes[0] & 15 }).count == 2)
    #expect(on.allSatisfy { $0.bytes[0] & 15 > 0 }, "the master channel has no notes")
    for (note, pitch) in zip(on, [60.25, 63.6]) {
      let bend = player.sent.last { $0.bytes[0] == 0xE0 | note.bytes[0] & 15 && $0.frame <= note.frame }!
      let wheel: Int = Int(bend.bytes[1]) + Int(bend.bytes[2]) * 128 - 8192
      let heard: Double = Double(note.bytes[1]) + Double(wheel) / 8192 * 48
      #expect(abs(heard - pitch) < 0.006)
    }
  }

  @Test func mpeTakesTheChannelThatWasFreeLongest() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[0].channel = 16
      grid.fill(0, (0..<16).map { one($0, 0) })
    }
    player.roll(sixteenths: 16)
    #expect(player.notes.map { Int($0.channel) } == Array(1...15) + [1])
  }

  @Test func theLastStrikeOfARatchetIsAsLongAsItsCell() {
    let player = Player { grid in
      plain(&grid)
      var cell = GridCell(isOn: true)
      (cell.length, cell.ratchet) = (3, 2)
      grid.fill(0, [(0, 0, cell)])
    }
    player.roll(sixteenths: 16)
    // A step has 6000 frames: strikes at 0 and 3000, each half of its share long; the last one has two steps
    // more.
    let heard = player.sent.map { [Int($0.frame), Int($0.bytes[0])] }
    #expect(heard == [[0, 0x90], [1500, 0x80], [3000, 0x90], [16_500, 0x80]])
  }
}
