// The OSC packets of windows, which come as atoms through their hosts. Input thread, under the broker's mutex.
import Dialects
import Patches
import Stores

extension Switchboard {
  /// Receives a packet with requests for the document of an instance. They are handled outside of the mutex.
  func receive(_ packet: [UInt8], fromWindowOf instance: ListeningInstance, at now: Int64) {
    func refuse(_ reason: Refusal, _ request: RefusedRequest?) {
      counters(of: instance)[reason] += 1
      guard let sentence = request?.sentence else { return }
      instance.store?.owe(refusal: sentence)
      instance.grid?.owe(refusal: sentence)
    }
    packet.withUnsafeBytes { bytes in
      TactusDialect.read(bytes, refuse: refuse) { command in
        switch command {
        case .request(.patch(.document(.question(let question)))) where Self.asksForTable(question):
          answerTable(question, of: instance, from: nil, at: now)
        case .request(.grid(.question(let question))) where Self.asksForTable(question):
          answerTable(question, of: instance, from: nil, at: now)
        case .request(.patch(.document(let command))):
          if let store = instance.store { deferredTasks.append(.patchCommand(store, command)) }
        case .request(.grid(let command)):
          if let grid = instance.grid { deferredTasks.append(.gridCommand(grid, command)) }
        default: refuse(.unknownAddress, nil)
        }
      }
    }
  }
}
