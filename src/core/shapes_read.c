// Reads of arrays whose type has become better: of rows, and of elements.
#include "core/shapes_pass.h"

#include "ir/type.h"

static Var *last_var(const Stm *stm) { return stm->vars[stm->var_count - 1]; }

Var *namer_better(Namer *namer, Var *array, uint32_t scope, ShapeCerts *certs, ShapeCerts *proof) {
  for (;;) {
    const NamedVar *at = namer_at(namer, array);
    if (!at->better || !namer_sees(namer, scope, atom_var(at->better))) return array;
    if (!namer_sees_all(namer, scope, &at->better_certs) ||
        !namer_sees_all(namer, scope, &at->equal_certs))
      return array;
    certs_add(namer, certs, at->better_certs.data, at->better_certs.count);
    certs_add(namer, proof, at->equal_certs.data, at->equal_certs.count);
    array = at->better;
  }
}

// What a read of a better array needs, and what its type hangs on beside that.
typedef struct BetterRead {
  Exp *exp;
  ShapeCerts certs, proof;
} BetterRead;

static Stm *emit_read(Namer *namer, const Stm *stm, const BetterRead *read, uint32_t scope) {
  Builder builder = builder_new(namer->program, namer->out, stm->span);
  builder.certs = read->certs.data;
  builder.cert_count = read->certs.count;
  Stm *made = build_infer(&builder, last_var(stm)->name, read->exp);
  number_vars(namer, made->vars, made->var_count, scope, NULL);
  return made;
}

// The old row is the new one under its old type; the new one is read from then on.
static void emit_old(Namer *namer, const Stm *stm, Var *made, const BetterRead *read) {
  Var *row = last_var(stm);
  namer_coerce(namer, made, row, &read->proof, stm->span);
  namer_at(namer, row)->better = made;
  namer_at(namer, row)->equal_certs = read->proof;
}

// The row (m, row: [m]t) of an array that is better: the new row, the length as it was, and the row
// with the type that it had.
static void emit_row(Namer *namer, const Stm *stm, const BetterRead *read, uint32_t scope) {
  Program *program = namer->program;
  Var *length = stm->vars[0];
  Var *lengths = simple_lengths(read->exp->args[0].var->type);
  const Stm *made = emit_read(namer, stm, read, scope);
  Var *row = last_var(made);
  Atom size = dim_size(row->type->dims[0]);
  Var *known = lengths ? namer_length(namer, lengths, read->exp->args[1], scope) : NULL;
  if (known && known != length) {
    size = atom_var(known);
    Dim first = dim_var(known);
    const Type *type = type_with_lengths(program, row->type, NULL, first, &first);
    Var *named = namer_fresh(namer, row, type, scope);
    namer_coerce(namer, row, named, NULL, stm->span);
    row = named;
  }
  Builder builder = builder_new(program, namer->out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Var *old_lengths = simple_lengths(stm->exp->args[0].var->type);
  build_stm(&builder, exp_index(program, old_lengths, &read->exp->args[1], 1), &length, 1);
  emit_old(namer, stm, row, read);
  namer_set_equal(namer, length, size, &read->proof, scope);
}

Var *namer_origin(Namer *namer, Var *array, uint32_t scope, ShapeCerts *certs, ShapeCerts *proof) {
  for (;;) {
    array = namer_better(namer, array, scope, certs, proof);
    const NamedVar *at = namer_at(namer, array);
    if (!at->source || !namer_sees(namer, scope, atom_var(at->source))) return array;
    if (!namer_sees_all(namer, scope, &at->source_certs)) return array;
    certs_add(namer, certs, at->source_certs.data, at->source_certs.count);
    array = at->source;
  }
}

// An element is the same whatever the type says: it is read where it was first.
static void rewrite_element(Namer *namer, Stm *stm, uint32_t scope) {
  const Exp *exp = stm->exp;
  ShapeCerts certs = {0}, proof = {0};
  certs_add(namer, &certs, stm->certs, stm->cert_count);
  Var *array = namer_origin(namer, exp->args[0].var, scope, &certs, &proof);
  if (array == exp->args[0].var) return;
  stm->exp = exp_index(namer->program, array, exp->args + 1, exp->arg_count - 1);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
}

bool namer_rewrite_index(Namer *namer, Stm *stm, uint32_t scope) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  BetterRead read = {0};
  if (exp->arg_count == 1 + array->type->rank) {
    rewrite_element(namer, stm, scope);
    return false;
  }
  certs_add(namer, &read.certs, stm->certs, stm->cert_count);
  certs_add(namer, &read.proof, stm->certs, stm->cert_count);
  Var *better = namer_better(namer, array, scope, &read.certs, &read.proof);
  if (better == array) return false;
  read.exp = exp_index(namer->program, better, exp->args + 1, exp->arg_count - 1);
  bool is_row = exp->arg_count == 2 && simple_lengths(array->type);
  if (is_row == (stm->var_count == 1)) return false;
  if (is_row)
    emit_row(namer, stm, &read, scope);
  else if (!type_is_irregular(better->type))
    emit_old(namer, stm, last_var(emit_read(namer, stm, &read, scope)), &read);
  return is_row || !type_is_irregular(better->type);
}
