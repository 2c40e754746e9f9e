// The arguments of `tactus surface`. Main thread.
import ArgumentParser

package struct SurfaceArguments: ParsableArguments {
  @Flag(help: "For browsers of this machine alone, over http.")
  package var local = false
  @Option(help: "The port of the page.")
  package var port: UInt16 = 8808
  @Flag(help: "Over http. Sensors, a screen that stays awake and finer fingers need https.")
  package var plain = false
  @Option(help: "The address of this machine to open; by default, that of the network route.")
  package var address: String?
  @Option(help: "The plugin's port, as *OSC port in use* shows it; otherwise it is looked for.")
  package var plugin: UInt16?
  @Option(
    help:
      "Milliseconds by which touches are delayed, to keep their rhythm; otherwise 0 with --local, else 20."
  )
  package var delay: Double?
  @Flag(help: "Keep the address for the next time, in a file that only you can read.")
  package var keep = false
  @Flag(inversion: .prefixedNo, help: "Let browsers save patches and grids among yours.")
  package var saving = true
  @Flag(help: "Serve your patches, grids, samples and scenes by WebDAV; `tactus password` makes passwords.")
  package var files = false
  @Option(help: "The size of the largest file that --files accepts, in MiB.")
  package var fileLimit = 1024
  @OptionGroup package var bundle: BundleOption

  package func validate() throws {
    guard port > 0 else { throw ValidationError("--port is 1 to 65535") }
    if let delay, !(0...200 ~= delay) { throw ValidationError("--delay is 0 to 200 milliseconds") }
    if files, plain { throw ValidationError("--files needs https: leave out --plain") }
    if !(1...1 << 20 ~= fileLimit) { throw ValidationError("--file-limit is 1 to 1048576 MiB") }
    if local, address != nil { throw ValidationError("--local and --address exclude each other") }
  }

  package init() {}
}
