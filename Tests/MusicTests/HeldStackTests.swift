// The keys that are down in mono mode.
import Testing

@testable import Music

@Test func keysComeBackWithTheirVelocitiesInTheOrderOfTheirBeginnings() throws {
  var stack = HeldStack()
  let keys = (0..<5).map { VoiceOwner.note(channel: 0, key: UInt8(60 + $0)) }
  for (index, key) in keys.enumerated() { stack.push(key, velocity: Float(index) / 8) }
  // Of 0 1 2 3 4, the second, the last and the first are released; the third is struck again.
  #expect(!stack.remove(keys[1]))
  #expect(stack.remove(keys[4]))
  #expect(!stack.remove(keys[0]))
  #expect(!stack.remove(keys[0]))
  stack.push(keys[2], velocity: 1)
  #expect(stack.count == 2)
  for (key, velocity) in [(2, 1.0), (3, 0.375)] as [(Int, Float)] {
    let last = try #require(stack.last)
    #expect(last.owner == keys[key] && last.velocity == velocity)
    #expect(stack.remove(keys[key]))
  }
  #expect(stack.last == nil)
}
