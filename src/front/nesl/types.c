// Looking at types, making them, and replacing parameters.
#include "front/nesl/types.h"

#include <string.h>

#include "base/hash.h"
#include "base/internal.h"

// ---- Classes ----

// The types of a class as a set of bits, by tag; COMPOUND for all types that are not scalars.
enum {
  INTS = 1 << NESL_T_INT,
  FLOATS = 1 << NESL_T_FLOAT,
  BOOLS = 1 << NESL_T_BOOL,
  CHARS = 1 << NESL_T_CHAR,
  COMPOUND = 1 << NESL_T_SEQUENCE,
};

typedef struct ClassInfo {
  const char *text;
  unsigned members;
} ClassInfo;

static const ClassInfo CLASSES[] = {
    [NESL_CLASS_ANY] = {"any", INTS | FLOATS | BOOLS | CHARS | COMPOUND},
    [NESL_CLASS_ORDINAL] = {"ordinal", INTS | FLOATS | BOOLS | CHARS},
    [NESL_CLASS_NUMBER] = {"number", INTS | FLOATS},
    [NESL_CLASS_LOGICAL] = {"logical", INTS | BOOLS},
};

enum { CLASS_COUNT = sizeof CLASSES / sizeof *CLASSES };

const char *nesl_class_text(NeslClass class) { return CLASSES[class].text; }

bool nesl_class_find(Name name, NeslClass *class) {
  for (int i = 0; i < CLASS_COUNT; i++)
    if (strcmp(CLASSES[i].text, name) == 0) {
      *class = (NeslClass)i;
      return true;
    }
  return false;
}

bool nesl_class_meet(NeslClass left, NeslClass right, NeslClass *both) {
  unsigned members = CLASSES[left].members & CLASSES[right].members;
  for (int i = 0; i < CLASS_COUNT; i++)
    if (CLASSES[i].members == members) {
      *both = (NeslClass)i;
      return true;
    }
  if (members != INTS) INTERNAL_ERROR("two classes meet in a set that has no name");
  return false;
}

bool nesl_class_is_within(NeslClass inner, NeslClass outer) {
  return (CLASSES[inner].members & ~CLASSES[outer].members) == 0;
}

bool nesl_class_has(NeslClass class, const NeslType *type) {
  switch (type->tag) {
  case NESL_T_INT:
  case NESL_T_FLOAT:
  case NESL_T_BOOL:
  case NESL_T_CHAR: return (CLASSES[class].members & (1U << type->tag)) != 0;
  case NESL_T_SEQUENCE:
  case NESL_T_PAIR:
  case NESL_T_FUNCTION:
  case NESL_T_DATA: return (CLASSES[class].members & COMPOUND) != 0;
  case NESL_T_PARAM: return nesl_class_is_within(type->param->class, class);
  case NESL_T_VAR: return nesl_class_is_within(type->var->class, class);
  case NESL_T_ERROR: return true;
  }
  return false;
}

// ---- Looking ----

const NeslType *nesl_type_resolve(const NeslType *type) {
  while (type->tag == NESL_T_VAR && type->var->link != NULL)
    type = type->var->link;
  return type;
}

const NeslType *nesl_type_part(const NeslType *type, size_t index) {
  switch (type->tag) {
  case NESL_T_SEQUENCE: return index == 0 ? type->element : NULL;
  case NESL_T_PAIR: return index == 0 ? type->pair.first : index == 1 ? type->pair.second : NULL;
  case NESL_T_FUNCTION:
    return index == 0 ? type->function.from : index == 1 ? type->function.to : NULL;
  case NESL_T_DATA:
    return index < type->data.datatype->param_count ? type->data.arguments[index] : NULL;
  case NESL_T_INT:
  case NESL_T_FLOAT:
  case NESL_T_BOOL:
  case NESL_T_CHAR:
  case NESL_T_PARAM:
  case NESL_T_VAR:
  case NESL_T_ERROR: return NULL;
  }
  return NULL;
}

// Whether the types are alike outside of their parts.
static bool is_same_node(const NeslType *left, const NeslType *right) {
  if (left->tag != right->tag) return false;
  if (left->tag == NESL_T_DATA) return left->data.datatype == right->data.datatype;
  if (left->tag == NESL_T_PARAM) return left->param == right->param;
  if (left->tag == NESL_T_VAR) return left->var == right->var;
  return true;
}

bool nesl_type_equal(const NeslType *left, const NeslType *right) {
  left = nesl_type_resolve(left);
  right = nesl_type_resolve(right);
  if (left == right) return true;
  if (!is_same_node(left, right)) return false;
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(left, i)) != NULL; i++)
    if (!nesl_type_equal(part, nesl_type_part(right, i))) return false;
  return true;
}

bool nesl_type_has_function(const NeslType *type) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_FUNCTION) return true;
  if (type->tag == NESL_T_DATA && nesl_type_has_function(type->data.datatype->content)) return true;
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    if (nesl_type_has_function(part)) return true;
  return false;
}

size_t nesl_type_size(const NeslType *type, size_t limit) {
  type = nesl_type_resolve(type);
  size_t size = 1;
  const NeslType *part = NULL;
  for (size_t i = 0; size < limit && (part = nesl_type_part(type, i)) != NULL; i++)
    size += nesl_type_size(part, limit - size);
  return size;
}

size_t nesl_type_width(const NeslType *type) {
  size_t width = 1;
  for (type = nesl_type_resolve(type); type->tag == NESL_T_PAIR; width++)
    type = nesl_type_resolve(type->pair.second);
  return width;
}

uint64_t nesl_type_hash(const NeslType *type) {
  type = nesl_type_resolve(type);
  uint64_t hash = hash_u64((uint64_t)type->tag);
  if (type->tag == NESL_T_DATA) hash = hash_combine(hash, type->data.datatype->id);
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    hash = hash_combine(hash, nesl_type_hash(part));
  return hash;
}

const NeslType *nesl_data_content(Arena *arena, const NeslType *type) {
  type = nesl_type_resolve(type);
  const NeslDatatype *datatype = type->data.datatype;
  return nesl_type_substitute(arena, datatype->content, datatype->params, type->data.arguments,
                              datatype->param_count);
}

// ---- Making ----

const NeslType *nesl_type_scalar(NeslTypeTag tag) {
  static const NeslType SCALARS[] = {
      {.tag = NESL_T_INT}, {.tag = NESL_T_FLOAT}, {.tag = NESL_T_BOOL}, {.tag = NESL_T_CHAR}};
  static const NeslType ERROR = {.tag = NESL_T_ERROR};
  if (tag == NESL_T_ERROR) return &ERROR;
  if (tag > NESL_T_CHAR) INTERNAL_ERROR("not the tag of a scalar type");
  return &SCALARS[tag];
}

static NeslType *type_new(Arena *arena, NeslTypeTag tag) {
  NeslType *type = arena_make(arena, NeslType);
  type->tag = tag;
  return type;
}

const NeslType *nesl_type_sequence(Arena *arena, const NeslType *element) {
  NeslType *type = type_new(arena, NESL_T_SEQUENCE);
  type->element = element;
  return type;
}

const NeslType *nesl_type_pair(Arena *arena, const NeslType *first, const NeslType *second) {
  NeslType *type = type_new(arena, NESL_T_PAIR);
  type->pair.first = first;
  type->pair.second = second;
  return type;
}

const NeslType *nesl_type_function(Arena *arena, const NeslType *from, const NeslType *to) {
  NeslType *type = type_new(arena, NESL_T_FUNCTION);
  type->function.from = from;
  type->function.to = to;
  return type;
}

const NeslType *nesl_type_tuple(Arena *arena, const NeslType **items, size_t count) {
  const NeslType *type = items[count - 1];
  for (size_t i = count - 1; i > 0; i--)
    type = nesl_type_pair(arena, items[i - 1], type);
  return type;
}

const NeslType *nesl_type_data(Arena *arena, NeslDatatype *datatype, const NeslType **arguments) {
  NeslType *type = type_new(arena, NESL_T_DATA);
  type->data.datatype = datatype;
  type->data.arguments = arguments;
  return type;
}

const NeslType *nesl_type_param(Arena *arena, NeslTypeParam *param) {
  NeslType *type = type_new(arena, NESL_T_PARAM);
  type->param = param;
  return type;
}

// ---- Replacing ----

typedef struct NeslSubst {
  Arena *arena;
  NeslTypeParam **params;
  const NeslType **by;
  size_t count;
} NeslSubst;

static const NeslType *substitute(const NeslSubst *subst, const NeslType *type);

static const NeslType *substitute_data(const NeslSubst *subst, const NeslType *type) {
  size_t count = type->data.datatype->param_count;
  const NeslType **arguments = arena_array(subst->arena, const NeslType *, count);
  bool is_changed = false;
  for (size_t i = 0; i < count; i++) {
    arguments[i] = substitute(subst, type->data.arguments[i]);
    is_changed = is_changed || arguments[i] != type->data.arguments[i];
  }
  return is_changed ? nesl_type_data(subst->arena, type->data.datatype, arguments) : type;
}

static const NeslType *substitute_pair(const NeslSubst *subst, const NeslType *type) {
  const NeslType *first = substitute(subst, type->pair.first);
  const NeslType *second = substitute(subst, type->pair.second);
  if (first == type->pair.first && second == type->pair.second) return type;
  return nesl_type_pair(subst->arena, first, second);
}

static const NeslType *substitute_function(const NeslSubst *subst, const NeslType *type) {
  const NeslType *from = substitute(subst, type->function.from);
  const NeslType *to = substitute(subst, type->function.to);
  if (from == type->function.from && to == type->function.to) return type;
  return nesl_type_function(subst->arena, from, to);
}

static const NeslType *substitute(const NeslSubst *subst, const NeslType *type) {
  type = nesl_type_resolve(type);
  switch (type->tag) {
  case NESL_T_SEQUENCE: {
    const NeslType *element = substitute(subst, type->element);
    return element == type->element ? type : nesl_type_sequence(subst->arena, element);
  }
  case NESL_T_PAIR: return substitute_pair(subst, type);
  case NESL_T_FUNCTION: return substitute_function(subst, type);
  case NESL_T_DATA: return substitute_data(subst, type);
  case NESL_T_PARAM:
    for (size_t i = 0; i < subst->count; i++)
      if (subst->params[i] == type->param) return subst->by[i];
    return type;
  case NESL_T_INT:
  case NESL_T_FLOAT:
  case NESL_T_BOOL:
  case NESL_T_CHAR:
  case NESL_T_VAR:
  case NESL_T_ERROR: return type;
  }
  return type;
}

const NeslType *nesl_type_substitute(Arena *arena, const NeslType *type, NeslTypeParam **params,
                                     const NeslType **by, size_t count) {
  NeslSubst subst = {arena, params, by, count};
  return substitute(&subst, type);
}
