import Controls
import Testing

@Test func everyPortHasARangeThatHoldsItsDefault() {
  for port in TouchPort.allCases {
    let spec = port.spec
    #expect(spec.minimum < spec.maximum)
    #expect(spec.minimum <= spec.default && spec.default <= spec.maximum)
  }
}
