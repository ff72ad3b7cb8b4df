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
    if (is_varying(type->dims[i])) merged = i + 1;
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
