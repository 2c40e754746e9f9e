"""`make install` puts the command and all that belongs to it into their places, with PREFIX and DESTDIR,
and `make uninstall` takes exactly that away. What it installs is valid: manual pages, completions for three
shells, the desktop, AppStream and types-of-files entries."""
import json
import os
import pathlib
import re
import subprocess

import pytest

from conftest import BUILD, ROOT, figure, run, tool

TACTUS = ROOT / ".build" / "release" / "tactus"


def make(target, *settings, **environment):
    """A rule of the Makefile with what is built; `-o` builds nothing anew. Returns what it said."""
    status, said = run("make", "-s", "-C", ROOT, "-o", "web", "-o", "command", target, *settings,
                       env=dict(os.environ, **environment))
    assert status == 0, said
    return said


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def commands(command, path=()):
    """The paths of all commands, from what the command says of itself."""
    for each in command.get("subcommands", []):
        if each["commandName"] != "help":
            here = (*path, each["commandName"])
            yield here, each
            yield from commands(each, here)


@pytest.fixture(scope="module")
def table():
    said = subprocess.run([TACTUS, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    return dict(commands(json.loads(said.stdout)["command"]))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    root = tmp_path_factory.mktemp("root")
    make("install", "PREFIX=/usr", f"DESTDIR={root}")
    return root / "usr"


def test_everything_is_in_its_place_and_goes_away_again(installed, table, tmp_path):
    there = files(installed)
    assert {f"lv2/tactus.lv2/{name}" for name in files(BUILD / "tactus.lv2")} == {
        name.removeprefix("lib/") for name in there if name.startswith("lib/lv2/")}
    pages = {f"share/man/man1/tactus-{path[0]}.1" for path in table} | {"share/man/man1/tactus.1"}
    expected = pages | {
        "bin/tactus", "lib/tactus/tactus-render", "lib/tactus/tactus-surface",
        "share/bash-completion/completions/tactus", "share/zsh/site-functions/_tactus",
        "share/fish/vendor_completions.d/tactus.fish", "share/applications/tactus.desktop",
        "share/applications/tactus-stage.desktop", "share/metainfo/tactus.metainfo.xml",
        "share/mime/packages/tactus.xml",
        "share/icons/hicolor/scalable/apps/tactus.svg", "share/systemd/user/tactus-surface.service",
        "share/systemd/user/tactus-play.service",
        "share/doc/tactus/README.md",
        "share/doc/tactus/docs/guide/README.md"}
    assert expected <= there, expected - there
    folders = ("lib/lv2/", "share/doc/tactus/docs/")
    others = {name for name in there - expected if not name.startswith(folders)}
    assert not others, others
    # Twice, so that nothing is left of a file that a version before had.
    make("install", f"PREFIX={tmp_path}/usr")
    (tmp_path / "usr/lib/lv2/tactus.lv2/old").write_text("")
    (tmp_path / "usr/share/doc/tactus/old").write_text("")
    (tmp_path / "usr/share/man/man1/other.1").write_text("")
    make("install", f"PREFIX={tmp_path}/usr")
    refreshed = {name for name in files(tmp_path / "usr") - there if name != "share/man/man1/other.1"}
    assert all(name.startswith(("share/mime/", "share/applications/")) for name in refreshed), refreshed
    make("uninstall", f"PREFIX={tmp_path}/usr")
    left = files(tmp_path / "usr") - refreshed
    assert left == {"share/man/man1/other.1"}, left
    figure(f"install: {len(there)} files")


def test_without_a_prefix_it_is_for_this_user(tmp_path):
    home = tmp_path / "home"
    mine = home / ".local" / "share" / "tactus" / "patches" / "mine.json"
    mine.parent.mkdir(parents=True)
    mine.write_text("{}")
    environment = dict(os.environ, HOME=str(home))
    environment.pop("PREFIX", None)
    for target in ("install", "uninstall"):
        subprocess.run(["make", "-s", "-C", ROOT, "-o", "web", "-o", "command", target], env=environment,
                       check=True, capture_output=True)
        there = target == "install"
        assert (home / ".lv2" / "tactus.lv2" / "tactus.so").exists() == there
        assert (home / ".local" / "bin" / "tactus").exists() == there
        assert mine.read_text() == "{}", "what belongs to the user stays"


def test_the_manual_pages_name_every_command_and_option(installed, table):
    for path, command in table.items():
        page = installed / "share" / "man" / "man1" / f"tactus-{path[0]}.1"
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", page], capture_output=True,
                              text=True, env=dict(os.environ, MANWIDTH="200", MANPAGER="cat",
                                                  LC_ALL="C.UTF-8"))
        assert done.returncode == 0 and not done.stderr, done.stderr
        text = re.sub(r"\s+", " ", re.sub(r".\x08", "", done.stdout))
        assert f"tactus {' '.join(path)}" in text, path
        for argument in command.get("arguments", []):
            name = argument.get("preferredName", {}).get("name")
            if name and name not in ("help", "version") and argument["shouldDisplay"]:
                assert f"--{name}" in text or f"-{name}" in text, (path, name)


SHELLS = {
    "bash": ["bash", "-c", """. "$0/share/bash-completion/completions/tactus"
        COMP_WORDS=(tactus $1 "") COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )) COMP_LINE="tactus $1 "
        COMP_POINT=${#COMP_LINE} COMP_TYPE=9
        $(complete -p tactus | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        printf '%s\\n' "${COMPREPLY[@]}" """],
    "fish": ["fish", "-N", "-c", """set -gx fish_complete_path $argv[1]/share/fish/vendor_completions.d
        complete -C "tactus $argv[2] " """],
}


# fish asks the command for names only where one types.
@pytest.mark.parametrize("shell, words, expected", [
    ("bash", "", "render"), ("bash", "grid", "play"), ("bash", "patch show", "glass_pad"),
    ("bash", "grid show", "night_bus"), ("bash", "render", "first-touch"),
    ("fish", "", "render"), ("fish", "grid", "play"), ("fish", "convert --from", "midi")])
def test_a_shell_completes_commands_names_and_choices(shell, words, expected, installed, tmp_path):
    tool(shell)
    environment = dict(os.environ, PATH=f"{installed / 'bin'}:{os.environ['PATH']}", HOME=str(tmp_path),
                       LV2_PATH=str(installed / "lib" / "lv2"))
    done = subprocess.run([*SHELLS[shell], installed, words], capture_output=True, text=True, cwd=tmp_path,
                          env=environment, timeout=60)
    found = [line.split("\t")[0].strip() for line in done.stdout.splitlines()]
    assert expected in found, (found, done.stderr)


def test_every_word_of_scene_is_documented_and_completed(installed, table, tmp_path):
    """Those of the command, of its page, and of what a shell offers are the same."""
    words = {path[1] for path in table if len(path) == 2 and path[0] == "scene"}
    page = (ROOT / "docs" / "scenes.md").read_text()
    named = set(re.findall(r"tactus scene (\w+)", page))
    named |= set(re.findall(r"^    tactus scene .*, (\w+) NAME", page, re.M))
    assert words == named and len(words) >= 14
    done = subprocess.run([*SHELLS["bash"], installed, "scene"], capture_output=True, text=True, cwd=tmp_path,
                          env=dict(os.environ, PATH=f"{installed / 'bin'}:{os.environ['PATH']}"), timeout=60)
    assert words <= set(done.stdout.split()), done.stderr


def test_zsh_reads_its_completions(installed):
    status, said = run("zsh", "-f", "-c", f"""fpath=({installed}/share/zsh/site-functions $fpath)
        autoload -Uz compinit && compinit -D -u && print $_comps[tactus] && autoload +X _tactus""")
    assert status == 0 and said.strip().endswith("_tactus"), said


def test_the_entries_for_desktops_are_valid(installed, tmp_path):
    share = installed / "share"
    status, said = run("appstreamcli", "validate", "--no-net", share / "metainfo" / "tactus.metainfo.xml")
    assert status == 0, said
    for name in ("tactus", "tactus-stage"):
        status, said = run("desktop-file-validate", share / "applications" / f"{name}.desktop")
        assert status == 0 and not said, said
    (tmp_path / "mime" / "packages").mkdir(parents=True)
    (tmp_path / "mime" / "packages" / "tactus.xml").write_text(
        (share / "mime" / "packages" / "tactus.xml").read_text())
    status, said = run("update-mime-database", tmp_path / "mime")
    assert status == 0, said
    endings = (tmp_path / "mime" / "globs2").read_text()
    for kind, ending, entry in [("patch", "tactuspatch", "tactus"), ("grid", "tactusgrid", "tactus"),
                                ("performance", "tactus", "tactus"), ("concert", "concert.json", "tactus-stage")]:
        assert f"application/x-tactus-{kind}:*.{ending}\n" in endings
        assert f"application/x-tactus-{kind};" in (share / "applications" / f"{entry}.desktop").read_text()
    version = subprocess.run([TACTUS, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert f'<release version="{version}"' in (share / "metainfo" / "tactus.metainfo.xml").read_text()


def test_the_address_is_the_same_everywhere():
    """Of the maintainers, in what hosts show, in the package and in AppStream."""
    places = ("ttl/touch.ttl", "ttl/tonematrix.ttl", "ttl/scene.ttl", "packaging/control")
    found = [re.search(r"maintainers@([a-z.]+)", (ROOT / name).read_text()).group(1) for name in places]
    identity = re.search(r"<id>([a-z.]+)\.tactus</id>", (ROOT / "packaging/tactus.metainfo.xml").read_text())
    assert set(found) == {".".join(reversed(identity.group(1).split(".")))}, found
    version = re.search(r'text = "([0-9.]+)"', (ROOT / "Sources/Performances/Options/Version.swift").read_text())
    for page in ("README.md", "docs/guide/README.md"):
        assert f"tactus_{version.group(1)}_amd64.deb" in (ROOT / page).read_text(), page


@pytest.mark.parametrize("is_known", [False, True])
def test_a_folder_that_no_shell_searches_is_mentioned(tmp_path, is_known):
    """The printed line makes the command found."""
    folder = tmp_path / ".local" / "bin"
    path = os.environ["PATH"] + (f":{folder}" if is_known else "")
    said = make("install", HOME=str(tmp_path), PATH=path)
    hint = re.search(r"run  (export PATH=.*)", said)
    assert (hint is None) == is_known, said
    if hint:
        found = subprocess.run(["bash", "-c", f"{hint.group(1)}; command -v tactus"], capture_output=True,
                               text=True)
        assert found.stdout.strip() == str(folder / "tactus")
