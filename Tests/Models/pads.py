"""Devices with pads, simulated by their profiles alone: what a press sends, and which lights a grid must show. It knows
the JSON of a profile and of a grid, and nothing of Tactus."""


class Device:
    """A device in front of a player. `lights` are the last values by (kind, channel, number); kind is note or cc."""

    def __init__(self, profile):
        self.profile, self.lights, self.setup = profile, {}, []

    def receive(self, body):
        """A message of the lights output. Returns whether the device knows it."""
        if body[0] == 0xF0:
            self.setup.append(" ".join(f"{byte:02X}" for byte in body))
            return True
        kind = {0x90: "note", 0xB0: "cc"}.get(body[0] & 0xF0)
        place = (kind, body[0] & 15, body[1])
        self.lights[place] = body[2]
        return place in self.places()

    def pads(self):
        """Column, row, the channel on which it sends, that of its light, and the note of each pad."""
        channels = self.profile.get("column_channels", [])
        for row, notes in enumerate(self.profile["notes"]):
            for column, note in enumerate(notes):
                own = channels[column] - 1 if column < len(channels) else None
                light = self.profile.get("channel", 1) - 1 if own is None else own
                yield column, row, own or 0, light, note

    def places(self):
        return {("note", light, note) for _, _, _, light, note in self.pads()} | {
            self.place(button) for button in self.profile["buttons"]}

    def place(self, button):
        kind = "cc" if "cc" in button else "note"
        return kind, button.get("channel", self.profile.get("channel", 1)) - 1, button[kind]

    def press(self, button):
        """The messages of a press and a release: notes end with note-offs, controllers with 0."""
        channel = button.get("channel", 1) - 1
        if "cc" in button:
            return [bytes([0xB0 | channel, button["cc"], 127])], [bytes([0xB0 | channel, button["cc"], 0])]
        return ([bytes([0x90 | channel, button["note"], 127])], [bytes([0x80 | channel, button["note"], 64])])

    def press_pad(self, column, row):
        channel, note = next((sends, note) for x, y, sends, _, note in self.pads() if (x, y) == (column, row))
        return [bytes([0x90 | channel, note, 100]), bytes([0x80 | channel, note, 0])]

    def light(self, button):
        return self.lights.get(self.place(button))

    def pad_light(self, column, row):
        return self.lights.get(next(("note", light, note) for x, y, _, light, note in self.pads()
                                    if (x, y) == (column, row)))

    def button(self, action, number=None):
        return next((each for each in self.profile["buttons"]
                     if each["action"] == action and each.get("number") == number), None)


class Surface:
    """The state that a player has made with the buttons of a device: what the device must show of a stopped grid."""

    def __init__(self, profile, grid):
        self.profile, self.grid = profile, grid
        self.track, self.step, self.row = 0, 0, 0
        self.columns, self.rows = max(map(len, profile["notes"])), len(profile["notes"])

    def layer(self):
        return self.grid["layers"][self.track]

    def size(self):
        return self.layer().get("steps", 16), self.layer().get("rows", 16)

    def press(self, action, number=None):
        steps, rows = self.size()
        if action == "page_right" and self.step + self.columns < steps:
            self.step += self.columns
        elif action == "page_left":
            self.step = max(self.step - self.columns, 0)
        elif action == "page_up" and self.row + self.rows < rows:
            self.row += self.rows
        elif action == "page_down":
            self.row = max(self.row - self.rows, 0)
        elif action == "track":
            self.track = number - 1
            steps, rows = self.size()
            while self.step >= steps:
                self.step -= self.columns
            while self.row >= rows:
                self.row -= self.rows

    def cells(self):
        return {tuple(cell[:2]) for cell in self.layer().get("patterns", {}).get("1", {}).get("cells", [])}

    def pad(self, column, row):
        step, row = self.step + column + 1, self.row + row + 1
        steps, rows = self.size()
        return self.profile["on" if step <= steps and row <= rows and (step, row) in self.cells() else "off"]

    def page_lights(self):
        """By action, whether there is a page in its direction."""
        steps, rows = self.size()
        return {"page_left": self.step > 0, "page_right": self.step + self.columns < steps,
                "page_down": self.row > 0, "page_up": self.row + self.rows < rows}
