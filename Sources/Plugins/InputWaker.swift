// Wakes the input thread through the host's worker, because an audio thread makes no system call. Audio thread,
// except the interface.
import Broker
import CLV2
import LV2

/// Wakes the input thread at the end of a block in which a host or a window has sent a text. A host without a
/// worker waits until the input thread looks for itself: 10 ms while a window is open, else 50 ms.
struct InputWaker {
  /// The host's feature `work:schedule`, or nil if it has no worker.
  let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?
  /// Whether there is something for the input thread.
  var isDue = false

  init(_ schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?) { self.schedule = schedule }

  @_noLocks mutating func wake() {
    guard isDue, let schedule else { return }
    isDue = false
    tactus_schedule_work(schedule)
  }
}

/// The extension's functions, the same for each plugin. The work runs on the host's worker thread.
func makeWorkerInterface() -> UnsafeMutablePointer<LV2_Worker_Interface> {
  let interface = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
  interface.initialize(
    to: LV2_Worker_Interface(
      work: { _, _, _, _, _ in
        Broker.wake()
        return LV2_WORKER_SUCCESS
      }, work_response: { _, _, _ in LV2_WORKER_SUCCESS }, end_run: { _ in LV2_WORKER_SUCCESS }))
  return interface
}

extension PluginFeatures {
  var worker: UnsafeMutablePointer<LV2_Worker_Schedule>? {
    data(of: "http://lv2plug.in/ns/ext/worker#schedule")?.assumingMemoryBound(to: LV2_Worker_Schedule.self)
  }
}
