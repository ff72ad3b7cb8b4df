// A par over a flattened nest is made a nest, so that it can fuse with what made it.
//
//   let flat: [s]t = reshape rows                    let nest: [n][m]t = par (i < n) {
//   let ys: [s]t = par (k < s) {                       let row: [m]t = par (j < m) {
//     let x: t = index flat[k]                 =>        let x: t = index rows[i, j]
//     … map y                                            … map y
//   }                                                  }
//                                                      map row
//                                                    }
//                                                    let ys: [s]t = reshape nest
//
// `rows` is made by a par of the same body, or is a view that the reshape would copy: a slice, or a
// permutation of what is computed where it is read. Other permutations are copied, which is faster
// than to read them in their order. s is n * m by its definition, or all three are numbers, so that
// the reshape cannot fail.
// All outputs are maps or reductions of scalars; operators are associative. A par that also reads
// what another par made at its own index stays flat, and so does one that a scan or filter reads:
// it would not fuse with that one.
#include "core/fuse.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct Flattened {
  Fuser *fuser;
  const Stms *before; // the statements of the body in front of it
  Par *par;
  const Type *shape; // of the rows; NULL until some are found
  bool is_possible, has_view;
  Var *row, *column; // indices of the nest
  Vec(Var *) certs;  // what the flattened arrays need: their sizes fit
} Flattened;

static Stm *def_of(Fuser *fuser, const Var *var) { return var ? fuse_var(fuser, var)->def : NULL; }

static bool is_in_body(const Stms *stms, const Stm *stm) {
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] == stm) return true;
  return false;
}

// Is the size the product of these two, in either order? Numbers are known to be.
static bool is_product(Fuser *fuser, Atom flat, const Type *rows) {
  const Stm *size = def_of(fuser, flat.var);
  if (!flat.var) return !dim_size(rows->dims[0]).var && !dim_size(rows->dims[1]).var;
  if (!size || size->exp->op != OP_MUL || size->var_count != 1) return false;
  const Atom *factors = size->exp->args;
  for (size_t i = 0; i < 2; i++)
    if (fuse_is_size_of(fuser, rows->dims[0], factors[i]) &&
        fuse_is_size_of(fuser, rows->dims[1], factors[1 - i]))
      return true;
  return false;
}

// Is it a slice, or a permutation of what is computed where it is read?
static bool is_wanted_view(const Flattened *flattened, Stm *stm) {
  bool is_permuted = false;
  if (stm->exp->op != OP_SLICE && stm->exp->op != OP_PERMUTE) return false;
  while (stm && op_has(stm->exp->op, FLAG_VIEW)) {
    is_permuted |= stm->exp->op == OP_PERMUTE;
    stm = def_of(flattened->fuser, stm->exp->args[0].var);
  }
  if (!is_permuted) return true;
  return stm && is_in_body(flattened->before, stm) && fuse_is_cheap_nest(flattened->fuser, stm);
}

// The rows that the array is made of, when a par of the body makes them, or they are a view that is
// read in its place; else NULL.
static Var *rows_of(const Flattened *flattened, const Var *flat) {
  Fuser *fuser = flattened->fuser;
  const Stm *reshape = def_of(fuser, flat);
  if (!reshape || reshape->exp->op != OP_RESHAPE) return NULL;
  Var *rows = reshape->exp->args[0].var;
  Stm *maker = def_of(fuser, rows);
  if (!maker || type_is_irregular(rows->type) || rows->type->rank != 2 || flat->type->rank != 1)
    return NULL;
  if (!is_product(fuser, dim_size(flat->type->dims[0]), rows->type)) return NULL;
  bool is_made = maker->exp->op == OP_PAR && is_in_body(flattened->before, maker);
  return is_made || is_wanted_view(flattened, maker) ? rows : NULL;
}

static bool is_own_element(const Flattened *flattened, const Stm *stm) {
  const Exp *exp = stm->exp;
  return exp->op == OP_INDEX && exp->arg_count > 1 && stm->var_count == 1 &&
         exp->args[1].var == flattened->par->indices[0];
}

static bool find_enter(Walker *walker, Stm *stm) {
  Flattened *flattened = walker->context;
  if (!is_own_element(flattened, stm)) return true;
  const Var *array = stm->exp->args[0].var;
  const Var *rows = rows_of(flattened, array);
  const Stm *def = def_of(flattened->fuser, array);
  if (rows) {
    vec_append(flattened->fuser->program->arena, &flattened->certs, def->certs, def->cert_count);
    flattened->has_view |= def_of(flattened->fuser, rows)->exp->op != OP_PAR;
  }
  if (rows && !flattened->shape) {
    flattened->shape = rows->type;
    flattened->is_possible &= dim_equal(array->type->dims[0], flattened->par->space[0]);
  } else if (rows) {
    flattened->is_possible &= dim_equal(rows->type->dims[0], flattened->shape->dims[0]) &&
                              dim_equal(rows->type->dims[1], flattened->shape->dims[1]);
  } else if (def && def->exp->op == OP_PAR) {
    flattened->is_possible = false;
  }
  return true;
}

static bool are_outputs_fine(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (!mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_TOTAL)) return false;
    for (size_t k = 0; k < output->value_count; k++)
      if (atom_type(output->values[k])->kind != TYPE_SCALAR) return false;
  }
  return true;
}

static bool is_candidate(const Fuser *fuser, const Stm *stm) {
  if (!par_is_plain(stm)) return false;
  const Par *par = stm->exp->as.par;
  return par->rank == 1 && par->level == PAR_ANY && !par->has_epilogue &&
         par->consumed_count == 0 && par->acc_count == 0 && !dim_is_varying(par->space[0]) &&
         !facts_is_pinned(fuser->facts, par->indices[0]) && are_outputs_fine(&par->body);
}

static bool is_flattened(Flattened *flattened, const Stm *stm) {
  if (!is_candidate(flattened->fuser, stm)) return false;
  flattened->par = stm->exp->as.par;
  flattened->is_possible = true;
  Walker walker = {.context = flattened, .enter = find_enter};
  walk_thunk(&walker, &flattened->par->body);
  return flattened->shape && flattened->is_possible;
}

typedef struct FuseSearch {
  const Stm *maker;
  bool is_found;
} FuseSearch;

static void search_use(Walker *walker, Var *var) {
  FuseSearch *search = walker->context;
  for (size_t i = 0; i < search->maker->var_count; i++)
    search->is_found |= search->maker->vars[i] == var;
}

// Does a par that cannot become a nest, a scan say, use what this one makes? They fuse as they are.
static bool has_flat_reader(const Fuser *fuser, const Stms *stms, size_t position) {
  FuseSearch search = {.maker = stms->data[position]};
  Walker walker = {.context = &search, .use = search_use};
  for (size_t i = position + 1; i < stms->count && !search.is_found; i++) {
    bool is_flat = stms->data[i]->exp->op == OP_PAR && !is_candidate(fuser, stms->data[i]);
    if (is_flat) walk_stm(&walker, stms->data[i]);
  }
  return search.is_found;
}

// ---- The nest ----

static bool nest_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Flattened *flattened = mapper->context;
  Var *rows = is_own_element(flattened, stm) ? rows_of(flattened, stm->exp->args[0].var) : NULL;
  if (!rows) return false;
  Atom indices[] = {atom_var(flattened->row), atom_var(flattened->column)};
  Stm *changed = arena_make(mapper->program->arena, Stm);
  *changed = *stm;
  changed->exp = exp_index(mapper->program, rows, indices, 2);
  fuse_define(flattened->fuser, changed);
  vec_push(mapper->program->arena, out, changed);
  return true;
}

static Par *par_of(Flattened *flattened, Var *index, Dim size) {
  return par_new_at(flattened->fuser->program, PAR_ANY, size, index);
}

static Par *inner_par(Flattened *flattened) {
  Program *program = flattened->fuser->program;
  Par *par = par_of(flattened, flattened->column, flattened->shape->dims[1]);
  Mapper mapper = {.program = program, .context = flattened, .stm = nest_stm};
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, flattened->par->indices[0]->span);
  Atom width = dim_size(flattened->shape->dims[1]);
  Atom start = build_binary(&builder, "start", OP_MUL, atom_var(flattened->row), width);
  Atom args[] = {start, atom_var(flattened->column)};
  build_stm(&builder, exp_new(program, OP_ADD, args, 2), flattened->par->indices, 1);
  Stms body = map_stms(&mapper, flattened->par->body.stms);
  vec_append(program->arena, &stms, body.data, body.count);
  par->body = flattened->par->body;
  par->body.stms = stms;
  return par;
}

static Output outer_output(Flattened *flattened, const Output *inner, Var *const *results) {
  Program *program = flattened->fuser->program;
  Output output = *inner;
  output.values = arena_array(program->arena, Atom, inner->value_count);
  for (size_t i = 0; i < inner->value_count; i++)
    output.values[i] = atom_var(results[i]);
  if (inner->op) output.op = rename_lambda(program, inner->op, subst_new(program));
  return output;
}

static Par *outer_par(Flattened *flattened, Span span) {
  Program *program = flattened->fuser->program;
  Par *par = par_of(flattened, flattened->row, flattened->shape->dims[0]);
  Builder builder = builder_new(program, &par->body.stms, span);
  Stm *inner = build_infer(&builder, "row", exp_par(program, inner_par(flattened)));
  const Thunk *thunk = &inner->exp->as.par->body;
  par->body.output_count = thunk->output_count;
  par->body.outputs = arena_array(program->arena, Output, thunk->output_count);
  size_t position = 0;
  for (size_t i = 0; i < thunk->output_count; i++) {
    par->body.outputs[i] = outer_output(flattened, &thunk->outputs[i], inner->vars + position);
    position += thunk->outputs[i].value_count;
  }
  return par;
}

static bool define_enter(Walker *walker, Stm *stm) {
  fuse_define(walker->context, stm);
  return true;
}

// Appends the nest, and what makes the old results of the new ones.
static void push_nest(Flattened *flattened, const Stm *stm, Stms *out) {
  Program *program = flattened->fuser->program;
  const Type *i64 = flattened->par->indices[0]->type;
  flattened->row = var_new(program, "i", i64, stm->span);
  flattened->column = var_new(program, "j", i64, stm->span);
  size_t first = out->count;
  Builder builder = builder_new(program, out, stm->span);
  size_t own = flattened->certs.count;
  vec_append(program->arena, &flattened->certs, stm->certs, stm->cert_count);
  builder.certs = flattened->certs.data;
  builder.cert_count = flattened->certs.count;
  Par *par = outer_par(flattened, stm->span);
  Stm *nest = build_infer(&builder, "nest", exp_par(program, par));
  builder.cert_count = own;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (stm->vars[i]->type->kind == TYPE_SCALAR) {
      nest->vars[i] = stm->vars[i];
      continue;
    }
    Atom made = atom_var(nest->vars[i]);
    build_stm(&builder, exp_new(program, OP_RESHAPE, &made, 1), &stm->vars[i], 1);
  }
  Walker walker = {.context = flattened->fuser, .enter = define_enter};
  for (size_t i = first; i < out->count; i++)
    walk_stm(&walker, out->data[i]);
}

bool fuse_flatten(Fuser *fuser, Stms *stms) {
  Stms out = {0};
  bool is_changed = false, has_view = false;
  for (size_t i = 0; i < stms->count; i++) {
    Flattened flattened = {.fuser = fuser, .before = &out};
    if (is_flattened(&flattened, stms->data[i]) && !has_flat_reader(fuser, stms, i)) {
      push_nest(&flattened, stms->data[i], &out);
      is_changed = true;
      has_view |= flattened.has_view;
    } else {
      vec_push(fuser->program->arena, &out, stms->data[i]);
    }
  }
  if (is_changed) *stms = out;
  return has_view;
}
