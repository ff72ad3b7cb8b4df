// Textual IR at the prompt of `ravel repl`. The rest of that language is in ir.
#ifndef FRONT_CORE_SESSION_H
#define FRONT_CORE_SESSION_H

#include "front/session.h"

extern const FrontSession core_session;

#endif
