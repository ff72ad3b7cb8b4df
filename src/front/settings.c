#include "front/settings.h"

static FrontSettings current;

void front_configure(FrontSettings settings) { current = settings; }

const FrontSettings *front_settings(void) { return &current; }
