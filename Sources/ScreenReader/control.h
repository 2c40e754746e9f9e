// The controls of a window as accessible objects of ATK. The program's one thread.
#pragma once

#include <atk/atk.h>

/// What a line of the list says of a control. Texts are UTF-8, lengths pixels of the window.
typedef struct {
  /// The ARIA role, as `ControlRole.ariaName` has it.
  const char *role;
  const char *name, *value;
  int x, y, width, height;
  /// 0…100 of a slider; negative: it is none.
  double percent;
  gboolean is_on, is_enabled, takes_focus;
} ControlLine;

/// Is called with what an assistive program does to a control.
/// - Parameters:
///   - verb: press, focus or set.
///   - percent: the value to set.
typedef void (*ControlRequest)(AtkObject *control, const char *verb, double percent);

extern ControlRequest control_request;

/// The window, whose children are its controls. `title` names it.
AtkObject *frame_new(AtkObject *application, const char *title);
/// The place of the window on the screen.
void frame_move(AtkObject *frame, int x, int y, int width, int height);
/// Replaces the controls, in the order of the keyboard, by `count` others; those that remain keep their objects.
/// - Parameter focused: the index of the control that has the keyboard; -1: none.
void frame_show(AtkObject *frame, const ControlLine *lines, int count, int focused);
/// Lets the screen reader say a message; an empty one is none.
void frame_say(AtkObject *frame, const char *message);
/// The index of a control; -1: it has gone.
int control_index(AtkObject *control);
