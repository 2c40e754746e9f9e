// `worker:schedule`: work that a plugin asks for in `run` is done right after `run`, on the same thread. So a
// render does not depend on how busy the machine is.
import CLilv

/// The requests and answers of one instance's worker.
final class Worker {
  private var requests: [[UInt8]] = []
  private var responses: [[UInt8]] = []
  /// Whether an audio thread runs the instance: then nothing is scheduled, because there is no thread for it.
  var isLive = false

  /// The C structure; the worker must outlive its user.
  var scheduleFeature: LV2_Worker_Schedule {
    LV2_Worker_Schedule(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, size, data in
      let worker = Unmanaged<Worker>.fromOpaque(handle!).takeUnretainedValue()
      if worker.isLive { return LV2_WORKER_ERR_UNKNOWN }
      worker.requests.append(Array(UnsafeRawBufferPointer(start: data, count: Int(size))))
      return LV2_WORKER_SUCCESS
    }
  }

  /// Does the work that was asked for and gives the plugin the results, as its `worker:interface` requires.
  func deliver(to handle: LV2_Handle, through interface: UnsafePointer<LV2_Worker_Interface>) {
    let now = requests
    requests = []
    let worker = Unmanaged.passUnretained(self).toOpaque()
    for request in now {
      request.withUnsafeBytes { bytes in
        _ = interface.pointee.work?(
          handle,
          { handle, size, data in
            let worker = Unmanaged<Worker>.fromOpaque(handle!).takeUnretainedValue()
            worker.responses.append(Array(UnsafeRawBufferPointer(start: data, count: Int(size))))
            return LV2_WORKER_SUCCESS
          }, worker, UInt32(bytes.count), bytes.baseAddress)
      }
    }
    let answers = responses
    responses = []
    for answer in answers {
      answer.withUnsafeBytes { bytes in
        _ = interface.pointee.work_response?(handle, UInt32(bytes.count), bytes.baseAddress)
      }
    }
    _ = interface.pointee.end_run?(handle)
  }
}
