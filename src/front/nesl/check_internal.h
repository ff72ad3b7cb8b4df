// Private to the checker: what its files share.
//
//   check.c                             a whole program
//   check_name.c, check_scope.c         what names mean
//   check_order.c                       in which order forms are checked
//   check_form.c                        functions, datatypes, bindings
//   check_exp.c, check_call.c           expressions
//   check_pattern.c, check_type.c       patterns, type expressions
//   unify.c                             when types agree
//   check_session.c                     what a prompt tells of names
//   check_error.c                       how disagreement is told
//
// First every name of every form is resolved, so that it is known which forms need which others.
// Then forms are checked, each after those that it needs; functions that call each other are
// checked together, as a *group*. In its own group a function without an annotation has one type
// only; when the group is finished, what its type leaves open becomes its type parameters.
//
// After an error something has the type ERROR, which agrees with every other: one mistake is
// reported once.
#ifndef FRONT_NESL_CHECK_INTERNAL_H
#define FRONT_NESL_CHECK_INTERNAL_H

#include "base/map.h"
#include "front/nesl/check.h"

// What one form defines under a name. All are NULL when the form is broken.
typedef struct NeslEntry {
  size_t form;
  NeslValue *value;
  NeslFunction *function;
  NeslDatatype *datatype;
} NeslEntry;

typedef Vec(NeslEntry) NeslEntries;

// That a form uses what another one defines.
typedef struct NeslUse {
  size_t form;
  NeslIdent name;
} NeslUse;

typedef struct NeslFormInfo {
  Vec(NeslUse) uses;
  size_t group;
  size_t reach; // 1 + the last form whose value is needed to evaluate this one; 0 for none
  bool is_annotated;
  bool is_random;                  // it calls the intrinsic `rand` itself
  bool is_acting;                  // it calls an intrinsic that acts on the world outside itself
  bool is_applying;                // calls a value, which may be any function
  Vec(const NeslPattern *) unused; // names that a `let` in it binds in vain
  bool is_bad;                     // a name in it is unknown
} NeslFormInfo;

// A call within a group: its instance is only known when the group is finished.
typedef struct NeslGroupCall {
  NeslExp *exp;
  Span span;
  bool is_annotated;
} NeslGroupCall;

// A lambda whose names are being resolved.
typedef struct NeslOpenLambda {
  NeslExp *exp;
  uint32_t first_id; // what is bound inside has a greater one
} NeslOpenLambda;

typedef struct NeslTrail {
  Name name;
  NeslValue *before;
} NeslTrail;

typedef struct NeslChecker {
  Arena *arena;
  Interner *names;
  Diag *diag;
  NeslChecked *checked;
  Map *values, *functions, *types; // Name -> NeslEntries, in the order of forms
  Map *intrinsics;                 // Name -> NeslFunction
  size_t prelude_count;            // how many forms belong to the prelude
  NeslFormInfo *infos;             // one for each form
  uint32_t next_id;
  size_t form; // the form that is looked at
  // While names are resolved:
  Map *locals; // Name -> NeslValue
  Vec(NeslTrail) trail;
  Vec(NeslOpenLambda) lambdas; // those around, outermost first
  // Of the group that is checked now:
  size_t group;
  bool is_random, is_recursive;
  Vec(NeslTypeVar *) vars;
  Vec(NeslGroupCall) calls;
  Vec(NeslTypeVar *) shared; // of all groups: what forms leave open for later ones
  size_t input;              // of a session: that of the group
  Vec(NeslExp *) truths;     // `t` and `f` where functions are called so
  NeslTypeParam **params;    // what type variables stand for here, by their names
  size_t param_count;
} NeslChecker;

// ---- check_scope.c ----

// The definition of a name that a form sees: the last one above it or, for functions and datatypes,
// in it; when there is none and is_later_seen, the first one below. NULL when there is none.
const NeslEntry *nesl_scope_find(const NeslChecker *checker, const Map *map, Name name,
                                 bool is_later_seen);
// Adds what the current form defines.
void nesl_scope_add(NeslChecker *checker, Map *map, Name name, NeslEntry entry);

// Binds a local name; undoes all bindings since the trail had this length.
void nesl_scope_bind(NeslChecker *checker, Name name, NeslValue *value);
void nesl_scope_leave(NeslChecker *checker, size_t mark);

// Tell editors what a name stands for (front/occurrences.h); a datatype is its constructor.
void nesl_record_value(const NeslChecker *checker, const NeslValue *value, Span span);
void nesl_record_function(const NeslChecker *checker, const NeslFunction *function, Span span);

// Makes a value or a function with a new id.
NeslValue *nesl_new_value(NeslChecker *checker, NeslValueKind kind, NeslIdent name);
NeslFunction *nesl_new_function(NeslChecker *checker, NeslFunctionKind kind, NeslIdent name);

// Whether the current form is part of the prelude.
bool nesl_is_prelude(const NeslChecker *checker);

// Hints after an error about an unknown name: the closest one of those that can be seen, or that it
// is defined further down.
void nesl_hint_close(NeslChecker *checker, const Map *map, Name name, bool has_locals);

// ---- check_name.c ----

// Makes what the current form defines known to the other forms.
void nesl_define_form(NeslChecker *checker, NeslForm *form);
// Resolves all names of the current form, and notes which forms it uses.
void nesl_resolve_form(NeslChecker *checker, NeslForm *form);

// ---- check_order.c ----

typedef Vec(size_t) NeslGroup; // forms, in the order of their texts

// Calls `action` for every group of forms, each after those that it uses. Sets the forms' groups.
void nesl_each_group(NeslChecker *checker, void (*action)(NeslChecker *, const NeslGroup *));

// ---- check_unknown.c ----

void nesl_report_unknown_variable(NeslChecker *checker, Name name, Span span);
void nesl_report_unknown_function(NeslChecker *checker, NeslIdent name);

// ---- check_form.c ----

// Makes the datatype of a form, and its constructor.
void nesl_check_datatype(NeslChecker *checker, NeslForm *form);

// Checks the forms of a group.
void nesl_check_group(NeslChecker *checker, const NeslGroup *group);
// After the last form of a program, or of an input: of what no form has found out, every type will
// do.
void nesl_close_shared(NeslChecker *checker);

// ---- check_session.c ----

// Finds for each new form of a session who goes on using what it hides; lists all names.
void nesl_find_keepers(NeslChecker *checker);
void nesl_list_seen(NeslChecker *checker);

// ---- check_type.c ----

// Which type variables a type may mention: those of `classes`, added to params as they occur.
typedef Vec(NeslTypeParam *) NeslTypeParams;

// Makes the parameters that a context declares; an error when one is declared twice.
NeslTypeParams nesl_check_classes(NeslChecker *checker, const NeslTypeBinds *classes);
// The type that is written, with checker->params as its variables. ERROR after an error.
const NeslType *nesl_check_type(NeslChecker *checker, const NeslTypeExp *type);
// The type of an intrinsic, from its text.
void nesl_check_scheme(NeslChecker *checker, NeslFunction *function, const char *text);

// ---- check_exp.c, check_call.c, check_pattern.c ----

// Finds the type of an expression.
const NeslType *nesl_check_exp(NeslChecker *checker, NeslExp *exp);
// The same for FUNCTION, VAR with a value, CALL, APPLY, BINARY and UNARY.
const NeslType *nesl_check_function(NeslChecker *checker, NeslExp *exp);
const NeslType *nesl_check_value(NeslChecker *checker, NeslExp *exp);
const NeslType *nesl_check_call(NeslChecker *checker, NeslExp *exp);
const NeslType *nesl_check_apply(NeslChecker *checker, NeslExp *exp);
const NeslType *nesl_check_binary(NeslChecker *checker, NeslExp *exp);
const NeslType *nesl_check_unary(NeslChecker *checker, NeslExp *exp);
// Makes the call of a name that of a variable, which it has.
void nesl_make_apply(NeslExp *exp);
// Decides, when the types of the group are known, which of its `t` and `f` are functions.
void nesl_check_truths(NeslChecker *checker);
// Gives the names of a pattern their types.
void nesl_check_pattern(NeslChecker *checker, NeslPattern *pattern, const NeslType *type);

// A variable to be found; one that is part of what another variable becomes, or NULL after
// reporting that types are nested too deeply.
const NeslType *nesl_fresh(NeslChecker *checker, NeslClass class, Span span);
const NeslType *nesl_fresh_part(NeslChecker *checker, const NeslTypeVar *whole, Span span);
// The type, or ERROR after reporting that it is too large.
const NeslType *nesl_check_size(NeslChecker *checker, Span span, const NeslType *type);

// ---- unify.c, check_error.c ----

enum { NESL_TYPE_LIMIT = 5000 };

typedef enum NeslMismatchKind {
  NESL_MISMATCH_TYPES,
  NESL_MISMATCH_CLASS, // `type` is not in the class
  NESL_MISMATCH_INFINITE,
  NESL_MISMATCH_LIMIT
} NeslMismatchKind;

// The innermost place where types differ.
typedef struct NeslMismatch {
  NeslMismatchKind kind;
  const NeslType *expected, *found; // resolved
  NeslClass class;
  const NeslType *type;
} NeslMismatch;

// Makes types equal by solving variables. On failure some variables may have been solved.
bool nesl_unify(const NeslType *expected, const NeslType *found, NeslMismatch *mismatch);

// Who expects a type: words, possibly with `%s` for the name and a position: "argument 2 of `f`".
typedef enum NeslRole {
  NESL_ROLE_PLAIN,    // the words as they are
  NESL_ROLE_ARGUMENT, // argument `position` of `name`, counted from 1; 0 for the only one
  NESL_ROLE_OPERAND,  // the words and the operator `name`: "left operand"
  NESL_ROLE_BODY      // the body of `name`
} NeslRole;

typedef struct NeslWhy {
  NeslRole role;
  const char *words, *name;
  size_t position;
  const char *hint; // in place of what the types suggest, when there is one
} NeslWhy;

// Unifies and reports failure at the span. Notes may be added after a failure.
bool nesl_expect(NeslChecker *checker, Span span, const NeslType *expected, const NeslType *found,
                 NeslWhy why);
// A type for a message, cut when it is long.
const char *nesl_message_type(NeslPrinter *printer, const NeslType *type);
// Reports that a type is too large.
void nesl_report_limit(NeslChecker *checker, Span span);
// Reports that something else than a function is called; the name is NULL where it has none.
void nesl_report_not_a_function(NeslChecker *checker, const NeslExp *callee, const NeslType *found);
// Reports that something else than a sequence was found: "`#` needs a sequence, but …".
void nesl_report_not_a_sequence(NeslChecker *checker, Span span, const NeslType *found,
                                const char *who);

#endif
