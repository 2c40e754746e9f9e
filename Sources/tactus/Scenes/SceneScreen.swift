// Pictures of the screens of a scene: its page as it is when it has been loaded. Main thread.
import Console
import Foundation
import Scene
import SceneFiles
import Scenes
import Screens
import Shell
import Text

extension ScreenPicture {
  /// Shows the folders of scenes.
  mutating func show(shelf library: SceneLibrary) {
    var shelf = SceneFolderRequests(user: [UInt8](library.user.utf8), bundle: [UInt8](library.bundle.utf8))
    _ = shelf.ask([UInt8]("{\"list\": []}".utf8))
    while shelf.isBusy { if let text = shelf.turn() { view.model.scene.read(.shelf, text) } }
  }

  /// Shows a scene's page.
  mutating func show(scene: SceneSource, of library: SceneLibrary) throws {
    view.model.scene.board = SceneBoard(try scene.page(libraries: library.libraries))
    view.model.scene.read(.path, Array(scene.path.utf8))
    view.model.scene.read(.state, Array("Playing".utf8))
  }
}
