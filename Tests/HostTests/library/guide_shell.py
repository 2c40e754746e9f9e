"""Commands of the guide in one shell, and whether they print what the guide says."""
import contextlib
import os
import re
import signal
import subprocess
import threading

from conftest import ROOT


class Shell:
    """One bash for several commands, so that `export` and `cd` last."""

    def __init__(self, folder):
        # Without the path of the tests, which a reader of the guide does not have.
        environment = {name: value for name, value in os.environ.items() if name != "LV2_PATH"}
        # The command as the package installs it.
        environment["PATH"] = f"{ROOT / '.build' / 'release'}:{environment['PATH']}"
        self.bash = subprocess.Popen(["bash"], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        self.bash.wait()

    def end(self):
        """Ends the bash and the programs that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.bash.pid, signal.SIGKILL)

    def run(self, command):
        """A command's output and exit status; a command that hangs for a quarter of an hour fails."""
        watch = threading.Timer(900, self.end)
        watch.start()
        try:
            return self.answer(command)
        finally:
            watch.cancel()

    def answer(self, command):
        self.bash.stdin.write(f"{command}\nprintf '\\n%s %s\\n' '---end---' $?\n")
        self.bash.stdin.flush()
        lines = []
        while not (line := self.bash.stdout.readline()).startswith("---end---"):
            assert line, f"bash ended in: {command}"
            lines.append(line.rstrip("\n"))
        if lines and not lines[-1]:
            lines.pop()  # the line break before the end
        return lines, int(line.split()[1])


def matches(said, expected):
    """Whether lines match those of the guide."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line).replace("…", ".*") + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in said)) is not None


def sessions(text):
    """The commands, each with the lines that are expected."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found
