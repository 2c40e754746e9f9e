import RealTime
import Testing

@Test func aFullRingRefusesAndKeepsItsOrder() {
  let ring = Ring<Int>(capacity: 4)
  let taken = (0..<5).map { ring.push($0) }
  #expect(taken == [true, true, true, true, false])
  let returned = (0..<5).map { _ in ring.pop() }
  #expect(returned == [0, 1, 2, 3, nil])
}
