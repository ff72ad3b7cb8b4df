// What is overloaded: operators, the step of `power`, the first argument of `seqfor`, and
// `forceAll`.
//
// Each is noted where it stands and decided as soon as a type is known. What is still open when its
// definition ends is an int, a step without an index, and a length; what `forceAll` stores must be
// known.
#include "front/fcl/check_internal.h"

void fcl_overload_operator(FclCheck *check, FclOperator op, const FclType *operands, Span span) {
  FclOverload overload = {.kind = FCL_OVERLOAD_OPERATOR, .op = op, .type = operands, .span = span};
  vec_push(check->arena, &check->overloads, overload);
}

void fcl_overload_use(FclCheck *check, const FclUse *use, const FclType *type) {
  FclOverload overload = {.span = use->ident.span};
  if (!use->variable->is_builtin) return;
  if (use->variable->builtin == FCL_BUILTIN_POWER) {
    const FclType *step = type->second->first, *start = type->second->second->first;
    overload.kind = FCL_OVERLOAD_POWER;
    overload.type = step;
    overload.element = fcl_type_resolve(start->first)->first;
    overload.level = start->level;
  } else if (use->variable->builtin == FCL_BUILTIN_SEQFOR) {
    overload.kind = FCL_OVERLOAD_SEQFOR;
    overload.type = type->first;
    overload.element = type->second->second->second->first;
  } else if (use->variable->builtin == FCL_BUILTIN_FORCE_ALL) {
    overload.kind = FCL_OVERLOAD_FORCE_ALL;
    overload.type = type->first;
    overload.element = type->second->first;
    overload.level = type->second->level;
  } else {
    return;
  }
  vec_push(check->arena, &check->overloads, overload);
}

static bool is_open(const FclType *type, uint32_t rank) {
  return type->kind == FCL_TYPE_VARIABLE && type->variable->name == NULL &&
         type->variable->rank > rank;
}

typedef enum FclOperandClass {
  FCL_OPERAND_INT,
  FCL_OPERAND_FLOAT,
  FCL_OPERAND_BOOL
} FclOperandClass;

static bool operator_takes(FclOperator op, FclTypeKind kind) {
  static const struct {
    FclTypeKind kind;
    FclOperandClass class;
  } CLASSES[] = {
#define BASE_TYPE(id, name, scalar, class) {FCL_TYPE_##id, FCL_OPERAND_##class},
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  };
  size_t at = 0;
  while (at < sizeof CLASSES / sizeof *CLASSES && CLASSES[at].kind != kind)
    at++;
  if (at == sizeof CLASSES / sizeof *CLASSES) return false;
  bool is_float = CLASSES[at].class == FCL_OPERAND_FLOAT;
  bool is_bool = CLASSES[at].class == FCL_OPERAND_BOOL;
  if (!is_float && !is_bool) return fcl_operator_class(op) != FCL_CLASS_PIPE;
  bool is_bitwise = op == FCL_OPERATOR_AND || op == FCL_OPERATOR_OR || op == FCL_OPERATOR_XOR;
  bool is_equality = op == FCL_OPERATOR_EQ || op == FCL_OPERATOR_NE;
  switch (fcl_operator_class(op)) {
  case FCL_CLASS_PIPE: return false;
  case FCL_CLASS_COMPARE: return is_float || (is_equality && is_bool);
  case FCL_CLASS_NUMBER: return is_float;
  case FCL_CLASS_BITS: return is_bitwise && is_bool;
  }
  return false;
}

// Whether it is decided.
static bool decide_operator(FclCheck *check, const FclOverload *overload, bool is_final,
                            uint32_t rank) {
  FclClash clash;
  const FclType *type = fcl_type_resolve(overload->type);
  bool is_variable = type->kind == FCL_TYPE_VARIABLE && type->variable->name == NULL;
  if (is_variable && !(is_final && is_open(type, rank))) return false;
  if (is_variable) {
    fcl_unify(check->arena, type, fcl_type(check->arena, FCL_TYPE_INT, NULL, NULL), &clash);
    return true;
  }
  if (!operator_takes(overload->op, type->kind))
    fcl_fail_operator(check, overload->op, overload->span, type);
  return true;
}

// Both kinds of step end in a program; one has an index in front.
static bool decide_power(FclCheck *check, const FclOverload *overload, bool is_final,
                         uint32_t rank) {
  Arena *arena = check->arena;
  const FclType *type = fcl_type_resolve(overload->type);
  bool is_variable = type->kind == FCL_TYPE_VARIABLE;
  if (is_variable && !(is_final && is_open(type, rank))) return false;
  const FclType *pull = fcl_type(arena, FCL_TYPE_PULL, overload->element, NULL);
  const FclType *push = fcl_type_at(arena, FCL_TYPE_PUSH, overload->level, overload->element);
  const FclType *step = fcl_type(arena, FCL_TYPE_FUNCTION, pull,
                                 fcl_type_at(arena, FCL_TYPE_PROGRAM, overload->level, push));
  if (!is_variable && type->kind == FCL_TYPE_FUNCTION) {
    const FclType *from = fcl_type_resolve(type->first), *to = fcl_type_resolve(type->second);
    bool is_known = from->kind != FCL_TYPE_VARIABLE || to->kind != FCL_TYPE_VARIABLE;
    if (!is_known && !is_final) return false;
    if (from->kind == FCL_TYPE_INT || to->kind == FCL_TYPE_FUNCTION)
      step = fcl_type(arena, FCL_TYPE_FUNCTION, fcl_type(arena, FCL_TYPE_INT, NULL, NULL), step);
  }
  FclClash clash;
  if (!fcl_unify(arena, step, type, &clash))
    fcl_fail_clash(check, overload->span, "the step of this `power` does not fit", step, type,
                   &clash);
  return true;
}

static bool decide_seqfor(FclCheck *check, const FclOverload *overload, bool is_final,
                          uint32_t rank) {
  Arena *arena = check->arena;
  const FclType *type = fcl_type_resolve(overload->type);
  bool is_variable = type->kind == FCL_TYPE_VARIABLE;
  if (is_variable && !(is_final && is_open(type, rank))) return false;
  const FclType *wanted = fcl_type(arena, FCL_TYPE_INT, NULL, NULL);
  if (type->kind == FCL_TYPE_PUSH)
    wanted = fcl_type_at(arena, FCL_TYPE_PUSH, fcl_level(arena, NULL, FCL_LEVEL_THREAD),
                         overload->element);
  FclClash clash;
  if (!fcl_unify(arena, wanted, type, &clash))
    fcl_fail_clash(check, overload->span,
                   "the first argument of `seqfor` is a length or a push array of level thread",
                   wanted, type, &clash);
  return true;
}

// The pull arrays for push arrays of this level, in the same tuples; NULL: not known, or not such.
static const FclType *stored_type(FclCheck *check, const FclType *type, const FclLevel *level,
                                  const FclType **other, FclClash *clash) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_PAIR) {
    const FclType *first = stored_type(check, type->first, level, other, clash);
    const FclType *second =
        first == NULL ? NULL : stored_type(check, type->second, level, other, clash);
    return second == NULL ? NULL : fcl_type(check->arena, FCL_TYPE_PAIR, first, second);
  }
  *other = type;
  if (type->kind != FCL_TYPE_PUSH) return NULL;
  if (!fcl_unify_level(check->arena, level, type->level, clash)) return NULL;
  return fcl_type(check->arena, FCL_TYPE_PULL, type->first, NULL);
}

static bool decide_force_all(FclCheck *check, const FclOverload *overload, bool is_final,
                             uint32_t rank) {
  FclPrinter printer = {.arena = check->arena};
  FclClash clash = {.misfit = FCL_FITS};
  const FclType *other = NULL;
  const FclType *stored = stored_type(check, overload->type, overload->level, &other, &clash);
  if (stored != NULL) {
    if (!fcl_unify(check->arena, overload->element, stored, &clash))
      fcl_fail_clash(check, overload->span, "what this `forceAll` gives", stored, overload->element,
                     &clash);
    return true;
  }
  if (clash.misfit != FCL_FITS) {
    fcl_check_fail(check, ERROR_FCL_LEVEL, overload->span,
                   "this `forceAll` works at level %s, and one of its push arrays is of level %s",
                   fcl_level_text(&printer, &clash.left_level),
                   fcl_level_text(&printer, &clash.right_level));
    return true;
  }
  bool is_variable = other->kind == FCL_TYPE_VARIABLE && other->variable->name == NULL;
  if (is_variable && !(is_final && is_open(other, rank))) return false;
  bool is_new = fcl_check_fail(check, ERROR_FCL_TYPE, overload->span,
                               "`forceAll` takes a tuple of push arrays, and this is of type %s",
                               fcl_type_text(&printer, overload->type));
  if (is_new && other->kind == FCL_TYPE_PULL)
    diag_hint(check->diag, "`push<block>` says how a pull array is written, and makes it a push "
                           "array");
  else if (is_new && other->kind == FCL_TYPE_VARIABLE)
    diag_hint(check->diag, "how many arrays there are must be known where it stands: a signature "
                           "can say it");
  return true;
}

static void decide_all(FclCheck *check, uint32_t rank, bool are_operators_final, bool is_final) {
  size_t kept = 0;
  for (size_t i = 0; i < check->overloads.count; i++) {
    FclOverload overload = check->overloads.data[i];
    bool is_decided = false;
    switch (overload.kind) {
    case FCL_OVERLOAD_OPERATOR:
      is_decided = decide_operator(check, &overload, are_operators_final, rank);
      break;
    case FCL_OVERLOAD_POWER: is_decided = decide_power(check, &overload, is_final, rank); break;
    case FCL_OVERLOAD_SEQFOR: is_decided = decide_seqfor(check, &overload, is_final, rank); break;
    case FCL_OVERLOAD_FORCE_ALL:
      is_decided = decide_force_all(check, &overload, is_final, rank);
      break;
    }
    if (!is_decided) check->overloads.data[kept++] = overload;
  }
  check->overloads.count = kept;
}

// A step or an array may say what an operator works on, so that operators come last.
void fcl_overload_decide(FclCheck *check, uint32_t rank, bool is_final) {
  decide_all(check, rank, false, is_final);
  if (is_final) decide_all(check, rank, true, true);
}
