"""What is set on *Settings* by mouse: ports are held while they are dragged (ui:touch), and the look outlives
the window."""
from lv2host import Plugin
from window import Screen, Window

# On a window of 800 × 500 points: the tab *Settings*, *light* and *dark*, the bar of the bend range.
SETUP, LIGHT, DARK, BAR, BAR_TO = (660, 24), (202, 103), (78, 103), (100, 418), (300, 418)


def test_ports_are_held_while_they_are_dragged():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        window = Window(screen, plugin)
        index = plugin.port("bend_range")
        window.turns(0.3)
        screen.hand("mousemove", *SETUP, "click", 1)
        window.turns(0.3)
        screen.hand("mousemove", *BAR, "mousedown", 1)
        window.until(lambda: window.grips)
        assert window.grips == [(index, True)]
        screen.hand("mousemove", *BAR_TO)
        window.until(lambda: window.port_writes and window.port_writes[-1][1] > 40)
        assert window.grips == [(index, True)]
        screen.hand("mouseup", 1)
        window.until(lambda: len(window.grips) == 2)
        assert window.grips[1] == (index, False) and {port for port, _ in window.port_writes} == {index}
        # A window that is closed lets go of what it holds.
        screen.hand("mousemove", *BAR, "mousedown", 1)
        window.until(lambda: len(window.grips) == 3)
        window.close()
        assert window.grips[2:] == [(index, True), (index, False)]
        screen.hand("mouseup", 1)
        assert screen.errors == 0


def test_the_look_outlives_the_window():
    with Screen() as screen, Plugin(longest_block=256) as plugin:
        def brightness(*places):
            window = Window(screen, plugin)
            window.turns(0.3)
            for place in places:
                screen.hand("mousemove", *place, "click", 1)
                window.turns(0.3)
            shown = screen.picture(window.id).mean()
            window.close()
            return shown
        dark = brightness()
        light = brightness(SETUP, LIGHT)
        assert dark < 60 < 180 < light
        assert brightness() > 180
        assert brightness(SETUP, DARK) < 80
        assert brightness() == dark
