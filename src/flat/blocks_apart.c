// Pars of a point that threads of a block share only when they are taken apart: splits of rows, and
// epilogues that accumulate (flatten_apart.c does so for all points at once).
//
//   let (a, b, ys) = par@block (j < m) { S  split 2 c y }
//     becomes
//   let (a, b) = par@block (j < m) { … reduce … }
//   let room: [m]i32 = par@block (j < m) overwritten { map 0i32 }
//   let ys = par@block (j < m) { … scan … } then (r) { put room … }
#include "flat/flat_internal.h"
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/type.h"

bool blocks_can_take_apart(Arena *arena, const Par *par) {
  if (par->rank != 1 || par->acc_count + par->consumed_count > 0) return false;
  if (par->has_epilogue)
    return flatten_has_busy_epilogue(par) && !split_row_is_in(par) && split_is_possible(arena, par);
  return split_row_is_in(par) && split_row_has_scalars(par) && split_is_possible(arena, par);
}

// A row whose elements are all written before they are read.
static Var *build_place_room(Flattener *flattener, Builder *builder, const Type *type) {
  Var *room = build_room(flattener, builder, type);
  vec_last(builder->stms)->exp->as.par->is_overwritten = true;
  return room;
}

static void split_plainly(Flattener *flattener, const Stm *stm, Stms *out) {
  Program *program = flattener->program;
  size_t classes = stm->exp->as.par->body.outputs[0].class_count;
  size_t count = stm->var_count - classes;
  vec_push(program->arena, out, split_row_counts(program, stm));
  Builder builder = builder_new(program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Var **rooms = arena_array(program->arena, Var *, count + 1);
  for (size_t i = 0; i < count; i++)
    rooms[i] = build_place_room(flattener, &builder, stm->vars[classes + i]->type);
  vec_push(program->arena, out, split_row_places(program, stm, rooms));
}

void blocks_take_apart(Program *program, Stm *stm, Stms *out) {
  bool is_par = stm->exp->op == OP_PAR;
  if (!is_par || !blocks_can_take_apart(program->arena, stm->exp->as.par)) {
    vec_push(program->arena, out, stm);
    return;
  }
  const Par *par = stm->exp->as.par;
  Flattener flattener = {.program = program, .settled = map_new(program->arena)};
  if (!par->has_epilogue && split_row_is_plain(par)) {
    split_plainly(&flattener, stm, out);
    return;
  }
  Stms parts = {0};
  if (par->has_epilogue)
    split_epilogue(&flattener, stm, &parts);
  else
    split_outputs(&flattener, stm, split_row_is_output, &parts);
  for (size_t i = 0; i < parts.count; i++)
    blocks_take_apart(program, parts.data[i], out);
}
