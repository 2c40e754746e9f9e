"""The page of a scene while the scene goes, and when it comes back."""
from chromium import browser  # noqa: F401
from test_scene_page import element, opened, part, place, says, scene, server  # noqa: F401


def test_a_scene_that_goes_and_comes_back(browser, server, scene):
    page = opened(browser, server)
    area = place(page, "level")
    page.touch("start", [(0, *part(area, 0.5, 0.3))])
    scene.until(lambda: abs(scene.last[0] - 0.3) < 0.02)
    with scene.lock:
        scene.plugin["osc_listen"] = 0
    says(page, "No plugin is found")
    # Nothing hangs: the finger goes on without an effect.
    page.touch("move", [(0, *part(area, 0.5, 0.9))])
    page.touch("end", [])
    with scene.lock:
        scene.plugin["osc_listen"] = 1
    page.until("document.getElementById('state').textContent.includes('port')")
    page.tap(*part(place(page, "level"), 0.5, 0.6))
    scene.until(lambda: abs(scene.last[0] - 0.6) < 0.02)
    page.close()
