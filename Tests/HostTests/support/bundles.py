"""What lilv, the library that hosts read bundles with, finds about plugins, their ports and presets."""
import ctypes
import functools

NAMES = {
    "atom": "http://lv2plug.in/ns/ext/atom#",
    "lv2": "http://lv2plug.in/ns/lv2core#", "pg": "http://lv2plug.in/ns/ext/port-groups#",
    "pprops": "http://lv2plug.in/ns/ext/port-props#", "pset": "http://lv2plug.in/ns/ext/presets#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
}
SIGNATURES = {
    "lilv_world_new": "p", "lilv_world_load_all": "-p", "lilv_world_get_all_plugins": "pp",
    "lilv_new_uri": "pps", "lilv_plugins_get_by_uri": "ppp", "lilv_plugin_get_related": "ppp",
    "lilv_plugin_get_num_ports": "ip", "lilv_plugin_get_port_by_index": "ppi", "lilv_port_get_value": "pppp",
    "lilv_world_find_nodes": "ppppp", "lilv_world_load_resource": "ipp", "lilv_nodes_begin": "pp",
    "lilv_nodes_next": "ppp", "lilv_nodes_is_end": "bpp", "lilv_nodes_get": "ppp",
    "lilv_node_as_string": "sp", "lilv_plugin_verify": "bp", "lilv_plugin_get_project": "pp",
    "lilv_plugin_get_author_name": "pp", "lilv_plugin_get_author_email": "pp",
    "lilv_plugin_get_author_homepage": "pp", "lilv_plugin_get_supported_features": "pp",
    "lilv_plugin_get_extension_data": "pp",
}
TYPES = {"p": ctypes.c_void_p, "s": ctypes.c_char_p, "i": ctypes.c_uint32, "b": ctypes.c_bool, "-": None}


@functools.cache
def library():
    calls = ctypes.CDLL("liblilv-0.so.0")
    for name, (result, *arguments) in SIGNATURES.items():
        getattr(calls, name).restype = TYPES[result]
        getattr(calls, name).argtypes = [TYPES[letter] for letter in arguments]
    return calls


class World:
    """All bundles of LV2_PATH as lilv reads them. It lives as long as the tests."""

    def __init__(self):
        self.calls = library()
        self.world = self.calls.lilv_world_new()
        self.calls.lilv_world_load_all(self.world)
        self.plugins = self.calls.lilv_world_get_all_plugins(self.world)

    def uri(self, text):
        """The node of a URI, whole or with a prefix of `NAMES`; none of None."""
        if text is None:
            return None
        prefix, _, name = text.partition(":")
        return self.calls.lilv_new_uri(self.world, (NAMES.get(prefix, prefix + ":") + name).encode())

    def plugin(self, uri):
        plugin = self.calls.lilv_plugins_get_by_uri(self.plugins, self.uri(uri))
        assert self.calls.lilv_plugin_verify(plugin), uri  # which also loads the plugin's data
        return plugin

    def nodes(self, collection):
        if not collection:
            return []
        found, place = [], self.calls.lilv_nodes_begin(collection)
        while not self.calls.lilv_nodes_is_end(collection, place):
            found.append(self.calls.lilv_nodes_get(collection, place))
            place = self.calls.lilv_nodes_next(collection, place)
        return found

    def text(self, node):
        return self.calls.lilv_node_as_string(node).decode() if node else None

    def list(self, collection):
        return [self.text(node) for node in self.nodes(collection)]

    def find(self, subject, name, thing=None):
        """The texts of all nodes that stand where the URI `subject` or `thing` is None."""
        return self.list(self.calls.lilv_world_find_nodes(self.world, self.uri(subject), self.uri(name),
                                                          self.uri(thing)))

    def objects(self, subject, name):
        """The nodes that `subject` has as the property `name`."""
        return self.nodes(self.calls.lilv_world_find_nodes(self.world, subject, self.uri(name), None))

    def texts(self, subject, name):
        return [self.text(node) for node in self.objects(subject, name)]

    def ports(self, uri):
        """The ports of a plugin, in order."""
        plugin = self.plugin(uri)
        return [Port(self, plugin, self.calls.lilv_plugin_get_port_by_index(plugin, index))
                for index in range(self.calls.lilv_plugin_get_num_ports(plugin))]

    def presets(self, uri):
        """The nodes of a plugin's presets, loaded, with their URIs."""
        related = self.calls.lilv_plugin_get_related(self.plugin(uri), self.uri("pset:Preset"))
        found = {self.text(node): node for node in self.nodes(related)}
        for node in found.values():
            self.calls.lilv_world_load_resource(self.world, node)
        return found


class Port:
    """A port of a plugin."""

    def __init__(self, world, plugin, port):
        self.world, self.plugin, self.port = world, plugin, port

    def objects(self, name):
        return self.world.nodes(self.world.calls.lilv_port_get_value(self.plugin, self.port,
                                                                     self.world.uri(name)))

    def texts(self, name):
        return [self.world.text(node) for node in self.objects(name)]

    @property
    def symbol(self):
        return self.texts("lv2:symbol")[0]

    @property
    def kinds(self):
        return {text.partition("#")[2] for text in self.texts("rdf:type")}

    @property
    def points(self):
        """The named values: value to name."""
        return {float(self.world.texts(point, "rdf:value")[0]): self.world.texts(point, "rdfs:label")[0]
                for point in self.objects("lv2:scalePoint")}
