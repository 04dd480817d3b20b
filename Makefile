# Builds switchyard, and installs it: the program, the features that ship, what other features are built against, and
# what shells and man(1) read.
#
#   make                                builds
#   make install PREFIX=$HOME/.local    installs what is built, and builds nothing: it may be run by another user
#   make install STRIP=                 installs it with its debug information
#   make install DESKTOP=1              installs it with an entry for desktops: they hand links of the app to it
#   make uninstall PREFIX=$HOME/.local
#   make images                         takes the pictures of the documentation anew
#   make package                        writes a .deb and a .tar.gz of what is built, for machines without the toolchain
#
# DESTDIR stands before every path that is written, and in none of the files, as makers of packages expect.

PREFIX = /usr/local
DESTDIR =
# Where the build lies; a debug build is .build/debug.
BUILD = .build/release

# Takes debug information and the names of local functions out of the program and the features, as they are copied;
# empty: they stay as they were built.
STRIP = strip

# Not empty: the entry is installed, for the schemes of WIRING, or where that is empty, of the wiring file that applies to
# whoever installs, or of the features.
DESKTOP =
WIRING =

# Make takes words apart at blanks, and sed takes & for what it has found.
ifneq ($(words x$(PREFIX)x$(DESTDIR)x)$(findstring &,$(PREFIX))$(findstring |,$(PREFIX)),1)
$(error PREFIX and DESTDIR are paths without blanks, & and |: '$(PREFIX)', '$(DESTDIR)')
endif

BIN = $(PREFIX)/bin
PLUGINS = $(PREFIX)/lib/switchyard
INCLUDE = $(PREFIX)/include/switchyard
PKGCONFIG = $(PREFIX)/lib/pkgconfig
MAN = $(PREFIX)/share/man/man1
MAN5 = $(PREFIX)/share/man/man5
BASH = $(PREFIX)/share/bash-completion/completions
ZSH = $(PREFIX)/share/zsh/site-functions
FISH = $(PREFIX)/share/fish/vendor_completions.d
APPLICATIONS = $(PREFIX)/share/applications
SCHEMAS = $(PREFIX)/share/switchyard
# The package on which features in Swift depend: the sources that they are built with and tested against.
SDK = $(SCHEMAS)/sdk
SOURCES = FeatureABI JSONText FeatureContract FeatureMacros SwiftUINames FeatureKit FeatureTesting HostCore HTTPBroker \
	CurlCalls
DOC = $(PREFIX)/share/doc/switchyard
EXAMPLES = $(DOC)/examples

FEATURES = libHomeFeature.so libCharacterFeature.so
# Their texts in other languages.
TEXTS = $(wildcard Plugins/*/*.strings.json)
HEADERS = $(notdir $(wildcard Sources/FeatureABI/include/*.h))
DIRECTORIES = $(BIN) $(PLUGINS) $(INCLUDE) $(PKGCONFIG) $(MAN) $(MAN5) $(BASH) $(ZSH) $(FISH) $(SCHEMAS) $(DOC) \
	$(EXAMPLES) $(if $(DESKTOP),$(APPLICATIONS))
FILES = $(BIN)/switchyard $(FEATURES:%=$(PLUGINS)/%) $(addprefix $(PLUGINS)/,$(notdir $(TEXTS))) $(HEADERS:%=$(INCLUDE)/%) $(PKGCONFIG)/switchyard.pc \
	$(MAN)/switchyard.1 $(MAN5)/switchyard.jsonc.5 $(BASH)/switchyard $(ZSH)/_switchyard $(FISH)/switchyard.fish \
	$(SCHEMAS)/wiring.schema.json $(INCLUDE)/manifest.schema.json $(SCHEMAS)/serve.schema.json $(DOC)/LICENSE $(EXAMPLES)/switchyard.jsonc \
	$(APPLICATIONS)/switchyard.desktop

# A file is written beside its place and then put there, whole: a host may be running, and a library that is being
# written is no library. Hosts pass over what does not end with .so.
copy = echo '$(DESTDIR)$(3)' && install -m $(1) '$(2)' '$(DESTDIR)$(3).new' && mv -f '$(DESTDIR)$(3).new' '$(DESTDIR)$(3)'
copy-stripped = echo '$(DESTDIR)$(3)' && install -m $(1) $(if $(STRIP),-s --strip-program='$(STRIP)') '$(2)' \
	'$(DESTDIR)$(3).new' && mv -f '$(DESTDIR)$(3).new' '$(DESTDIR)$(3)'
write = echo '$(DESTDIR)$(2)' && $(1) > '$(DESTDIR)$(2).new' && chmod 644 '$(DESTDIR)$(2).new' && mv -f '$(DESTDIR)$(2).new' '$(DESTDIR)$(2)'

all:
	swift build --configuration release

test:
	swift test

install:
	@test -x '$(BUILD)/switchyard' || { echo "There is no $(BUILD)/switchyard: run 'make' first." >&2; exit 66; }
	@test -z '$(STRIP)' || command -v '$(STRIP)' >/dev/null || \
		{ echo "There is no '$(STRIP)': install binutils, or run 'make install STRIP='." >&2; exit 69; }
	@# Nobody else may write where features are loaded from, or they are refused; what is there stays as it is.
	@umask 022; for directory in $(DIRECTORIES); do mkdir -p "$(DESTDIR)$$directory" || exit; done
	@$(call copy-stripped,755,$(BUILD)/switchyard,$(BIN)/switchyard)
	@for name in $(FEATURES); do $(call copy-stripped,644,$(BUILD)/'"$$name"',$(PLUGINS)/'"$$name"') || exit; done
	@for file in $(TEXTS); do $(call copy,644,'"$$file"',$(PLUGINS)/'"$${file##*/}"') || exit; done
	@for name in $(HEADERS); do $(call copy,644,Sources/FeatureABI/include/'"$$name"',$(INCLUDE)/'"$$name"') || exit; done
	@version=$$('$(BUILD)/switchyard' --version) && $(call write,sed -e 's|@PREFIX@|$(PREFIX)|' \
		-e "s|@VERSION@|$${version#* }|" switchyard.pc.in,$(PKGCONFIG)/switchyard.pc)
	@$(call write,'$(BUILD)/switchyard' manual switchyard,$(MAN)/switchyard.1)
	@$(call write,'$(BUILD)/switchyard' manual switchyard.jsonc,$(MAN5)/switchyard.jsonc.5)
	@$(call write,'$(BUILD)/switchyard' completions bash,$(BASH)/switchyard)
	@$(call write,'$(BUILD)/switchyard' completions zsh,$(ZSH)/_switchyard)
	@$(call write,'$(BUILD)/switchyard' completions fish,$(FISH)/switchyard.fish)
	@$(call write,'$(BUILD)/switchyard' schema,$(SCHEMAS)/wiring.schema.json)
	@$(call copy,644,Documentation/manifest.schema.json,$(INCLUDE)/manifest.schema.json)
	@$(call write,'$(BUILD)/switchyard' serve --schema,$(SCHEMAS)/serve.schema.json)
	@# A build takes every file in its folders, so none of an older version may stay.
	@echo '$(DESTDIR)$(SDK)'; umask 022; new='$(DESTDIR)$(SDK).new'; rm -rf "$$new" && mkdir -p "$$new/Sources" && \
		cp Package.swift LICENSE "$$new" && cp -R $(SOURCES:%=Sources/%) "$$new/Sources" && \
		chmod -R u=rwX,go=rX "$$new" && rm -rf '$(DESTDIR)$(SDK)' && mv "$$new" '$(DESTDIR)$(SDK)'
	@$(call copy,644,LICENSE,$(DOC)/LICENSE)
	@$(call copy,644,switchyard.jsonc,$(EXAMPLES)/switchyard.jsonc)
	@# In another directory: the wiring file of this one is not that of the installed host.
	@test -z '$(DESKTOP)' || { entry=$$(cd / && '$(abspath $(BUILD))/switchyard' open --desktop-entry --start \
		$(if $(WIRING),--config '$(abspath $(WIRING))')) && $(call write,printf '%s\n' "$$entry" | \
		sed -e 's|^Exec=.*switchyard"* open |Exec=$(BIN)/switchyard open |',$(APPLICATIONS)/switchyard.desktop); }

images:
	@Documentation/Images/make-images

package:
	@.ci/package --build '$(BUILD)'

# What else lies in the plugins directory stays, and so does the directory then.
uninstall:
	@for file in $(FILES); do rm -f "$(DESTDIR)$$file"; done
	@rm -rf '$(DESTDIR)$(SDK)'
	@for directory in $(PLUGINS) $(INCLUDE) $(EXAMPLES) $(DOC) $(SCHEMAS); do \
		rmdir "$(DESTDIR)$$directory" 2>/dev/null || true; done

.PHONY: all test install images package uninstall
