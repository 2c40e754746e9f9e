// The advance widths of the bundle's fonts. Written by packaging/fonts.py. Any thread.

/// Widths in units of the em, two letters a code point; `##` where the fonts have no letter.
enum AdvanceTable {
  /// The em in units.
  static var em: Float { 2816 }
  /// The width of the box that stands for a letter that is missing.
  static var missing: Int { 2800 }

  /// The index in the table of a code point; nil if it is in no range.
  static func index(of code: UInt32) -> Int? {
    switch code {
    case 0x20...0x7e: Int(code) - 32
    case 0xa0...0x24f: Int(code) - 65
    case 0x2b0...0x2dd: Int(code) - 161
    case 0x300...0x304: Int(code) - 195
    case 0x370...0x3ff: Int(code) - 302
    case 0x400...0x52f: Int(code) - 302
    case 0x1e00...0x1eff: Int(code) - 6654
    case 0x2010...0x2027: Int(code) - 6926
    case 0x2030...0x203a: Int(code) - 6934
    case 0x2070...0x209c: Int(code) - 6987
    case 0x20ac...0x20ac: Int(code) - 7002
    case 0x2116...0x2122: Int(code) - 7107
    case 0x2150...0x215e: Int(code) - 7152
    case 0x2190...0x2199: Int(code) - 7201
    case 0x2202...0x2265: Int(code) - 7305
    case 0x25a0...0x25cf: Int(code) - 8131
    case 0x2669...0x266f: Int(code) - 8284
    default: nil
    }
  }

  static var regular: StaticString {
    """
    +d+[/O6R6g<06k)r.6.62N7G+`19+S.&7'7'7'7'7'7'7'7'7'7'+S+`7G7G7G2c?|7x7/9Q995Q519~9v+33l734H>R:>:V\
    6_:V6k6g6s9z7x@D6s7W6B.6.&.61Q0}2F4L664<665%.25r5=*B*B3p*B=v5-5M5r5r.R33.:4}48<03d483h.6--.67G+d\
    +[4<6R9E3|+74(5=??0u3d3d197h0u1)7G0$0@2F6:5U+S+;,c0u3d>B?`@D2c7x7x7x7x7x7xA^9Q5Q5Q5Q5Q+3+3+3+399\
    :>:V:V:V:V:V7G:V9z9z9z9z7W6R5r4L4L4L4L4L4L?[4<5%5%5%5%*B*B*B*B4y5-5M5M5M5M5M7G5M4}4}4}4}485r487x\
    4L7x4L7x4L9Q4<9Q4<9Q4<9Q4<997z99665Q5%5Q5%5Q5%5Q5%5Q5%9~5r9~5r9~5r9~5r9v5=;'5=0e+[+3*B+3*B+3*B+3\
    *B;|1b3l*B733p6R4H*B4H*B4H,J4H,i4H*B:>5-:>5-:>5-##:>5-:V5M:V5M:V5M@PA^6k.R6k.R6k.R6g336g336g336g\
    336s.:6s.:6s.:9z4}9z4}9z4}9z4}9z4}9z4}@D<07W487W6B3h6B3h6B3h+;66;p77669-6R9Q:s5v99>.6R663d5Q9A6R\
    51.{:w6R@<+#+37l3O*B6R>{:J5-:V:{5Q=f6R;C5r9A6g336R3d.B8,.*6s=j6::V6R8q6L6B3h8,8,6J3d5f5M3d3d6R+7\
    .*+7+[##I~ChE5;h1bK+A5<L7x4L+3*B:V5M9z4}9z4}9z4}9z4}9z4}5%7x4L7x4LA^?[9~5r9~5r733p:V5M:V5M8,6J*B\
    LXI~Ch9~5rEM6R:>5-7x4LA^?[:V5M7x4L7x4L5Q5%5Q5%+3*B+3*B:V5M:V5M6k.R6k.R9z4}9z4}6g336s.:6R3d9v5=6R\
    996R6R6B3d7x4L5Q5%:V5M:V5M:V5M:V5M7W48-Y:_1~*B>w>w7x9Q4<4H6s333`3d3d8q9z9A5Q5%3l*B;/6k7'.R7`48/S\
    0u(@+G+;.*0u4,.g*F.w+;)r+;(L(L0u0u0u0u0u0u1)1)(L0u.*.*(L0u.*.*+;+;(L(L.*.*.*+;0u*F,a+;2N.J######\
    ####6R3d773d+;+;:>6R####+;3d3d3d+S3l########+;3d7x+S8D=b,H##;3##<<:_+77x7/4m7x5Q6B9v:V+3737x>R:>\
    3d:V9A6_##6R6s7W:66s;+:V+37W6o3p5-+75-6o5A3S3d3p335-3d+76R5-6:4y3d5M6R4a3`6R1Y5-9^5U:.<,+75-5M5-\
    <,6R6R6R7O::7O8]<,9A:V6R9A3d6R3d6R3d9A9A############################9A6R4<*B:V0u0u6R5r9Q>R9A4a6R\
    9Q9Q5Q5Q<$4m7W6g+3+33lDPEz>s73:>6>997x7G7/4m::5Q@D6c:>:>7#9)>R9v:V9A6_9Q6s6>;O6s::9-@LAA<0==777h\
    B>7h4L594D156>5%<X2>5M5M3[59:65%5M5%5r4<3S488(3d6_4i<<=n7;:6403h<04D5%5%5=153d33*B*B*B?W>o5=3[5M\
    485%>J;d775%@D<06R3d>{:F<09AGGAj3d1A;+:.:V5M8a5b8a5bKlF*:V6R>{9A>J9A6R3d6R##############:>7?775%\
    6_5r4m194m156:3d@D<X6c2>8<517C4y####:*8e:g6ZAQ99DX?S<06R9Q4<6s3S7W3S7W3S6s3d>w919-6F9A4i9-5=<09U\
    <09U+3@D<X8$5%9)7+9v5%;#6s9-4i>R<(+37x4L7x4LA^?[5Q5%8H5%8H5%@D<X6c2>6J6J:>5M:>5M:V5M:V5M:V5M7h3h\
    6>486>486>489-4i4m15<X:64m156s3d6s3d############################################################\
    ##################################6s7x4L7/667/667/669Q4<996699669966996699665Q5%5Q5%5Q5%5Q5%5Q5%\
    51.29~5r9v5=9v5=9v5=9v5=9v5=+3*B+3*B733p733p733p4H*B4H*B4H*B4H*B>R=v>R=v>R=v:>5-:>5-:>5-:>5-:V5M\
    :V5M:V5M:V5M6_5r6_5r6k.R6k.R6k.R6k.R6g336g336g336g336g336s.:6s.:6s.:6s.:9z4}9z4}9z4}9z4}9z4}7x48\
    7x48@D<0@D<0@D<0@D<0@D<06s3d6s3d7W486B3h6B3h6B3h5=.:<0484L.2-I.*8,3d7x4L7x4L7x4L7x4L7x4L7x4L7x4L\
    7x4L7x4L7x4L7x4L7x4L5Q5%5Q5%5Q5%5Q5%5Q5%5Q5%5Q5%5Q5%+3*B+3*B:V5M:V5M:V5M:V5M:V5M:V5M:V5M:{5Q:{5Q\
    :{5Q:{5Q:{5Q9z4}9z4}=j6:=j6:=j6:=j6:=j6:7W487W487W487W48:J3d3d3d9A6R.*.*7'2NAzAz.*0})1(e)1)r.k.k\
    .k0u6R3d4H4H+;3|<H+;CCJ:)n/S59)n/S590u.*.*0](<####0P/p00/#08000X0X0X*o*o/O0],c0$0@0P/p00/#08000X\
    0X0X*o*o##.g///G.F0u/S.J(85A/O/d.2*k7WDa7h############806k5O8L5n######@6############A;?pArAj>J@T\
    @T@T@TLP@T@T@T@T@T6R####847x################9A##6R7G##############6R######?l####################\
    ####+[########################################################7G################################\
    ##############7G######7G7G??????##############4H##############B6B6####????####????B6B6####????##\
    ##????CSCS####3t??######??##############
    """
  }

  static var semibold: StaticString {
    """
    *b,V/:6v7+=-7Q)Y/3/33n7n,/1I+~.e7h7h7h7h7e7h7h7h7h7h+~,/7n7n7n3pAx9G7B:$9I5m5.:D:%+Q4C7z4R?'9x:}\
    6w;#7/7+7I9d9GB18D8m75/3.e/31u1O2F4k6Q4s6Q5B.a6C5|+)+)4Z+)>k5s5n6A6A/<3~.i5o4o<w4H4o4F/3.*/37n*b\
    ,V4s7D:84M,r4w4.??1b5O4S1I7Z3=137n0*0V2F725i+~-O,q1]5U>:?L@c3p9G9G9G9G9G9GBM:$5m5m5m5m+Q+Q+Q+Q9I\
    9x:}:}:}:}:}7n:}9d9d9d9d8m7B6}4k4k4k4k4k4k?F4s5B5B5B5B+)+)+)+)5C5s5n5n5n5n5n7n5n5o5o5o5o4o5x4o9G\
    4k9G4k9G4k:$4s:$4s:$4s:$4s9I929I6Q5m5B5m5B5m5B5m5B5m5B:D6C:D6C:D6C:D6C:%5|;f5|0s+o+Q+)+Q+)+Q+9+Q\
    +)<s3.4C+)7z4Z7B4R+)4R+)4R-v4i.h4t+)9x5s9x5s9x5s##9x6(:}5n:}5n:}5nApAC7//<7//<7//<7+3~7+3~7+3~7+\
    3~7I.i7I/Q7I.i9d5o9d5o9d5o9d5o9d5o9d5oB1<w8m4o8m754F754F754F+f6Q=17:6Q:U7=:$<96W9I?C7B6Q6*5m:67B\
    5W0`<38sA&+t+Q8|4G+)7=?~:@5s:};j66?48p<f6A:37+3~7E6%.s8T0>7I=t8':w7=:W6Z754F84847$4K686<6*4K7I+x\
    .n.y,V##JmD{Es<W3%K=A?=x9G4k+Q+):}5n9d5o9d5o9d5o9d5o9d5o5B9G4k9G4kBM?F:D6C:D6C7z4Z:}5n:}5n847$+)\
    M[JmD{:D6CE`8z9x5s9G4kBM?F:}5n9G4k9G4k5m5B5m5B+Q+)+Q+):}5n:}5n7//<7//<9d5o9d5o7+3~7I.i7A4M:%5|7D\
    977B7A754=9G4k5m5B:}5n:}5n:}5n:}5n8m4o/8;I2x+)?z?z9G:$4w4R7I4%5]4K4M97:A:35m5H4C+)<17f7]/<8r4{/n\
    1](U+f+l.^1W4I/)*]02+r*.+r(<(<1b1b39391W1W3939(}3>.c.e(}1].e.c+r+r(<(<.i.i.i-J1W+N.0+o2N0D#####-\
    ####7I4H7W5{+q+q:i7B####+t4J4J4J+y4C########-P4N9G+~:@?(.-##;_##?F;n,D9G7B4x9G5m75:%:}+Q7z9G?'9x\
    6*:}:86w##7E7I8m<:8D<+:w+Q8m7(4F5s,D537(5b3l6(4F3l5s6,,D7B5W726*4J5n8u5+4I7B3I53;z5u;=>a,D535n53\
    >a8z7E7A8I<L8I:S>a:3:S60:84K7I4M8p6%;r:.############################:67E4s+):}1V1V7B5x:$?':35+8x\
    :$:$5m5m<u4x897++Q+Q4CEGEj?-7z9x7=9G9G797B4x;$5mC3729x9x8;9I?':%:}:86w:$7I7=<}8D;/:0BLC+<B>57e8D\
    C88'4k5h4b1B7;5B=^2|5i5i4[5V:X575n5B6A4s4%4o:G4H7-5-=/?O8>;[4q3~<R4e5B5B6$1B4S3~+)+)+)@2?85|4[5i\
    4o5B@I=E7e6'A[<^8p6$AY<[>a:4HQBj4E2q<+;=:}5n9{6#9{6#LnG):S60AV;f@F=E7A4J7D##############9x8>7e6'\
    755w4}1e4x1B7W4RC3=^722|9D7(8M6-####<69o<S84Ax9?Ed?[=(8z:$4s7I4%8m3l8m3l8D4H?U9_:08*:<5-:05|=':G\
    =':G+QC3=^8?5v9I82:%57<07n:05-@G=3+Q9G4k9G4kBM?F5m5B8g5B8g5BC3=^722|7$7$9x5i9x5i:}5n:}5n:}5n8D3~\
    7=4o7=4o7=4o:05-4x1B>{;[4x1B8D3|8D4H############################################################\
    ##################################8W9G4k7B6Q7B6Q7B6Q:$4s9I6Q9I6Q9I6Q9I6Q9I6Q5m5B5m5B5m5B5m5B5m5B\
    5..a:D6C:%5|:%5|:%5|:%5|:%5|+Q+)+Q+)7z4Z7z4Z7z4Z4R+)4R+)4R+)4R+)?'>k?'>k?'>k9x5s9x5s9x5s9x5s:}5n\
    :}5n:}5n:}5n6w6A6w6A7//<7//<7//<7//<7+3~7+3~7+3~7+3~7+3~7I.i7I.i7I.i7I.i9d5o9d5o9d5o9d5o9d5o9G4o\
    9G4oB1<wB1<wB1<wB1<wB1<w8D4H8D4H8m4o754F754F754F5|.i<w4o4k.k.A.]8o6(9G4k9G4k9G4k9G4k9G4k9G4k9G4k\
    9G4k9G4k9G4k9G4k9G4k5m5B5m5B5m5B5m5B5m5B5m5B5m5B5m5B+Q+)+Q+):}5n:}5n:}5n:}5n:}5n:}5n:}5n;j66;j66\
    ;j66;j66;j669d5o9d5o=t8'=t8'=t8'=t8'=t8'8m4o8m4o8m4o8m4o=}7T6'6(:,790<0<7h2NAzAz1,1S*()[*(*D/]/Z\
    /Z0k5f4J2D2D+q3|;z+qDBKW+%1;7Q+%1;7Q3-.k.k1+(T####0y070U/90R0U0k0k0i+A+A/h1+,q0*0V0y070U/90R0U0k\
    0k0i+A+A##.y/:/Y.j1[/n.x(R5e/h/~.R+$8$D{7Z############9q7:6:9W6R######@W############Af?rB>B3>~@T\
    @T@T@TLP@T@T@T@T@T7E####8>9G################:C##8}7n##############7I######@t####################\
    ####-J########################################################7n################################\
    ##############7n######7n7n??????##############2D##############C%C%####@1@1####@1@1C%C%####@1@1##\
    ##@1@1CgCg####5*??######??##############
    """
  }
}
