// `tactus lesson`: lists, shows and makes lessons, and compares takes with them. Main thread.
import ArgumentParser
import Console
import Controls
import Foundation
import Lessons
import Performances
import Signal
import Takes
import Text

struct LessonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "Lists, shows and makes lessons, and compares takes with them.",
    discussion: """
      A lesson shows the fingers of a take ahead of time, and how near one's relations come to it. It is played on \
      the screen Play. docs/guide/teaching.md explains the score and the format.
      """,
    subcommands: [List.self, Show.self, Make.self, AsTake.self, Play.self])

  /// Reads a lesson by its file or its name.
  /// - Throws: `CommandError` with path, line and column.
  static func lesson(_ name: String) throws -> Lesson {
    let path = try NamedKind.lesson.path(of: name)
    let text = try contents(of: path)
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      let lesson = try Lesson.read(text, warnings: &warnings)
      for warning in warnings { report(describe(warning, in: path, as: "warning")) }
      return lesson
    } catch { throw CommandError(describe(error, in: path, as: "error")) }
  }

  /// Checks a tempo.
  static func check(tempo: Double?) throws {
    if let tempo, !(Lesson.tempos ~= tempo) { throw ValidationError("--tempo is 20 to 300") }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists your lessons, then those of the bundle.")

    @OptionGroup var listing: Listing

    func run() throws {
      var report = ListReport(listing)
      for folder in NamedKind.lesson.folders() {
        for (file, path) in NamedKind.lesson.files(in: folder) {
          do {
            let lesson = try LessonCommand.lesson(path)
            report.add(
              file, shown(lesson.name),
              fields: ["file": path, "name": string(lesson.name), "text": string(lesson.text)])
          } catch { Console.report(sentence(of: error)) }
        }
      }
      report.finish()
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the words and relations of a lesson.")

    @Argument(help: "The lesson, or its name.", completion: NamedKind.lesson.completion)
    var lesson: String
    @Flag(help: "Print the lesson as JSON.")
    var json = false

    func run() throws {
      let lesson = try LessonCommand.lesson(lesson)
      if json { return printText(string(lesson.write())) }
      let beats = rounded(Double(lesson.beats))
      printLine("\(shown(lesson.name)): \(beats) beats, \(rounded(Double(lesson.tempo))) bpm")
      if !lesson.text.isEmpty { printLine("  \(shown(lesson.text))") }
      let course = LessonCourse(lesson, tempo: lesson.tempo)
      for (place, relation) in lesson.relations.enumerated() {
        let travel = Int((100 * course.travels[place]).rounded())
        printLine("  \(relation.spec.name.string): travels \(travel) % of its range")
      }
    }
  }

  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a lesson from the touches and the motion of a take.",
      discussion: """
        It begins with the first touch. Without --relation, at most three count that the take moves.
        """)

    @OptionGroup var new: NewDocument
    @Argument(help: "The take, or its name.", completion: NamedKind.performance.completion)
    var take: String
    @Option(help: "What to do, in a sentence or two.", completion: .list([]))
    var text = ""
    @Option(help: "The patch that it is played on.", completion: NamedKind.patch.completion)
    var patch = ""
    @Option(help: "The tempo at which it was played, 20 to 300.")
    var tempo = 90.0
    @Option(name: .customLong("relation"), help: "A controller that counts; may be repeated.")
    var relations: [String] = []

    func validate() throws { try LessonCommand.check(tempo: tempo) }

    func run() throws {
      guard case .take(let recorded) = try Recording(contentsOf: take) else {
        throw CommandError("\(take) has packets. Record a take: tactus record --take -o NAME.tactus")
      }
      var lesson = Lesson(name: [UInt8](new.name.utf8))
      (lesson.text, lesson.patch) = ([UInt8](text.utf8), [UInt8](patch.utf8))
      let touches = recorded.touches.map { (seconds: $0.seconds, event: $0.event) }
      if !lesson.take(events: touches, tempo: Float(tempo)) {
        report("\(take): too long or too busy to be kept exactly; the ways of the hands are coarser")
      }
      lesson.relations = try relations.map { symbol in
        guard let found = Controller.allCases.first(where: { $0.spec.symbol.string == symbol }) else {
          let symbols = Controller.allCases.filter { Lesson.compares($0) }.map { $0.spec.symbol.string }
          throw UsageError(
            "there is no controller “\(symbol)”\(Suggestion.hint(for: symbol, among: symbols))")
        }
        return found
      }
      if lesson.relations.isEmpty { lesson.relations = lesson.movedRelations(most: 3) }
      let text = lesson.write()
      var warnings: [DocumentError] = []
      do throws(DocumentError) { _ = try Lesson.read(text, warnings: &warnings) } catch {
        throw CommandError("\(take) makes no lesson: \(shown(error.message))")
      }
      printLine(try new.write(text, .lesson, .lesson))
    }
  }

  struct AsTake: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "take", abstract: "Writes the hands of a lesson as a take, to hear or to change them.")

    @Argument(help: "The lesson, or its name.", completion: NamedKind.lesson.completion)
    var lesson: String
    @OptionGroup var target: Target
    @Option(help: "The tempo, 20 to 300; by default, that of the lesson.")
    var tempo: Double?

    func validate() throws { try LessonCommand.check(tempo: tempo) }

    func run() throws {
      let lesson = try LessonCommand.lesson(lesson)
      let tempo = tempo.map { Float($0) } ?? lesson.tempo
      let patch = lesson.patch.isEmpty ? [] : try PatchFile.patch(string(lesson.patch)).write()
      let touches = lesson.events(tempo: tempo).map { DecodedTouch(seconds: $0.seconds, event: $0.event) }
      let take = Take(
        touches, patch: patch, rate: 48_000, seconds: Double(lesson.beats) * 60 / Double(tempo))
      try target.replacing.check(target.output)
      let file = try PendingFile(target.output, .performance)
      try file.write(bytes: take.text)
      try file.commit()
    }
  }

  struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compares a take with a lesson, and prints the score.",
      discussion: """
        The take is played silently. The lesson begins where as many fingers are down as it begins with, as on the \
        screen. Prints each relation and the score of each pass, 0 to 100.
        """)

    @Argument(help: "The lesson, or its name.", completion: NamedKind.lesson.completion)
    var lesson: String
    @Argument(help: "The take, or its name.", completion: NamedKind.performance.completion)
    var take: String
    @Option(help: "The tempo, 20 to 300; by default, that of the lesson.")
    var tempo: Double?
    @Option(help: "Write the tone that says how far the take is from the lesson to this sound file.")
    var tone: String?
    @OptionGroup var replacing: Replacing

    func validate() throws { try LessonCommand.check(tempo: tempo) }

    func run() throws {
      let lesson = try LessonCommand.lesson(lesson)
      guard case .take(let recorded) = try Recording(contentsOf: take) else {
        throw CommandError("\(take) has packets. Record a take: tactus record --take -o NAME.tactus")
      }
      var practice = LessonPractice(lesson)
      if let tempo { practice.set(tempo: Float(tempo)) }
      var step = 0
      var passes: [LessonScore] = []
      var distances: [Float] = []
      try recorded.play(rate: LessonCourse.rate) { processor, _ in
        let (voice, isRunning) = (processor.leadingVoice, practice.start != nil)
        let fingers = Int(processor.value(of: .groupCount, voice: voice))
        var values: [Float] = []
        for relation in lesson.relations { values.append(processor.value(of: relation, voice: voice)) }
        practice.follow(at: Double(step) / LessonCourse.rate, fingers: fingers) { relation in
          values[lesson.relations.firstIndex(of: relation) ?? 0]
        }
        if isRunning, practice.start == nil, let last = practice.last { passes.append(last) }
        distances.append(practice.distance ?? -1)
        step += 1
        return true
      }
      if passes.isEmpty, practice.score.percent != nil {
        report("the take ends before the lesson does")
        passes.append(practice.score)
      }
      if passes.isEmpty { throw CommandError("\(take) never plays the lesson “\(string(lesson.name))”") }
      for (number, score) in passes.enumerated() {
        let relations = lesson.relations.enumerated().map { place, relation in
          "\(relation.spec.symbol.string) \(score.percent(of: place) ?? 0)"
        }
        printLine("\(number + 1)\t\(score.percent ?? 0)\t\(relations.joined(separator: ", "))")
      }
      if let tone { try write(distances, to: tone) }
    }

    /// Writes the tone of distances, `LessonCourse.rate` a second.
    private func write(_ distances: [Float], to path: String) throws {
      try replacing.check(path)
      let file = try PendingFile(path, .sound)
      let count = Int(48_000 / LessonCourse.rate)
      let wave = try WaveFile(
        file.temporary, SoundFormat(path: path), rate: 48_000, channels: 1, frames: count * distances.count)
      var guide = GuideTone(sampleRate: 48_000)
      for distance in distances {
        guide.set(distance: distance)
        var (left, right) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        guide.add(to: &left, &right, count: count)
        try wave.write(left)
      }
      try wave.close()
      try file.commit()
    }
  }
}
