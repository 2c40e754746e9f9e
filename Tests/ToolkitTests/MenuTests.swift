// Menus round the finger.
import Paint
import Testing

@testable import Toolkit

@Suite struct MenuTests {
  /// Any number of items over any arc: no two meet, all lie on the screen.
  @Test func itemsOfAMenuHaveRoom() {
    let area = Area(x: 0, y: 0, width: 1280, height: 800)
    for size in Look.Size.allCases {
      var look = Look.dark
      look.size = size
      for arc in [Float(0)...1, -0.25...0.25, 0...0.5] {
        for count in 1...10 {
          for point in [(Float(640), Float(400)), (2, 2), (1278, 798)] {
            let items = (0..<count).map { RadialMenu<Int>.Item(Array("Item \($0)".utf8), $0) }
            let menu = RadialMenu<Int>(title: [], x: point.0, y: point.1, items: items, arc: arc)
            let places = menu.places(look, in: area)
            for (index, place) in places.enumerated() {
              #expect(
                place.x >= 0 && place.right <= 1280 && place.y >= 0 && place.bottom <= 800, "\(count) \(arc)")
              for other in places[..<index] {
                #expect(!other.meets(place), "\(count) items, \(arc), \(size)")
              }
            }
          }
        }
      }
    }
  }
}
