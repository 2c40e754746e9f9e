"""Looks at a page of the gallery in Chromium."""
import re

import numpy
from PIL import Image

from conftest import run


def chromium(*words):
    return run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               "--enable-logging=stderr",
               "--virtual-time-budget=4000", *words, timeout=120)[1]


def look(page, folder, widths):
    """Screenshots of a page at some widths: the console is silent, nothing is loaded from elsewhere, nothing
    is wider than the window, every picture has loaded. Returns the page's height at the last width."""
    text = (page / "index.html").read_text()
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text), "it needs the network"
    for source in re.findall(r'src="([^"]+)"', text):
        assert (page / source).stat().st_size > 1000, source
    (page / "asked.html").write_text(text.replace("</html>", """<script>addEventListener("load", () => {
      document.querySelectorAll("img").forEach(each => each.loading = "eager")
      setTimeout(() => {
        const broken = [...document.images].filter(each => !each.complete || !each.naturalWidth).length
        const tall = document.documentElement.scrollHeight
        document.body.textContent = `asked ${document.documentElement.scrollWidth} ${innerWidth} ${broken} \
${tall}`
      }, 1500) })</script></html>"""))
    (page / "eager.html").write_text(text.replace('loading="lazy"', ""))
    for width in widths:
        answer = re.search(r"asked (\d+) (\d+) (\d+) (\d+)",
                           chromium("--dump-dom", f"--window-size={width},900", f"file://{page}/asked.html"))
        assert answer and int(answer[1]) <= int(answer[2]) and int(answer[3]) == 0, answer
        shot = folder / f"{width}.png"
        scale = 0.5 if int(answer[4]) > 16000 else 1  # half the size is enough to see an empty part
        said = chromium(f"--screenshot={shot}", f"--window-size={width},{answer[4]}",
                        f"--force-device-scale-factor={scale}",
                        f"file://{page}/eager.html")
        # On a busy machine the browser's own pages complain of a slow network.
        assert not [line for line in said.splitlines() if "CONSOLE" in line and "chrome://" not in line], said
        picture = numpy.asarray(Image.open(shot).convert("L"), float)
        assert picture.shape[1] == width * scale and abs(picture.shape[0] - int(answer[4]) * scale) <= 1
        # No part of it is empty; a part is as high as a card.
        assert all(part.std() > 4
                   for part in numpy.array_split(picture,
                                                 max(1,
                                                     int(len(picture)
                                                         / scale) // 700))), "a part of the page is empty"
    return int(answer[4])
