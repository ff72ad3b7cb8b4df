// When types agree.
#include "front/nesl/check_internal.h"

// Whether a variable is inside of a type; counts the parts that it looks at.
static bool occurs(const NeslTypeVar *var, const NeslType *type, size_t *budget) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_VAR) return type->var == var;
  if (*budget == 0) return false;
  --*budget;
  const NeslType *part = NULL;
  for (size_t i = 0; *budget > 0 && (part = nesl_type_part(type, i)) != NULL; i++)
    if (occurs(var, part, budget)) return true;
  return false;
}

static bool fail(NeslMismatch *mismatch, NeslMismatchKind kind, const NeslType *expected,
                 const NeslType *found) {
  mismatch->kind = kind;
  mismatch->expected = expected;
  mismatch->found = found;
  return false;
}

// What is known of a variable holds for all variables in what it becomes.
static void inherit(const NeslTypeVar *var, const NeslType *type) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_VAR) {
    type->var->is_function = type->var->is_function || var->is_function;
    type->var->is_shared = type->var->is_shared || var->is_shared;
  }
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    inherit(var, part);
}

static bool unify_vars(NeslTypeVar *left, NeslTypeVar *right, const NeslType *right_type) {
  NeslClass both = NESL_CLASS_ANY;
  if (nesl_class_meet(left->class, right->class, &both)) {
    right->class = both;
    right->is_element = right->is_element || left->is_element;
    inherit(left, right_type);
    if (right->depth < left->depth) right->depth = left->depth;
    left->link = right_type;
  } else {
    left->link = right->link = nesl_type_scalar(NESL_T_INT);
  }
  return true;
}

// Solves a variable; expected and found are for the mismatch.
static bool solve(NeslTypeVar *var, const NeslType *type, const NeslType *expected,
                  const NeslType *found, NeslMismatch *mismatch) {
  if (type->tag == NESL_T_VAR) return unify_vars(var, type->var, type);
  size_t budget = NESL_TYPE_LIMIT;
  if (occurs(var, type, &budget)) return fail(mismatch, NESL_MISMATCH_INFINITE, expected, found);
  if (budget == 0) return fail(mismatch, NESL_MISMATCH_LIMIT, expected, found);
  if (!nesl_class_has(var->class, type)) {
    mismatch->class = var->class;
    mismatch->type = type;
    return fail(mismatch, NESL_MISMATCH_CLASS, expected, found);
  }
  if (var->is_shared || var->is_function) inherit(var, type);
  var->link = type;
  return true;
}

static bool is_same_constructor(const NeslType *left, const NeslType *right) {
  if (left->tag != right->tag) return false;
  if (left->tag == NESL_T_DATA) return left->data.datatype == right->data.datatype;
  if (left->tag == NESL_T_PARAM) return left->param == right->param;
  return true;
}

bool nesl_unify(const NeslType *expected, const NeslType *found, NeslMismatch *mismatch) {
  expected = nesl_type_resolve(expected);
  found = nesl_type_resolve(found);
  if (expected == found) return true;
  if (expected->tag == NESL_T_ERROR || found->tag == NESL_T_ERROR) return true;
  if (expected->tag == NESL_T_VAR && found->tag == NESL_T_VAR && expected->var == found->var)
    return true;
  if (expected->tag == NESL_T_VAR) return solve(expected->var, found, expected, found, mismatch);
  if (found->tag == NESL_T_VAR) return solve(found->var, expected, expected, found, mismatch);
  if (!is_same_constructor(expected, found))
    return fail(mismatch, NESL_MISMATCH_TYPES, expected, found);
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(expected, i)) != NULL; i++)
    if (!nesl_unify(part, nesl_type_part(found, i), mismatch)) return false;
  return true;
}
