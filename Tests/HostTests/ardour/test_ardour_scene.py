"""A scene in Ardour: a bounce, which Ardour does not report to plugins, misses no tick."""
import soundfile

from ardour_session import Session, preset
from conftest import figure

URI = "urn:tactus:scene"
SECONDS = 10


def test_a_bounce_misses_no_tick(tmp_path):
    scene = tmp_path / "scene"
    scene.mkdir()
    (scene / "_main.pd").write_text("#N canvas 0 0 400 300 10;\n#X obj 10 60 sig~ 0.5;\n#X obj 10 90 dac~;\n"
                                    "#X connect 0 0 1 0;\n#X connect 0 0 1 1;\n")
    presets = preset(tmp_path / "presets", URI, "Level", scene=f'"{scene}"^^atom:Path')
    session = Session(tmp_path / "ardour", URI, "Level", script="create_effect.lua", presets=presets)
    text = session.script("bounce.lua", session.path, SECONDS)
    assert "bounced" in text, text
    files = list(session.path.rglob("audiofiles/bounced*.wav"))
    assert files, list(session.path.rglob("*.wav"))
    for path in files:
        heard = soundfile.read(path, dtype="float32")[0]
        assert len(heard) == SECONDS * 48000
        figure(f"Ardour's bounce: {(heard != 0.5).sum()} of {len(heard)} frames of a scene are missing")
        assert (heard == 0.5).all()
