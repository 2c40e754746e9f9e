// liblo, of which the tests use the reader and the writer of messages.
#pragma once
#include <lo/lo.h>
