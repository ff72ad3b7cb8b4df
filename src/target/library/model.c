#include "target/library/model.h"

#include <string.h>

#include "base/hash.h"
#include "ir/entry.h"
#include "ir/type.h"
#include "target/cgen/cgen.h"

const char *prim_c_type(Prim prim) {
  switch (prim) {
  case PRIM_I8: return "int8_t";
  case PRIM_I16: return "int16_t";
  case PRIM_I32: return "int32_t";
  case PRIM_I64: return "int64_t";
  case PRIM_U8: return "uint8_t";
  case PRIM_U16: return "uint16_t";
  case PRIM_U32: return "uint32_t";
  case PRIM_U64: return "uint64_t";
  case PRIM_F16: return "uint16_t";
  case PRIM_F32: return "float";
  case PRIM_F64: return "double";
  case PRIM_BOOL: return "bool";
  }
  INTERNAL_ERROR("a primitive type that is none");
}

void model_entry_name(StrBuf *out, Name name) {
  bool is_plain = strchr(name, '\'') == NULL;
  for (const char *at = name; *at != '\0'; at++) {
    if (*at == '\'') {
      strbuf_puts(out, "zq");
      continue;
    }
    bool is_doubled = !is_plain && (*at == 'z' || *at == 'Z');
    if (is_doubled) strbuf_putc(out, *at);
    strbuf_putc(out, *at);
  }
}

bool model_is_plain_array(const Model *model, const ModelType *type) {
  return type->kind == OBJECT_ARRAY && model->types.data[type->element].kind == OBJECT_PRIMITIVE;
}

// ---- Names ----

static Name name_take(Model *model, StrBuf *text) {
  Name name = intern_str(model->names, strbuf_text(text));
  strbuf_free(text);
  return name;
}

static bool is_identifier(const char *text) {
  for (const char *at = text; *at != '\0'; at++) {
    bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_';
    if (!is_letter && (at == text || *at < '0' || *at > '9')) return false;
  }
  return *text != '\0';
}

static Name name_for_c(Model *model, Name name) {
  StrBuf text = {0};
  cgen_mangle(&text, name);
  return name_take(model, &text);
}

// How the type is called inside other names. Types without a name of their own that are not tuples
// or arrays have a number made of their structure.
static Name type_tag(Model *model, const ModelType *type) {
  StrBuf text = {0};
  if (type->kind == OBJECT_PRIMITIVE || is_identifier(type->name)) {
    strbuf_puts(&text, type->name);
  } else if (type->kind == OBJECT_ARRAY) {
    strbuf_printf(&text, "arr%ud_%s", type->rank, model->types.data[type->element].tag);
  } else if (type->kind == OBJECT_RECORD && type->is_tuple) {
    strbuf_printf(&text, "tup%zu", type->fields.count);
    for (size_t i = 0; i < type->fields.count; i++)
      strbuf_printf(&text, "_%s", model->types.data[type->fields.data[i].type].tag);
  } else {
    uint64_t hash = hash_bytes(type->name, strlen(type->name));
    strbuf_printf(&text, "%016llx", (unsigned long long)hash);
  }
  return name_take(model, &text);
}

static Name type_c_name(Model *model, const ModelType *type) {
  StrBuf text = {0};
  if (type->kind == OBJECT_PRIMITIVE)
    strbuf_puts(&text, prim_c_type(type->leaves[0].prim));
  else if (model_is_plain_array(model, type))
    strbuf_printf(&text, "%s_%ud", model->types.data[type->element].name, type->rank);
  else
    strbuf_printf(&text, "opaque_%s", type->tag);
  return name_take(model, &text);
}

// ---- Types ----

static size_t type_find(const Model *model, Name name) {
  size_t i = 0;
  while (i < model->types.count && model->types.data[i].name != name)
    i++;
  return i;
}

typedef Vec(Name) Names;

// What its functions are called after the verb: by the type, and with a field or variant after
// it.
static void type_names(Model *model, const ModelType *type, Names *names) {
  vec_push(model->arena, names, type->c_name);
  for (size_t i = 0; i < type->fields.count; i++) {
    Name field = name_for_c(model, type->fields.data[i].name);
    vec_push(model->arena, names,
             intern_str(model->names, arena_printf(model->arena, "%s_%s", type->c_name, field)));
  }
  for (size_t i = 0; i < type->variants.count; i++) {
    Name variant = type->variants.data[i].c_name;
    vec_push(model->arena, names,
             intern_str(model->names, arena_printf(model->arena, "%s_%s", type->c_name, variant)));
  }
}

// Names that are put together may be those of another type: `a` with the variant `b`, and `a_b`. A
// number made of the type's own name tells them apart. False when that is needed.
static bool names_claim(Model *model, const ModelType *type) {
  Names names = {0};
  if (type->kind == OBJECT_PRIMITIVE) return true;
  type_names(model, type, &names);
  for (size_t i = 0; i < names.count; i++)
    if (map_get(model->claimed, map_key(names.data[i]))) return false;
  for (size_t i = 0; i < names.count; i++)
    map_put(model->claimed, map_key(names.data[i]), model);
  return true;
}

static size_t type_push(Model *model, ModelType type) {
  type.tag = type_tag(model, &type);
  type.c_name = type_c_name(model, &type);
  for (uint64_t hash = hash_bytes(type.name, strlen(type.name)); !names_claim(model, &type);
       hash = hash_u64(hash)) {
    type.tag = intern_str(
        model->names, arena_printf(model->arena, "%s_%016llx", type.tag, (unsigned long long)hash));
    type.c_name = type_c_name(model, &type);
  }
  vec_push(model->arena, &model->types, type);
  return model->types.count - 1;
}

static ValueType *leaves_copy(Model *model, const ValueType *leaves, size_t count, int less) {
  ValueType *copy = arena_array(model->arena, ValueType, count + 1);
  for (size_t i = 0; i < count; i++)
    copy[i] = (ValueType){.prim = leaves[i].prim, .rank = leaves[i].rank - less};
  return copy;
}

static size_t primitive_add(Model *model, Prim prim) {
  Name name = intern_str(model->names, prim_name(prim));
  size_t found = type_find(model, name);
  if (found < model->types.count) return found;
  ValueType leaf = {.prim = prim};
  ModelType type = {.name = name, .kind = OBJECT_PRIMITIVE, .leaf_count = 1};
  type.leaves = leaves_copy(model, &leaf, 1, 0);
  return type_push(model, type);
}

// The name of an array of this many dimensions more.
static Name array_name(Model *model, uint32_t rank, Name element) {
  StrBuf text = {0};
  for (uint32_t i = 0; i < rank; i++)
    strbuf_puts(&text, "[]");
  bool is_open = element[0] == '#';
  strbuf_printf(&text, is_open ? "(%s)" : "%s", element);
  return name_take(model, &text);
}

// The type of arrays of the given rank whose elements have a type that is there already. The
// elements of arrays of arrays are those of the inner ones.
static size_t array_add(Model *model, uint32_t rank, size_t element, Name name) {
  const ModelType *inner = &model->types.data[element];
  if (name == NULL) name = array_name(model, rank, inner->name);
  size_t found = type_find(model, name);
  if (found < model->types.count) return found;
  ModelType type = {.name = name, .kind = OBJECT_ARRAY, .rank = rank, .element = element};
  type.leaf_count = inner->leaf_count;
  type.leaves = leaves_copy(model, inner->leaves, inner->leaf_count, -(int)rank);
  if (inner->kind == OBJECT_ARRAY) {
    type.rank += inner->rank;
    type.element = inner->element;
  }
  // Arrays of records can be zipped from arrays of their fields.
  ModelFields fields = model->types.data[type.element].fields;
  for (size_t i = 0; i < fields.count; i++) {
    ModelField field = fields.data[i];
    field.type = array_add(model, type.rank, field.type, NULL);
    vec_push(model->arena, &type.fields, field);
  }
  return type_push(model, type);
}

static size_t value_add(Model *model, const Entry *entry, const EntryValue *value,
                        const ValueType *leaves);

static ModelFields fields_add(Model *model, const Entry *entry, const EntryValue *values,
                              size_t count, const ValueType *leaves, size_t *first) {
  ModelFields fields = {0};
  for (size_t i = 0; i < count; i++) {
    ModelField field = {.name = values[i].name, .first = *first};
    bool is_number = !values[i].name || (values[i].name[0] >= '0' && values[i].name[0] <= '9');
    field.c_name = is_number ? intern_str(model->names, arena_printf(model->arena, "v%zu", i))
                             : name_for_c(model, values[i].name);
    field.type = value_add(model, entry, &values[i], leaves + *first);
    *first += values[i].count;
    vec_push(model->arena, &fields, field);
  }
  return fields;
}

static void record_fill(Model *model, const Entry *entry, const EntryValue *fields, size_t count,
                        ModelType *type) {
  size_t first = 0;
  type->kind = OBJECT_RECORD;
  type->fields = fields_add(model, entry, fields, count, type->leaves, &first);
  type->is_tuple = type->name[0] == '(';
}

static void sum_fill(Model *model, const Entry *entry, const Opaque *opaque, ModelType *type) {
  size_t first = 1;
  type->kind = OBJECT_SUM;
  for (size_t i = 0; i < opaque->variant_count; i++) {
    const OpaqueVariant *from = &opaque->variants[i];
    ModelVariant variant = {.name = from->name, .c_name = name_for_c(model, from->name)};
    variant.payload =
        fields_add(model, entry, from->payload, from->payload_count, type->leaves, &first);
    vec_push(model->arena, &type->variants, variant);
  }
}

static size_t opaque_add(Model *model, const Entry *entry, const EntryValue *value,
                         const ValueType *leaves) {
  const Opaque *opaque = entry_opaque(entry, value->type);
  if (opaque && opaque->kind == OPAQUE_ARRAY) {
    ValueType *inner = leaves_copy(model, leaves, value->count, (int)opaque->rank);
    size_t element = value_add(model, entry, &opaque->element, inner);
    return array_add(model, opaque->rank, element, value->type);
  }
  ModelType type = {.name = value->type, .kind = OBJECT_OPAQUE, .leaf_count = value->count};
  type.leaves = leaves_copy(model, leaves, value->count, 0);
  if (opaque && opaque->kind == OPAQUE_RECORD)
    record_fill(model, entry, opaque->fields, opaque->field_count, &type);
  if (opaque && opaque->kind == OPAQUE_SUM) sum_fill(model, entry, opaque, &type);
  return type_push(model, type);
}

// The type of a value whose leaves have these types.
static size_t value_add(Model *model, const Entry *entry, const EntryValue *value,
                        const ValueType *leaves) {
  size_t found = type_find(model, value->type);
  if (found < model->types.count) return found;
  ValueType given;
  bool is_plain = value->count == 1 && !entry_opaque(entry, value->type) &&
                  value_type_parse(value->type, strlen(value->type), &given, NULL);
  if (!is_plain) return opaque_add(model, entry, value, leaves);
  size_t element = primitive_add(model, given.prim);
  return given.rank == 0 ? element : array_add(model, (uint32_t)given.rank, element, NULL);
}

// ---- Entry points ----

// The variables after the sizes that are leaves: all but blocks.
static bool is_leaf(const Var *var) { return var->type->kind != TYPE_MEM; }

static ValueType *param_leaves(Model *model, const Fun *fun) {
  Vec(ValueType) leaves = {0};
  for (size_t i = fun->size_count; i < fun->param_count; i++)
    if (is_leaf(fun->params[i].var)) {
      ValueType type = entry_leaf_type(fun->params[i].var->type, fun->entry, fun->entry->params,
                                       fun->entry->param_count, leaves.count);
      vec_push(model->arena, &leaves, type);
    }
  return leaves.data;
}

static ValueType *result_leaves(Model *model, const Fun *fun, size_t *count, bool *is_unique) {
  Vec(ValueType) leaves = {0};
  *is_unique = true;
  for (size_t i = fun->result_size_count; i < fun->result_count; i++)
    if (is_leaf(fun->results[i].var)) {
      ValueType type = entry_leaf_type(fun->results[i].var->type, fun->entry, fun->entry->results,
                                       fun->entry->result_count, leaves.count);
      vec_push(model->arena, &leaves, type);
      *is_unique = *is_unique && fun->results[i].alias_count == 0;
    }
  *count = leaves.count;
  return leaves.data;
}

// Several results are a tuple.
static size_t tuple_add(Model *model, const Entry *entry, const ValueType *leaves, size_t count) {
  EntryValue *fields = arena_array(model->arena, EntryValue, entry->result_count);
  StrBuf text = {0};
  strbuf_putc(&text, '(');
  for (size_t i = 0; i < entry->result_count; i++) {
    fields[i] = entry->results[i];
    fields[i].name = intern_str(model->names, arena_printf(model->arena, "%zu", i));
    strbuf_printf(&text, "%s%s", i > 0 ? ", " : "", fields[i].type);
  }
  strbuf_putc(&text, ')');
  Name name = name_take(model, &text);
  size_t found = type_find(model, name);
  if (found < model->types.count) return found;
  ModelType type = {.name = name, .leaf_count = count};
  type.leaves = leaves_copy(model, leaves, count, 0);
  record_fill(model, entry, fields, entry->result_count, &type);
  return type_push(model, type);
}

static void entry_add(Model *model, const Fun *fun) {
  const Entry *entry = fun->entry;
  ModelEntry added = {.fun = fun};
  added.params = arena_array(model->arena, size_t, entry->param_count + 1);
  added.is_unique = arena_array(model->arena, bool, entry->param_count + 1);
  const ValueType *leaves = param_leaves(model, fun);
  size_t at = fun->size_count;
  for (size_t i = 0; i < entry->param_count; i++) {
    added.params[i] = value_add(model, entry, &entry->params[i], leaves);
    leaves += entry->params[i].count;
    for (size_t k = 0; k < entry->params[i].count; at++) {
      if (!is_leaf(fun->params[at].var)) continue;
      added.is_unique[i] = added.is_unique[i] || fun->params[at].is_consumed;
      k++;
    }
  }
  size_t count = 0;
  leaves = result_leaves(model, fun, &count, &added.is_result_unique);
  added.result = entry->result_count == 1 ? value_add(model, entry, &entry->results[0], leaves)
                                          : tuple_add(model, entry, leaves, count);
  if (model->types.data[added.result].kind == OBJECT_PRIMITIVE) added.is_result_unique = false;
  const ImpProgram *program = model->program;
  added.has_param = arena_array(model->arena, bool, program->params.count + 1);
  for (size_t i = 0; i < program->funs.count; i++)
    if (program->funs.data[i]->name == fun->name)
      imp_note_params(program, program->funs.data[i], added.has_param);
  vec_push(model->arena, &model->entries, added);
}

Model *model_new(Arena *arena, const ImpProgram *program) {
  Model *model = arena_make(arena, Model);
  *model = (Model){.arena = arena, .names = program->names, .program = program};
  model->claimed = map_new(arena);
  const Program *origin = program->origin;
  for (size_t i = 0; i < origin->funs.count; i++)
    if (origin->funs.data[i]->entry) entry_add(model, origin->funs.data[i]);
  return model;
}
