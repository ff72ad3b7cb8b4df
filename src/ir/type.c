#include "ir/type.h"

#include <math.h>
#include <string.h>

// ---- Types ----

static const Type scalar_types[SCALAR_COUNT] = {
#define SCALAR(id, ...) {.kind = TYPE_SCALAR, .scalar = SCALAR_##id},
#include "ir/scalars.def"
#undef SCALAR
};

static const Type cert_type = {.kind = TYPE_CERT};
static const Type mem_type = {.kind = TYPE_MEM};

const Type *type_scalar(Scalar scalar) { return &scalar_types[scalar]; }

const Type *type_cert(void) { return &cert_type; }

const Type *type_mem(void) { return &mem_type; }

static const Type *type_of_dims(Program *program, TypeKind kind, Scalar scalar, size_t rank,
                                const Dim *dims) {
  if (rank == 0) return type_scalar(scalar);
  Type *type = arena_make(program->arena, Type);
  type->kind = kind;
  type->scalar = scalar;
  type->rank = (uint32_t)rank;
  type->dims = arena_array(program->arena, Dim, rank);
  memcpy(type->dims, dims, rank * sizeof *dims);
  return type;
}

const Type *type_array(Program *program, Scalar scalar, size_t rank, const Dim *dims) {
  return type_of_dims(program, TYPE_ARRAY, scalar, rank, dims);
}

const Type *type_seg(Program *program, size_t rank, const Dim *dims) {
  return type_of_dims(program, TYPE_SEG, SCALAR_I64, rank, dims);
}

const Type *type_acc(Program *program, size_t count, const Type *const *types,
                     uint32_t index_rank) {
  Type *type = arena_make(program->arena, Type);
  type->kind = TYPE_ACC;
  type->acc_count = (uint32_t)count;
  type->acc_types = arena_array(program->arena, const Type *, count);
  for (size_t i = 0; i < count; i++)
    type->acc_types[i] = types[i];
  type->acc_rank = index_rank;
  return type;
}

const Type *type_with_dims(Program *program, const Type *type, size_t rank, const Dim *dims) {
  return type_of_dims(program, type->kind == TYPE_SEG ? TYPE_SEG : TYPE_ARRAY, type->scalar, rank,
                      dims);
}

const Type *type_with_place(Program *program, const Type *type, const Place *place) {
  if (type->kind != TYPE_ARRAY && type->kind != TYPE_SEG)
    INTERNAL_ERROR("only an array or a segment descriptor has a place");
  Type *placed = arena_make(program->arena, Type);
  *placed = *type;
  placed->place = NULL;
  if (!place) return placed;
  Place *copy = arena_make(program->arena, Place);
  *copy = *place;
  if (place->strides) {
    copy->strides = arena_array(program->arena, Atom, type->rank);
    memcpy(copy->strides, place->strides, type->rank * sizeof *place->strides);
  }
  placed->place = copy;
  return placed;
}

bool place_equal(const Place *a, const Place *b, size_t rank) {
  if (a == b) return true;
  if (!a || !b || a->block != b->block || !atom_equal(a->offset, b->offset)) return false;
  if (!a->strides || !b->strides) return a->strides == b->strides;
  for (size_t i = 0; i < rank; i++) {
    if (!atom_equal(a->strides[i], b->strides[i])) return false;
  }
  return true;
}

bool type_equal(const Type *a, const Type *b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->scalar != b->scalar || a->rank != b->rank) return false;
  for (size_t i = 0; i < a->rank; i++) {
    if (!dim_equal(a->dims[i], b->dims[i])) return false;
  }
  if (a->acc_count != b->acc_count || a->acc_rank != b->acc_rank) return false;
  for (size_t i = 0; i < a->acc_count; i++) {
    if (!type_equal(a->acc_types[i], b->acc_types[i])) return false;
  }
  return true;
}

bool type_is_scalar(const Type *type, Scalar scalar) {
  return type->kind == TYPE_SCALAR && type->scalar == scalar;
}

bool type_is_array(const Type *type) { return type->kind == TYPE_ARRAY; }

bool type_is_irregular(const Type *type) {
  for (size_t i = 0; i < type->rank; i++) {
    if (dim_is_varying(type->dims[i])) return true;
  }
  return false;
}

size_t type_rank(const Type *type) { return type->rank; }

// `@ m`, `@ m + o`, `@ m + o {s, 1}`
static void place_print(StrBuf *out, const Place *place, size_t rank) {
  strbuf_puts(out, " @ ");
  var_print(out, place->block);
  if (place->strides || !atom_is_i64(place->offset, 0)) {
    strbuf_puts(out, " + ");
    dim_print(out, dim_atom(place->offset));
  }
  if (!place->strides) return;
  for (size_t i = 0; i < rank; i++) {
    strbuf_puts(out, i == 0 ? " {" : ", ");
    dim_print(out, dim_atom(place->strides[i]));
  }
  strbuf_putc(out, '}');
}

void type_print(StrBuf *out, const Type *type) {
  switch (type->kind) {
  case TYPE_CERT: strbuf_puts(out, "cert"); return;
  case TYPE_MEM: strbuf_puts(out, "mem"); return;
  case TYPE_ACC:
    strbuf_printf(out, "acc %u (", type->acc_rank);
    for (size_t i = 0; i < type->acc_count; i++) {
      if (i > 0) strbuf_puts(out, ", ");
      type_print(out, type->acc_types[i]);
    }
    strbuf_putc(out, ')');
    return;
  case TYPE_SEG: strbuf_puts(out, "seg"); break;
  case TYPE_SCALAR:
  case TYPE_ARRAY: break;
  }
  for (size_t i = 0; i < type->rank; i++) {
    strbuf_putc(out, '[');
    dim_print(out, type->dims[i]);
    strbuf_putc(out, ']');
  }
  if (type->kind != TYPE_SEG) strbuf_puts(out, scalar_info(type->scalar)->text);
  if (type->place) place_print(out, type->place, type->rank);
}

// ---- Dimensions ----

Dim dim_const(int64_t size) { return (Dim){.size = size, .result = -1}; }

Dim dim_var(Var *var) { return (Dim){.var = var, .result = -1}; }

Dim dim_result(int32_t result) { return (Dim){.result = result}; }

Dim dim_atom(Atom atom) {
  return atom.var ? dim_var(atom.var) : dim_const(constant_to_i64(atom.constant));
}

Atom dim_size(Dim dim) { return dim.var ? atom_var(dim.var) : atom_i64(dim.size); }

bool dim_equal(Dim a, Dim b) {
  return a.var == b.var && a.size == b.size && a.result == b.result && a.skip == b.skip;
}

size_t dim_rank(Dim dim) { return dim.var ? dim.var->type->rank : 0; }

bool dim_is_varying(Dim dim) { return dim_rank(dim) > 0; }

void dim_print(StrBuf *out, Dim dim) {
  if (dim.var) {
    var_print(out, dim.var);
  } else if (dim.result >= 0) {
    strbuf_printf(out, "result %d", (int)dim.result);
  } else {
    strbuf_printf(out, "%lld", (long long)dim.size);
  }
  if (dim.skip > 0) strbuf_printf(out, "^%u", dim.skip);
}

bool dims_check(size_t rank, const Dim *dims, StrBuf *why) {
  for (size_t i = 0; i < rank; i++) {
    Dim dim = dims[i];
    if (!dim.var) {
      if (dim.result < 0 && dim.size < 0) {
        strbuf_printf(why, "the size %lld is negative", (long long)dim.size);
        return false;
      }
      continue;
    }
    const Type *type = dim.var->type;
    bool has_scalar = type->kind != TYPE_CERT && type->kind != TYPE_ACC && type->kind != TYPE_MEM;
    if (!has_scalar || type->scalar != SCALAR_I64) {
      strbuf_puts(why, "the size ");
      var_print(why, dim.var);
      strbuf_puts(why, " is neither an i64, nor lengths, nor a segment descriptor");
      return false;
    }
    if (type->rank == 0 ? dim.skip > 0 : type->rank + dim.skip > i) {
      strbuf_puts(why, "the size ");
      dim_print(why, dim);
      strbuf_puts(why, " depends on more dimensions than there are to its left");
      return false;
    }
    size_t start = i - dim.skip - type->rank;
    for (size_t k = 0; k < type->rank; k++) {
      if (dim_equal(type->dims[k], dims[start + k])) continue;
      strbuf_puts(why, "the lengths ");
      var_print(why, dim.var);
      strbuf_puts(why, ": ");
      type_print(why, type);
      strbuf_puts(why, " depend on a dimension [");
      dim_print(why, dims[start + k]);
      strbuf_puts(why, "] that is not theirs");
      return false;
    }
  }
  return true;
}

bool place_check(const Type *type, StrBuf *why) {
  const Place *place = type->place;
  if (place->block->type->kind != TYPE_MEM) {
    var_print(why, place->block);
    strbuf_puts(why, " is not a block of memory");
    return false;
  }
  bool is_index = type_is_scalar(atom_type(place->offset), SCALAR_I64);
  for (size_t i = 0; place->strides && i < type->rank; i++)
    is_index = is_index && type_is_scalar(atom_type(place->strides[i]), SCALAR_I64);
  if (!is_index) strbuf_puts(why, "the offset and the strides of a place are of type i64");
  if (is_index && place->strides && type_is_irregular(type)) {
    strbuf_puts(why, "an irregular array has no strides: its elements are in order");
    return false;
  }
  return is_index;
}

// Where a dimension of the inner type ends up when `rank` dimensions are put in front: its size,
// bound inside, is now result `result`, an array over the space.
static bool dim_lift(Dim *dim, size_t position, size_t rank, int32_t result, StrBuf *why) {
  size_t own = dim_rank(*dim);
  if (own > 0 && position != dim->skip + own) {
    strbuf_puts(why, "the lengths ");
    var_print(why, dim->var);
    strbuf_puts(why, " do not depend on the outermost dimension, so they cannot leave the par");
    return false;
  }
  if (own == 0 && rank > 0) dim->skip = (uint32_t)position;
  dim->var = NULL;
  dim->result = result;
  return true;
}

const Type *type_lift(Program *program, size_t rank, const Dim *space, const Type *inner,
                      DimLift *lift, void *context, StrBuf *why) {
  if (inner->kind != TYPE_SCALAR && inner->kind != TYPE_ARRAY) {
    strbuf_puts(why, "a value of type ");
    type_print(why, inner);
    strbuf_puts(why, " cannot be an element of an array");
    return NULL;
  }
  size_t total = rank + inner->rank;
  Dim *dims = arena_array(program->arena, Dim, total);
  for (size_t i = 0; i < rank; i++)
    dims[i] = space[i];
  for (size_t i = 0; i < inner->rank; i++) {
    Dim dim = inner->dims[i];
    int32_t result = dim.var ? lift(context, dim.var) : -1;
    if (result == LIFT_ESCAPES) {
      strbuf_puts(why, "the size ");
      var_print(why, dim.var);
      strbuf_puts(why, " is bound inside and must leave the par as an output of its own");
      return NULL;
    }
    if (result >= 0 && !dim_lift(&dim, i, rank, result, why)) return NULL;
    dims[rank + i] = dim;
  }
  return type_with_dims(program, inner, total, dims);
}

// ---- Constants ----

Constant constant_bool(bool value) {
  Constant constant = {.type = SCALAR_BOOL};
  constant.value.i64 = 0;
  constant.value.b = value;
  return constant;
}

Constant constant_i64(int64_t value) { return constant_int(SCALAR_I64, value); }

Constant constant_int(Scalar type, int64_t value) {
  Constant constant = {.type = type};
  constant.value.i64 = 0;
  switch (type) {
  case SCALAR_BOOL: constant.value.b = value != 0; break;
  case SCALAR_I8: constant.value.i8 = sext_i64_i8(value); break;
  case SCALAR_I16: constant.value.i16 = sext_i64_i16(value); break;
  case SCALAR_I32: constant.value.i32 = sext_i64_i32(value); break;
  case SCALAR_I64: constant.value.i64 = value; break;
  case SCALAR_F16: constant.value.f16 = sitofp_i64_f16(value); break;
  case SCALAR_F32: constant.value.f32 = sitofp_i64_f32(value); break;
  case SCALAR_F64: constant.value.f64 = sitofp_i64_f64(value); break;
  case SCALAR_COUNT: INTERNAL_ERROR("a constant without a type");
  }
  return constant;
}

Constant constant_float(Scalar type, double value) {
  Constant constant = {.type = type};
  constant.value.i64 = 0;
  switch (type) {
  case SCALAR_F16: constant.value.f16 = fpconv_f64_f16(value); break;
  case SCALAR_F32: constant.value.f32 = (float)value; break;
  case SCALAR_F64: constant.value.f64 = value; break;
  case SCALAR_BOOL:
  case SCALAR_I8:
  case SCALAR_I16:
  case SCALAR_I32:
  case SCALAR_I64:
  case SCALAR_COUNT: INTERNAL_ERROR("a float constant of type %s", scalar_info(type)->text);
  }
  return constant;
}

int64_t constant_to_i64(Constant constant) {
  switch (constant.type) {
  case SCALAR_BOOL: return constant.value.b;
  case SCALAR_I8: return constant.value.i8;
  case SCALAR_I16: return constant.value.i16;
  case SCALAR_I32: return constant.value.i32;
  case SCALAR_I64: return constant.value.i64;
  case SCALAR_F16:
  case SCALAR_F32:
  case SCALAR_F64:
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("a float constant where an integer is needed");
}

double constant_to_double(Constant constant) {
  switch (constant.type) {
  case SCALAR_F16: return fpconv_f16_f64(constant.value.f16);
  case SCALAR_F32: return constant.value.f32;
  case SCALAR_F64: return constant.value.f64;
  case SCALAR_BOOL:
  case SCALAR_I8:
  case SCALAR_I16:
  case SCALAR_I32:
  case SCALAR_I64:
  case SCALAR_COUNT: break;
  }
  INTERNAL_ERROR("an integer constant where a float is needed");
}

bool constant_equal(Constant a, Constant b) {
  return a.type == b.type && memcmp(&a.value, &b.value, sizeof a.value) == 0;
}

// ---- Atoms ----

Atom atom_var(Var *var) { return (Atom){.var = var}; }

Atom atom_constant(Constant constant) { return (Atom){.constant = constant}; }

Atom atom_i64(int64_t value) { return atom_constant(constant_i64(value)); }

Atom atom_bool(bool value) { return atom_constant(constant_bool(value)); }

bool atom_equal(Atom a, Atom b) {
  if (a.var || b.var) return a.var == b.var;
  return constant_equal(a.constant, b.constant);
}

const Type *atom_type(Atom atom) {
  return atom.var ? atom.var->type : type_scalar(atom.constant.type);
}

bool atom_is_i64(Atom atom, int64_t value) {
  return !atom.var && atom.constant.type == SCALAR_I64 && atom.constant.value.i64 == value;
}

// ---- Variables ----

Var *var_new(Program *program, const char *name, const Type *type, Span span) {
  Var *var = arena_make(program->arena, Var);
  var->name = intern_str(program->names, name);
  var->id = ++program->last_id;
  var->index = program->var_count++;
  var->type = type;
  var->span = span;
  return var;
}

Var *var_like(Program *program, const Var *model, const Type *type) {
  return var_new(program, model->name, type, model->span);
}

void var_print(StrBuf *out, const Var *var) {
  strbuf_puts(out, var->name);
  if (var->id > 0) strbuf_printf(out, ".%u", var->id);
}

// ---- Attributes ----

bool stm_has(const Stm *stm, const char *attr) {
  for (size_t i = 0; i < stm->attrs.count; i++)
    if (strcmp(stm->attrs.data[i], attr) == 0) return true;
  return false;
}

// The list is copied: other statements may have the same one.
void stm_mark(Program *program, Stm *stm, const char *attr) {
  if (stm_has(stm, attr)) return;
  Attrs attrs = {0};
  vec_append(program->arena, &attrs, stm->attrs.data, stm->attrs.count);
  vec_push(program->arena, &attrs, intern_str(program->names, attr));
  stm->attrs = attrs;
}
