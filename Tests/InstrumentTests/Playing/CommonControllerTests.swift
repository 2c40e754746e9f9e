import Controls
import Testing
import Touch

@testable import Instrument

/// Every controller that a source on the surface or in MIDI supplies for all voices reaches the matrix.
@Test func whatSourcesSayReachesTheMatrix() {
  var sources = ControllerSources(sampleRate: 48_000)
  let numbers = UnsafeMutablePointer<Float>.allocate(capacity: Controller.count)
  numbers.initialize(repeating: .nan, count: Controller.count)
  let portNumbers = UnsafeMutablePointer<Float>.allocate(capacity: TouchPort.count)
  portNumbers.initialize(repeating: 0, count: TouchPort.count)
  defer {
    numbers.deallocate()
    portNumbers.deallocate()
  }
  let supplied = Controller.allCases.filter {
    !$0.spec.isPerVoice && [.token, .pad, .midi, .host, .gesture].contains($0.category)
  }
  for controller in supplied { sources.shared[controller] = Float(controller.rawValue) + 0.5 }
  var common = CommonControllers(memory: numbers)
  common.gather(&sources, ports: PortValues(memory: portNumbers), sent: SentValues(), frame: 0)
  for controller in supplied {
    #expect(
      numbers[Int(controller.rawValue)] == Float(controller.rawValue) + 0.5, "\(controller.spec.symbol)")
  }
  #expect(supplied.count > 250)
}
