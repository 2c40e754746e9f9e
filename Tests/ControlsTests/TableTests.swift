// The tables of divisions, tokens, actions and triggers say what their symbols say.
import Controls
import Testing

@Test(arguments: 0..<7) func aTripletIsTwoThirdsAndADottedStepThreeHalves(_ power: Int) throws {
  let lengths = Dictionary(
    uniqueKeysWithValues: Division.allCases.map { (String(describing: $0.symbol), $0.ninetySixths) })
  let symbol = "1/\(1 << power)"
  let plain = try #require(lengths[symbol])
  #expect(plain == 384 >> power)
  let (triplet, dotted) = (try #require(lengths[symbol + "t"]), try #require(lengths[symbol + "d"]))
  #expect(triplet * 3 == plain * 2 && dotted * 2 == plain * 3)
}

@Test func tokensHaveTheControllersOfTheirSymbols() {
  let quantities: [(Controller.TokenQuantity, String)] = [
    (.present, "present"), (.x, "x"), (.y, "y"), (.angle, "angle"), (.turns, "turns"),
    (.rotationSpeed, "rotation_speed"), (.speed, "speed"),
  ]
  #expect(quantities.count == Controller.TokenQuantity.allCases.count)
  for slot in 0..<Controller.tokenLimit {
    for (quantity, name) in quantities {
      // The pair of the tokens 1 and 2 has been `token_12_angle` since there were four.
      let last = quantity == .angle && slot > 3 ? "facing" : name
      let controller = Controller.token(slot, quantity)
      #expect(controller.spec.symbol.string == "token_\(slot + 1)_\(last)" && controller.category == .token)
      #expect("\(controller)".hasPrefix("token\(slot + 1)"))
    }
  }
  for slot in 0..<4 {
    for other in slot + 1..<4 {
      let symbol = Controller.tokenDistance(slot, other).spec.symbol.string
      #expect(symbol == "token_\(slot + 1)\(other + 1)_distance")
    }
  }
}

@Test func symbolsAndNamesAreOfOneController() {
  let specs = Controller.allCases.map(\.spec)
  #expect(Set(specs.map(\.symbol.string)).count == specs.count)
  #expect(Set(specs.map(\.name.string)).count == specs.count)
  #expect(Set(specs.map(\.shortName.string)).count == specs.count)
}

@Test(arguments: Action.allCases) func anActionReachesTheModuleOfItsSymbol(_ action: Action) {
  let symbol = String(describing: action.symbol)
  if let (number, isHome) = action.body {
    #expect(symbol == "body_\(number).\(isHome ? "home" : "kick")")
    #expect(action.module == nil && action.snapshot == nil)
    return
  }
  switch (action.module, action.snapshot) {
  case (let (kind, index, verb)?, nil):
    let name =
      switch kind {
      case .lfo: "lfo"
      case .envelope: "env"
      case .sequencer: "seq"
      }
    #expect(symbol == "\(name)_\(index + 1).\(verb)")
  case (nil, let number?): #expect(symbol == "snapshot_\(number).recall")
  case (nil, nil): #expect(symbol.wholeMatch(of: /(voice|group|patch|world|loop)\..*/) != nil, "\(symbol)")
  case (_?, _?): Issue.record("\(symbol) reaches two things")
  }
}

@Test func triggersCountTheButtonsAndTokensThatThereAre() {
  let symbols = Controller.allCases.map { $0.spec.symbol.string }
  let buttons = symbols.count { $0.hasPrefix("pad_button_") }
  let tokens = symbols.count { $0.hasPrefix("token_") && $0.hasSuffix("_present") }
  #expect(buttons > 0 && Trigger.padButton.argument == .number(upTo: buttons))
  for trigger in [Trigger.tokenPlaced, .tokenLifted, .tokenStep] {
    #expect(tokens > 0 && trigger.argument == .number(upTo: tokens))
  }
}
