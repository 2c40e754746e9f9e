// The table of graphical objects: their names and the order of their arguments. Not for the audio thread.
import Text

/// A graphical object: its record is `#X obj x y NAME`, then its arguments.
enum WidgetForm: CaseIterable {
  case bang, toggle, horizontalSlider, verticalSlider, dragNumber, horizontalRadio, verticalRadio, meter
  case panel, panelWithoutSend, panelWithoutNames
  case display, knob, loadSave, menuBang, numberBox, ribbon, tapList, touchArea, wordButton

  /// The kind of an argument.
  enum Field {
    case width, height, size, grip, digits, cells, low, high, logarithmic, initial, hold, flash, changeOnly
    case send, receive, label, labelX, labelY, font, fontSize, background, foreground, labelColour
    case value, on, steady, logHeight, scale, flags, travel
    /// A name to which what the widget sends is appended: `menubang-NAME`.
    case word

    /// Whether Pd refuses arguments of which this is no number.
    var isNumber: Bool {
      switch self {
      case .send, .receive, .label, .background, .foreground, .labelColour, .word: false
      default: true
      }
    }
  }

  /// The names of the object; the arguments in their order; how many of them must be there; whether more may
  /// follow.
  var row: (names: [StaticString], fields: [Field], least: Int, isOpen: Bool) {
    let names: [Field] = [.send, .receive, .label]
    let look: [Field] = [
      .labelX, .labelY, .font, .fontSize, .background, .foreground, .labelColour,
    ]
    let plain: [Field] = [.labelX, .labelY, .font, .fontSize, .background, .labelColour]
    let range: [Field] = [.low, .high, .logarithmic, .initial]
    let slider = [.width, .height] + range + names + look + [.value, .steady]
    let radio = [.size, .changeOnly, .initial, .cells] + names + look + [.value]
    let panel: [Field] = [.grip, .width, .height]
    switch self {
    case .bang: return (["bng"], [.size, .hold, .flash, .initial] + names + look, 14, false)
    case .toggle: return (["tgl", "toggle"], [.size, .initial] + names + look + [.value, .on], 13, false)
    case .horizontalSlider: return (["hsl", "hslider"], slider, 17, false)
    case .verticalSlider: return (["vsl", "vslider"], slider, 17, false)
    case .dragNumber:
      return (
        ["nbx", "my_numbox"], [.digits, .height] + range + names + look + [.value, .logHeight], 17, true
      )
    case .horizontalRadio: return (["hradio", "hdl", "rdb", "radiobut", "radiobutton"], radio, 15, false)
    case .verticalRadio: return (["vradio", "vdl"], radio, 15, false)
    case .meter: return (["vu"], [.width, .height, .receive, .label] + plain + [.scale, .flags], 11, true)
    case .panel: return (["cnv", "my_canvas"], panel + names + plain + [.flags], 12, false)
    // The files of old versions have fewer names.
    case .panelWithoutSend: return (["cnv", "my_canvas"], panel + [.receive, .label] + plain, 11, false)
    case .panelWithoutNames: return (["cnv", "my_canvas"], panel + [.label] + plain, 10, false)
    case .display: return (["display"], [.width, .height, .receive], 3, true)
    case .knob:
      return (["knob", "mknob"], [.size, .travel] + range + names + look + [.value, .steady], 17, true)
    case .loadSave: return (["loadsave"], [.receive], 1, true)
    case .menuBang: return (["menubang"], [.word], 1, true)
    case .numberBox:
      return (["numberbox"], [.width, .height, .receive, .send, .low, .high, .value], 6, true)
    case .ribbon: return (["ribbon"], [.width, .height, .send], 3, true)
    case .tapList: return (["taplist"], [.width, .height, .receive, .send], 4, true)
    case .touchArea: return (["touch"], [.width, .height, .send], 3, true)
    case .wordButton: return (["wordbutton"], [.width, .height, .word], 3, true)
    }
  }

  /// Whether Pd itself has the object: without fitting arguments it has the standard ones then.
  var isNative: Bool {
    switch self {
    case .bang, .toggle, .horizontalSlider, .verticalSlider, .dragNumber, .horizontalRadio, .verticalRadio,
      .meter, .panel, .panelWithoutSend, .panelWithoutNames:
      true
    case .display, .knob, .loadSave, .menuBang, .numberBox, .ribbon, .tapList, .touchArea, .wordButton: false
    }
  }

  /// The forms of an object of a name, by falling number of arguments.
  static func forms(of name: [UInt8]) -> [WidgetForm] {
    allCases.filter { form in form.row.names.contains { name == $0 } }
  }

  /// Whether these arguments are those of the form.
  func fits(_ arguments: ArraySlice<PdWord>) -> Bool {
    let row = row
    guard arguments.count >= row.least, row.isOpen || arguments.count <= row.fields.count else {
      return false
    }
    return zip(row.fields.prefix(row.least), arguments).allSatisfy { $0.isNumber ? $1.number != nil : true }
  }
}

/// The arguments of an object by what they are.
struct WidgetFields {
  private let values: [(field: WidgetForm.Field, word: PdWord)]
  /// The words after the last argument of the form.
  let rest: [[UInt8]]

  /// - Parameter changes: What messages have changed of it.
  init(_ form: WidgetForm, _ arguments: ArraySlice<PdWord>, changes: [WidgetSource.Change] = []) {
    let fields = form.row.fields
    values = changes.map { ($0.field, $0.word) } + zip(fields, arguments).map { ($0, $1) }
    rest = arguments.dropFirst(fields.count).map { $0.bytes }
  }

  func word(_ field: WidgetForm.Field) -> PdWord? { values.first { $0.field == field }?.word }

  /// A number within ±10³⁷, the widest range that Pd itself gives.
  func number(_ field: WidgetForm.Field, _ otherwise: Float) -> Float {
    word(field)?.number.map { min(max($0, -1e37), 1e37) } ?? otherwise
  }

  /// A whole number, cut, within ±10⁶.
  func whole(_ field: WidgetForm.Field, _ otherwise: Int) -> Int {
    word(field)?.number.map { Int(min(max($0, -1e6), 1e6)) } ?? otherwise
  }

  /// A name or a text; nil for what means none.
  func name(_ field: WidgetForm.Field) -> [UInt8]? { word(field).flatMap { Self.name($0.bytes) } }

  static func name(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.isEmpty || bytes == "empty" || bytes == "-" ? nil : bytes
  }
}
