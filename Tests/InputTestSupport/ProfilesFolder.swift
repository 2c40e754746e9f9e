// The folder of the bundle's input profiles.
import Foundation

package let profilesFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
  path: "../../bundle/profiles"
).standardizedFileURL.path
