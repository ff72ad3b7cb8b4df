// The entry points and types of a program as the outside sees them; what all writers here work
// from.
#ifndef RAVEL_TARGET_LIBRARY_MODEL_H
#define RAVEL_TARGET_LIBRARY_MODEL_H

#include "rts/c/object.h"
#include "target/library/library.h"

// A field, or a part of a variant's payload: FieldInfo with the name for C.
typedef struct ModelField {
  Name name;   // NULL in a payload
  Name c_name; // what of the name C allows; v0, v1, ... in tuples and payloads
  size_t type;
  size_t first; // leaf
} ModelField;

typedef Vec(ModelField) ModelFields;

typedef struct ModelVariant {
  Name name;
  Name c_name;
  ModelFields payload;
} ModelVariant;

// ObjectType, in the compiler.
typedef struct ModelType {
  Name name;
  Name c_name; // "i32_1d", "opaque_point"; of a primitive type its C type: "int32_t"
  Name tag;    // how it is called inside the names of others: "arr1d_i32", "point"
  ObjectKind kind;
  ValueType *leaves;
  size_t leaf_count;
  uint32_t rank;  // array
  size_t element; // array
  bool is_tuple;  // record
  ModelFields fields;
  Vec(ModelVariant) variants;
} ModelType;

typedef struct ModelEntry {
  const Fun *fun;
  size_t *params; // their types
  bool *is_unique;
  size_t result;
  bool is_result_unique;
  bool *has_param; // of the program's tuning parameters
} ModelEntry;

typedef struct Model {
  Arena *arena;
  Interner *names;
  const ImpProgram *program;
  Vec(ModelType) types;
  Vec(ModelEntry) entries;
  Map *claimed; // names of functions without their verb
} Model;

// The model lives in the arena.
Model *model_new(Arena *arena, const ImpProgram *program);

// Appends the name of an entry point as C knows it: `f'` is `fzq`. Existing programs call it so.
void model_entry_name(StrBuf *out, Name name);
// Is the type an array of primitives?
bool model_is_plain_array(const Model *model, const ModelType *type);
// The C type of a primitive type: "uint8_t".
const char *prim_c_type(Prim prim);

#endif
