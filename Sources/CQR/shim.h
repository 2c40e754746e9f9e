// libqrencode: texts as QR codes.
#include <qrencode.h>
