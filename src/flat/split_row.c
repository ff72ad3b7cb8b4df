// A split of a row into a few classes as pars without one: the elements are counted by classes, and
// a scan numbers those of each class, so that each is put where its class begins.
//
//   let (a, b, ys) = par (j < m) { S  split 2 c y }
//     becomes
//   let (a, b) = par (j < m) { S  reduce (+; 0) (c == 0)  reduce (+; 0) (c == 1) }
//   let ys = par (j < m) { S  exclusive scan (+; 0) (c == 0) } then (r) {
//     put room [c == 0 ? r : a + (j - r)] y
//   }
//
// Who takes it apart makes the room.
#include "analysis/cost.h"
#include "flat/flat_internal.h"
#include "flat/flatten.h"
#include "ir/par.h"

typedef struct SplitRow {
  Program *program;
  const Stm *stm;
  const Output *output; // its only one
  size_t classes;
} SplitRow;

static SplitRow row_of(Program *program, const Stm *stm) {
  const Output *output = &stm->exp->as.par->body.outputs[0];
  return (SplitRow){program, stm, output, output->class_count};
}

bool split_row_is_output(const Output *output) { return mode_has(output->mode, TRAIT_SORTS); }

bool split_row_is_in(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (split_row_is_output(&par->body.outputs[i])) return true;
  return false;
}

// Are all values that are split scalars, and the classes a few? Rows could not be put.
bool split_row_has_scalars(const Par *par) {
  enum { CLASSES_MOST = 8 };
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_split = split_row_is_output(output);
    if (is_split && (output->class_count < 2 || output->class_count > CLASSES_MOST)) return false;
    for (size_t k = 0; k < output->value_count && is_split; k++)
      if (type_is_array(atom_type(output->values[k]))) return false;
  }
  return true;
}

bool split_row_is_plain(const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_AGAIN)) return false;
  return par->body.output_count == 1;
}

// The par again, with other outputs; the substitution knows the names of its statements then.
static Par *row_again(const SplitRow *row, Subst *subst) {
  Program *program = row->program;
  const Par *from = row->stm->exp->as.par;
  Var *index = var_like(program, from->indices[0], from->indices[0]->type);
  Par *par = par_new_at(program, from->level, from->space[0], index);
  subst_add(subst, from->indices[0], atom_var(index));
  for (size_t i = 0; i < from->body.stms.count; i++)
    vec_push(program->arena, &par->body.stms, rename_stm(program, from->body.stms.data[i], subst));
  par->body.outputs = arena_array(program->arena, Output, row->classes);
  return par;
}

// 1 for an element of the class, otherwise 0.
static Atom build_member(Builder *builder, Atom selector, size_t class_number) {
  Atom is_member =
      build_binary(builder, "is_member", OP_EQ, selector, atom_i64((int64_t)class_number));
  Atom args[3] = {is_member, atom_i64(1), atom_i64(0)};
  return atom_var(build_let(builder, "member", exp_new(builder->program, OP_SELECT, args, 3)));
}

// The par, bound to these variables.
static Stm *bind_made(const SplitRow *row, Par *par, Var *const *vars, size_t count) {
  Stms stms = {0};
  Builder builder = builder_new(row->program, &stms, row->stm->span);
  builder.certs = row->stm->certs;
  builder.cert_count = row->stm->cert_count;
  return build_stm(&builder, exp_par(row->program, par), vars, count);
}

Stm *split_row_counts(Program *program, const Stm *stm) {
  SplitRow row = row_of(program, stm);
  Subst *subst = subst_new(program);
  Par *par = row_again(&row, subst);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Atom selector = subst_atom(subst, row.output->selector);
  for (size_t i = 0; i < row.classes; i++)
    par->body.outputs[par->body.output_count++] =
        output_reduce(program, OP_ADD, build_member(&builder, selector, i), stm->span);
  return bind_made(&row, par, stm->vars, row.classes);
}

// The place of an element: those of its class begin after all of the classes before, and the last
// class has what is in no other one.
static Atom build_place(const SplitRow *row, Builder *builder, Atom selector, Atom index,
                        Var *const *ranks) {
  Atom last = index, begin = atom_i64(0), place = atom_i64(-1);
  for (size_t i = 0; i < row->classes; i++) {
    bool is_last = i + 1 == row->classes;
    if (!is_last) last = build_binary(builder, "rest", OP_SUB, last, atom_var(ranks[i]));
    Atom rank = is_last ? last : atom_var(ranks[i]);
    Atom here = build_binary(builder, "place", OP_ADD, begin, rank);
    Atom is_here = build_binary(builder, "is_here", OP_EQ, selector, atom_i64((int64_t)i));
    Atom args[3] = {is_here, here, place};
    place = atom_var(build_let(builder, "place", exp_new(row->program, OP_SELECT, args, 3)));
    if (!is_last)
      begin = build_binary(builder, "begin", OP_ADD, begin, atom_var(row->stm->vars[i]));
  }
  return place;
}

Stm *split_row_places(Program *program, const Stm *stm, Var *const *rooms) {
  SplitRow row = row_of(program, stm);
  const Output *output = row.output;
  size_t count = output->value_count, ranks = row.classes - 1;
  Subst *subst = subst_new(program);
  Par *par = row_again(&row, subst);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Atom selector = subst_atom(subst, output->selector);
  par->has_epilogue = true;
  par->scan_params = arena_array(program->arena, Var *, ranks + 1);
  for (size_t i = 0; i < ranks; i++) {
    Output *scan = &par->body.outputs[par->body.output_count++];
    *scan = output_reduce(program, OP_ADD, build_member(&builder, selector, i), stm->span);
    scan->mode = MODE_SCAN;
    scan->is_commutative = false;
    scan->is_exclusive = true;
    par->scan_params[par->scan_param_count++] =
        var_new(program, "rank", type_scalar(SCALAR_I64), stm->span);
  }
  Output *put = arena_make(program->arena, Output);
  *put = (Output){.mode = MODE_PUT, .index_count = 1, .value_count = count, .span = output->span};
  put->dests = arena_array(program->arena, Atom, count);
  put->values = arena_array(program->arena, Atom, count);
  put->indices = arena_make(program->arena, Atom);
  for (size_t i = 0; i < count; i++) {
    put->dests[i] = atom_var(rooms[i]);
    put->values[i] = subst_atom(subst, output->values[i]);
  }
  Builder behind = builder_new(program, &par->epilogue.stms, stm->span);
  *put->indices = build_place(&row, &behind, selector, atom_var(par->indices[0]), par->scan_params);
  par->epilogue.outputs = put;
  par->epilogue.output_count = 1;
  return bind_made(&row, par, stm->vars + row.classes, count);
}
