// Where the input profiles of the bundle lie.
import Foundation

package let profilesFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
  path: "../../bundle/profiles"
).standardizedFileURL.path
