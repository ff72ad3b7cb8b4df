// What the files of the checker share.
#ifndef FRONT_FCL_CHECK_INTERNAL_H
#define FRONT_FCL_CHECK_INTERNAL_H

#include "front/fcl/check.h"

typedef struct FclNamedLevel {
  Name name;
  const FclLevel *level;
} FclNamedLevel;

typedef struct FclNamedType {
  Name name;
  const FclType *type;
} FclNamedType;

// Something overloaded, whose types are decided when they are known, or when they must be.
typedef enum FclOverloadKind {
  FCL_OVERLOAD_OPERATOR, // operands of one type
  FCL_OVERLOAD_POWER,    // a step with or without an index
  FCL_OVERLOAD_SEQFOR,   // a length or an initial array
  FCL_OVERLOAD_FORCE_ALL // a tuple of push arrays
} FclOverloadKind;

typedef struct FclOverload {
  FclOverloadKind kind;
  FclOperator op;
  const FclType *type;    // of the operands, the step, the first argument
  const FclType *element; // POWER, SEQFOR; FORCE_ALL: what it gives
  const FclLevel *level;  // POWER, FORCE_ALL
  Span span;
} FclOverload;

// A use of the definition that is checked, by itself.
typedef struct FclOwnUse {
  const FclUse *use;
  bool is_checked; // the arm around it has seen that it goes down
} FclOwnUse;

typedef struct FclCheck {
  Arena *arena;
  Interner *names;
  Diag *diag;
  Vec(FclVariable *) scope; // the last one of a name counts
  Vec(FclNamedLevel) levels;
  Vec(FclNamedType) types;
  Vec(FclOverload) overloads;
  Vec(FclUse *) uses; // of the definition that is checked, to find levels that stay open
  Vec(FclOwnUse) own_uses;
  uint32_t rank;
  FclVariable *self; // the definition that is checked, if its signature has levels
  size_t arms;       // of `case` around what is checked, in which it may use itself
  uint32_t falling;  // its levels that are lower wherever it does: bit i for the first ones
  bool is_failing;   // an error of this definition was reported; others may follow from it
  bool has_errors;
  Name definition; // that is checked; for hints, as are those after it
  const FclProgram *program;
  size_t position;
} FclCheck;

// ---- check_error.c ----

// Begins an error unless one was reported for this definition; whether it did.
bool fcl_check_fail(FclCheck *check, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);
// The argument of an application does not fit: `expected` is the parameter.
void fcl_fail_argument(FclCheck *check, const FclExp *apply, const FclType *expected,
                       const FclType *found, const FclClash *clash);
// What is applied is no function.
void fcl_fail_function(FclCheck *check, const FclExp *apply, const FclType *found);
// A statement of a `do` is no program of its level.
void fcl_fail_statement(FclCheck *check, const FclExp *sequence, const FclExp *statement,
                        const FclType *found, const FclClash *clash);
// Two types that should agree; `what` begins the message: "the branches of this `if` are of types".
void fcl_fail_clash(FclCheck *check, Span span, const char *what, const FclType *left,
                    const FclType *right, const FclClash *clash);
// An operator has operands of a type that it does not work on; of two types.
void fcl_fail_operator(FclCheck *check, FclOperator op, Span span, const FclType *type);
void fcl_fail_operands(FclCheck *check, const FclExp *exp, const FclType *left,
                       const FclType *right, const FclClash *clash);
void fcl_fail_kind(FclCheck *check, Span span, const FclClash *clash);
void fcl_fail_unknown(FclCheck *check, const FclIdent *ident);

// ---- check_overload.c ----

void fcl_overload_operator(FclCheck *check, FclOperator op, const FclType *operands, Span span);
void fcl_overload_use(FclCheck *check, const FclUse *use, const FclType *type);
// Decides what is known by now; with `is_final` also what is open and of a higher rank than this.
void fcl_overload_decide(FclCheck *check, uint32_t rank, bool is_final);

// ---- check_type.c ----

const FclLevel *fcl_check_level(FclCheck *check, const FclLevelExp *exp);
// Opens the scope of a binding's level and type variables, and gives the type of its signature or
// NULL; the scheme gets the variables in order. Ends with fcl_close_signature.
const FclType *fcl_open_signature(FclCheck *check, const FclBinding *binding,
                                  const FclSchemeExp *signature, FclScheme *scheme);
typedef struct FclMark {
  size_t levels, types;
} FclMark;
FclMark fcl_mark(const FclCheck *check);
void fcl_release(FclCheck *check, FclMark mark);

// ---- check_case.c ----

// What an expression is of which the type is known; NULL: it is not.
const FclType *fcl_check_case(FclCheck *check, FclExp *exp, const FclType *expected);

// ---- check_exp.c ----

const FclType *fcl_check_exp(FclCheck *check, FclExp *exp);
// The same, where a type is expected, which a `case` needs to know. It may be of another one.
const FclType *fcl_check_exp_as(FclCheck *check, FclExp *exp, const FclType *expected);
// Reports the levels of uses from the first one on that nothing says, and that the scheme, if there
// is one, does not have.
void fcl_check_levels_known(FclCheck *check, const FclScheme *scheme, size_t first);
// Checks a binding of a name and puts it into scope.
FclVariable *fcl_check_binding(FclCheck *check, FclBinding *binding, const FclSchemeExp *signature,
                               bool is_global);

#endif
