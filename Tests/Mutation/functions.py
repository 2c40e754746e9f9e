"""The functions in which `Tests/mutate` makes small wrong changes, and the tests that must notice them.

A function is named `Type.function`, in whichever file of its module it is. All declarations with the name
count as one. The suites that must notice a change are those of the module, or those of `suites`; `host` means
the host tests. `tests` is a regular expression: of slow suites only the tests with such names are run."""
from dataclasses import dataclass

# The tests of Matrix and of Instrument that take seconds, not minutes.
FORMULAS = "/(Level|Matrix|Morph)Tests"
PLAYING = ("/(MPE|Hold|Patch|Processor|MIDIInput|Part|Kit|Bank|Controller|VoiceTable|"
           "TransportFollower)Tests|aConditionIsJudged|aRouteAsksForTheKind")


@dataclass(frozen=True)
class Entry:
    module: str
    name: str
    suites: tuple
    tests: str


def functions(module, names, suites=(), tests=""):
    return [Entry(module, name, suites or (module,), tests) for name in names.split()]


FUNCTIONS = [
    *functions("Controls", """
        Division.table PortValues.set ToneMatrixValues.set Controller.tokenDistance Controller.token
        Action.entry Trigger.argument ToneMatrixPort.layer Symbol.string"""),
    *functions("Controls", "SourceKind.isAccepted", suites=("Instrument",), tests=PLAYING),
    *functions("Lanes", "SIMD16.limited Scalar.approach Float.limited"),
    *functions("RealTime", """
        ArrivalClock.ran ByteRing.push ByteRing.pop ByteRing.get MessageRing.push Snapshot.publish
        Mailbox.post SurfaceEvent.isAbout"""),
    *functions("RealTime", "TransportFollower.update", suites=("Instrument",), tests=PLAYING),
    *functions("Music", """
        KeyTuning.pitch KeyTuning.nearest KeyboardMapping.divided KeyTuning.init LiveTuning.update
        MIDIMessage.init MPEZones.configure MPEZones.role PlayingMap.pitch PlayingMap.drawn Scale.nearest
        ParameterSelection.apply TuningMessage.read TuningMessage.octave TouchNumbers.init
        HeldStack.remove"""),
    *functions("Music", "VoiceTable.voiceToStart NoteState.with TouchPairs.isPlaced",
               suites=("Instrument",), tests=PLAYING),
    *functions("Signal", """
        DelayTrack.read CirclePoint.turn Echo.entering EchoLoop.next OutputGuard.guarded Limiter.next
        PeakReader.peak""", tests="(Effect|Master)Tests"),
    *functions("Signal", "Compressor.jump Echo.move", tests="SpaceTests"),
    *functions("Signal", "HalfBand.halve Mixer.process", tests="(Folding|Mixer)Tests"),
    *functions("Signal", """
        CombFilter.process LadderFilter.step StateVariableFilter.process VowelFilter.process""",
               tests="FilterResponseTests"),
    *functions("Signal", "FMPair.process HardSync.restartFollowers", tests="AliasTests"),
    *functions("Signal", "Noise.init Ensemble.draw", tests="(Noise|Oscillator)Tests"),
    *functions("Signal", """
        Envelope.reached LowFrequencyOscillator.shape StepSequence.index Sequencer.round""",
               tests="(Envelope|Module)Tests"),
    *functions("Signal", "WaveguideFilters.init", tests="WaveguideRateTests"),
    *functions("Reverberation", """
        RowRings.copied ReverbLoops.init ReverbTaps.aim Reverb.enter""",
               suites=("Signal",), tests="(Reverb|Room)Tests"),
    *functions("Touch", """
        ConvexHull.push GroupGeometry.pairs GroupGeometry.update GroupMotion.turn GroupMotion.update
        GroupTime.change GroupGestures.update ShapeForm.distance ShapeRecognizer.recognize HostTime.update
        MotionSensors.advance RateFilter.message TokenTable.popSteps TokenTable.apply TouchGeometry.update
        TouchGeometry.vertex TouchGestures.advance TouchGestures.end TriggerEvents.append Calibration.point
        Calibration.turned TouchTable.endBeforeBegin TouchTable.apply PadTable.hears"""),
    *functions("Matrix", """
        Matrix.programChanged Matrix.evaluate Matrix.base PreparedConnection.combined PreparedConnection.init
        PreparedConnection.change PreparedConnection.stepped MovedParameter.value Program.smooth
        LevelWatch.crossings Region.contains""", tests=FORMULAS),
    *functions("Matrix", "Expression.append Operation.of", suites=("Patches",)),
    *functions("ToneMatrix", """
        ActiveNotes.begin ActiveNotes.endDue ActiveNotes.freeMember Keys.transpose Keys.pass LayerState.forget
        PatternSpan.step PatternSpan.firstStep StepNumber.round ToneMatrixProcessor.span
        ToneMatrixProcessor.strikeAhead ToneMatrixProcessor.strikeEarlier StepOrder.floor StepOrder.index Timeline.bar Timeline.update Timeline.frame Timeline.framesLate
        Timeline.wrap TempoDrift.update BeatReading.learn LateStrikes.wasHeard
        ToneMatrixProcessor.sendLights ToneMatrixProcessor.record ToneMatrixProcessor.request
        ToneMatrixProcessor.strike ToneMatrixProcessor.sound MIDIQueue.hasRoom"""),
    *functions("Instrument", """
        TouchProcessor.voice TouchProcessor.fits TouchProcessor.choke TouchProcessor.part
        TouchProcessor.pitch TouchProcessor.sostenuto HostAutomation.report""", tests=PLAYING),
    *functions("Text", """
        Symbol.bytes UTF8Text.StringInterpolation.appendInterpolation UTF8Text.characterLength
        DecimalNumber.exact DecimalNumber.append JSONReader.number JSONReader.escape JSONReader.open
        JSONReader.close JSONReader.members TextPosition.advance Int.init"""),
    *functions("Patches", """
        Parser.sum Parser.unary SetListReader.read PatchDocument.store PatchDocument.base
        PatchDocument.recall PatchConnection.visit DocumentVisitor.region MacroSource.visit
        Route.defaultHysteresis"""),
    *functions("Patches", "PatchName.isFileName", suites=("Patches", "Stores")),
    *functions("Grids", """
        ShareReader.scale GridEditor.isPulse GridEditor.apply GridEditor.live GridEditor.move
        GridLayerDocument.compiled GridDocument.compilePads"""),
    *functions("SceneFiles", """
        OpenCanvas.shown PdFile.end PdFile.widgets SceneBoard.hear SceneControl.controls
        ZipArchive.entry"""),
    *functions("Profiles", """
        AddressRange.init AddressRange.number AddressPattern.lastNumber ProfileScale.callAsFunction
        NetworkSource.fittedCrop ProfileBack.isLit"""),
    *functions("Profiles", "AddressPattern.match", suites=("Profiles", "Dialects")),
    *functions("OSC", """
        StreamFraming.appendSLIP StreamFraming.appendSized StreamFraming.keep OSCPacket.read
        OSCMessageView.init OSCMessageView.size OSCMessageView.offset
        UnsafeRawBufferPointer.sizeOfString"""),
    *functions("Dialects", """
        SourceTouches.expire SourceTouches.update SourceTouches.handle SourceTouches.indexOfSender
        SourceTouches.takeOver SourceTouches.isStraggler SourceTouches.hold SourceTouches.release
        Heartbeat.endPacket SenderMemory.patience TUIOStream.end TUIOStream.accept TUIO2Stream.end
        Flip.turns TouchReport.setSize AddressRest.dropSurface ProfileTouchReader.read SenderRegistry.number"""),
    *functions("Stores", """
        DocumentHistory.remember DocumentLibrary.list DocumentStore.check DocumentStore.move
        DocumentStore.restore PendingNotifications.add DocumentFolders.text DocumentFolders.names"""),
    *functions("Broker", """
        AnswerBudget.spend AnswerBudget.account FairQueue.pop PendingSubscriptions.confirm EventQueue.merge
        EventQueue.deliver NetworkPolicy.refuse NetworkPolicy.init FeedbackDiff.messages
        LiveStateDiff.appendTouches LiveStateDiff.appendVoices ListeningInstance.accepts
        ListeningInstance.isOf Subscribers.add Switchboard.handle"""),
    *functions("LV2", """
        AtomSequence.next Transport.apply AtomEvent.transport AtomOutput.padded AtomOutput.roomForMIDI"""),
    *functions("Plugins", """
        save TouchInstance.readPorts TouchInstance.render TouchInstance.nextNetworkFrame
        ToneMatrixInstance.play ToneMatrixInstance.writePorts""", suites=("host",)),
    *functions("SceneScreens", "SceneScreens.arrangePanels SceneScreens.drawPaper", suites=("Shell",)),
    *functions("Canvas", """
        PictureFile.png PictureCache.scaled PictureCache.image""", suites=("Screens",)),
]

# Changes that no test can tell from what they replace, with the reason: the module, the function, and the
# place as `Tests/mutate --list` names it. They are not made.
EQUIVALENT = {
    ("Lanes", "Scalar.approach", "<= to < 1"): "at 0 the other side is 1 − e^(−∞), which is 1 as well",
    ("Lanes", "Float.limited", "> to >= 1"): "at `low` either side is `low`",
    ("Lanes", "Float.limited", "< to <= 1"): "at `high` either side is `high`",
    ("Music", "KeyTuning.pitch", "> to >= 1"): "at 0 either side is the pitch of the first key",
    ("OSC", "OSCMessageView.init", "/ to * 1"): "with fewer marks the arguments are found as well, but later",
    ("Plugins", "save", "&& to || 1"): "more texts than necessary are saved as bytes, read as the same text",
}
