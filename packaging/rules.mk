# Installing, the Debian package and the archive of the sources. The Makefile includes this.

VERSION := $(shell sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/tactus/Support/Version.swift)
# The day of the commit, so that the same sources give the same package.
RELEASED = $(shell git log -1 --format=%cI 2>/dev/null || date -Iseconds)

# With PREFIX for all users of the machine or, with DESTDIR, for a package; without it for this user.
LV2_FOLDER = $(DESTDIR)$(if $(PREFIX),$(PREFIX)/lib/lv2,$(HOME)/.lv2)
BIN_FOLDER = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/bin
SHARE = $(DESTDIR)$(if $(PREFIX),$(PREFIX),$(HOME)/.local)/share
ZSH_FOLDER = $(SHARE)/zsh/site-functions
# What is installed below SHARE, beside the manual pages and docs: the file, and its folder there.
SHARED := tactus.desktop:applications tactus.metainfo.xml:metainfo tactus.xml:mime/packages \
  tactus.svg:icons/hicolor/scalable/apps tactus-surface.service:systemd/user \
  tactus-play.service:systemd/user
COMMAND := .build/release/tactus

# The shells' completions and the manual pages are what the command says of itself.
install: all
	@[ $(COMMAND) != .build/release/tactus ] || swift build $(SWIFT_FLAGS) --product tactus
	@mkdir -p $(LV2_FOLDER) $(BIN_FOLDER) $(ZSH_FOLDER) $(SHARE)/bash-completion/completions \
	  $(SHARE)/fish/vendor_completions.d $(SHARE)/man/man1 $(SHARE)/doc/tactus
	rm -rf $(LV2_FOLDER)/tactus.lv2
	cp -r $(BUNDLE) $(LV2_FOLDER)
	install -m 755 $(COMMAND) $(BIN_FOLDER)/tactus
	@$(COMMAND) --generate-completion-script bash | sed '1{/^#!/d}' \
	  > $(SHARE)/bash-completion/completions/tactus
	@$(COMMAND) --generate-completion-script zsh > $(ZSH_FOLDER)/_tactus
	@$(COMMAND) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/tactus.fish
	@$(COMMAND) --experimental-dump-help | $(PYTHON) packaging/man.py $(VERSION) $(SHARE)/man/man1
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
	rm -rf $(LV2_FOLDER)/tactus.lv2 $(BIN_FOLDER)/tactus $(SHARE)/doc/tactus
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

# The Debian packages, in .build/deb: ours, whose command needs no Swift, because the runtime is linked into it,
# and that of the helper of Link, which has another licence.
deb: all
	@.ci/deps package
	swift build -c release --product tactus --static-swift-stdlib --scratch-path .build/package
	packaging/deb $(VERSION) '$(RELEASED)' .build/package/release/tactus
	link/deb $(VERSION) '$(RELEASED)' .build/deb
	@ls -l .build/deb/*.deb

# The sources of this commit; `make` in the unpacked folder builds them.
dist:
	@mkdir -p .build/dist
	git archive --format=tar --prefix=tactus-$(VERSION)/ HEAD | xz -9e > .build/dist/tactus-$(VERSION).tar.xz
	@ls -l .build/dist/tactus-$(VERSION).tar.xz

.PHONY: install uninstall deb dist
