#include "analysis/address.h"

#include "ir/type.h"
#include "ir/walk.h"

struct Addresses {
  Arena *arena;
  Algebra *algebra;
  Map *values;  // Var -> Poly: what is computed of indices and sizes
  Map *origins; // Var -> the tracked indices that it depends on, as bits
  size_t tracked;
};

Addresses *addresses_new(Arena *arena) {
  Addresses *addresses = arena_make(arena, Addresses);
  *addresses = (Addresses){.arena = arena,
                           .algebra = algebra_new(arena),
                           .values = map_new(arena),
                           .origins = map_new(arena)};
  return addresses;
}

Algebra *addresses_algebra(Addresses *addresses) { return addresses->algebra; }

void address_define(Addresses *addresses, const Var *var, const Poly *value) {
  map_put(addresses->values, map_key(var), (void *)value);
}

const Poly *address_value(Addresses *addresses, Atom atom) {
  if (!atom.var) {
    bool is_number = atom.constant.type == SCALAR_I64;
    return is_number ? poly_constant(addresses->algebra, constant_to_i64(atom.constant)) : NULL;
  }
  const Poly *value = map_get(addresses->values, map_key(atom.var));
  return value ? value : poly_var(addresses->algebra, atom.var);
}

// ---- What depends on what ----

uint64_t address_origins(const Addresses *addresses, const Var *var) {
  return (uint64_t)(uintptr_t)map_get(addresses->origins, map_key(var));
}

bool address_depends(const Addresses *addresses, Atom value, const Var *index) {
  return value.var &&
         (address_origins(addresses, value.var) & address_origins(addresses, index)) != 0;
}

// The last bit stands for all indices beyond those that have one of their own.
void address_track(Addresses *addresses, const Var *index) {
  enum { BITS = sizeof(uintptr_t) * 8 };
  size_t number = addresses->tracked < BITS ? addresses->tracked++ : BITS - 1;
  map_put(addresses->origins, map_key(index), (void *)((uintptr_t)1 << number));
}

static void note_origins(Addresses *addresses, const Stm *stm) {
  VarSet used = free_vars_stm(addresses->arena, (Stm *)stm);
  uint64_t origins = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    origins |= address_origins(addresses, var);
  for (size_t i = 0; i < stm->var_count && origins; i++)
    map_put(addresses->origins, map_key(stm->vars[i]), (void *)(uintptr_t)origins);
}

bool address_note(Addresses *addresses, const Stm *stm) {
  if (addresses->tracked > 0) note_origins(addresses, stm);
  const Exp *exp = stm->exp;
  bool is_arithmetic = exp->op == OP_ADD || exp->op == OP_SUB || exp->op == OP_MUL;
  if (!is_arithmetic || !type_is_scalar(stm->vars[0]->type, SCALAR_I64)) return false;
  Algebra *algebra = addresses->algebra;
  const Poly *a = address_value(addresses, exp->args[0]);
  const Poly *b = address_value(addresses, exp->args[1]);
  const Poly *value = exp->op == OP_ADD   ? poly_add(algebra, a, b)
                      : exp->op == OP_SUB ? poly_sub(algebra, a, b)
                                          : poly_mul(algebra, a, b);
  if (value) address_define(addresses, stm->vars[0], value);
  return true;
}

// The distance of neighbours in a dimension.
static const Poly *stride_of(Addresses *addresses, const Type *type, size_t dim) {
  if (type->place->strides) return address_value(addresses, type->place->strides[dim]);
  const Poly *stride = poly_constant(addresses->algebra, 1);
  for (size_t i = dim + 1; i < type->rank; i++) {
    const Poly *size = address_value(addresses, dim_size(type->dims[i]));
    stride = poly_mul(addresses->algebra, stride, size);
  }
  return stride;
}

const Poly *address_element(Addresses *addresses, const Type *type, const Atom *indices,
                            size_t count) {
  Algebra *algebra = addresses->algebra;
  const Poly *address = address_value(addresses, type->place->offset);
  for (size_t i = 0; i < count; i++) {
    const Poly *index = address_value(addresses, indices[i]);
    address = poly_add(algebra, address, poly_mul(algebra, index, stride_of(addresses, type, i)));
  }
  return address;
}

// Does it depend on the index in a way that the polynomial does not say?
static bool has_hidden(const Addresses *addresses, const Poly *address, const Var *index) {
  uint64_t origin = address_origins(addresses, index);
  for (size_t i = 0; i < address->count; i++)
    for (size_t k = 0; k < address->terms[i].degree; k++) {
      const Var *var = address->terms[i].vars[k];
      if (var != index && (address_origins(addresses, var) & origin)) return true;
    }
  return false;
}

AddressStep address_step(Addresses *addresses, const Poly *address, const Var *index) {
  const Poly *quotient, *rest;
  int64_t value;
  if (!poly_split(addresses->algebra, address, index, &quotient, &rest)) return STEP_OTHER;
  if (has_hidden(addresses, address, index)) return STEP_OTHER;
  if (poly_is_zero(quotient)) return STEP_NONE;
  return poly_is_constant(quotient, &value) && value == 1 ? STEP_ONE : STEP_OTHER;
}
