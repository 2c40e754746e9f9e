# Builds, tries and installs Tactus. `make` builds build/tactus.lv2; `make demo` and `make test` install what they need.
BUNDLE := build/tactus.lv2
SWIFT_FLAGS := -c release --explicit-target-dependency-import-check error
# The libraries are built for this processor; `make deb` builds them for every one (packaging/libraries).
PROCESSOR := $(if $(shell grep -qsw avx2 /proc/cpuinfo && echo yes),avx2,plain)
LIBRARIES := .build/lv2-$(PROCESSOR)/bundle
PYTHON := /usr/bin/python3
export LV2_PATH := $(CURDIR)/build:/usr/lib/lv2

# Libraries for the Pd of a scene: objects that send MIDI, and the scheduler.
PD_LIBRARIES := $(patsubst %,$(BUNDLE)/scenes/libs/tactus/%.pd_linux,tactusmidi tactussched)

# The LV2 bundle: plugins, window, Pd libraries, wavetables and what screen readers see.
all: libraries $(PD_LIBRARIES) $(BUNDLE)/wavetables.bin $(BUNDLE)/tactus-atspi
	@cp -u ttl/*.ttl $(BUNDLE)
	@cp -ru bundle/. $(BUNDLE)
	@cp -u LICENSE $(BUNDLE)/commons/isc.txt
	@mkdir -p $(BUNDLE)/manual/guide && cp -u docs/*.md $(BUNDLE)/manual
	@cp -u docs/guide/*.md $(BUNDLE)/manual/guide

# SwiftPM finds out what has changed, so it always runs.
libraries: build-dependencies
	@packaging/libraries $(PROCESSOR)
	@mkdir -p $(BUNDLE)
	@cp -u --remove-destination $(LIBRARIES)/tactus.so $(LIBRARIES)/tactus_ui.so $(BUNDLE)

# Their functions of Pd are found when Pd loads them.
PD_LIBRARY := -fuse-ld=lld -shared -O2 -fPIC -Wall -Wextra -Werror -fvisibility=hidden -Wl,--strip-all
$(PD_LIBRARIES): Sources/CPosix/include/scene_memory.h Sources/PdLibraries/pd.h | build-dependencies
$(PD_LIBRARIES): $(BUNDLE)/scenes/libs/tactus/%.pd_linux: Sources/PdLibraries/%.c
	@mkdir -p $(@D)
	clang $(PD_LIBRARY) -o $@ $<

# The program that shows the window's controls to screen readers. Libraries by file, which a foreign processor has, too.
SCREEN_READER = -fuse-ld=lld -O2 -Wall -Wextra -Werror -Wl,--strip-all $(shell pkg-config --cflags atk-bridge-2.0) \
  $(filter %.c,$^) -l:libatk-bridge-2.0.so.0 -l:libatk-1.0.so.0 -l:libgio-2.0.so.0 -l:libgobject-2.0.so.0 \
  -l:libglib-2.0.so.0
SCREEN_READER_SOURCES := $(wildcard Sources/ScreenReader/*)
$(BUNDLE)/tactus-atspi: $(SCREEN_READER_SOURCES) | build-dependencies
	@mkdir -p $(@D)
	clang -o $@ $(SCREEN_READER)

# The wavetables are computed, not kept in git. They change only with these files.
WAVE_SOURCES := $(wildcard Sources/WaveRecipes/*.swift Sources/Signal/Generators/Wave*.swift)
$(BUNDLE)/wavetables.bin: $(WAVE_SOURCES) | libraries
	$(LIBRARIES)/wavetables $@

# The bundle for 64-bit ARM, compiled on any machine.
ARM_BUNDLE := .build/arm64/tactus.lv2
arm64: all
	@.ci/deps arm64
	@packaging/libraries arm64
	@rm -rf $(ARM_BUNDLE) && mkdir -p .build/arm64 && cp -r $(BUNDLE) $(ARM_BUNDLE)
	@cp .build/lv2-arm64/bundle/tactus.so .build/lv2-arm64/bundle/tactus_ui.so $(ARM_BUNDLE)
	@for each in tactusmidi tactussched; do \
	  clang --target=aarch64-linux-gnu $(PD_LIBRARY) -o $(ARM_BUNDLE)/scenes/libs/tactus/$$each.pd_linux \
	    Sources/PdLibraries/$$each.c || exit 1; done
	$(MAKE) -s $(ARM_BUNDLE)/tactus-atspi
$(ARM_BUNDLE)/tactus-atspi: $(SCREEN_READER_SOURCES) always
	clang --target=aarch64-linux-gnu -L/usr/lib/aarch64-linux-gnu -o $@ $(SCREEN_READER)

# The page of browsers and the instrument that plays in it, as WebAssembly, in the bundle.
web: all
	@.ci/deps web
	@packaging/webassembly
	@cp -u .build/wasm/page/*.wasm $(BUNDLE)/surface

build-dependencies: swift
	@.ci/deps --check build
swift:
	@command -v swift clang > /dev/null || { \
	  echo 'Swift is not installed. Install $(shell cat .swift-version) from https://www.swift.org/install/linux/' >&2; \
	  echo '(Debian 12, tar.gz): unpack it, and put its usr/bin, which has clang too, first in your PATH.' >&2; \
	  exit 1; }
# The hook is for a checkout whose user has none.
deps:
	@.ci/deps
	@[ ! -e .git ] || [ -n "$$(git config core.hooksPath)" ] || git config core.hooksPath .githooks

demo: swift
	@.ci/deps build
	$(MAKE) -j2 all renderer
	@mkdir -p demo
	.build/release/tactus-render bundle/demos/first-touch.tactus --patch first_touch --bundle $(BUNDLE) \
	  -o demo/first-touch.wav
	.build/release/tactus picture play --performance first-touch --patch first_touch --bundle $(BUNDLE) --at 4 \
	  --size 1100x700 --tabs -o demo/first-touch.png
	@echo 'A performance on Tactus Touch:     demo/first-touch.wav'
	@echo 'The window while it is played:     demo/first-touch.png'
	@echo 'Next: make install, then in Ardour: Track, Add Track, MIDI Track, Instrument: Tactus Touch'
# What plays and draws without a host.
renderer: build-dependencies
	swift build $(SWIFT_FLAGS) --product tactus-render
	swift build $(SWIFT_FLAGS) --product tactus
# The whole command.
command: renderer
	@.ci/deps web
	swift build $(SWIFT_FLAGS) --product tactus-surface

# The standalone page with its gallery, for any web server.
site:
	@.ci/deps web
	$(MAKE) web command
	.build/release/tactus site .build/site --bundle $(BUNDLE)

# The Tone Matrix plays an instance of Tactus Touch for each layer, at a tempo that ramps, falls and jumps.
demo-matrix:
	@.ci/deps build
	$(MAKE) -j2 all renderer
	@mkdir -p demo
	.build/release/tactus grid play bundle/grids/night_bus.json --bundle $(BUNDLE) \
	  --tempo "0=84 16=132 32=96 40!150 48=150" --quarters 56 -o demo/night-bus.wav --picture demo/night-bus.png
	@echo "the sound: $(CURDIR)/demo/night-bus.wav"
	@echo "its notes: $(CURDIR)/demo/night-bus.png"

# Each step records its duration and those of its tests. They are printed at the end, even if a step failed.
# The bundle and the Swift tests are built in parallel, because each alone leaves one of two cores idle.
# What computes runs on both cores, the Swift tests last, because they use both; then what lives in real time runs alone,
# in three lanes that mostly wait.
REPORT := $(PYTHON) Tests/report.py
test: deps
	@$(REPORT) begin
	@$(MAKE) --no-print-directory test-steps; status=$$?; $(REPORT) print; exit $$status
test-steps:
	@$(REPORT) step build $(MAKE) -j2 web tests
	@$(REPORT) step check $(MAKE) check
	@$(MAKE) -s -C Tests/MiniHost
	@status=0; \
	$(MAKE) -k -j3 --output-sync test-plugins test-sounds test-scenes test-swift || status=$$?; \
	$(MAKE) -k -j3 --output-sync test-stage test-windows test-browsers || status=$$?; exit $$status

# Each lane has a network of its own, so that none finds the instances of another one, and a /dev/shm of its own,
# where jackd keeps its table of servers. Nothing of it outlives the lane, even if it is killed.
LANE = bwrap --dev-bind / / --tmpfs /dev/shm --unshare-net --cap-add ALL --die-with-parent \
  $(PYTHON) -m pytest -p no:cacheprovider $(addprefix Tests/HostTests/,$(1))
test-swift:
	@$(REPORT) step "Swift tests" swift test --skip-build $(SWIFT_FLAGS)
test-plugins:
	@$(REPORT) step "plugins" $(call LANE,plugin)
test-sounds:
	@$(REPORT) step "sounds and library" $(call LANE,sounds library)
test-scenes:
	@$(REPORT) step "scenes and package" $(call LANE,scene package)
test-stage:
	@$(REPORT) step "real time: stage and hosts" $(call LANE,ardour jalv stage)
test-windows:
	@$(REPORT) step "real time: windows" $(call LANE,window)
test-browsers:
	@$(REPORT) step "real time: browsers and tablets" $(call LANE,browsers surfaces commons)

tests: build-dependencies always
	swift build $(SWIFT_FLAGS) --build-tests

check: all web
	Tests/Check/check

bench: all
	@.ci/deps --check
	@$(PYTHON) Tests/Bench/bench.py
	@$(PYTHON) Tests/Bench/grid.py
	@$(PYTHON) Tests/Bench/window.py
	$(MAKE) web command
	@$(PYTHON) Tests/Bench/surface.py
	@$(PYTHON) Tests/Bench/solo.py
	@$(PYTHON) Tests/Bench/stage.py
	swift run $(SWIFT_FLAGS) costs
	@$(PYTHON) Tests/Bench/world.py
	@$(PYTHON) Tests/Bench/loops.py
	@$(PYTHON) Tests/Bench/scenes.py

bench-patches: all
	@.ci/deps --check
	@$(MAKE) -s -C Tests/MiniHost
	@$(PYTHON) Tests/Bench/patches.py

# One page with a player for each patch and grid; the scripts write the demos.
gallery: all renderer
	@.ci/deps --check
	$(PYTHON) gallery/gallery.py
	@echo "the page: $(CURDIR)/gallery/index.html"
# The sounds that were made new, before and after; with OLDER, a checkout of an older commit in which `make` has run,
# every sound of both builds.
before-after: all renderer
	@.ci/deps --check
	@$(MAKE) -s -C Tests/MiniHost
	$(PYTHON) gallery/$(if $(OLDER),before_after.py $(OLDER),renewed.py)

# Everything in git that is generated, with the same bytes on every machine: ttl, documents, demos.
# The file declare-built tells the pre-commit hook how old the generator is.
DECLARE := .build/release/declare
generate: build-dependencies
	swift build $(SWIFT_FLAGS) --product declare
	@touch .build/declare-built
	@$(MAKE) -s generate-built
generate-built:
	$(DECLARE) generate
	$(PYTHON) gallery/performances.py
	$(PYTHON) gallery/keyboards.py
	$(PYTHON) gallery/lessons.py

# Pins the sound of each patch and grid, and measures those that are new or have changed. SOUNDS=--anyway pins them
# even if a measure finds a fault.
SOUNDS ?=
sounds: all renderer
	@.ci/deps --check
	@$(MAKE) -s -C Tests/MiniHost
	$(PYTHON) gallery/pins.py $(SOUNDS)

# Pictures and sounds of docs and README, from the built plugin.
docs: all renderer generate
	@mkdir -p demo
	@$(MAKE) -s -C Tests/MiniHost
	@$(PYTHON) docs/objects.py
	@$(PYTHON) docs/bounce.py
	@$(PYTHON) docs/how_it_works.py
	@$(PYTHON) docs/playing.py
	@$(PYTHON) packaging/pedals.py
	.build/release/tactus picture sandbox --patch bouncing_board --performance bouncing-board \
	  --bundle $(BUNDLE) --at 4.9 --size 1280x800 --tabs -o docs/images/sandbox.png
	.build/release/tactus render first-touch --patch first_touch --bundle $(BUNDLE) \
	  -o demo/first-touch.wav --picture docs/images/first-touch.png
	.build/release/tactus render pinch-nebula --patch pinch_nebula --bundle $(BUNDLE) \
	  -o demo/pinch-nebula.wav --picture docs/images/pinch-nebula.png
	ffmpeg -v error -y -i demo/pinch-nebula.wav -c:a libmp3lame -q:a 4 docs/sounds/pinch-nebula.mp3

# What takes longer than a test may, or measures real time: all parts, or PART="exports page"; PART=list lists
# them. Random tests have new seeds, or those of SEED.
PART ?=
campaign: $(if $(filter list,$(PART)),,web tests)
	@$(if $(filter list,$(PART)),,.ci/deps --check)
	@SWIFT_FLAGS='$(SWIFT_FLAGS)' $(PYTHON) Tests/Campaign/campaign.py $(PART)

include packaging/rules.mk

clean:
	rm -rf build demo .build

# The folders docs and gallery are no target's product.
.PHONY: docs gallery before-after generate generate-built sounds bench-patches
.PHONY: all libraries arm64 web renderer command site swift
.PHONY: always build-dependencies deps demo demo-matrix test check bench
.PHONY: tests test-steps test-swift test-plugins test-sounds test-scenes test-stage test-windows \
  test-browsers
.PHONY: campaign clean
