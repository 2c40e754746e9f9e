"""The parts of `make campaign`: a name, the expected minutes on two cores, and the command.

The command runs in a shell in the checkout. It has the variables SWIFT_TEST and PYTEST of campaign.py, and
TACTUS_CAMPAIGN_SEED, from which each random test draws a seed of its own."""
from typing import NamedTuple


class Part(NamedTuple):
    name: str
    minutes: float
    command: str


PARTS = [
    # Sounds and random input: these compute.
    Part("fuzz", 30, "FUZZ_PACKETS=10000000 PATCH_FUZZ=100000 GRID_FUZZ=1000000 MIDI_FUZZ=1000000 "
         "SOUND_FUZZ=100000 $SWIFT_TEST --sanitize=address --disable-xctest --scratch-path .build/asan "
         "--filter 'FuzzTests|randomEditsComeBack|filesWithWrongBytes'"),
    Part("inputs", 85, "INPUT_FUZZ=200000 $SWIFT_TEST --disable-xctest --filter InputFuzzTests && "
         "$PYTHON Tests/Campaign/fuzz.py"),
    Part("storm", 20, "SOUND_PATCHES=10000 $SWIFT_TEST --disable-xctest --filter patchesAtRandom"),
    Part("worlds", 10, "WORLD_STORM=1000000 $SWIFT_TEST --disable-xctest "
         "--filter 'randomWorldsStayFinite|elasticScenes|noThrownBody|aPendulumStays'"),
    Part("relations", 4, "RELATIONS_PATCHES=100 $PYTEST Tests/HostTests/plugin/test_relations.py"),
    Part("timing", 10, "TIMING_SCRIPTS=10000 $SWIFT_TEST --filter 'TimingTests|HostScriptTests'"),
    Part("tangibles", 20, "TANGIBLE_PLACEMENTS=4000 TANGIBLE_EVENTS=1000000 $SWIFT_TEST --disable-xctest "
         "--filter TangiblesTests"),
    Part("suites", 25, "$SWIFT_TEST --disable-xctest --skip 'FuzzTests|randomEditsComeBack|filesWithWrongBytes|"
         "patchesAtRandom|randomWorldsStayFinite|elasticScenes|noThrownBody|aPendulumStays|TimingTests|HostScriptTests|TangiblesTests|InputFuzzTests'"),
    Part("races", 15, "$SWIFT_TEST --sanitize=thread --disable-xctest --scratch-path .build/tsan "
         "--filter 'restoresWhileAChord|eachSavedText|MessageRingTests|EventQueueTests|noSnapshot'"),
    Part("library", 45, "LIBRARY=all $PYTEST Tests/Campaign/library "
         "Tests/HostTests/library/test_before_the_start.py"),
    Part("sounds", 20, "make deb && WEB_SOUND=all $PYTEST Tests/Campaign/sounds "
         "Tests/HostTests/sounds/test_web_sound.py"),
    # Hosts in real time.
    Part("exports", 15, "$PYTHON Tests/Campaign/exports.py"),
    Part("checked-exports", 20, "$PYTHON Tests/Campaign/checked_exports.py"),
    Part("ardour", 10, "$PYTEST Tests/Campaign/ardour"),
    Part("parameters", 4, "$PYTHON Tests/Campaign/parameter_steps.py --check"),
    Part("timeline", 5, "$PYTEST Tests/Campaign/timeline"),
    Part("jalv", 5, "$PYTEST Tests/Campaign/jalv"),
    Part("scenes", 6, "$PYTEST Tests/Campaign/scene"),
    Part("windows", 47, "WINDOW_SESSIONS=100 $PYTEST Tests/HostTests/window/test_session_by_hand.py "
         "Tests/Campaign/window"),
    Part("stage", 45, "STAGE_CALLBACKS=10000 STAGE_PATCHES=1000 LINK_SECONDS=60 "
         "FREE_WHEEL=3600 FREE_WHEEL_RATE=192000 $PYTEST Tests/HostTests/stage Tests/Campaign/stage"),
    Part("network", 10, "$PYTHON Tests/Campaign/network.py"),
    Part("strangers", 7, "$PYTHON Tests/Campaign/strangers.py"),
    Part("sockets", 65, "FUZZ_SECONDS=600 $PYTEST Tests/HostTests/browsers/test_fuzz.py"),
    Part("files", 2, "LOCKS=10000 $PYTEST Tests/HostTests/browsers/test_files.py"),
    Part("surfaces", 5, "$PYTEST Tests/Campaign/surfaces"),
    Part("refusals", 10, "FRAMES=1000000 $PYTEST Tests/HostTests/browsers/test_refusals.py"),
    Part("browsers", 10, "$PYTEST Tests/Campaign/browsers"),
    Part("commons", 25, "$PYTEST Tests/Campaign/commons"),
    Part("page", 5, "$PYTHON Tests/Campaign/page.py"),
    Part("page-takes", 20, "$PYTHON Tests/Campaign/page_takes.py"),
    Part("arm64", 20, "make deb ARCH=arm64 && make -s -C Tests/MiniHost all arm64 && $PYTEST Tests/Campaign/arm64"),
    Part("package", 15, "make deb dist && Tests/Campaign/package --no-build"),
    Part("mutate", 240, "Tests/mutate $MUTATE"),
]
