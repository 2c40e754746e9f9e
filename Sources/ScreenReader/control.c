#include "control.h"

#include <string.h>

ControlRequest control_request;

// MARK: One control

typedef struct {
  AtkObject parent;
  /// Identifies the control in the next list: role, name, and a number among equals.
  char *key;
  char *aria, *value;
  int index, x, y, width, height;
  double percent;
  gboolean is_on, is_enabled, takes_focus, has_focus;
} Control;
typedef struct { AtkObjectClass parent; } ControlClass;

typedef struct {
  AtkObject parent;
  GPtrArray *controls;
  Control *message;
  int x, y, width, height;
  gboolean is_active;
} Frame;
typedef struct { AtkObjectClass parent; } FrameClass;

static void control_actions(AtkActionIface *face);
static void control_component(AtkComponentIface *face);
static void slider_value(AtkValueIface *face);
static void entry_text(AtkTextIface *face);
static void frame_component(AtkComponentIface *face);
static void frame_window(AtkWindowIface *face);

GType control_get_type(void);
GType slider_get_type(void);
GType entry_get_type(void);
GType frame_get_type(void);

G_DEFINE_TYPE_WITH_CODE(Control, control, ATK_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(ATK_TYPE_ACTION, control_actions)
  G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, control_component))

// A slider has a value as well, and a field its text.
typedef Control Slider;
typedef ControlClass SliderClass;
typedef Control Entry;
typedef ControlClass EntryClass;
G_DEFINE_TYPE_WITH_CODE(Slider, slider, control_get_type(), G_IMPLEMENT_INTERFACE(ATK_TYPE_VALUE, slider_value))
G_DEFINE_TYPE_WITH_CODE(Entry, entry, control_get_type(), G_IMPLEMENT_INTERFACE(ATK_TYPE_TEXT, entry_text))
G_DEFINE_TYPE_WITH_CODE(Frame, frame, ATK_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, frame_component)
  G_IMPLEMENT_INTERFACE(ATK_TYPE_WINDOW, frame_window))

/// The roles, and the state in which each shows that it is on.
static const struct {
  const char *aria;
  AtkRole role;
  AtkStateType can_be_on, is_on;
} roles[] = {
  {"application", ATK_ROLE_CANVAS, ATK_STATE_INVALID, ATK_STATE_INVALID},
  {"button", ATK_ROLE_PUSH_BUTTON, ATK_STATE_INVALID, ATK_STATE_INVALID},
  {"switch", ATK_ROLE_CHECK_BOX, ATK_STATE_CHECKABLE, ATK_STATE_CHECKED},
  {"tab", ATK_ROLE_PAGE_TAB, ATK_STATE_SELECTABLE, ATK_STATE_SELECTED},
  {"slider", ATK_ROLE_SLIDER, ATK_STATE_INVALID, ATK_STATE_INVALID},
  {"listbox", ATK_ROLE_COMBO_BOX, ATK_STATE_INVALID, ATK_STATE_INVALID},
  {"option", ATK_ROLE_LIST_ITEM, ATK_STATE_SELECTABLE, ATK_STATE_SELECTED},
  {"textbox", ATK_ROLE_ENTRY, ATK_STATE_INVALID, ATK_STATE_INVALID},
  {"gridcell", ATK_ROLE_TOGGLE_BUTTON, ATK_STATE_INVALID, ATK_STATE_PRESSED},
  // Screen readers announce a message whenever it appears, regardless of the focus.
  {"message", ATK_ROLE_NOTIFICATION, ATK_STATE_INVALID, ATK_STATE_INVALID},
};
static guint role_index(const char *aria) {
  for (guint index = 0; index < G_N_ELEMENTS(roles); index++)
    if (!strcmp(roles[index].aria, aria)) return index;
  return 1;
}

/// More than the width of any screen: a control there is scrolled out of view, or a message not shown.
static const int aside = 100000;
static gboolean is_seen(const Control *self) { return self->x < aside; }

static AtkStateSet *control_states(AtkObject *object) {
  const Control *self = (Control *)object;
  AtkStateSet *states = ATK_OBJECT_CLASS(control_parent_class)->ref_state_set(object);
  atk_state_set_add_state(states, ATK_STATE_VISIBLE);
  if (is_seen(self)) atk_state_set_add_state(states, ATK_STATE_SHOWING);
  if (self->is_enabled) {
    atk_state_set_add_state(states, ATK_STATE_ENABLED);
    atk_state_set_add_state(states, ATK_STATE_SENSITIVE);
  }
  if (self->takes_focus) atk_state_set_add_state(states, ATK_STATE_FOCUSABLE);
  if (self->has_focus) atk_state_set_add_state(states, ATK_STATE_FOCUSED);
  if (ATK_IS_TEXT(self)) {
    atk_state_set_add_state(states, ATK_STATE_EDITABLE);
    atk_state_set_add_state(states, ATK_STATE_SINGLE_LINE);
  }
  const guint role = role_index(self->aria);
  if (roles[role].can_be_on != ATK_STATE_INVALID) atk_state_set_add_state(states, roles[role].can_be_on);
  if (self->is_on && roles[role].is_on != ATK_STATE_INVALID) atk_state_set_add_state(states, roles[role].is_on);
  if (self->index < 0) atk_state_set_add_state(states, ATK_STATE_DEFUNCT);
  return states;
}

/// A value with its unit, as ARIA's valuetext: screen readers say it instead of a number.
static AtkAttributeSet *control_attributes(AtkObject *object) {
  const Control *self = (Control *)object;
  if (self->percent < 0 || !*self->value) return NULL;
  AtkAttribute *attribute = g_new(AtkAttribute, 1);
  *attribute = (AtkAttribute){g_strdup("valuetext"), g_strdup(self->value)};
  return g_slist_append(NULL, attribute);
}

static int control_place(AtkObject *object) { return ((Control *)object)->index; }
static void control_finalize(GObject *object) {
  Control *self = (Control *)object;
  g_free(self->key), g_free(self->aria), g_free(self->value);
  G_OBJECT_CLASS(control_parent_class)->finalize(object);
}
static void control_class_init(ControlClass *class) {
  AtkObjectClass *object = ATK_OBJECT_CLASS(class);
  object->ref_state_set = control_states;
  object->get_attributes = control_attributes;
  object->get_index_in_parent = control_place;
  G_OBJECT_CLASS(class)->finalize = control_finalize;
}
static void control_init(Control *self) {
  self->value = g_strdup("");
  self->index = -1;
}
static void slider_class_init(SliderClass *class) { (void)class; }
static void slider_init(Slider *self) { (void)self; }
static void entry_class_init(EntryClass *class) { (void)class; }
static void entry_init(Entry *self) { (void)self; }

int control_index(AtkObject *control) { return ((Control *)control)->index; }

// MARK: Actions

static gboolean request(gpointer object, const char *verb, double percent) {
  if (((Control *)object)->index < 0) return FALSE;
  control_request(object, verb, percent);
  return TRUE;
}
static gboolean press(AtkAction *action, int index) { return index == 0 && request(action, "press", 0); }
static int action_count(AtkAction *action) { return (void)action, 1; }
static const char *action_name(AtkAction *action, int index) { return (void)action, index ? NULL : "press"; }
static void control_actions(AtkActionIface *face) {
  face->do_action = press;
  face->get_n_actions = action_count;
  face->get_name = action_name;
}

static gboolean grab_focus(AtkComponent *component) { return request(component, "focus", 0); }
static void control_extents(AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType kind) {
  const Control *self = (Control *)component;
  const Frame *frame = (Frame *)atk_object_get_parent(ATK_OBJECT(component));
  const gboolean is_on_screen = frame && kind == ATK_XY_SCREEN;
  *x = self->x + (is_on_screen ? frame->x : 0);
  *y = self->y + (is_on_screen ? frame->y : 0);
  *width = self->width, *height = self->height;
}
static void control_component(AtkComponentIface *face) {
  face->grab_focus = grab_focus;
  face->get_extents = control_extents;
}

static void get_value(AtkValue *value, double *number, char **text) {
  const Control *self = (Control *)value;
  if (number) *number = self->percent;
  if (text) *text = g_strdup(self->value);
}
static AtkRange *value_range(AtkValue *value) { return (void)value, atk_range_new(0, 100, NULL); }
static double value_step(AtkValue *value) { return (void)value, 1; }
static void set_value(AtkValue *value, double number) { request(value, "set", CLAMP(number, 0, 100)); }
static void slider_value(AtkValueIface *face) {
  face->get_value_and_text = get_value;
  face->get_range = value_range;
  face->get_increment = value_step;
  face->set_value = set_value;
}

static int text_count(AtkText *text) { return (int)g_utf8_strlen(((Control *)text)->value, -1); }
static char *text_part(AtkText *text, int from, int to) {
  const int count = text_count(text);
  if (to < 0 || to > count) to = count;
  return from < 0 || from >= to ? g_strdup("") : g_utf8_substring(((Control *)text)->value, from, to);
}
/// A field has one line, so a word is found by spaces and everything longer is the whole.
static char *text_around(AtkText *text, int at, AtkTextGranularity unit, int *from, int *to) {
  *from = 0, *to = text_count(text);
  if (unit == ATK_TEXT_GRANULARITY_CHAR) *from = CLAMP(at, 0, *to), *to = MIN(*from + 1, *to);
  if (unit == ATK_TEXT_GRANULARITY_WORD) {
    for (int place = 0; place < *to; place++) {
      char *letter = text_part(text, place, place + 1);
      const gboolean is_space = *letter == ' ';
      g_free(letter);
      if (!is_space) continue;
      if (place < at) *from = place + 1;
      else *to = place + 1;
    }
  }
  return text_part(text, *from, *to);
}
/// The older form of text_around, which some screen readers still call.
static char *text_within(AtkText *text, int at, AtkTextBoundary boundary, int *from, int *to) {
  const AtkTextGranularity unit = boundary == ATK_TEXT_BOUNDARY_CHAR         ? ATK_TEXT_GRANULARITY_CHAR
                                  : boundary <= ATK_TEXT_BOUNDARY_WORD_END ? ATK_TEXT_GRANULARITY_WORD
                                                                           : ATK_TEXT_GRANULARITY_LINE;
  return text_around(text, at, unit, from, to);
}
static gunichar text_letter(AtkText *text, int at) {
  char *letter = text_part(text, at, at + 1);
  const gunichar found = *letter ? g_utf8_get_char(letter) : 0;
  g_free(letter);
  return found;
}
/// All letters look the same.
static AtkAttributeSet *text_looks(AtkText *text, int at, int *from, int *to) {
  (void)at;
  *from = 0, *to = text_count(text);
  return NULL;
}
/// The caret is at the end: letters are typed there.
static void entry_text(AtkTextIface *face) {
  face->get_text = text_part;
  face->get_character_count = text_count;
  face->get_character_at_offset = text_letter;
  face->get_string_at_offset = text_around;
  face->get_text_at_offset = text_within;
  face->get_caret_offset = text_count;
  face->get_run_attributes = text_looks;
}

// MARK: The window

static int child_count(AtkObject *object) { return (int)((Frame *)object)->controls->len + 1; }
static AtkObject *child(AtkObject *object, int index) {
  const Frame *self = (Frame *)object;
  if (index < 0 || index > (int)self->controls->len) return NULL;
  if (index == (int)self->controls->len) return g_object_ref(ATK_OBJECT(self->message));
  return g_object_ref(g_ptr_array_index(self->controls, index));
}
static AtkStateSet *frame_states(AtkObject *object) {
  AtkStateSet *states = ATK_OBJECT_CLASS(frame_parent_class)->ref_state_set(object);
  const AtkStateType always[] = {ATK_STATE_ENABLED, ATK_STATE_SENSITIVE, ATK_STATE_VISIBLE, ATK_STATE_SHOWING};
  for (guint index = 0; index < G_N_ELEMENTS(always); index++) atk_state_set_add_state(states, always[index]);
  if (((Frame *)object)->is_active) atk_state_set_add_state(states, ATK_STATE_ACTIVE);
  return states;
}
static int frame_place(AtkObject *object) { return (void)object, 0; }
static void frame_class_init(FrameClass *class) {
  AtkObjectClass *object = ATK_OBJECT_CLASS(class);
  object->get_n_children = child_count;
  object->ref_child = child;
  object->ref_state_set = frame_states;
  object->get_index_in_parent = frame_place;
}
static void frame_init(Frame *self) { self->controls = g_ptr_array_new_with_free_func(g_object_unref); }
static void frame_extents(AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType kind) {
  const Frame *self = (Frame *)component;
  *x = kind == ATK_XY_SCREEN ? self->x : 0, *y = kind == ATK_XY_SCREEN ? self->y : 0;
  *width = self->width, *height = self->height;
}
static void frame_component(AtkComponentIface *face) { face->get_extents = frame_extents; }
static void frame_window(AtkWindowIface *face) { (void)face; }

/// A control that no line has described yet.
static Control *control_new(Frame *frame, const char *aria, const char *key) {
  const guint role = role_index(aria);
  const GType type = !strcmp(aria, "slider")    ? slider_get_type()
                     : !strcmp(aria, "textbox") ? entry_get_type()
                                                : control_get_type();
  Control *self = g_object_new(type, NULL);
  self->aria = g_strdup(aria);
  self->key = g_strdup(key);
  atk_object_set_role(ATK_OBJECT(self), roles[role].role);
  atk_object_set_parent(ATK_OBJECT(self), ATK_OBJECT(frame));
  return self;
}

AtkObject *frame_new(AtkObject *application, const char *title) {
  Frame *self = g_object_new(frame_get_type(), NULL);
  AtkObject *object = ATK_OBJECT(self);
  atk_object_set_role(object, ATK_ROLE_FRAME);
  atk_object_set_name(object, title);
  atk_object_set_parent(object, application);
  self->message = control_new(self, "message", "message");
  self->message->is_enabled = TRUE;
  self->message->x = aside;
  return object;
}

void frame_move(AtkObject *frame, int x, int y, int width, int height) {
  Frame *self = (Frame *)frame;
  self->x = x, self->y = y, self->width = width, self->height = height;
}

static void tell_state(Control *self, AtkStateType state, gboolean is_set) {
  if (state != ATK_STATE_INVALID) atk_object_notify_state_change(ATK_OBJECT(self), state, is_set);
}

/// Replaces the text of a field, and emits events for the part that changed.
static void set_text(Control *self, const char *text) {
  const long old = g_utf8_strlen(self->value, -1), new = g_utf8_strlen(text, -1);
  long same = 0;
  const char *left = self->value, *right = text;
  while (same < old && same < new && g_utf8_get_char(left) == g_utf8_get_char(right)) {
    left = g_utf8_next_char(left), right = g_utf8_next_char(right);
    same++;
  }
  char *removed = g_strdup(left), *inserted = g_strdup(right);
  g_free(self->value);
  self->value = g_strdup(text);
  if (old > same) g_signal_emit_by_name(self, "text-remove", (int)same, (int)(old - same), removed);
  if (new > same) g_signal_emit_by_name(self, "text-insert", (int)same, (int)(new - same), inserted);
  g_signal_emit_by_name(self, "text-caret-moved", (int)new);
  g_free(removed), g_free(inserted);
}

static void set_value_text(Control *self, const ControlLine *line) {
  const gboolean is_new = strcmp(self->value, line->value) != 0;
  if (ATK_IS_TEXT(self)) {
    if (is_new) set_text(self, line->value);
    return;
  }
  if (is_new) {
    g_free(self->value);
    self->value = g_strdup(line->value);
  }
  if (!ATK_IS_VALUE(self)) {
    if (is_new) atk_object_set_description(ATK_OBJECT(self), line->value);
  } else if (is_new || self->percent != line->percent) {
    self->percent = line->percent;
    g_object_notify(G_OBJECT(self), "accessible-value");
  }
}

/// Applies a line, and emits events for the changes.
static void update(Control *self, const ControlLine *line) {
  const gboolean was_seen = is_seen(self), was_on = self->is_on, was_enabled = self->is_enabled;
  const char *name = atk_object_get_name(ATK_OBJECT(self));
  const gboolean is_new = !name;
  self->x = line->x, self->y = line->y, self->width = line->width, self->height = line->height;
  self->is_on = line->is_on, self->is_enabled = line->is_enabled, self->takes_focus = line->takes_focus;
  if (is_new || strcmp(name, line->name)) atk_object_set_name(ATK_OBJECT(self), line->name);
  set_value_text(self, line);
  if (is_new) return;
  if (self->is_on != was_on) tell_state(self, roles[role_index(self->aria)].is_on, self->is_on);
  if (is_seen(self) != was_seen) tell_state(self, ATK_STATE_SHOWING, is_seen(self));
  if (self->is_enabled != was_enabled) {
    tell_state(self, ATK_STATE_ENABLED, self->is_enabled);
    tell_state(self, ATK_STATE_SENSITIVE, self->is_enabled);
  }
}

/// The key of a control: its role, its name, and its number among those.
static char *key_of(const ControlLine *line, GHashTable *counts) {
  char *kind = g_strdup_printf("%s\t%s", line->role, line->name);
  const int number = GPOINTER_TO_INT(g_hash_table_lookup(counts, kind));
  char *key = g_strdup_printf("%s\t%d", kind, number);
  g_hash_table_replace(counts, kind, GINT_TO_POINTER(number + 1));
  return key;
}
/// The key of a button by its place: it may change its name, as from Load to Load again.
static char *place_of(const char *role, int x, int y, int width, int height) {
  return strcmp(role, "button") ? NULL : g_strdup_printf("%d,%d,%d,%d", x, y, width, height);
}

/// Gives each line its object: the one of its key, else the button of its place, else a new one.
static GPtrArray *matched(Frame *self, const ControlLine *lines, int count) {
  GPtrArray *found = g_ptr_array_new_with_free_func(g_object_unref);
  GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *old = g_hash_table_new(g_str_hash, g_str_equal);
  GHashTable *places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  char **keys = g_new0(char *, (gsize)count + 1);
  for (guint index = 0; index < self->controls->len; index++) {
    Control *control = g_ptr_array_index(self->controls, index);
    g_hash_table_insert(old, control->key, control);
  }
  for (int index = 0; index < count; index++) {
    keys[index] = key_of(&lines[index], counts);
    g_ptr_array_add(found, g_hash_table_lookup(old, keys[index]));
    g_hash_table_remove(old, keys[index]);
    if (found->pdata[index]) g_object_ref(found->pdata[index]);
  }
  GHashTableIter left;
  gpointer each;
  g_hash_table_iter_init(&left, old);
  while (g_hash_table_iter_next(&left, NULL, &each)) {
    const Control *control = each;
    char *place = place_of(control->aria, control->x, control->y, control->width, control->height);
    if (place) g_hash_table_replace(places, place, each);
  }
  for (int index = 0; index < count; index++) {
    if (found->pdata[index]) continue;
    const ControlLine *line = &lines[index];
    char *place = place_of(line->role, line->x, line->y, line->width, line->height);
    Control *renamed = place ? g_hash_table_lookup(places, place) : NULL;
    if (renamed) {
      g_hash_table_remove(places, place);
      g_hash_table_remove(old, renamed->key);
      g_free(renamed->key);
      renamed->key = g_strdup(keys[index]);
      found->pdata[index] = g_object_ref(renamed);
    } else {
      found->pdata[index] = control_new(self, line->role, keys[index]);
    }
    g_free(place);
  }
  g_strfreev(keys);
  g_hash_table_unref(counts), g_hash_table_unref(old), g_hash_table_unref(places);
  return found;
}

/// Tells that the window has the keyboard, or has it no longer.
static void set_active(Frame *self, gboolean is_active) {
  if (self->is_active == is_active) return;
  self->is_active = is_active;
  atk_object_notify_state_change(ATK_OBJECT(self), ATK_STATE_ACTIVE, is_active);
  g_signal_emit_by_name(self, is_active ? "activate" : "deactivate");
}

static void set_focus(Frame *self, int focused) {
  for (guint index = 0; index < self->controls->len; index++) {
    Control *control = g_ptr_array_index(self->controls, index);
    if (control->has_focus && (int)index != focused) {
      control->has_focus = FALSE;
      tell_state(control, ATK_STATE_FOCUSED, FALSE);
    }
  }
  set_active(self, focused >= 0);
  Control *control = focused >= 0 ? g_ptr_array_index(self->controls, focused) : NULL;
  if (!control || control->has_focus) return;
  control->has_focus = TRUE;
  tell_state(control, ATK_STATE_FOCUSED, TRUE);
}

void frame_show(AtkObject *frame, const ControlLine *lines, int count, int focused) {
  Frame *self = (Frame *)frame;
  GPtrArray *before = self->controls;
  self->controls = matched(self, lines, count);
  self->message->index = count;
  // Objects without a line get the index -1.
  int *places = g_new(int, before->len + 1);
  for (guint index = 0; index < before->len; index++) {
    Control *control = g_ptr_array_index(before, index);
    places[index] = control->index;
    control->index = -1;
  }
  gboolean *is_new = g_new(gboolean, (gsize)count + 1);
  for (int index = 0; index < count; index++) {
    Control *control = g_ptr_array_index(self->controls, index);
    is_new[index] = atk_object_get_name(ATK_OBJECT(control)) == NULL;
    control->index = index;
  }
  for (guint index = 0; index < before->len; index++) {
    Control *control = g_ptr_array_index(before, index);
    if (control->index >= 0) continue;
    control->has_focus = FALSE;
    g_signal_emit_by_name(self, "children-changed::remove", places[index], control);
    tell_state(control, ATK_STATE_DEFUNCT, TRUE);
  }
  for (int index = 0; index < count; index++) {
    Control *control = g_ptr_array_index(self->controls, index);
    update(control, &lines[index]);
    if (is_new[index]) g_signal_emit_by_name(self, "children-changed::add", index, control);
  }
  set_focus(self, focused < count ? focused : -1);
  g_free(places), g_free(is_new);
  g_ptr_array_unref(before);
}

void frame_say(AtkObject *frame, const char *message) {
  Control *self = ((Frame *)frame)->message;
  const char *said = atk_object_get_name(ATK_OBJECT(self));
  if (!strcmp(said ? said : "", message)) return;
  if (is_seen(self)) {
    self->x = aside;
    tell_state(self, ATK_STATE_SHOWING, FALSE);
  }
  atk_object_set_name(ATK_OBJECT(self), message);
  if (!*message) return;
  self->x = 0;
  tell_state(self, ATK_STATE_SHOWING, TRUE);
}
