#include "ir/entry.h"

#include <string.h>

#include "ir/print.h"
#include "ir/type.h"

static Prim scalar_prim(Scalar scalar) {
  switch (scalar) {
  case SCALAR_BOOL: return PRIM_BOOL;
  case SCALAR_I8: return PRIM_I8;
  case SCALAR_I16: return PRIM_I16;
  case SCALAR_I32: return PRIM_I32;
  case SCALAR_I64: return PRIM_I64;
  case SCALAR_F16: return PRIM_F16;
  case SCALAR_F32: return PRIM_F32;
  case SCALAR_F64: return PRIM_F64;
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("a scalar type that is none");
}

uint32_t entry_merged_dims(const Type *type) {
  uint32_t merged = type->rank > 0 ? 1 : 0;
  for (uint32_t i = 0; i < type->rank; i++)
    if (dim_is_varying(type->dims[i])) merged = i + 1;
  return merged;
}

static ValueType natural_type(const Type *type) {
  ValueType natural = {.prim = scalar_prim(type->scalar)};
  if (type->rank > 0) natural.rank = (int)(1 + type->rank - entry_merged_dims(type));
  return natural;
}

// The type that the interface names, unless that is opaque.
static bool given_type(const EntryValue *value, ValueType *given) {
  return value != NULL && value->count == 1 && value->type != NULL &&
         value_type_parse(value->type, strlen(value->type), given, NULL);
}

// Equal but for the sign of integers?
static bool is_same_but_sign(ValueType a, ValueType b) {
  return a.rank == b.rank && prim_size(a.prim) == prim_size(b.prim) &&
         prim_is_float(a.prim) == prim_is_float(b.prim) &&
         (a.prim == PRIM_BOOL) == (b.prim == PRIM_BOOL);
}

ValueType entry_value_type(const Type *type, const EntryValue *value) {
  ValueType natural = natural_type(type), given;
  return given_type(value, &given) && is_same_but_sign(given, natural) ? given : natural;
}

bool entry_value_fits(const Type *type, const EntryValue *value, StrBuf *why) {
  ValueType given;
  if (!given_type(value, &given) || is_same_but_sign(given, natural_type(type))) return true;
  strbuf_printf(why, "\"%s\" does not fit a value of type ", value->type);
  type_print(why, type);
  strbuf_puts(why, ", which the outside sees as \"");
  type_print_external(why, type);
  strbuf_putc(why, '"');
  return false;
}

bool entry_values_fit(const EntryValue *values, size_t count, Var *const *vars, size_t var_count,
                      StrBuf *why) {
  size_t at = 0;
  for (size_t i = 0; i < count && at < var_count; i++) {
    const Type *type = vars[at]->type;
    at += values[i].count;
    if (type == NULL || (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY)) continue;
    if (!entry_value_fits(type, &values[i], why)) return false;
  }
  return true;
}

// ---- Opaque types ----

const Opaque *entry_opaque(const Entry *entry, Name type) {
  for (size_t i = 0; i < entry->opaque_count; i++)
    if (strcmp(entry->opaques[i].name, type) == 0) return &entry->opaques[i];
  return NULL;
}

// The part that value number *index belongs to, which becomes a number inside the part.
static const EntryValue *part_at(const EntryValue *values, size_t count, size_t *index) {
  for (size_t i = 0; i < count; i++) {
    if (*index < values[i].count) return &values[i];
    *index -= values[i].count;
  }
  return NULL;
}

static const EntryValue *opaque_part(const Opaque *opaque, size_t *index) {
  switch (opaque->kind) {
  case OPAQUE_RECORD: return part_at(opaque->fields, opaque->field_count, index);
  case OPAQUE_ARRAY: return &opaque->element;
  case OPAQUE_SUM:
    if (*index == 0) return NULL; // which variant it is
    *index -= 1;
    for (size_t i = 0; i < opaque->variant_count; i++) {
      const OpaqueVariant *variant = &opaque->variants[i];
      const EntryValue *part = part_at(variant->payload, variant->payload_count, index);
      if (part) return part;
    }
    return NULL;
  }
  INTERNAL_ERROR("an opaque type that is none");
}

ValueType entry_leaf_type(const Type *type, const Entry *entry, const EntryValue *values,
                          size_t count, size_t index) {
  const EntryValue *part = part_at(values, count, &index);
  const Opaque *opaque = NULL;
  while (part && part->type && (opaque = entry_opaque(entry, part->type)))
    part = opaque_part(opaque, &index);
  ValueType natural = natural_type(type), given;
  if (!given_type(part, &given)) return natural;
  given.rank = natural.rank; // inside an array there are more dimensions
  return is_same_but_sign(given, natural) ? given : natural;
}

void entry_print_argument(StrBuf *out, const Fun *fun, size_t index, const Var *var) {
  size_t rest = index;
  const Entry *entry = fun->entry;
  const EntryValue *part = entry ? part_at(entry->params, entry->param_count, &rest) : NULL;
  if (part && part->name)
    strbuf_puts(out, part->name);
  else
    var_print(out, var);
  strbuf_printf(out, " (argument %zu)", part ? (size_t)(part - entry->params) + 1 : index + 1);
}

void entry_print_misfit(StrBuf *out, const Fun *fun, size_t index, const Var *var,
                        bool is_negative) {
  size_t rest = index;
  const Entry *entry = fun->entry;
  const EntryValue *part = entry ? part_at(entry->params, entry->param_count, &rest) : NULL;
  entry_print_argument(out, fun, index, var);
  strbuf_puts(out, " does not fit its type ");
  // Where lengths and elements are one argument, its type is that of the source.
  if (part && part->count > 1)
    strbuf_puts(out, part->type);
  else
    type_print(out, var->type);
  bool has_rows = entry_merged_dims(var->type) < var->type->rank;
  if (is_negative)
    strbuf_puts(out, ": it has a length of {}");
  else
    strbuf_printf(out, ": its lengths sum to {}, but there are {} %s",
                  has_rows ? "rows" : "elements");
}

// How many values an object of the described type has.
static uint64_t opaque_count(const Opaque *opaque) {
  uint64_t count = opaque->kind == OPAQUE_ARRAY ? opaque->element.count : 0;
  for (size_t i = 0; i < opaque->field_count; i++)
    count += opaque->fields[i].count;
  if (opaque->kind == OPAQUE_SUM) count++;
  for (size_t i = 0; i < opaque->variant_count; i++)
    for (size_t k = 0; k < opaque->variants[i].payload_count; k++)
      count += opaque->variants[i].payload[k].count;
  return count;
}

static bool parts_fit(const Entry *entry, const EntryValue *values, size_t count, StrBuf *why) {
  for (size_t i = 0; i < count; i++) {
    const Opaque *opaque = entry_opaque(entry, values[i].type);
    if (!opaque || opaque_count(opaque) == values[i].count) continue;
    strbuf_printf(why, "\"%s\" is made of %llu values, not %u", values[i].type,
                  (unsigned long long)opaque_count(opaque), values[i].count);
    return false;
  }
  return true;
}

static bool opaque_parts_fit(const Entry *entry, const Opaque *opaque, StrBuf *why) {
  if (!parts_fit(entry, opaque->fields, opaque->field_count, why)) return false;
  if (opaque->kind == OPAQUE_ARRAY && !parts_fit(entry, &opaque->element, 1, why)) return false;
  for (size_t i = 0; i < opaque->variant_count; i++) {
    const OpaqueVariant *variant = &opaque->variants[i];
    if (!parts_fit(entry, variant->payload, variant->payload_count, why)) return false;
  }
  return true;
}

// Is the type a part of itself? Descriptions are listed parts first, so looking back is enough.
static bool is_ordered(const Entry *entry, const Opaque *opaque, const EntryValue *values,
                       size_t count) {
  for (size_t i = 0; i < count; i++) {
    const Opaque *part = entry_opaque(entry, values[i].type);
    if (part && part >= opaque) return false;
  }
  return true;
}

static bool opaque_is_ordered(const Entry *entry, const Opaque *opaque) {
  if (!is_ordered(entry, opaque, opaque->fields, opaque->field_count)) return false;
  if (opaque->kind == OPAQUE_ARRAY && !is_ordered(entry, opaque, &opaque->element, 1)) return false;
  for (size_t i = 0; i < opaque->variant_count; i++) {
    const OpaqueVariant *variant = &opaque->variants[i];
    if (!is_ordered(entry, opaque, variant->payload, variant->payload_count)) return false;
  }
  return true;
}

bool entry_opaques_fit(const Entry *entry, StrBuf *why) {
  for (size_t i = 0; i < entry->opaque_count; i++) {
    const Opaque *opaque = &entry->opaques[i];
    if (entry_opaque(entry, opaque->name) != opaque) {
      strbuf_printf(why, "the type \"%s\" is described twice", opaque->name);
      return false;
    }
    if (!opaque_is_ordered(entry, opaque)) {
      strbuf_printf(why, "a part of the type \"%s\" is described after it", opaque->name);
      return false;
    }
    if (!opaque_parts_fit(entry, opaque, why)) return false;
  }
  return parts_fit(entry, entry->params, entry->param_count, why) &&
         parts_fit(entry, entry->results, entry->result_count, why);
}
