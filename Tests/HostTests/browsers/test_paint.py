"""The page's script reads draw lists as the view writes them: each operation with as many words as it has."""
import json
import re
import subprocess

from conftest import ROOT, tool

# A canvas that notes what it is told, and the script in it. Behind each operation stands a move to 7, 8.
SCRIPT = """
global.self = {}
require('vm').runInThisContext(require('fs').readFileSync(process.argv[1], 'utf8'))
const found = {}
for (const [number, count] of JSON.parse(process.argv[2])) {
  const told = []
  const context = new Proxy({ canvas: { width: 8, height: 8 } }, {
    get: (target, name) => name in target ? target[name]
      : (...words) => { told.push([name, ...words]); return { addColorStop() {} } },
    set: (target, name, value) => { target[name] = value; return true }
  })
  const words = new Uint32Array(1 + count + 3)
  words[0] = number
  words.set([0, ...new Uint32Array(new Float32Array([7, 8]).buffer)], 1 + count)
  self.showPicture(context, { words: words.buffer, texts: new ArrayBuffer(0), width: 8, height: 8, scale: 1 })
  found[number] = told.some(each => each[0] === 'moveTo' && each[1] === 7 && each[2] === 8)
}
console.log(JSON.stringify(found))
"""


def test_the_page_reads_every_operation():
    text = (ROOT / "Sources/Paint/DrawList.swift").read_text()
    body = text.split("enum Operation: UInt32 {", 1)[1]
    head, table = body.split("var count: Int {", 1)
    lines = re.findall(r"^    case (.*)$", head, re.M)
    names = [name for line in lines for name in re.findall(r"[a-zA-Z]+", line)]
    counts = {}
    for cases, count in re.findall(r"case ([.\w, ]+): (\d)$", table.split("\n  }", 1)[0], re.M):
        counts |= {name: int(count) for name in re.findall(r"\w+", cases)}
    assert set(names) == set(counts) and len(names) >= 14
    operations = [[number, counts[name]] for number, name in enumerate(names)]
    done = subprocess.run(
        [tool("node"), "-e", SCRIPT, str(ROOT / "bundle/surface/paint.js"), json.dumps(operations)],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout)
    assert [name for number, name in enumerate(names) if not read[str(number)]] == []
