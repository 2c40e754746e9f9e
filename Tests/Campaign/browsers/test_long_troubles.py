"""What a page does when it rests, when one of two plugins goes, and when its network vanishes."""
from air import Air
from chromium import browser  # noqa: F401
from conftest import figure
from surface import PlayingPlugin, Server, port_of_ours
from test_troubles import STATE, home, opened, plays_and_rests, plugin, server  # noqa: F401


def test_a_page_at_rest_draws_nothing(browser, server, plugin):
    page = opened(browser, server)
    plays_and_rests(page, plugin)
    # The sound ends, then the instrument rests; curves become even. `turn` goes on 20 times a second.
    page.js("""window.rests = count => new Promise(found => {
        let before = -1, same = 0
        const watch = setInterval(() => {
            same = tactusFigures.pictures === before ? same + 1 : 0
            before = tactusFigures.pictures
            if (same === count) { clearInterval(watch); found() }
        }, 50)})""")
    page("Performance.enable")
    page.js("rests(40)")
    before = {value["name"]: value["value"] for value in page("Performance.getMetrics")["metrics"]}
    page.js("rests(40)")
    after = {value["name"]: value["value"] for value in page("Performance.getMetrics")["metrics"]}
    spent, whole = (after[name] - before[name] for name in ("ScriptDuration", "Timestamp"))
    figure(f"a page at rest: {1000 * spent / whole:.1f} ms of script a second")
    pictures = page.js("tactusFigures.pictures")
    plays_and_rests(page, plugin)
    page.until(f"tactusFigures.pictures > {pictures}")
    page.close()


def test_a_network_that_vanishes_leaves_no_touch(browser, server, plugin):
    with Air(server) as air:
        page = browser.page(air.address)
        page.until(f"{STATE}.includes('port')")
        page.touch("start", [(0, 300, 300), (1, 600, 400), (2, 900, 300)])
        plugin.until(lambda: plugin["live_count"] == 3)
        air.is_gone = True
        plugin.until(lambda: plugin["live_count"] == 0)
        page.until(f"{STATE}.includes('gone')")
        page.touch("end", [])
        air.is_gone = False
        page.until(f"{STATE}.includes('port')")
        plays_and_rests(page, plugin)
        page.close()


def test_one_of_two_plugins_is_chosen_and_found_again(browser, tmp_path):
    with PlayingPlugin(port=port_of_ours()) as first, Server(tmp_path) as server:
        server.until(lambda counts: counts["plugin"] == first.port)
        with PlayingPlugin(port=port_of_ours()) as second:
            page = opened(browser, server)
            page.press("Settings")
            page.press(str(second.port))
            server.until(lambda counts: counts["plugin"] == second.port)
            page.press("Play")
            page.touch("start", [(0, 300, 400)])
            second.until(lambda: second["live_count"] == 1)
            assert first["live_count"] == 0
            page.touch("end", [])
            second.until(lambda: second["live_count"] == 0)
            port = second.port
        # Its host ends, and starts again.
        page.until(f"{STATE}.includes('No plugin')")
        server.until(lambda counts: counts["plugin"] == 0)
        with PlayingPlugin(port=port) as second:
            server.until(lambda counts: counts["plugin"] == port)
            page.until(f"{STATE}.includes('port {port}')")
            plays_and_rests(page, second, 300, 400)
        page.close()
