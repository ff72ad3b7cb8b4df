enum { BINS = 256 };
#include "histogram.h"
