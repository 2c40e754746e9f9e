// The keys that are down in mono mode.
import Testing

@testable import Music

@Test func keysComeBackWithTheirVelocitiesInTheOrderOfTheirBeginnings() throws {
  var stack = HeldStack()
  let keys = (0..<5).map { VoiceOwner.note(channel: 0, key: UInt8(60 + $0)) }
  for (index, key) in keys.enumerated() { stack.push(key, velocity: Float(index) / 8) }
  // Of 0 1 2 3 4, the second, the last and the first are released; the third is struck again.
  let haveSounded = [1, 4, 0, 0].map { stack.remove(keys[$0]) }
  #expect(haveSounded == [false, true, false, false])
  stack.push(keys[2], velocity: 1)
  #expect(stack.count == 2)
  for (key, velocity) in [(2, 1.0), (3, 0.375)] as [(Int, Float)] {
    let last = try #require(stack.last)
    #expect(last.owner == keys[key] && last.velocity == velocity)
    let hasSounded = stack.remove(keys[key])
    #expect(hasSounded)
  }
  #expect(stack.last == nil)
}
