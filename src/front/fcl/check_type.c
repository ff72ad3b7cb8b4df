// Levels and types as the source writes them.
#include <string.h>

#include "front/fcl/check_internal.h"

FclMark fcl_mark(const FclCheck *check) {
  return (FclMark){check->levels.count, check->types.count};
}

void fcl_release(FclCheck *check, FclMark mark) {
  check->levels.count = mark.levels;
  check->types.count = mark.types;
}

static const FclLevel *find_level(const FclCheck *check, Name name) {
  for (size_t i = check->levels.count; i-- > 0;)
    if (check->levels.data[i].name == name) return check->levels.data[i].level;
  return NULL;
}

static const FclType *find_type(const FclCheck *check, Name name) {
  for (size_t i = check->types.count; i-- > 0;)
    if (check->types.data[i].name == name) return check->types.data[i].type;
  return NULL;
}

const FclLevel *fcl_check_level(FclCheck *check, const FclLevelExp *exp) {
  if (exp->variable == NULL) {
    if (exp->up > FCL_LEVEL_GRID)
      fcl_check_fail(check, ERROR_FCL_LEVEL, exp->span, "there is no level above grid");
    return fcl_level(check->arena, NULL, exp->up);
  }
  const FclLevel *base = find_level(check, exp->variable);
  if (base == NULL) {
    if (fcl_check_fail(check, ERROR_FCL_LEVEL_NAME, exp->span, "`%s` is not a level",
                       exp->variable))
      diag_hint(check->diag,
                "levels are thread, block and grid; a variable is introduced by `fun f<%s> …`",
                exp->variable);
    return fcl_level_variable(check->arena, check->rank, NULL);
  }
  return fcl_level(check->arena, base->variable, base->up + exp->up);
}

// Everything is quantified that is not named in the scope around, or by `forall`.
typedef struct FclSignatureReader {
  FclCheck *check;
  FclScheme *scheme;
  bool has_forall;
} FclSignatureReader;

static const FclLevel *add_level(FclSignatureReader *reader, Name name) {
  FclCheck *check = reader->check;
  const FclLevel *level = fcl_level_variable(check->arena, check->rank, name);
  FclNamedLevel named = {name, level};
  vec_push(check->arena, &check->levels, named);
  vec_push(check->arena, &reader->scheme->levels, level->variable);
  return level;
}

static const FclType *add_type(FclSignatureReader *reader, Name name) {
  FclCheck *check = reader->check;
  const FclType *type = fcl_type_variable(check->arena, check->rank, FCL_KIND_TYP, name);
  FclNamedType named = {name, type};
  vec_push(check->arena, &check->types, named);
  vec_push(check->arena, &reader->scheme->types, type->variable);
  return type;
}

static const FclLevel *read_level(FclSignatureReader *reader, const FclLevelExp *exp) {
  bool is_new = exp->variable != NULL && find_level(reader->check, exp->variable) == NULL;
  if (is_new && !reader->has_forall) add_level(reader, exp->variable);
  return fcl_check_level(reader->check, exp);
}

static const FclType *read_name(FclSignatureReader *reader, const FclTypeExp *exp) {
  static const struct {
    const char *name;
    FclTypeKind kind;
  } NAMES[] = {
#define BASE_TYPE(id, name, scalar, class) {name, FCL_TYPE_##id},
#include "front/fcl/base_types.def"
#undef BASE_TYPE
      {"unit", FCL_TYPE_UNIT}, {"string", FCL_TYPE_STRING}};
  FclCheck *check = reader->check;
  for (size_t i = 0; exp->name != NULL && i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(NAMES[i].name, exp->name) == 0)
      return fcl_type(check->arena, NAMES[i].kind, NULL, NULL);
  if (fcl_check_fail(check, ERROR_FCL_UNKNOWN_TYPE, exp->span, "there is no type `%s`",
                     exp->name == NULL ? "?" : exp->name))
    diag_hint(
        check->diag,
        "types are int, long, byte, double, float, bool, unit, string, pairs, functions, ['a], "
        "['a]<l> and Program<l> 'a; a variable begins with a quote");
  return fcl_type_variable(check->arena, check->rank, FCL_KIND_TYP, NULL);
}

static const FclType *read_variable(FclSignatureReader *reader, const FclTypeExp *exp) {
  const FclType *type = find_type(reader->check, exp->name);
  if (type != NULL) return type;
  if (reader->has_forall)
    fcl_check_fail(reader->check, ERROR_FCL_UNKNOWN_TYPE, exp->span,
                   "the type variable `%s` is not in the `forall`", exp->name);
  return add_type(reader, exp->name);
}

static const FclType *read_type(FclSignatureReader *reader, const FclTypeExp *exp) {
  Arena *arena = reader->check->arena;
  const FclType *first = NULL, *second = NULL;
  const FclLevel *level = NULL;
  FclClash clash;
  if (exp->first != NULL) first = read_type(reader, exp->first);
  if (exp->second != NULL) second = read_type(reader, exp->second);
  if (exp->kind == FCL_TYPE_EXP_PUSH || exp->kind == FCL_TYPE_EXP_PROGRAM)
    level = read_level(reader, &exp->level);
  FclKind kind = exp->kind == FCL_TYPE_EXP_PUSH ? FCL_KIND_BT
                 : exp->kind == FCL_TYPE_EXP_PULL || exp->kind == FCL_TYPE_EXP_PROGRAM
                     ? FCL_KIND_GT
                     : FCL_KIND_TYP;
  if (kind != FCL_KIND_TYP && !fcl_type_restrict(first, kind, &clash))
    fcl_fail_kind(reader->check, exp->first->span, &clash);
  switch (exp->kind) {
  case FCL_TYPE_EXP_NAME: return read_name(reader, exp);
  case FCL_TYPE_EXP_VARIABLE: return read_variable(reader, exp);
  case FCL_TYPE_EXP_PAIR: return fcl_type(arena, FCL_TYPE_PAIR, first, second);
  case FCL_TYPE_EXP_FUNCTION: return fcl_type(arena, FCL_TYPE_FUNCTION, first, second);
  case FCL_TYPE_EXP_PULL: return fcl_type(arena, FCL_TYPE_PULL, first, NULL);
  case FCL_TYPE_EXP_PUSH: return fcl_type_at(arena, FCL_TYPE_PUSH, level, first);
  case FCL_TYPE_EXP_PROGRAM: return fcl_type_at(arena, FCL_TYPE_PROGRAM, level, first);
  }
  return first;
}

typedef Vec(Name) FclNames;

static bool has_name(const FclNames *names, Name name) {
  for (size_t i = 0; i < names->count; i++)
    if (names->data[i] == name) return true;
  return false;
}

// The level variables of a type, in order.
static void add_level_names(Arena *arena, FclNames *names, const FclTypeExp *exp) {
  if (exp->first != NULL) add_level_names(arena, names, exp->first);
  if (exp->second != NULL) add_level_names(arena, names, exp->second);
  bool has_level = exp->kind == FCL_TYPE_EXP_PUSH || exp->kind == FCL_TYPE_EXP_PROGRAM;
  if (has_level && exp->level.variable != NULL && !has_name(names, exp->level.variable))
    vec_push(arena, names, exp->level.variable);
}

// Level `ident` of a head without a `forall`. If the type does not have the name, it is another one
// for the first level of the type that the head does not name either.
static void open_level(FclSignatureReader *reader, const FclIdent *ident, const FclBinding *binding,
                       const FclNames *names) {
  FclCheck *check = reader->check;
  Name own = ident->name;
  for (size_t i = 0; i < names->count && own == ident->name && !has_name(names, own); i++) {
    bool is_taken = find_level(check, names->data[i]) != NULL;
    for (size_t k = 0; k < binding->levels.count; k++)
      is_taken = is_taken || binding->levels.data[k].name == names->data[i];
    if (!is_taken) own = names->data[i];
  }
  FclNamedLevel named = {ident->name, add_level(reader, own)};
  if (own != ident->name) vec_push(check->arena, &check->levels, named);
}

// The levels of the head of a definition. With a `forall` they are its levels, in order; otherwise
// they come first, and the type names them.
static void open_levels(FclSignatureReader *reader, const FclBinding *binding, size_t declared,
                        const FclSchemeExp *signature) {
  FclCheck *check = reader->check;
  FclNames names = {0};
  if (signature != NULL) add_level_names(check->arena, &names, signature->type);
  for (size_t i = 0; i < binding->levels.count; i++) {
    const FclIdent *ident = &binding->levels.data[i];
    if (i < declared) {
      FclNamedLevel named = {ident->name,
                             fcl_level(check->arena, reader->scheme->levels.data[i], 0)};
      vec_push(check->arena, &check->levels, named);
    } else if (declared > 0) {
      fcl_check_fail(check, ERROR_FCL_SIGNATURE, ident->span,
                     "the signature has %zu level variable%s, and this is one more", declared,
                     declared == 1 ? "" : "s");
    } else {
      open_level(reader, ident, binding, &names);
    }
  }
}

const FclType *fcl_open_signature(FclCheck *check, const FclBinding *binding,
                                  const FclSchemeExp *signature, FclScheme *scheme) {
  FclSignatureReader reader = {.check = check, .scheme = scheme};
  if (signature != NULL && signature->has_forall) {
    reader.has_forall = true;
    for (size_t i = 0; i < signature->levels.count; i++)
      add_level(&reader, signature->levels.data[i].name);
    for (size_t i = 0; i < signature->types.count; i++)
      add_type(&reader, signature->types.data[i].name);
  }
  size_t declared = scheme->levels.count;
  if (binding != NULL) open_levels(&reader, binding, declared, signature);
  return signature == NULL ? NULL : read_type(&reader, signature->type);
}
