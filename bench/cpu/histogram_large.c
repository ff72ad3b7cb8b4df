enum { BINS = 1000000 };
#include "histogram.h"
