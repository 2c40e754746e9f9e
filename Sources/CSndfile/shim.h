// libsndfile, for the command. Command-line tool; main thread.
#include <sndfile.h>
