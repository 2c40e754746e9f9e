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
  package func isRequested() -> Bool {
    var (signals, none) = (signals, timespec())
    return sigtimedwait(&signals, nil, &none) > 0
  }
}
