// Making values and taking them apart.
#include "front/fcl/to_core_internal.h"

static FclValue *value_new(FclLower *lower, FclValueKind kind) {
  FclValue *value = arena_make(lower->arena, FclValue);
  value->kind = kind;
  return value;
}

const FclValue *fcl_value_scalar(FclLower *lower, Atom atom) {
  FclValue *value = value_new(lower, FCL_VALUE_SCALAR);
  value->atom = atom;
  return value;
}

const FclValue *fcl_value_unit(FclLower *lower) { return value_new(lower, FCL_VALUE_UNIT); }

const FclValue *fcl_value_pair(FclLower *lower, const FclValue *first, const FclValue *second) {
  FclValue *value = value_new(lower, FCL_VALUE_PAIR);
  value->pair.first = first;
  value->pair.second = second;
  return value;
}

const FclValue *fcl_value_call(FclLower *lower, FclCall *call, const void *context) {
  FclValue *value = value_new(lower, FCL_VALUE_FUNCTION);
  value->function = arena_make(lower->arena, FclFunction);
  *value->function = (FclFunction){.call = call, .context = context};
  return value;
}

const FclValue *fcl_value_pull(FclLower *lower, Atom length, FclElement *element,
                               const void *context) {
  FclValue *value = value_new(lower, FCL_VALUE_PULL);
  value->pull = arena_make(lower->arena, FclPull);
  *value->pull = (FclPull){.length = length, .element = element, .context = context};
  return value;
}

const FclValue *fcl_value_push(FclLower *lower, FclPush push) {
  FclValue *value = value_new(lower, FCL_VALUE_PUSH);
  value->push = arena_make(lower->arena, FclPush);
  *value->push = push;
  value->push->span = lower->emit.span;
  return value;
}

const FclValue *fcl_value_program(FclLower *lower, FclRun *run, const void *context) {
  FclValue *value = value_new(lower, FCL_VALUE_PROGRAM);
  value->program.run = run;
  value->program.context = context;
  return value;
}

// ---- Scalars of a value ----

void fcl_value_atoms(FclLower *lower, const FclValue *value, Atoms *atoms) {
  switch (value->kind) {
  case FCL_VALUE_SCALAR: vec_push(lower->arena, atoms, value->atom); return;
  case FCL_VALUE_PAIR:
    fcl_value_atoms(lower, value->pair.first, atoms);
    fcl_value_atoms(lower, value->pair.second, atoms);
    return;
  case FCL_VALUE_UNIT: return;
  case FCL_VALUE_STRING:
  case FCL_VALUE_FUNCTION:
  case FCL_VALUE_PULL:
  case FCL_VALUE_PUSH:
  case FCL_VALUE_PROGRAM: break;
  }
  INTERNAL_ERROR("a value that is not of a base type has no scalars");
}

const FclValue *fcl_value_like(FclLower *lower, const FclValue *model, const Atom **atoms) {
  switch (model->kind) {
  case FCL_VALUE_SCALAR: return fcl_value_scalar(lower, *(*atoms)++);
  case FCL_VALUE_PAIR: {
    const FclValue *first = fcl_value_like(lower, model->pair.first, atoms);
    return fcl_value_pair(lower, first, fcl_value_like(lower, model->pair.second, atoms));
  }
  case FCL_VALUE_UNIT: return model;
  case FCL_VALUE_STRING:
  case FCL_VALUE_FUNCTION:
  case FCL_VALUE_PULL:
  case FCL_VALUE_PUSH:
  case FCL_VALUE_PROGRAM: break;
  }
  INTERNAL_ERROR("a value that is not of a base type has no scalars");
}

const FclValue *fcl_value_zero(FclLower *lower, const FclType *type) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_PAIR)
    return fcl_value_pair(lower, fcl_value_zero(lower, type->first),
                          fcl_value_zero(lower, type->second));
  Scalar scalar = SCALAR_I32;
  fcl_type_scalar(type, &scalar);
  return fcl_value_scalar(lower, fcl_number(scalar, 0));
}
