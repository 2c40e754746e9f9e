// The controls of a window as accessible objects of ATK. The program's one thread.
#pragma once

#include <atk/atk.h>

/// A control as the window describes it. Text is UTF-8; lengths are in pixels of the window.
typedef struct {
  /// The ARIA role, as `ControlRole.ariaName` has it.
  const char *role;
  const char *name, *value;
  int x, y, width, height;
  /// The value of a slider, 0…100; negative for other controls.
  double percent;
  gboolean is_on, is_enabled, takes_focus;
} ControlLine;

/// Called when an assistive program acts on a control.
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
/// - Parameter focused: the index of the control with the keyboard focus, or -1.
void frame_show(AtkObject *frame, const ControlLine *lines, int count, int focused);
/// Announces a message, unless it is empty.
void frame_say(AtkObject *frame, const char *message);
/// The index of a control, or -1 if it has gone.
int control_index(AtkObject *control);
