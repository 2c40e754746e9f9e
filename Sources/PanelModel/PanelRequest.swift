// Requests of a panel. The frame carries them out; what comes of them returns in the model. Any thread.
import Controls
import Grids
import Patches
import RealTime
import Toolkit

/// A request of a panel. Nothing is drawn as done before the model says so, but for what is under
/// the pointer.
public enum PanelRequest: Sendable {
  /// A touch of this view, in the house's coordinates. The frame sets the source.
  case surface(SurfaceEvent)
  /// A change of the patch; `revision` is what it was made for if it names a thing by its index.
  case edit(PatchEdit, revision: UInt64?)
  case editGrid(GridEdit, revision: UInt64?)
  /// A port, by its index, in its unit.
  case port(Int, Float)
  /// A hand takes hold of a port, or lets go of it (`ui:touch`).
  case grabbed(Int, isHeld: Bool)
  /// Requests all entries of the library again.
  case library
  /// Loads the library's entry with this file.
  case load(file: [UInt8])
  /// Saves the document under a name of the user's.
  case save(name: [UInt8])
  /// A question about documents on the disk or about the room, as JSON (docs/window.md).
  case question([UInt8])
  /// Moves widgets of a scene: a JSON object of their keys and values.
  case scene(values: [UInt8])
  /// Chooses another scene, by its path.
  case openScene([UInt8])
  /// A question about the folders of scenes, as JSON (docs/scenes.md).
  case sceneShelf([UInt8])
  /// A MIDI message of three bytes.
  case midi(UInt8, UInt8, UInt8)
  /// Lets the host ask for a sound file: a sample or a wavetable (`ui:requestValue`).
  case askForFile(isWavetable: Bool)
  /// Something of the device that shows a page.
  case device(DeviceRequest)
  /// Puts a text on the clipboard.
  case copy([UInt8])
  /// Requests the text of the clipboard; it comes as `ViewEvent.pasted`.
  case paste
  /// Starts dragging out the file that the instance writes for a request.
  case drag([UInt8])
  /// Requests a page of the manual by its file's name (`View.show(manual:_:)`).
  case manual([UInt8])
  /// Needs the keyboard for a text or for walking through controls, or gives it back.
  case keyboard(Bool)
}

/// A request of a page to its device or its server.
public enum DeviceRequest: Equatable, Sendable {
  /// The whole screen, or no more; the sensors and MIDI devices, for which people are asked.
  case fullScreen, sensors, midi
  /// Of a page that plays by itself: it keeps its sound, or gives it as a file; it writes down what acts, or
  /// gives that; it plays what was written, or no more; a file is chosen and opened; its gallery is shown; the
  /// document that is shown, or the take, is put into an address; the address of the document is shown as a QR code.
  case sound, take, replay, open, gallery, share, shareTake, code
  /// The page plays by itself, or a plugin of a host.
  case here, there
  /// Another plugin, by its port; another one at the same port.
  case plugin(Int)
  case kind(ViewModel.Plugin)
}
