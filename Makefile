# Builds, tries and installs Tactus. `make` builds build/tactus.lv2; `make test` installs what it needs first.
BUNDLE := build/tactus.lv2
SWIFT_FLAGS := -c release -Xswiftc -enable-testing --explicit-target-dependency-import-check error
ARCHIVE := .build/lv2/release/libTactusPlugins.a
# A second build of the plugins for processors with AVX2, with the same bits: no multiplication is fused with
# an addition.
AVX2_ARCHIVE := .build/avx2/release/libTactusPlugins.a
AVX2_FLAGS := -Xcc -mavx2 -Xcc -mno-fma
AVX2_BUILD := $(if $(filter x86_64,$(shell uname -m)),$(BUNDLE)/tactus-avx2.so)
WINDOW := .build/lv2/release/libTactusWindow.a
PYTHON := /usr/bin/python3
export LV2_PATH := $(CURDIR)/build:/usr/lib/lv2

all: $(BUNDLE)/tactus-plain.so $(AVX2_BUILD) $(BUNDLE)/tactus.so $(BUNDLE)/tactus_ui.so \
  $(BUNDLE)/scenes/libs/tactus/tactusmidi.pd_linux \
  $(BUNDLE)/wavetables.bin $(BUNDLE)/surface/view.wasm $(BUNDLE)/surface/solo.wasm
	@cp ttl/*.ttl $(BUNDLE)
	@if [ -d bundle ]; then cp -r bundle/. $(BUNDLE); fi

# The linker would leave it out, and a seventh of the compiler's time goes into it.
NO_DEBUG_INFO := -debug-info-format none

# The compiler keeps an object if its code has not changed, whatever its flags were, so other flags need a
# new folder.
# SwiftPM finds out what has changed, so it always runs. The archive is deleted first, because SwiftPM only
# adds to it: a deleted file would stay in the library. The first argument is the folder, the second one the
# flags of the processor.
define plugins
	@sed -n '/^let sections/,/^func/p' Package.swift | cmp -s - $(1)/flags || rm -rf $(1)
	@mkdir -p $(1) && sed -n '/^let sections/,/^func/p' Package.swift > $(1)/flags
	@rm -f $@
	TACTUS_EMBEDDED=1 swift build -c release --scratch-path $(1) --product TactusPlugins \
	  $(NO_DEBUG_INFO) --explicit-target-dependency-import-check error $(2)
endef
$(ARCHIVE): build-dependencies always
	$(call plugins,.build/lv2)
$(AVX2_ARCHIVE): build-dependencies always
	$(call plugins,.build/avx2,$(AVX2_FLAGS))
# After the plugins, because two builds cannot share a folder at a time.
$(WINDOW): $(ARCHIVE)
	@rm -f $@
	TACTUS_EMBEDDED=1 swift build -c release --scratch-path .build/lv2 --product TactusWindow \
	  $(NO_DEBUG_INFO) --explicit-target-dependency-import-check error

# Each room becomes one object, in which the constant lists of functions (names with Tv) are local. Swift 6.3
# numbers the lists of a function anew in each room that compiles it. The linker would keep one list of each
# name, so that a parameter had the choices of another. `make check` looks for such names.
# The tables for exceptions are left out: nothing here throws through a frame, and Swift keeps frame pointers.
# The arguments are the product, the folder for the objects, and that of the build.
# In a small room a sequence of instructions that is repeated becomes a function. A room that has not changed
# is kept.
AS_ONE := -Wl,--lto-O2 -Wl,-mllvm,-enable-machine-outliner -Wl,-mllvm,-inline-threshold=-50
define rooms
	@mkdir -p $(2)
	@list=$(3)/release/$(1).product/Objects.LinkFileList; kept=; \
	for room in $$(sed 's|/[^/]*$$||' $$list | sort -u); do \
	  object=$(2)/$$(basename $$room .build).o; kept="$$kept $$object"; \
	  sum=$$( (echo '$(AS_ONE)'; cat $$(grep "^$$room/" $$list)) | sha256sum); \
	  [ -f $$object ] && [ "$$(cat $$object.sum 2> /dev/null)" = "$$sum" ] && continue; \
	  clang -fuse-ld=lld -nostdlib -r -o $$object $$(grep "^$$room/" $$list) $(AS_ONE) && \
	  objcopy --wildcard --localize-symbol='*Tv*_r' --remove-section=.eh_frame \
	    --remove-section=.rela.eh_frame --remove-section=.swift_modhash $$object && \
	  echo "$$sum" > $$object.sum || { rm -f $$object; exit 1; }; \
	done; \
	for object in $(2)/*.o; do case " $$kept " in *" $$object "*) ;; *) rm -f $$object $$object.sum ;; esac; done
	@touch $(2)
endef
ROOMS := .build/lv2/rooms
$(ROOMS): $(ARCHIVE)
	$(call rooms,TactusPlugins,$@,.build/lv2)
AVX2_ROOMS := .build/avx2/rooms
$(AVX2_ROOMS): $(AVX2_ARCHIVE)
	$(call rooms,TactusPlugins,$@,.build/avx2)
WINDOW_ROOMS := .build/lv2/window
$(WINDOW_ROOMS): $(WINDOW)
	$(call rooms,TactusWindow,$@,.build/lv2)

# One exported name, nothing unused, and never unmapped, because the thread of the broker outlives a host's
# dlclose.
# Functions with the same code are one function: nothing here compares the addresses of functions.
# lld, because gold leaves protected symbols in the list of exported ones. Addresses that the loader relocates
# are packed, as glibc 2.36 reads them, which Swift's random numbers need as well.
LINK := -Wl,--gc-sections -Wl,--icf=all -Wl,-z,nodelete -Wl,-z,defs -Wl,-z,pack-relative-relocs \
  -Wl,--as-needed -Wl,--strip-debug
define library
	@mkdir -p $(BUNDLE)
	@echo '{ global: lv2_descriptor; local: *; };' > .build/exports-$(@F).map
	clang -fuse-ld=lld -shared -o $@ $(1) -Wl,--version-script=.build/exports-$(@F).map $(LINK) $(2)
endef
$(BUNDLE)/tactus-plain.so: $(ROOMS)
	$(call library,$(ROOMS)/*.o,-lm)
$(BUNDLE)/tactus-avx2.so: $(AVX2_ROOMS)
	$(call library,$(AVX2_ROOMS)/*.o,-lm)
# What hosts load. It opens one of these two.
$(BUNDLE)/tactus.so: Sources/Front/front.c | build-dependencies
	$(call library,-O2 -fPIC -Wall -Wextra -Werror $<)

# Pd's objects that send MIDI, for the Pd of a scene. Its functions of Pd are found when Pd loads it.
$(BUNDLE)/scenes/libs/tactus/tactusmidi.pd_linux: Sources/PdMIDI/tactusmidi.c | build-dependencies
	@mkdir -p $(@D)
	clang -fuse-ld=lld -shared -o $@ -O2 -fPIC -Wall -Wextra -Werror -fvisibility=hidden $< -Wl,--strip-all

# The window: never unmapped either, because cairo keeps the fonts.
$(BUNDLE)/tactus_ui.so: $(WINDOW_ROOMS)
	@mkdir -p $(BUNDLE)
	@echo '{ global: lv2ui_descriptor; local: *; };' > .build/window.map
	clang -fuse-ld=lld -shared -o $@ $(WINDOW_ROOMS)/*.o -Wl,--version-script=.build/window.map $(LINK) \
	  -lcairo -lfreetype -ljpeg -lxcb -lxcb-xinput -lm

# The page of browsers: the view as WebAssembly.
$(BUNDLE)/surface/view.wasm: $(WINDOW)
	@mkdir -p $(BUNDLE)/surface
	packaging/webassembly Page page 1048576 $@
# After the view, because two builds cannot share a folder at a time.
$(BUNDLE)/surface/solo.wasm: $(BUNDLE)/surface/view.wasm
	packaging/webassembly Solo solo 8388608 $@

# The wavetables are computed, not kept in git. They change only with these files.
WAVE_SOURCES := $(wildcard Sources/WaveRecipes/*.swift) \
  $(addprefix Sources/Signal/Generators/, Wave.swift WaveTables.swift)
$(BUNDLE)/wavetables.bin: $(WAVE_SOURCES) | build-dependencies
	@mkdir -p $(BUNDLE)
	swift run $(SWIFT_FLAGS) declare wavetables $@

build-dependencies:
	@.ci/deps --check build
	@command -v swift clang > /dev/null || \
	  { echo 'swift and clang are not in PATH: install Swift 6.3' >&2; exit 1; }
deps:
	@.ci/deps

demo:
	@.ci/deps build
	$(MAKE) all
	@mkdir -p demo
	swift run $(SWIFT_FLAGS) tactus render bundle/demos/first-touch.tactus --bundle $(BUNDLE) \
	  -o demo/first-touch.wav --picture demo/first-touch.png
	@echo "the sound: $(CURDIR)/demo/first-touch.wav"
	@echo "its picture: $(CURDIR)/demo/first-touch.png"

# The Tone Matrix plays an instance of Tactus Touch for each layer, at a tempo that ramps, falls and jumps.
site:
	@.ci/deps build
	$(MAKE) all
	swift run $(SWIFT_FLAGS) tactus site .build/site --bundle $(BUNDLE)

demo-matrix:
	@.ci/deps build
	$(MAKE) all
	@mkdir -p demo
	swift run $(SWIFT_FLAGS) tactus grid play bundle/grids/night_bus.json --bundle $(BUNDLE) \
	  --tempo "0=84 16=132 32=96 40!150 48=150" --quarters 56 -o demo/night-bus.wav --picture demo/night-bus.png
	@echo "the sound: $(CURDIR)/demo/night-bus.wav"
	@echo "its notes: $(CURDIR)/demo/night-bus.png"

# Each step records its minutes, and those of its tests, which are printed at the end, also if a step failed.
# The bundle and the Swift tests are built side by side, because each alone leaves one of two cores idle. What
# is built is not built again: `swift test` by itself has other flags than `swift run`.
# What computes runs on both cores; then what lives in real time runs alone, in two lanes that mostly wait.
REPORT := $(PYTHON) Tests/report.py
test: deps
	@$(REPORT) begin
	@$(MAKE) --no-print-directory test-steps; status=$$?; $(REPORT) print; exit $$status
test-steps:
	@$(REPORT) step build $(MAKE) -j2 all tests
	@$(REPORT) step check $(MAKE) check
	@$(MAKE) -s -C Tests/MiniHost
	@$(MAKE) -k -j3 --output-sync test-swift test-sounds test-plugins
	@$(MAKE) -k -j2 --output-sync test-stage test-windows

# Each lane has a network of its own, so that none finds the instances of another one, and a /dev/shm of its own,
# where jackd keeps its table of servers. Nothing of it outlives the lane, even if it is killed.
LANE = bwrap --dev-bind / / --tmpfs /dev/shm --unshare-net --cap-add ALL --die-with-parent \
  $(PYTHON) -m pytest -p no:cacheprovider $(addprefix Tests/HostTests/,$(1))
test-swift:
	@$(REPORT) step "Swift tests" swift test --skip-build $(SWIFT_FLAGS)
test-sounds:
	@$(REPORT) step "sounds and library" $(call LANE,sounds library)
test-plugins:
	@$(REPORT) step "plugin, scenes and package" $(call LANE,plugin scene package)
test-stage:
	@$(REPORT) step "real time: stage" $(call LANE,stage jalv surfaces)
test-windows:
	@$(REPORT) step "real time: windows" $(call LANE,ardour browsers window)

tests: build-dependencies always
	swift build $(SWIFT_FLAGS) --build-tests

check: all
	Tests/Check/check

bench: all
	@.ci/deps --check
	@$(PYTHON) Tests/Bench/bench.py
	@$(PYTHON) Tests/Bench/window.py
	swift build $(SWIFT_FLAGS) --product tactus
	@$(PYTHON) Tests/Bench/surface.py
	@$(PYTHON) Tests/Bench/solo.py
	@$(PYTHON) Tests/Bench/stage.py
	swift run $(SWIFT_FLAGS) costs
	@$(PYTHON) Tests/Bench/world.py
	@$(PYTHON) Tests/Bench/scenes.py

bench-patches: all
	@.ci/deps --check
	@$(MAKE) -s -C Tests/MiniHost
	@$(PYTHON) Tests/Bench/patches.py

# One page with a player for each patch and grid; the scripts write the demos.
gallery: all
	@.ci/deps --check
	swift build $(SWIFT_FLAGS) --product tactus
	$(PYTHON) gallery/gallery.py
	@echo "the page: $(CURDIR)/gallery/index.html"
# The same beside an older build: OLDER is a checkout of an older commit in which `make` has run.
before-after: all
	@.ci/deps --check
	swift build $(SWIFT_FLAGS) --product tactus
	$(PYTHON) gallery/before_after.py $(OLDER)
	@echo "the page: $(CURDIR)/gallery/before-after/index.html"
demos:
	$(PYTHON) gallery/performances.py
	$(PYTHON) gallery/keyboards.py

# Generated documents, a picture of each sound object from the built plugin, README's picture and sound.
docs: all
	@mkdir -p demo
	swift run $(SWIFT_FLAGS) declare generate
	@$(MAKE) -s -C Tests/MiniHost
	@$(PYTHON) docs/objects.py
	@$(PYTHON) docs/bounce.py
	swift run $(SWIFT_FLAGS) tactus picture sandbox --patch bouncing_board --performance bouncing-board \
	  --bundle $(BUNDLE) --at 4.9 --size 1280x800 --tabs -o docs/images/sandbox.png
	swift run $(SWIFT_FLAGS) tactus render pinch-nebula --patch pinch_nebula --bundle $(BUNDLE) \
	  -o demo/pinch-nebula.wav --picture docs/images/pinch-nebula.png
	ffmpeg -v error -y -i demo/pinch-nebula.wav -c:a libmp3lame -q:a 4 docs/sounds/pinch-nebula.mp3

# What takes longer than a test may, or measures real time: all parts, or PART="exports page"; PART=list lists
# them. Random tests have new seeds, or those of SEED.
PART ?=
campaign: $(if $(filter list,$(PART)),,all tests)
	@$(if $(filter list,$(PART)),,.ci/deps --check)
	@SWIFT_FLAGS='$(SWIFT_FLAGS)' $(PYTHON) Tests/Campaign/campaign.py $(PART)

include packaging/rules.mk

clean:
	rm -rf build demo .build

# The folders docs and gallery are no target's product.
.PHONY: docs gallery before-after demos bench-patches
.PHONY: all always build-dependencies deps demo demo-matrix test check bench
.PHONY: tests test-steps test-swift test-sounds test-plugins test-stage test-windows
.PHONY: campaign clean
