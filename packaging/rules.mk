# Installing, the Debian package and the archive of the sources. The Makefile includes this.

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Performances/Options/Version.swift)
# The day of the commit, so that the same sources give the same package.
RELEASED = $(shell git log -1 --format=%cI 2>/dev/null || date -Iseconds)

# With PREFIX for all users of the machine or, with DESTDIR, for a package; without it for this user.
LV2_FOLDER = $(DESTDIR)$(if $(PREFIX),$(PREFIX)/lib/lv2,$(HOME)/.lv2)
BIN_FOLDER = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/bin
SHARE = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/share
ZSH_FOLDER = $(SHARE)/zsh/site-functions
# What is installed below SHARE, beside the manual pages and docs: the file, and its folder there.
SHARED := tactus.desktop:applications tactus-stage.desktop:applications tactus.metainfo.xml:metainfo \
  tactus.xml:mime/packages tactus.svg:icons/hicolor/scalable/apps tactus-surface.service:systemd/user \
  tactus-play.service:systemd/user
# The command, the programs that it runs, and their folder below BIN_FOLDER's parent (Console/Subprogram.swift).
PROGRAMS := .build/release
LIB_FOLDER = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/lib/tactus
SUBPROGRAMS := tactus-render tactus-surface
# The bundle that is installed.
INSTALLED := $(BUNDLE)

# The shells' completions and the manual pages are what the command says of itself.
install: web command
	@mkdir -p $(LIB_FOLDER) $(LV2_FOLDER) $(BIN_FOLDER) $(ZSH_FOLDER) $(SHARE)/bash-completion/completions \
	  $(SHARE)/fish/vendor_completions.d $(SHARE)/man/man1 $(SHARE)/doc/tactus
	rm -rf $(LV2_FOLDER)/tactus.lv2
	cp -r $(INSTALLED) $(LV2_FOLDER)
	install -m 755 $(PROGRAMS)/tactus $(BIN_FOLDER)/tactus
	install -m 755 $(SUBPROGRAMS:%=$(PROGRAMS)/%) $(LIB_FOLDER)
	@$(PROGRAMS)/tactus --generate-completion-script bash | sed '1{/^#!/d}' \
	  > $(SHARE)/bash-completion/completions/tactus
	@$(PROGRAMS)/tactus --generate-completion-script zsh > $(ZSH_FOLDER)/_tactus
	@$(PROGRAMS)/tactus --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/tactus.fish
	@$(PROGRAMS)/tactus --experimental-dump-help | $(PYTHON) packaging/man.py $(VERSION) $(SHARE)/man/man1
	@for each in $(SHARED); do \
	  mkdir -p $(SHARE)/$${each#*:} && install -m 644 packaging/$${each%:*} $(SHARE)/$${each#*:} || exit 1; \
	done
	@sed -i 's/@VERSION@/$(VERSION)/; s/@DATE@/$(firstword $(subst T, ,$(RELEASED)))/' \
	  $(SHARE)/metainfo/tactus.metainfo.xml
	@sed -i 's|@BIN@|$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/bin|' $(SHARE)/systemd/user/*.service
	@rm -rf $(SHARE)/doc/tactus && mkdir -p $(SHARE)/doc/tactus
	@cp -r README.md docs $(SHARE)/doc/tactus
	@find $(SHARE)/doc/tactus -name '*.py' -delete
	@$(if $(DESTDIR),,$(refresh))
	@echo "installed: $(BIN_FOLDER)/tactus and $(LV2_FOLDER)/tactus.lv2"
	@$(if $(DESTDIR),,$(mention_path))
uninstall:
	rm -rf $(LV2_FOLDER)/tactus.lv2 $(BIN_FOLDER)/tactus $(LIB_FOLDER) $(SHARE)/doc/tactus
	rm -f $(SHARE)/bash-completion/completions/tactus $(ZSH_FOLDER)/_tactus \
	  $(SHARE)/fish/vendor_completions.d/tactus.fish $(SHARE)/man/man1/tactus.1 $(SHARE)/man/man1/tactus-*.1 \
	  $(foreach each,$(SHARED),$(SHARE)/$(lastword $(subst :, ,$(each)))/$(firstword $(subst :, ,$(each))))
	@$(if $(DESTDIR),,$(refresh))

# A login puts ~/.local/bin into the PATH only if it is there already.
define mention_path
case ":$$PATH:" in *":$(BIN_FOLDER):"*) ;; \
  *) echo 'It is not in your PATH: log in again, or run  export PATH="$(BIN_FOLDER):$$PATH"';; esac
endef

# So that file managers know the types of files at once.
define refresh
for each in update-desktop-database:applications update-mime-database:mime; do \
  ! command -v $${each%:*} > /dev/null || $${each%:*} $(SHARE)/$${each#*:} || true; \
done
endef

# The Debian packages, in .build/deb: ours, whose programs need no Swift, because the runtime is linked into them, and that
# of the helper of Link, which has another license. The libraries are built for every processor and, on x86, once more
# with AVX2; a small library in front of both opens the one that the processor can run.
# With ARCH=arm64 on a machine with another processor: the plugins for ARM alone, because Swift's runtime for ARM is only
# in the Swift of ARM machines. There `make deb` builds the whole package.
DEB_BUNDLE := .build/deb-bundle/tactus.lv2
ARCH := $(shell dpkg --print-architecture 2> /dev/null)
ifneq ($(ARCH),$(shell dpkg --print-architecture 2> /dev/null))
deb: web $(ARCH)
	@.ci/deps package
	packaging/deb-plugins $(VERSION) '$(RELEASED)' $(ARCH) .build/$(ARCH)/tactus.lv2
	@ls -l .build/deb-$(ARCH)/*.deb
else
deb: web command
	@.ci/deps package
	@packaging/libraries plain
	@rm -rf $(DEB_BUNDLE) && mkdir -p $(dir $(DEB_BUNDLE)) && cp -r $(BUNDLE) $(DEB_BUNDLE)
	@cp .build/lv2-plain/bundle/tactus.so .build/lv2-plain/bundle/tactus_ui.so $(DEB_BUNDLE)
ifeq ($(shell uname -m),x86_64)
	@packaging/libraries avx2
	@mv $(DEB_BUNDLE)/tactus.so $(DEB_BUNDLE)/tactus-plain.so
	@cp .build/lv2-avx2/bundle/tactus.so $(DEB_BUNDLE)/tactus-avx2.so
	clang -fuse-ld=lld -shared -o $(DEB_BUNDLE)/tactus.so -O2 -fPIC -Wall -Wextra -Werror -fvisibility=hidden \
	  -Wl,-z,nodelete Sources/Front/front.c
endif
	@packaging/static tactus $(SUBPROGRAMS)
	packaging/deb $(VERSION) '$(RELEASED)' .build/static $(DEB_BUNDLE)
	link/deb $(VERSION) '$(RELEASED)' .build/deb
	@ls -l .build/deb/*.deb
endif

# The sources of this commit; `make` in the unpacked folder builds them.
dist:
	@mkdir -p .build/dist
	git archive --format=tar --prefix=tactus-$(VERSION)/ HEAD | xz -9e > .build/dist/tactus-$(VERSION).tar.xz
	@ls -l .build/dist/tactus-$(VERSION).tar.xz

.PHONY: install uninstall deb dist
