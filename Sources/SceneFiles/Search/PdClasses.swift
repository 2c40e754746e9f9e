// The objects that Pd itself has. Not for the audio thread.

/// The names of Pd 0.53's own objects, as its table of classes has them. Later versions only add to them. The
/// list stands here so that a scene can be checked where no Pd is installed; a test asks Pd for each of them.
enum PdClasses {
  /// Whether Pd makes an object of a name without any file.
  static func has(_ name: [UInt8]) -> Bool {
    names.withUTF8Buffer { text in
      text.split { $0 == 0x20 || $0 == 0x0a }.contains { $0.elementsEqual(name) }
    }
  }

  static let names: StaticString = """
    != % & && * *~ + +~ - -~ / /~ < << <= == > >= >> abs abs~ adc~ append array atan atan2 b bag bang
    bang~ bendin bendout biquad~ block~ bng bp~ catch~ change clip clip~ clone cnv cos cos~ cpole~ cputime
    ctlin ctlout czero_rev~ czero~ dac~ dbtopow dbtopow~ dbtorms dbtorms~ declare del delay delread4~
    delread~ delwrite~ div drawcurve drawnumber drawpolygon drawsymbol drawtext element env~ exp expr
    expr~ exp~ f fexpr~ fft~ file filledcurve filledpolygon float framp~ fswap ftom ftom~ fudiformat
    fudiparse get getsize hdl hip~ hradio hsl hslider i ifft~ inlet inlet~ int key keyname keyup line
    line~ list loadbang log log~ lop~ makefilename makenote max max~ metro midiin midiout midirealtimein
    min min~ mod moses mtof mtof~ my_canvas my_numbox namecanvas nbx netreceive netsend noise~ notein
    noteout openpanel oscformat oscparse osc~ outlet outlet~ pack page pd pdcontrol pgmin pgmout phasor~
    pipe plot pointer poly polytouchin polytouchout pow powtodb powtodb~ pow~ print print~ q8_rsqrt~
    q8_sqrt~ qlist r radiobut radiobutton random rdb readsf~ realtime receive receive~ rfft~ rifft~
    rmstodb rmstodb~ route rpole~ rsqrt~ rzero_rev~ rzero~ r~ s samphold~ samplerate~ savepanel savestate
    scalar sel select send send~ set setsize sig~ sin slop~ snapshot~ soundfiler spigot sqrt sqrt~
    stripnote struct swap switch~ symbol sysexin s~ t table tabosc4~ tabplay~ tabread tabread4 tabread4~
    tabread~ tabreceive~ tabsend~ tabwrite tabwrite~ tan template text textfile tgl threshold~ throw~
    timer toggle touchin touchout trace trigger unpack until v value vcf~ vdl vd~ vline~ vradio vsl
    vslider vsnapshot~ vu wrap wrap~ writesf~ | ||
    """
}
