// Turns Ctrl-C into a query for loops, so that they can finish and tidy up. Main thread.
import Foundation

/// While it exists, SIGINT, SIGTERM and SIGHUP do not end the process but make `isRequested` true.
/// Create it before any thread is started: threads inherit the mask.
package struct Interrupt {
  private var signals = sigset_t()

  package init() {
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether a signal came since the last call.
  package func isRequested() -> Bool { isRequested(within: 0) }

  /// Waits until a signal comes, at most for `nanoseconds`.
  package func isRequested(within nanoseconds: Int64) -> Bool {
    var signals = signals
    var time = timespec(
      tv_sec: Int(max(nanoseconds, 0) / 1_000_000_000), tv_nsec: Int(max(nanoseconds, 0) % 1_000_000_000))
    return sigtimedwait(&signals, nil, &time) > 0
  }
}
