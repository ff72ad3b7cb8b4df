// Private to the checker: what its files share.
//
//   check.c, check_decl.c, check_module*.c, check_name.c   declarations, modules, imports, names
//   check_binding.c                                         one definition
//   check_exp*.c, check_apply.c, check_loop.c …             expressions
//   check_pattern.c, check_type.c                           patterns, type expressions
//   unify.c, sizes.c                                        when types and sizes agree
//   check_error.c, check_hint.c                             how disagreement is told
//   check_unique*.c, check_match.c                          walks over a checked definition
//
// Levels. Values that a size can mention have a level: how many functions, branches and loops are
// around them. A variable (of type or size) has one, too, and never becomes something that mentions
// a value of a higher level: it would be used where it does not exist.
#ifndef FRONT_FUTHARK_CHECK_INTERNAL_H
#define FRONT_FUTHARK_CHECK_INTERNAL_H

#include "front/futhark/check.h"
#include "front/futhark/env.h"

typedef struct FutModules FutModules; // the files read so far; private to check.c

// Two sizes that must be equal, but which had unsolved variables inside when they were compared.
typedef struct FutDeferred {
  const FutSize *expected, *found;
  const FutType *whole_expected, *whole_found;
  const char *why;
  Span span;
} FutDeferred;

typedef Vec(FutSizeVar *) FutOpenSizes;

// A use of a definition in its own body, with what stands for each size of its scheme.
typedef struct FutRecursiveCall {
  Span span;
  const FutSize **sizes;
} FutRecursiveCall;

// What is known of a definition while its own body is checked: the scheme has a size for each of
// those that were given, and then one for each that was still to be found.
typedef struct FutRecursion {
  FutOpenSizes open;
  size_t given;
  Vec(FutRecursiveCall) calls;
} FutRecursion;

typedef struct FutChecker {
  Arena *arena;
  Interner *names;
  SourceMap *sources;
  Diag *diag;
  FutModules *modules;
  FutChecked *checked;
  FutEnv *env;       // the innermost scope
  FutEnv *operators; // the names of intrinsics.operators; NULL while these are read
  FutValue *negate;  // intrinsics.number.neg, the prefix `-`; NULL while it is read
  uint32_t next_id;
  uint32_t level;
  bool is_prelude; // what is checked now belongs to the prelude
  // Of the definition that is checked now:
  const FutScheme *self; // in its own body its type parameters stand for themselves
  FutRecursion recursion;
  bool ignores_sizes; // all sizes agree: only types are to be found
  Vec(FutTypeVar *) type_vars;
  Vec(FutSizeVar *) size_vars;
  Vec(FutDeferred) deferred;
  FutDeferred unifying;   // the types that fut_expect unifies now, for what is deferred
  Vec(FutExp *) literals; // numbers, whose range is checked when their types are known
  Vec(FutPattern *) literal_patterns;
  Vec(FutExp *) holes;
  Vec(FutExp *) constructors; // whose types must show the sizes of all other constructors
  // Unknown sizes that unification made because a function returns them; the application around
  // it lists them.
  FutValues opened;
  // What a function that nobody knows is applied to; for hints.
  const FutType *operand_type; // NULL: not known
  const FutExp *operand;       // NULL: not written beside it
} FutChecker;

// ---- Names (check_name.c) ----

// What a name in an expression stands for. `a.b.c` may be a name in modules or the fields of a
// record: the last *projection_count parts are fields. Reports an unknown name; then NULL.
FutValue *fut_find_value(FutChecker *checker, const FutQualName *name, uint32_t *projection_count);
// What a name in a type stands for. Reports an unknown name; then NULL.
FutTypeName *fut_find_type(FutChecker *checker, const FutQualName *name);
// The names of a module, for `m.(e)`. Reports an unknown module; then NULL.
FutEnv *fut_find_module(FutChecker *checker, const FutQualName *name);

// ---- For editors (check_record.c) ----

// Tell what a name stands for: a value with its type there, or NULL; a value that is new; a type; a
// module; a module type.
void fut_record_value(const FutChecker *checker, const FutValue *value, Span span,
                      const FutType *use);
void fut_record_new_value(const FutChecker *checker, const FutValue *value);
void fut_record_projection(const FutChecker *checker, const FutType *type, Name name, Span span);
void fut_record_type(const FutChecker *checker, const FutTypeName *type, Name name, Span span,
                     bool is_definition);
void fut_record_module(const FutChecker *checker, const FutModuleValue *module, Name name,
                       Span span, bool is_definition);
void fut_record_module_type(const FutChecker *checker, const FutSignature *signature, Span span,
                            bool is_definition);
// The span of a part of a qualified name; the last one is the name itself.
Span fut_part_span(const FutQualName *name, uint32_t index);

// ---- New values and variables (check_binding.c) ----

uint32_t fut_new_id(FutChecker *checker);
// A value of the current level with the monomorphic type, which may be NULL.
FutValue *fut_new_value(FutChecker *checker, FutValueKind kind, Name name, Span span,
                        const FutType *type);
FutTypeName *fut_new_type_name(FutChecker *checker, Name name, Span span, FutLiftedness liftedness);
const FutType *fut_new_type_var(FutChecker *checker, Span span, FutLiftedness liftedness);
const FutSize *fut_new_size_var(FutChecker *checker, Span span);

// ---- Functions (check_function.c) ----

// What `[]` and `?[n].` mean in a type.
typedef enum FutAnonymous {
  FUT_ANONYMOUS_PARAM,  // a new size parameter, added to sizes
  FUT_ANONYMOUS_RESULT, // an unknown size, added to sizes
  FUT_ANONYMOUS_ANY     // whatever fits
} FutAnonymous;

// What is assumed of a recursive definition that does not declare its result; see check_guess.c.
typedef enum FutGuessKind {
  FUT_GUESS_NOTHING, // but that calls of itself all have one type
  FUT_GUESS_CALLS,   // the type of calls of itself is the scheme; that of the body is found
  FUT_GUESS_ALL,     // the type is the scheme
  FUT_GUESS_TYPES    // the type is the scheme, but for unknown sizes of the result
} FutGuessKind;

typedef struct FutGuess {
  FutGuessKind kind;
  const FutScheme *scheme; // NULL for NOTHING
} FutGuess;

// What definitions, local functions and lambdas have in common.
typedef struct FutFunction {
  const FutPatterns *params;
  const FutTypeExp *return_type; // or NULL
  FutExp *body;
  FutValues *sizes;        // the size parameters, and more of them; NULL for a lambda
  const FutType *expected; // a hint, or NULL
  FutValue *self;          // gets its type before the body is checked, for recursion; or NULL
  FutEnv *self_scope;      // where the body finds it by its name; NULL: it does not
  const FutGuess *guess;   // at the result, of a recursive definition that does not declare it
  const char *why;         // "the body of `f`"
  Span span;
  const FutType *result; // out: the type of the body as declared or found
} FutFunction;

// Checks parameters and body in the current scope, which is left as it was but for new names.
// Yields the type of the function, or of the body when there are no parameters.
const FutType *fut_check_function(FutChecker *checker, FutFunction *function);
// The value that a parameter binds as a whole, which the function's type may mention; or NULL.
FutValue *fut_parameter_value(const FutPattern *pattern);
// The rest of the type of a function after one parameter, which it calls as the function does.
const FutType *fut_apply_parameter(FutChecker *checker, const FutType *arrow, FutValue *parameter);
// Checks a local function; the new value is not yet in the environment.
FutValue *fut_check_local_function(FutChecker *checker, FutBinding *binding, Span span);

// ---- Declarations, for the module checker (check_binding.c, check_type.c) ----

// Checks a top-level definition. The new value is not yet in the environment, but in the list of
// definitions. Never NULL: after an error its type is ERROR or as declared.
FutValue *fut_check_definition(FutChecker *checker, FutBinding *binding, FutValueKeyword keyword,
                               Span span);
// The abbreviation that a type declaration defines, also a `with`. Never NULL.
FutTypeName *fut_check_type_binding(FutChecker *checker, const FutTypeBinding *binding);
// The type of a `val`, with the anonymous sizes of its parameters made parameters.
FutScheme fut_check_val(FutChecker *checker, const FutTypeParams *params, const FutTypeExp *type);
// A fresh instance of a scheme at the current level; span is where it is used.
const FutType *fut_instantiate(FutChecker *checker, const FutScheme *scheme, Span span);
// Whether a definition of type `have` can be seen as `want`: it is at least as general. Silent.
bool fut_scheme_fits(FutChecker *checker, const FutScheme *have, const FutScheme *want);

// ---- Types (check_type.c) ----

// The type, unless it is so large that nothing ends in time: that is reported, and yields ERROR.
const FutType *fut_limit_type(FutChecker *checker, const FutType *type, Span span);
// The type that an expression denotes. Reports errors; then ERROR.
const FutType *fut_check_type(FutChecker *checker, const FutTypeExp *type, FutAnonymous anonymous,
                              FutValues *sizes);
// Binds type and size parameters in the current scope and adds them to the scheme.
void fut_bind_type_params(FutChecker *checker, const FutTypeParams *params, FutScheme *scheme);
// The same for the parameters of a type that is being defined.
void fut_bind_type_name_params(FutChecker *checker, const FutTypeParams *params, FutTypeName *name);

// ---- Patterns (check_pattern.c) ----

// Checks a pattern whose subject has the type, and binds its names in the current scope; they are
// added to bound unless it is NULL. anonymous and sizes are for the types written inside.
void fut_check_pattern(FutChecker *checker, FutPattern *pattern, const FutType *type,
                       FutAnonymous anonymous, FutValues *sizes, FutValues *bound);

// ---- Expressions (check_exp.c) ----

// The type of an expression, which is also left in it. expected is a hint, or NULL: the caller must
// still unify.
const FutType *fut_check_exp(FutChecker *checker, FutExp *exp, const FutType *expected);
// Checks an expression and that it has the type; `why` begins the error message: "the condition".
const FutType *fut_check_exp_is(FutChecker *checker, FutExp *exp, const FutType *expected,
                                const char *why);

// The type of a numeric literal: that of its suffix, or a variable.
const FutType *fut_number_type(FutChecker *checker, const FutNumber *number, Span span);
// A variable for a sum type that has the constructor.
const FutType *fut_new_sum_var(FutChecker *checker, Name name, const FutType **payload,
                               size_t count, Span span);
// A variable for one of the scalar types, a set of bits 1 << FutPrim.
const FutType *fut_new_scalar_var(FutChecker *checker, uint32_t prims, Span span);

enum {
  FUT_SIGNED_PRIMS = 1 << FUT_PRIM_I8 | 1 << FUT_PRIM_I16 | 1 << FUT_PRIM_I32 | 1 << FUT_PRIM_I64,
  FUT_UNSIGNED_PRIMS = 1 << FUT_PRIM_U8 | 1 << FUT_PRIM_U16 | 1 << FUT_PRIM_U32 | 1 << FUT_PRIM_U64,
  FUT_INTEGER_PRIMS = FUT_SIGNED_PRIMS | FUT_UNSIGNED_PRIMS,
  FUT_FLOAT_PRIMS = 1 << FUT_PRIM_F16 | 1 << FUT_PRIM_F32 | 1 << FUT_PRIM_F64,
  FUT_NUMBER_PRIMS = FUT_INTEGER_PRIMS | FUT_FLOAT_PRIMS,
  FUT_SCALAR_PRIMS = FUT_NUMBER_PRIMS | 1 << FUT_PRIM_BOOL
};

// ---- Expressions as sizes (check_size.c) ----

// Whether an expression that was checked can be compared as a size; the size in *size then. One
// that binds names cannot.
bool fut_exp_is_size(FutChecker *checker, const FutExp *exp, const FutSize **size);
// The size that an expression in a type denotes; values that are not older than first_inner were
// bound inside of it.
const FutSize *fut_written_size(FutChecker *checker, const FutExp *exp, uint32_t first_inner);
// The function of an application as it was written; NULL when it is no name.
const char *fut_function_name(FutChecker *checker, const FutExp *function);

// ---- Scopes of sizes (check_scope.c) ----

typedef struct FutClosedSize {
  const FutSize *inside, *outside;
} FutClosedSize;

// A type leaves a scope: sizes that mention something of the scope become unknown sizes outside.
typedef struct FutClosing {
  FutChecker *checker;
  uint32_t level;           // of the scope outside: values of higher levels are left behind
  uint32_t var_level;       // the highest level that a variable may keep
  const FutValues *leaving; // further values that are left behind, or NULL
  const FutValues *staying; // values of higher levels that are visible outside, or NULL
  Span span;                // of the expression that makes the unknown sizes
  FutValues *unknown;       // where they are added
  FutValues bound;
  Vec(FutClosedSize) closed;
} FutClosing;

const FutType *fut_close_type(FutClosing *closing, const FutType *type);
// Adds the unknown sizes in a type, outside functions, that are not older than first_id.
void fut_collect_unknown(FutChecker *checker, const FutType *type, uint32_t first_id,
                         FutValues *values);
// Adds the sizes of a type that are still to be found, each once.
void fut_collect_open_sizes(FutChecker *checker, const FutType *type, FutOpenSizes *sizes);
// The type of a value that has either type, with unknown sizes where they differ. Reports a
// difference of types at other_span; then ERROR.
const FutType *fut_join(FutChecker *checker, const FutType *first, const FutType *other, Span span,
                        Span other_span, const char *why);

// Reports a size of a checked definition that is needed before it is known (check_causality.c).
void fut_check_causality(FutChecker *checker, const FutBinding *binding);

// ---- Recursion without a declared result (check_guess.c) ----

// Whether the definition mentions its own name, without saying what its result is.
bool fut_needs_guess(const FutBinding *binding);
// Finds out what the result is, by checking copies of the definition.
FutGuess fut_guess_result(FutChecker *checker, const FutBinding *binding, Span span);
// Makes a function whose parameters have been checked what is guessed: the result, or NULL when
// just calls of itself have a type.
const FutType *fut_guessed_type(FutChecker *checker, const FutFunction *function);
// Checks a definition up to its type, which may be polymorphic (check_binding.c).
FutValue *fut_check_guess(FutChecker *checker, FutBinding *binding, const FutGuess *guess,
                          Span span);

// Reports what a checked definition may not do in calls of itself (check_recursion.c).
void fut_check_recursion(FutChecker *checker, const FutBinding *binding);

// ---- Unification (unify.c, sizes.c) ----

typedef enum FutMismatchKind {
  FUT_MISMATCH_TYPES,
  FUT_MISMATCH_SIZES,
  FUT_MISMATCH_FIELDS,     // a field or constructor is in one of them only
  FUT_MISMATCH_CONSTRAINT, // the found type is not one of those that the variable may become
  FUT_MISMATCH_INFINITE,   // a type would contain itself
  FUT_MISMATCH_ESCAPE,     // a size would be used where it does not exist
  FUT_MISMATCH_SCOPE,      // the same for a type parameter
  FUT_MISMATCH_FUNCTION,   // a function where none is allowed
  FUT_MISMATCH_IRREGULAR   // a result whose size differs from call to call
} FutMismatchKind;

// The innermost place where types differ.
typedef struct FutMismatch {
  FutMismatchKind kind;
  const FutType *expected, *found; // TYPES, CONSTRAINT, FUNCTION
  const FutSize *expected_size, *found_size;
  const FutTypeVar *var;        // CONSTRAINT
  Name name;                    // FIELDS: which
  bool is_missing;              // FIELDS: whether it is missing in what was found
  const FutValue *value;        // ESCAPE, IRREGULAR
  const FutTypeName *type_name; // SCOPE
  const char *hint;             // to be given in place of the general one; or NULL
} FutMismatch;

// Makes types equal by solving variables. On failure some variables may have been solved.
bool fut_unify(FutChecker *checker, const FutType *expected, const FutType *found,
               FutMismatch *mismatch);
bool fut_unify_size(FutChecker *checker, const FutSize *expected, const FutSize *found,
                    FutMismatch *mismatch);
// Whether a variable of the level may mention the size; lowers the levels of variables inside.
// `bound` are values that do not count, or NULL; `var` must not be inside.
bool fut_size_admit(const FutSize *size, uint32_t level, const FutSizeVar *var,
                    const FutValues *bound, FutMismatch *mismatch);
// Whether something in the size is still to be found.
bool fut_size_has_variable(const FutSize *size);
// Decides the sizes that were deferred in this definition.
void fut_finish_deferred(FutChecker *checker);
// Unifies what is expected at the span; `why` is who expects: "the argument of `f`". The first
// reports failure, the other leaves that to the caller.
bool fut_expect(FutChecker *checker, Span span, const FutType *expected, const FutType *found,
                const char *why);
bool fut_try_expect(FutChecker *checker, Span span, const FutType *expected, const FutType *found,
                    const char *why, FutMismatch *mismatch);
// Reports a failed unification.
void fut_report_mismatch(FutChecker *checker, Span span, const FutType *expected,
                         const FutType *found, const FutMismatch *mismatch, const char *why);

#endif
