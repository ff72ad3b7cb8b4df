// Making, unifying and generalising types.
#include "front/fcl/types.h"

const FclType *fcl_type(Arena *arena, FclTypeKind kind, const FclType *first,
                        const FclType *second) {
  FclType *type = arena_make(arena, FclType);
  *type = (FclType){.kind = kind, .first = first, .second = second};
  return type;
}

const FclType *fcl_type_at(Arena *arena, FclTypeKind kind, const FclLevel *level,
                           const FclType *first) {
  FclType *type = arena_make(arena, FclType);
  *type = (FclType){.kind = kind, .first = first, .level = level};
  return type;
}

const FclType *fcl_type_variable(Arena *arena, uint32_t rank, FclKind kind, Name name) {
  FclType *type = arena_make(arena, FclType);
  type->kind = FCL_TYPE_VARIABLE;
  type->variable = arena_make(arena, FclTypeVariable);
  *type->variable = (FclTypeVariable){.rank = rank, .kind = kind, .name = name};
  return type;
}

const FclLevel *fcl_level(Arena *arena, FclLevelVariable *variable, uint32_t up) {
  FclLevel *level = arena_make(arena, FclLevel);
  *level = (FclLevel){variable, up};
  return level;
}

const FclLevel *fcl_level_variable(Arena *arena, uint32_t rank, Name name) {
  FclLevelVariable *variable = arena_make(arena, FclLevelVariable);
  *variable = (FclLevelVariable){.rank = rank, .name = name, .most = FCL_LEVEL_GRID};
  return fcl_level(arena, variable, 0);
}

const FclType *fcl_type_resolve(const FclType *type) {
  while (type->kind == FCL_TYPE_VARIABLE && type->variable->bound != NULL)
    type = type->variable->bound;
  return type;
}

FclLevel fcl_level_resolve(const FclLevel *level) {
  FclLevel result = *level;
  while (result.variable != NULL && result.variable->bound != NULL) {
    const FclLevel *bound = result.variable->bound;
    result = (FclLevel){bound->variable, result.up + bound->up};
  }
  return result;
}

bool fcl_type_scalar(const FclType *type, Scalar *scalar) {
  static const struct {
    FclTypeKind kind;
    Scalar scalar;
  } SCALARS[] = {
#define BASE_TYPE(id, name, scalar, class) {FCL_TYPE_##id, SCALAR_##scalar},
#include "front/fcl/base_types.def"
#undef BASE_TYPE
  };
  type = fcl_type_resolve(type);
  for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++)
    if (SCALARS[i].kind == type->kind) return *scalar = SCALARS[i].scalar, true;
  return false;
}

// ---- Unifying ----

static bool clash_levels(FclClash *clash, FclMisfit misfit, FclLevel left, FclLevel right) {
  clash->misfit = misfit;
  clash->left_level = left;
  clash->right_level = right;
  return false;
}

// Binds the variable of a level that is open and not further up than the other one.
static bool bind_level(Arena *arena, FclLevel from, FclLevel to, FclClash *clash) {
  if (to.variable == from.variable) return clash_levels(clash, FCL_MISFIT_CYCLE, from, to);
  if (to.variable != NULL && to.variable->rank > from.variable->rank)
    to.variable->rank = from.variable->rank;
  from.variable->bound = fcl_level(arena, to.variable, to.up - from.up);
  return true;
}

static bool is_open(FclLevel level) {
  return level.variable != NULL && level.variable->name == NULL;
}

bool fcl_unify_level(Arena *arena, const FclLevel *left, const FclLevel *right, FclClash *clash) {
  FclLevel a = fcl_level_resolve(left), b = fcl_level_resolve(right);
  if ((a.variable == NULL && a.up > FCL_LEVEL_GRID) ||
      (b.variable == NULL && b.up > FCL_LEVEL_GRID))
    return clash_levels(clash, FCL_MISFIT_CEILING, a, b);
  if (a.variable == b.variable && a.up == b.up) return true;
  if (is_open(a) && a.up <= b.up && (!is_open(b) || a.up < b.up || a.variable != b.variable))
    return bind_level(arena, a, b, clash);
  if (is_open(b) && b.up <= a.up) return bind_level(arena, b, a, clash);
  return clash_levels(clash, FCL_MISFIT_LEVEL, a, b);
}

bool fcl_type_restrict(const FclType *type, FclKind kind, FclClash *clash) {
  type = fcl_type_resolve(type);
  bool is_good = true;
  switch (type->kind) {
  case FCL_TYPE_VARIABLE:
    if (type->variable->kind < kind) type->variable->kind = kind;
    return true;
#define BASE_TYPE(id, name, scalar, class) case FCL_TYPE_##id:
#include "front/fcl/base_types.def"
#undef BASE_TYPE
    return true;
  case FCL_TYPE_PAIR:
    return fcl_type_restrict(type->first, kind, clash) &&
           fcl_type_restrict(type->second, kind, clash);
  case FCL_TYPE_UNIT:
  case FCL_TYPE_STRING:
  case FCL_TYPE_PULL:
  case FCL_TYPE_PUSH:
  case FCL_TYPE_PROGRAM: is_good = kind <= FCL_KIND_GT; break;
  case FCL_TYPE_FUNCTION: is_good = kind == FCL_KIND_TYP; break;
  }
  if (!is_good) *clash = (FclClash){.misfit = FCL_MISFIT_KIND, .left = type, .kind = kind};
  return is_good;
}

// Whether the variable is in the type; lowers the ranks of all variables to its own.
static bool occurs(const FclTypeVariable *variable, const FclType *type) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_VARIABLE) {
    if (type->variable->rank > variable->rank) type->variable->rank = variable->rank;
    return type->variable == variable;
  }
  if (type->level != NULL) {
    FclLevel level = fcl_level_resolve(type->level);
    if (level.variable != NULL && level.variable->rank > variable->rank)
      level.variable->rank = variable->rank;
  }
  return (type->first != NULL && occurs(variable, type->first)) ||
         (type->second != NULL && occurs(variable, type->second));
}

static bool clash_types(FclClash *clash, FclMisfit misfit, const FclType *left,
                        const FclType *right) {
  *clash = (FclClash){.misfit = misfit, .left = left, .right = right};
  return false;
}

static bool bind(const FclType *left, const FclType *right, FclClash *clash) {
  FclTypeVariable *variable = left->variable;
  if (occurs(variable, right)) return clash_types(clash, FCL_MISFIT_CYCLE, left, right);
  if (!fcl_type_restrict(right, variable->kind, clash)) {
    clash->right = right;
    return false;
  }
  variable->bound = right;
  return true;
}

bool fcl_unify(Arena *arena, const FclType *left, const FclType *right, FclClash *clash) {
  left = fcl_type_resolve(left);
  right = fcl_type_resolve(right);
  if (left == right) return true;
  bool is_left = left->kind == FCL_TYPE_VARIABLE, is_right = right->kind == FCL_TYPE_VARIABLE;
  if (is_left && is_right && left->variable == right->variable) return true;
  if (is_left && left->variable->name == NULL) return bind(left, right, clash);
  if (is_right && right->variable->name == NULL) return bind(right, left, clash);
  if (left->kind != right->kind || is_left) return clash_types(clash, FCL_MISFIT_TYPE, left, right);
  if (left->level != NULL && !fcl_unify_level(arena, left->level, right->level, clash)) {
    clash->left = left;
    clash->right = right;
    return false;
  }
  return (left->first == NULL || fcl_unify(arena, left->first, right->first, clash)) &&
         (left->second == NULL || fcl_unify(arena, left->second, right->second, clash));
}

// ---- Schemes ----

typedef struct FclSubstitution {
  Arena *arena;
  const FclScheme *scheme;
  const FclLevel **levels;
  const FclType **types;
} FclSubstitution;

// A variable of the scheme may be bound meanwhile, in an arm of a `case`.
static const FclLevel *substitute_level(const FclSubstitution *substitution,
                                        const FclLevel *level) {
  FclLevel known = *level;
  for (;;) {
    for (size_t i = 0; i < substitution->scheme->levels.count; i++)
      if (substitution->scheme->levels.data[i] == known.variable) {
        FclLevel base = fcl_level_resolve(substitution->levels[i]);
        return fcl_level(substitution->arena, base.variable, base.up + known.up);
      }
    if (known.variable == NULL || known.variable->bound == NULL) break;
    const FclLevel *bound = known.variable->bound;
    known = (FclLevel){bound->variable, known.up + bound->up};
  }
  return fcl_level(substitution->arena, known.variable, known.up);
}

static const FclType *substitute(const FclSubstitution *substitution, const FclType *type) {
  type = fcl_type_resolve(type);
  if (type->kind == FCL_TYPE_VARIABLE) {
    for (size_t i = 0; i < substitution->scheme->types.count; i++)
      if (substitution->scheme->types.data[i] == type->variable) return substitution->types[i];
    return type;
  }
  if (type->first == NULL) return type;
  FclType *copy = arena_make(substitution->arena, FclType);
  *copy = *type;
  copy->first = substitute(substitution, type->first);
  if (type->second != NULL) copy->second = substitute(substitution, type->second);
  if (type->level != NULL) copy->level = substitute_level(substitution, type->level);
  return copy;
}

const FclType *fcl_instantiate(Arena *arena, const FclScheme *scheme, uint32_t rank,
                               const FclLevel ***levels, const FclType ***types) {
  FclSubstitution substitution = {.arena = arena, .scheme = scheme};
  substitution.levels = arena_array(arena, const FclLevel *, scheme->levels.count);
  substitution.types = arena_array(arena, const FclType *, scheme->types.count);
  for (size_t i = 0; i < scheme->levels.count; i++)
    substitution.levels[i] = fcl_level_variable(arena, rank, NULL);
  for (size_t i = 0; i < scheme->types.count; i++)
    substitution.types[i] = fcl_type_variable(arena, rank, scheme->types.data[i]->kind, NULL);
  *levels = substitution.levels;
  *types = substitution.types;
  return substitute(&substitution, scheme->type);
}

static void add_level(Arena *arena, FclScheme *scheme, const FclLevel *level, uint32_t rank) {
  FclLevelVariable *variable = fcl_level_resolve(level).variable;
  if (variable == NULL || variable->rank <= rank) return;
  for (size_t i = 0; i < scheme->levels.count; i++)
    if (scheme->levels.data[i] == variable) return;
  vec_push(arena, &scheme->levels, variable);
}

static void add_type(Arena *arena, FclScheme *scheme, const FclType *type, uint32_t rank) {
  type = fcl_type_resolve(type);
  if (type->level != NULL) add_level(arena, scheme, type->level, rank);
  if (type->first != NULL) add_type(arena, scheme, type->first, rank);
  if (type->second != NULL) add_type(arena, scheme, type->second, rank);
  if (type->kind != FCL_TYPE_VARIABLE || type->variable->rank <= rank) return;
  for (size_t i = 0; i < scheme->types.count; i++)
    if (scheme->types.data[i] == type->variable) return;
  vec_push(arena, &scheme->types, type->variable);
}

void fcl_generalise(Arena *arena, FclScheme *scheme, uint32_t rank) {
  add_type(arena, scheme, scheme->type, rank);
}

bool fcl_scheme_is_general(const FclScheme *scheme) {
  return scheme->levels.count > 0 || scheme->types.count > 0;
}
