// Elements of rows that points have made are updated by all points at once.
//
//   par@grid (i < n) {                           let rows: [n][m]f32 = … copies …
//     let row: [m]f32 = copy x             =>    let rows: [n][m]f32 = par@grid (i < n) {
//     let new: [m]f32 = update row[0] = y          put rows [i, 0] y
//   }                                            }
//
// Only for a device, where a thread that has a row to itself is slow, and only for rows that the
// point has made itself: one that it owns from outside is updated where it is.
#include "flat/flat_internal.h"
#include "flat/flatten.h"
#include "ir/rules.h"

// Is it an element of a row, and is that not very short?
static bool is_element_update(const Lift *lift, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_UPDATE || !lift->lifts_rows || exp->as.selector.is_lmad) return false;
  const Type *type = exp->args[0].var->type;
  if (type_is_irregular(type) || !flatten_is_long_row(type->dims[0])) return false;
  if (flatten_is_sized_inside(lift, type) && type->rank > 1) return false;
  for (size_t i = 0; i < exp->as.selector.rank; i++)
    if (exp->as.selector.is_range[i]) return false;
  return exp->as.selector.rank == type->rank;
}

// Does a statement, possibly by way of other updates, make the row?
static bool is_made_by(const Stms *stms, const Var *row) {
  const Stm *stm = binding_of(stms, row);
  while (stm && stm->exp->op == OP_UPDATE)
    stm = binding_of(stms, stm->exp->args[0].var);
  return stm && (stm->exp->op == OP_COPY || stm->exp->op == OP_PAR);
}

bool flatten_has_updated_row(const Lift *lift, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (is_element_update(lift, stms->data[i]) && is_made_by(stms, stms->data[i]->exp->args[0].var))
      return true;
  return false;
}

bool flatten_can_lift_update(const Lift *lift, const Context *context, const Stm *stm) {
  if (!is_element_update(lift, stm)) return false;
  const Var *row = stm->exp->args[0].var;
  const Rows *rows = rows_known(lift, context, row);
  if (rows) return rows->is_owned;
  const Context *owner = NULL;
  const Stm *def = context_find(context, row, &owner);
  return def && owner == context && (def->exp->op == OP_COPY || def->exp->op == OP_PAR);
}

// The value, by a statement that needs what the update needs: a put alone does not check its place.
static Atom build_checked(Emission *emission, const Stm *stm) {
  Program *program = emission->lift->program;
  Builder builder = emission->body;
  Atom value = emission_atom(emission, stm->exp->args[1]);
  builder.certs = arena_array(program->arena, Var *, stm->cert_count);
  for (builder.cert_count = 0; builder.cert_count < stm->cert_count; builder.cert_count++) {
    Atom cert = emission_atom(emission, atom_var(stm->certs[builder.cert_count]));
    builder.certs[builder.cert_count] = cert.var;
  }
  Atom args[3] = {atom_bool(true), value, value};
  if (stm->cert_count == 0) return value;
  return atom_var(build_let(&builder, "value", exp_new(program, OP_SELECT, args, 3)));
}

void lift_update(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  const Exp *exp = stm->exp;
  Rows *rows = rows_to_write(lift, context, exp->args[0].var);
  Emission emission = emission_new(lift, context, false);
  Atom pos = atom_var(context->pos);
  size_t rank = exp->as.selector.rank;
  emission_need(&emission, pos);
  for (size_t i = 1; i < exp->arg_count; i++)
    emission_need(&emission, exp->args[i]);
  for (size_t i = 0; i < stm->cert_count; i++)
    emission_need(&emission, atom_var(stm->certs[i]));
  emission_settle(&emission, false);
  emission_begin(&emission);
  Atom at = emission_atom(&emission, pos);
  Atom value = build_checked(&emission, stm);
  Output output = output_put(program, rows->data, at, value, stm->span);
  Atom *indices = arena_array(program->arena, Atom, 1 + rank);
  for (size_t i = 0; i < rank; i++)
    indices[1 + i] = emission_atom(&emission, exp->args[2 + i]);
  indices[0] = at;
  output.indices = indices;
  output.index_count = 1 + rank;
  if (rows->segments) {
    Var *offset = build_index(&emission.body, "offset", rows->segments->offsets, &at, 1);
    indices[0] = build_binary(&emission.body, "target", OP_ADD, atom_var(offset), indices[1]);
    output.index_count = 1;
  }
  vec_push(program->arena, &emission.outputs, output);
  Var *data = emission_end(&emission, stm->vars[0]->name)->vars[0];
  if (rows->segments)
    bind_rows(lift, context, stm->vars[0], data, rows->segments);
  else
    bind_element(lift, context, stm->vars[0], data);
}
