// From the tree to Core.
#ifndef FRONT_APL_APL_TO_CORE_H
#define FRONT_APL_APL_TO_CORE_H

#include "front/apl/ast.h"
#include "front/session.h"
#include "ir/ir.h"

// The Core program, or NULL after an error was reported.
Program *apl_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                     const AplProgram *program, Diag *diag);

// The program of a session, of whose statements this many are older than the last input; adds the
// names that the next input may use to `seen`, unless that is NULL. False after an error was
// reported.
bool apl_session_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                         const AplProgram *program, size_t known, Diag *diag,
                         SessionProgram *result, SessionNames *seen);

#endif
