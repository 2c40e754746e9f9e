"""lilv's own tools on the built bundle: they load it, list it and run it without complaint."""
import re

import pytest

from conftest import BUILD, PLUGIN, run


def plugins_of_the_bundle():
    code, text = run("lv2ls")
    assert code == 0
    return [uri for uri in text.split() if uri.startswith("urn:tactus:")
            and not uri.startswith("urn:tactus:test:")]


def test_the_bundle_has_the_instrument():
    assert PLUGIN in plugins_of_the_bundle()


def test_lv2info_lists_every_port():
    for uri in plugins_of_the_bundle():
        code, text = run("lv2info", uri)
        assert code == 0 and "error" not in text.lower(), text
        numbers = [int(n) for n in re.findall(r"^\tPort (\d+):", text, re.M)]
        assert numbers == list(range(len(numbers))) and numbers, text


def test_lv2_validate_prints_no_error():
    # Its exit code says nothing (it is 0 for a syntax error); its output does.
    code, text = run("lv2_validate", *sorted(BUILD.glob("tactus.lv2/*.ttl")))
    assert not [line for line in text.splitlines() if line.startswith("error")], text


@pytest.mark.parametrize("block", [16, 256])
def test_lv2bench_runs_it(block):
    code, text = run("lv2bench", "-b", block, "-n", 48000, PLUGIN)
    assert code == 0 and PLUGIN in text and float(text.split()[0]) > 0, text
