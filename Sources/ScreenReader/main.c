// Shows the controls of a window to screen readers: `tactus-atspi`, which a window starts when it opens in a session with
// an accessibility bus. AT-SPI wants an event loop and a D-Bus connection, which don't belong in a host's process.
//
// The window sends lists on the standard input; texts have no tabs and no line ends:
//
//     window TITLE X Y WIDTH HEIGHT FOCUSED MESSAGE        its place on the screen, the index of the control with the
//                                                          keyboard or -1, and what it says
//     control ROLE NAME VALUE X Y WIDTH HEIGHT PERCENT ON ENABLED FOCUSABLE
//     end                                                  the list is complete
//
// It answers with what an assistive program does: `press INDEX NAME`, `focus INDEX NAME`, `set INDEX NAME PERCENT`.
// Fields are separated by tabs. The process ends with its input, and at once if no assistive program runs.
#include <atk-bridge.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"

static GMainLoop *loop;
static AtkObject *application, *frame;
/// The lines since the last `end`.
static GPtrArray *lines;

/// Whether the user's session has said that an assistive program runs.
static gboolean is_wanted(void) {
  GDBusConnection *session = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!session) return FALSE;
  GVariant *answer = g_dbus_connection_call_sync(
    session, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "GetAll",
    g_variant_new("(s)", "org.a11y.Status"), G_VARIANT_TYPE("(a{sv})"), G_DBUS_CALL_FLAGS_NONE, 2000, NULL, NULL);
  gboolean is_on = FALSE;
  if (answer) {
    GVariant *properties = g_variant_get_child_value(answer, 0);
    gboolean value = FALSE;
    if (g_variant_lookup(properties, "IsEnabled", "b", &value)) is_on |= value;
    if (g_variant_lookup(properties, "ScreenReaderEnabled", "b", &value)) is_on |= value;
    g_variant_unref(properties);
    g_variant_unref(answer);
  }
  g_object_unref(session);
  return is_on;
}

// MARK: The application

typedef struct { AtkObject parent; } Application;
typedef struct { AtkObjectClass parent; } ApplicationClass;
GType application_get_type(void);
G_DEFINE_TYPE(Application, application, ATK_TYPE_OBJECT)
static int window_count(AtkObject *object) { return (void)object, frame != NULL; }
static AtkObject *window_at(AtkObject *object, int index) {
  return (void)object, index == 0 && frame ? g_object_ref(frame) : NULL;
}
static void application_class_init(ApplicationClass *class) {
  ATK_OBJECT_CLASS(class)->get_n_children = window_count;
  ATK_OBJECT_CLASS(class)->ref_child = window_at;
}
static void application_init(Application *self) { (void)self; }

static AtkObject *root(void) { return application; }
static const char *toolkit(void) { return "Tactus"; }
static const char *version(void) { return "1"; }

// MARK: The stream

static void tell(AtkObject *control, const char *verb, double percent) {
  const int index = control_index(control);
  if (!strcmp(verb, "set")) printf("set\t%d\t%s\t%.4f\n", index, atk_object_get_name(control), percent);
  else printf("%s\t%d\t%s\n", verb, index, atk_object_get_name(control));
  fflush(stdout);
}

static void show_window(char **fields) {
  if (!frame) {
    frame = frame_new(application, fields[1]);
    g_signal_emit_by_name(application, "children-changed::add", 0, frame);
  }
  frame_move(frame, atoi(fields[2]), atoi(fields[3]), atoi(fields[4]), atoi(fields[5]));
}

/// Shows the list that has come.
static void show(void) {
  int focused = -1, count = 0;
  const char *message = "";
  ControlLine *controls = g_new0(ControlLine, lines->len + 1);
  for (guint index = 0; index < lines->len; index++) {
    char **fields = g_ptr_array_index(lines, index);
    const guint size = g_strv_length(fields);
    if (size == 8 && !strcmp(fields[0], "window")) {
      show_window(fields);
      focused = atoi(fields[6]);
      message = fields[7];
    } else if (size == 12 && !strcmp(fields[0], "control")) {
      controls[count++] = (ControlLine){
        .role = fields[1], .name = fields[2], .value = fields[3], .x = atoi(fields[4]), .y = atoi(fields[5]),
        .width = atoi(fields[6]), .height = atoi(fields[7]), .percent = g_ascii_strtod(fields[8], NULL),
        .is_on = atoi(fields[9]), .is_enabled = atoi(fields[10]), .takes_focus = atoi(fields[11])};
    }
  }
  if (frame) {
    frame_show(frame, controls, count, focused);
    frame_say(frame, message);
  }
  g_free(controls);
  g_ptr_array_set_size(lines, 0);
}

static gboolean hear(GIOChannel *input, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  char *line = NULL;
  gsize end = 0;
  const GIOStatus status = g_io_channel_read_line(input, &line, NULL, &end, NULL);
  if (status == G_IO_STATUS_AGAIN) return TRUE;
  if (status != G_IO_STATUS_NORMAL) {
    g_main_loop_quit(loop);
    return FALSE;
  }
  line[end] = 0;
  // D-Bus closes a connection that sends invalid UTF-8, which a name in a file could contain.
  char *valid = g_utf8_make_valid(line, -1);
  g_free(line);
  line = valid;
  if (!strcmp(line, "end")) show();
  else if (lines->len < 20000) g_ptr_array_add(lines, g_strsplit(line, "\t", 16));
  g_free(line);
  return TRUE;
}

int main(void) {
  if (!is_wanted()) return 0;
  AtkUtilClass *util = g_type_class_ref(ATK_TYPE_UTIL);
  util->get_root = root;
  util->get_toolkit_name = toolkit;
  util->get_toolkit_version = version;
  g_set_prgname("Tactus");
  application = g_object_new(application_get_type(), NULL);
  atk_object_set_role(application, ATK_ROLE_APPLICATION);
  atk_object_set_name(application, "Tactus");
  if (atk_bridge_adaptor_init(NULL, NULL)) return 1;
  control_request = tell;
  lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  loop = g_main_loop_new(NULL, FALSE);
  GIOChannel *input = g_io_channel_unix_new(0);
  // Texts that are not UTF-8 would end the stream.
  g_io_channel_set_encoding(input, NULL, NULL);
  g_io_add_watch(input, G_IO_IN | G_IO_HUP | G_IO_ERR, hear, NULL);
  g_main_loop_run(loop);
  return 0;
}
