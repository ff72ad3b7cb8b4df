// The code of a point in the terms that bins know.
//
//   let ys: [w]f32 = par@thread (j < w) { … scan (+) x } then (p) { … map y }
//     becomes
//   let ps: [w]f32 = par@thread (j < w) { … scan (+) x }
//   let ys: [w]f32 = par@thread (j < w) { let p: f32 = index ps[j] … map y }
//
// So do prefixes without the element itself, which are those of the element before. Filters and
// partitions are prefixes of counts, and elements that are put where these say. A copy is a map.
#include "flat/bins.h"
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/type.h"

enum { CLASSES_MOST = 8 }; // each is counted for itself

typedef struct BinNormal {
  Mapper mapper;
  Binning *bins;
  VarSet made; // arrays that the point makes, and views of them
} BinNormal;

// A par that is being made, over the space of another one.
typedef struct BinPar {
  Par *par;
  Vec(Output) outputs;
  Vars vars;
} BinPar;

static void normal_par(BinNormal *normal, Stm *stm, Stms *out);

static Atom *list_of_one(Arena *arena, Atom atom) {
  Atom *list = arena_array(arena, Atom, 1);
  *list = atom;
  return list;
}

static BinPar par_like(BinNormal *normal, const Par *model) {
  Program *program = normal->bins->program;
  Var *index = var_like(program, model->indices[0], model->indices[0]->type);
  return (BinPar){.par = par_new_at(program, model->level, model->space[0], index)};
}

static Var *row_like(BinNormal *normal, const Par *model, const char *name, Scalar scalar) {
  Program *program = normal->bins->program;
  return var_new(program, name, type_array(program, scalar, 1, model->space), normal->bins->span);
}

static void add_output(BinNormal *normal, BinPar *made, Output output, Var *var) {
  vec_push(normal->bins->program->arena, &made->outputs, output);
  if (var) vec_push(normal->bins->program->arena, &made->vars, var);
}

static void add_map(BinNormal *normal, BinPar *made, Atom value, Var *var) {
  Output output = output_map_of(normal->bins->program, value, normal->bins->span);
  add_output(normal, made, output, var);
}

// The prefixes of a count, and all of it.
static Var *add_count(BinNormal *normal, BinPar *made, Atom one, Var *all) {
  Program *program = normal->bins->program;
  Var *row = row_like(normal, made->par, "counted", SCALAR_I64);
  Output count = output_reduce(program, OP_ADD, one, normal->bins->span), prefix = count;
  prefix.mode = MODE_SCAN;
  prefix.is_commutative = false;
  prefix.op = rename_lambda(program, count.op, subst_new(program));
  add_output(normal, made, prefix, row);
  add_output(normal, made, count, all);
  return row;
}

static Stm *finish_par(BinNormal *normal, const Stm *like, BinPar *made) {
  Program *program = normal->bins->program;
  made->par->body.outputs = made->outputs.data;
  made->par->body.output_count = made->outputs.count;
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, like->span);
  builder.certs = like->certs;
  builder.cert_count = like->cert_count;
  return build_stm(&builder, exp_par(program, made->par), made->vars.data, made->vars.count);
}

static Atom own_element(BinNormal *normal, BinPar *made, Var *row) {
  Builder builder = builder_new(normal->bins->program, &made->par->body.stms, normal->bins->span);
  Atom index = atom_var(made->par->indices[0]);
  return atom_var(build_index(&builder, row->name, row, &index, 1));
}

// ---- Epilogues ----

// What the epilogue uses of the body: scalars. Certificates were given before.
static Vars find_shown(BinNormal *normal, const Par *par, Par *behind) {
  Arena *arena = normal->bins->program->arena;
  Vars shown = {0};
  const Exp exp = {.op = OP_PAR, .as.par = behind};
  VarSet used = free_vars_exp(arena, &exp), inside = bound_vars_stms(arena, &par->body.stms);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      Var *var = stm->vars[k];
      if (!varset_has(&used, var) || var->type->kind == TYPE_CERT) continue;
      if (var->type->kind != TYPE_SCALAR)
        bins_obstruct(normal->bins, var->span, "prefixes that are combined with rows");
      else
        vec_push(arena, &shown, var);
    }
  }
  Walker walker = {.context = &inside, .enter = bins_strip_enter};
  walk_thunk(&walker, &behind->body);
  return shown;
}

// A par that is taken apart: into what gives rows, and what reads them at its index.
typedef struct BinSplit {
  BinPar first, second;
  Stms reads; // in front of the second one's statements
} BinSplit;

// The first one gives a row of the values, which the second one knows as the variable.
static Var *split_row(BinNormal *normal, BinSplit *split, Var *var) {
  Program *program = normal->bins->program;
  Var *row = row_like(normal, split->first.par, var->name, var->type->scalar);
  Builder builder = builder_new(program, &split->reads, normal->bins->span);
  Atom index = atom_var(split->second.par->indices[0]);
  build_stm(&builder, exp_index(program, row, &index, 1), &var, 1);
  return row;
}

// The outputs of the body stay; the second par takes their prefixes. Returns how many results the
// first one has of those of the statement.
static size_t prefixes_apart(BinNormal *normal, BinSplit *split, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t next = 0, prefix = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    add_output(normal, &split->first, *output, NULL);
    bool is_prefix = mode_has(output->mode, TRAIT_RUNNING);
    size_t count = is_prefix ? output->value_count : par_result_count(par, output);
    for (size_t k = 0; k < count; k++) {
      Var *var =
          is_prefix ? split_row(normal, split, par->scan_params[prefix++]) : stm->vars[next++];
      vec_push(normal->bins->program->arena, &split->first.vars, var);
    }
  }
  return next;
}

// The epilogue is a par of its own, which reads what the first one gives; that one has fresh names.
static void epilogue_apart(BinNormal *normal, const Stm *stm, Stms *out) {
  Program *program = normal->bins->program;
  const Par *par = stm->exp->as.par;
  BinSplit split = {.first.par = arena_make(program->arena, Par), .second = par_like(normal, par)};
  *split.first.par = *par;
  split.first.par->has_epilogue = false;
  split.first.par->scan_param_count = 0;
  split.first.par->epilogue = (Thunk){0};
  split.second.par->indices[0] = par->indices[0];
  split.second.par->body = par->epilogue;
  Vars shown = find_shown(normal, par, split.second.par);
  if (normal->bins->obstacle) return;
  size_t count = prefixes_apart(normal, &split, stm);
  for (size_t i = 0; i < shown.count; i++)
    add_map(normal, &split.first, atom_var(shown.data[i]),
            split_row(normal, &split, shown.data[i]));
  vec_append(program->arena, &split.reads, par->epilogue.stms.data, par->epilogue.stms.count);
  split.second.par->body.stms = split.reads;
  vec_append(program->arena, &split.second.outputs, par->epilogue.outputs,
             par->epilogue.output_count);
  vec_append(program->arena, &split.second.vars, stm->vars + count, stm->var_count - count);
  Stm *first = finish_par(normal, stm, &split.first);
  Var **vars = first->vars;
  first = rename_stm(program, first, subst_new(program));
  first->vars = vars;
  normal_par(normal, first, out);
  normal_par(normal, finish_par(normal, stm, &split.second), out);
}

// ---- Prefixes without the element itself ----

static void shift_row(BinNormal *normal, const Stm *stm, Var *row, Atom neutral, Var *var,
                      Stms *out) {
  Program *program = normal->bins->program;
  BinPar made = par_like(normal, stm->exp->as.par);
  Stms before = {0};
  Builder builder = builder_new(program, &made.par->body.stms, stm->span);
  Builder inside = builder_new(program, &before, stm->span);
  Atom index = atom_var(made.par->indices[0]);
  Atom is_first = build_binary(&builder, "is_first", OP_EQ, index, atom_i64(0));
  Atom at = build_binary(&inside, "before", OP_SUB, index, atom_i64(1));
  Atom value = atom_var(build_index(&inside, var->name, row, &at, 1));
  Body *nothing = body_new(program, (Stms){0}, &neutral, 1);
  Exp *choice = exp_if(program, is_first, nothing, body_new(program, before, &value, 1));
  add_map(normal, &made, atom_var(build_let(&builder, var->name, choice)), var);
  vec_push(program->arena, out, finish_par(normal, stm, &made));
}

static void exclusive_apart(BinNormal *normal, const Stm *stm, Stms *out) {
  Program *program = normal->bins->program;
  const Par *par = stm->exp->as.par;
  BinPar first = {.par = arena_make(program->arena, Par)};
  *first.par = *par;
  Stms rest = {0};
  size_t next = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Output output = par->body.outputs[i];
    size_t count = par_result_count(par, &output);
    bool is_shifted = output.is_exclusive;
    output.is_exclusive = false;
    vec_push(program->arena, &first.outputs, output);
    for (size_t k = 0; k < count; k++) {
      Var *var = stm->vars[next++], *row = var;
      if (is_shifted) {
        row = row_like(normal, par, var->name, var->type->scalar);
        shift_row(normal, stm, row, output.neutral[k], var, &rest);
      }
      vec_push(program->arena, &first.vars, row);
    }
  }
  normal_par(normal, finish_par(normal, stm, &first), out);
  vec_append(program->arena, out, rest.data, rest.count);
}

// ---- Filters and partitions ----

// Where the elements go, which a par says: the rows of counted elements, one for each class, and
// how many there are in the classes before.
typedef struct BinPlaces {
  Var *selectors;
  Vars counted, all;
} BinPlaces;

static Atom place_of(BinNormal *normal, BinPar *made, const BinPlaces *places, const Atom *starts,
                     bool is_filter) {
  Program *program = normal->bins->program;
  Atom selector = own_element(normal, made, places->selectors), at = atom_i64(-1);
  for (size_t c = 0; c < places->counted.count; c++) {
    Atom counted = own_element(normal, made, places->counted.data[c]);
    Builder builder = builder_new(program, &made->par->body.stms, normal->bins->span);
    Atom is_class = is_filter
                        ? selector
                        : build_binary(&builder, "is_class", OP_EQ, selector, atom_i64((int64_t)c));
    Atom inside = build_binary(&builder, "at", OP_SUB, counted, atom_i64(1));
    Atom args[] = {is_class, build_binary(&builder, "at", OP_ADD, starts[c], inside), at};
    at = atom_var(build_let(&builder, "at", exp_new(program, OP_SELECT, args, 3)));
  }
  return at;
}

// The rows with the elements where the places say. A filter leaves a part of them.
static void put_elements(BinNormal *normal, const Stm *stm, const BinPlaces *places,
                         const Vars *rows, Var *const *results, bool is_filter, Stms *out) {
  Program *program = normal->bins->program;
  Arena *arena = program->arena;
  const Par *par = stm->exp->as.par;
  Builder host = builder_new(program, out, stm->span);
  Atom *starts = arena_array(arena, Atom, places->all.count + 1);
  starts[0] = atom_i64(0);
  for (size_t c = 0; c < places->all.count; c++)
    starts[c + 1] = c + 1 < places->all.count ? build_binary(&host, "start", OP_ADD, starts[c],
                                                             atom_var(places->all.data[c]))
                                              : atom_i64(0);
  BinPar room = par_like(normal, par), made = par_like(normal, par);
  Output put = {.mode = MODE_PUT, .value_count = rows->count, .index_count = 1, .span = stm->span};
  put.dests = arena_array(arena, Atom, rows->count + 1);
  put.values = arena_array(arena, Atom, rows->count + 1);
  put.indices = list_of_one(arena, place_of(normal, &made, places, starts, is_filter));
  for (size_t i = 0; i < rows->count; i++) {
    Scalar scalar = rows->data[i]->type->scalar;
    Var *dest = row_like(normal, par, "room", scalar);
    add_map(normal, &room, atom_constant((Constant){.type = scalar}), dest);
    put.dests[i] = atom_var(dest);
    put.values[i] = own_element(normal, &made, rows->data[i]);
    vec_push(arena, &made.vars, is_filter ? row_like(normal, par, "kept", scalar) : results[i]);
  }
  vec_push(arena, &made.outputs, put);
  vec_push(arena, out, finish_par(normal, stm, &room));
  vec_push(arena, out, finish_par(normal, stm, &made));
  for (size_t i = 0; i < rows->count && is_filter; i++) {
    Atom atoms[] = {atom_i64(0), atom_var(places->all.data[0]), atom_i64(1)};
    Selector range = selector_of(program, 1, true);
    Var *var = results[i];
    build_stm(&host, exp_slice(program, made.vars.data[i], range, atoms, 3), &var, 1);
  }
}

// The first par counts, for each class, and gives rows of selectors and elements.
static void select_apart(BinNormal *normal, const Stm *stm, const Output *output, BinPar *first,
                         Var *const *results, Stms *rest) {
  Arena *arena = normal->bins->program->arena;
  const Par *par = stm->exp->as.par;
  bool is_filter = mode_has(output->mode, TRAIT_DROPS);
  size_t classes = is_filter ? 1 : output->class_count;
  if (classes > CLASSES_MOST) {
    bins_obstruct(normal->bins, stm->span, "a partition into many classes");
    return;
  }
  Scalar selector = atom_type(output->selector)->scalar;
  BinPlaces places = {.selectors = row_like(normal, par, "selector", selector)};
  for (size_t c = 0; c < classes; c++) {
    Builder builder = builder_new(normal->bins->program, &first->par->body.stms, stm->span);
    Atom is_class = output->selector;
    if (!is_filter)
      is_class = build_binary(&builder, "is_class", OP_EQ, is_class, atom_i64((int64_t)c));
    Atom one = build_convert(&builder, "one", OP_BTOI, is_class, SCALAR_I64);
    vec_push(arena, &places.counted, add_count(normal, first, one, results[c]));
    vec_push(arena, &places.all, results[c]);
  }
  add_map(normal, first, output->selector, places.selectors);
  Vars rows = {0};
  for (size_t k = 0; k < output->value_count; k++) {
    Var *row = row_like(normal, par, "element", atom_type(output->values[k])->scalar);
    add_map(normal, first, output->values[k], row);
    vec_push(arena, &rows, row);
  }
  if (is_filter) bins_bound_size(normal->bins, results[0], par->space[0].var);
  put_elements(normal, stm, &places, &rows, results + classes, is_filter, rest);
}

static void selection_apart(BinNormal *normal, const Stm *stm, Stms *out) {
  Arena *arena = normal->bins->program->arena;
  const Par *par = stm->exp->as.par;
  BinPar first = {.par = arena_make(arena, Par)};
  *first.par = *par;
  Stms rest = {0};
  size_t next = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    size_t count = par_result_count(par, output);
    if (mode_has(output->mode, TRAIT_SELECTS)) {
      select_apart(normal, stm, output, &first, stm->vars + next, &rest);
    } else {
      add_output(normal, &first, *output, NULL);
      vec_append(arena, &first.vars, stm->vars + next, count);
    }
    next += count;
  }
  vec_push(arena, out, finish_par(normal, stm, &first));
  vec_append(arena, out, rest.data, rest.count);
}

// ---- Pars ----

// Elements that are rows themselves are none that a place has.
static bool has_scalars(const Par *par) {
  const Thunk *thunks[] = {&par->body, &par->epilogue};
  for (size_t t = 0; t < 2; t++)
    for (size_t i = 0; i < thunks[t]->output_count; i++)
      for (size_t k = 0; k < thunks[t]->outputs[i].value_count; k++)
        if (atom_type(thunks[t]->outputs[i].values[k])->kind != TYPE_SCALAR) return false;
  return true;
}

static bool has_exclusive(const Par *par) {
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].is_exclusive) return true;
  return false;
}

static void normal_par(BinNormal *normal, Stm *stm, Stms *out) {
  const Par *par = stm->exp->as.par;
  if (normal->bins->obstacle) return;
  if (par->has_epilogue)
    epilogue_apart(normal, stm, out);
  else if (has_exclusive(par))
    exclusive_apart(normal, stm, out);
  else if (thunk_has(&par->body, TRAIT_SELECTS))
    selection_apart(normal, stm, out);
  else
    vec_push(normal->bins->program->arena, out, stm);
}

// ---- Parts of rows, and rows of several ----

int64_t bins_slice_step(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_SLICE || exp->as.selector.is_lmad || stm->vars[0]->type->rank != 1 ||
      exp->arg_count != 4 || exp->args[3].var)
    return 0;
  return constant_to_i64(exp->args[3].constant);
}

static BinPar par_over(BinNormal *normal, const Stm *stm) {
  const Dim *space = stm->vars[0]->type->dims;
  return (BinPar){.par = par_new(normal->bins->program, PAR_THREAD, space, 1, "k", stm->span)};
}

// A row of its own with what the host has, or what a view of that shows.
static Atom own_row(BinNormal *normal, Atom array, Span span, Stms *out) {
  const Type *type = atom_type(array);
  if (!bins_is_row_type(normal->bins, type) || varset_has(&normal->made, array.var)) return array;
  Var *var = var_new(normal->bins->program, array.var->name, type, span);
  BinPar made = par_over(normal, &(Stm){.vars = &var, .var_count = 1, .span = span});
  add_map(normal, &made, own_element(normal, &made, array.var), var);
  vec_push(normal->bins->program->arena, out, finish_par(normal, &(Stm){.span = span}, &made));
  varset_add(&normal->made, var);
  return atom_var(var);
}

// What a loop carries, and what a branch gives, are rows of the point.
static void own_results(BinNormal *normal, Body *body, Span span) {
  for (size_t i = 0; i < body->result_count; i++)
    body->results[i] = own_row(normal, body->results[i], span, &body->stms);
}

static bool normal_control(BinNormal *normal, Stm *stm, Stms *out) {
  Op op = stm->exp->op;
  if (op != OP_LOOP && op != OP_IF && op != OP_SWITCH) return false;
  for (size_t i = 0; op == OP_LOOP && i < stm->exp->as.loop->param_count; i++)
    stm->exp->args[i] = own_row(normal, stm->exp->args[i], stm->span, out);
  Stm *mapped = map_stm(&normal->mapper, stm);
  if (op == OP_LOOP) own_results(normal, mapped->exp->as.loop->body, stm->span);
  for (size_t i = 0; op != OP_LOOP && i < mapped->exp->as.branches.body_count; i++)
    own_results(normal, mapped->exp->as.branches.bodies[i], stm->span);
  vec_push(normal->bins->program->arena, out, mapped);
  return true;
}

static void normal_copy(BinNormal *normal, const Stm *stm, Stms *out) {
  Program *program = normal->bins->program;
  BinPar made = par_over(normal, stm);
  add_map(normal, &made, own_element(normal, &made, stm->exp->args[0].var), stm->vars[0]);
  vec_push(program->arena, out, finish_par(normal, stm, &made));
}

static void normal_slice(BinNormal *normal, const Stm *stm, Stms *out) {
  Program *program = normal->bins->program;
  const Exp *exp = stm->exp;
  BinPar made = par_over(normal, stm);
  Builder builder = builder_new(program, &made.par->body.stms, stm->span);
  Atom step = build_binary(&builder, "step", OP_MUL, atom_var(made.par->indices[0]), exp->args[3]);
  Atom at = build_binary(&builder, "at", OP_ADD, exp->args[1], step);
  Atom value = atom_var(build_index(&builder, "element", exp->args[0].var, &at, 1));
  add_map(normal, &made, value, stm->vars[0]);
  vec_push(program->arena, out, finish_par(normal, stm, &made));
}

static void normal_array(BinNormal *normal, const Stm *stm, Stms *out) {
  Program *program = normal->bins->program;
  const Exp *exp = stm->exp;
  BinPar made = par_over(normal, stm);
  Builder builder = builder_new(program, &made.par->body.stms, stm->span);
  Atom value = atom_constant((Constant){.type = stm->vars[0]->type->scalar});
  for (size_t i = 0; i < exp->arg_count; i++) {
    Atom is_here = build_binary(&builder, "is_here", OP_EQ, atom_var(made.par->indices[0]),
                                atom_i64((int64_t)i));
    Atom args[] = {is_here, exp->args[i], value};
    value = atom_var(build_let(&builder, "element", exp_new(program, OP_SELECT, args, 3)));
  }
  add_map(normal, &made, value, stm->vars[0]);
  vec_push(program->arena, out, finish_par(normal, stm, &made));
}

// The element at the index of the arrays from number `k` on.
static Atom build_piece(BinNormal *normal, Builder *builder, const Exp *concat, size_t k, Atom at) {
  Program *program = builder->program;
  Var *array = concat->args[k].var;
  if (k + 1 == concat->arg_count) return atom_var(build_index(builder, "element", array, &at, 1));
  Atom length = dim_size(array->type->dims[0]);
  Atom is_here = build_binary(builder, "is_here", OP_SLT, at, length);
  Stms here = {0}, behind = {0};
  Builder inside = builder_new(program, &here, builder->span);
  Builder beyond = builder_new(program, &behind, builder->span);
  Atom one = atom_var(build_index(&inside, "element", array, &at, 1));
  Atom rest = build_binary(&beyond, "at", OP_SUB, at, length);
  Atom other = build_piece(normal, &beyond, concat, k + 1, rest);
  Exp *choice = exp_if(program, is_here, body_new(program, here, &one, 1),
                       body_new(program, behind, &other, 1));
  return atom_var(build_let(builder, "element", choice));
}

static void normal_concat(BinNormal *normal, const Stm *stm, Stms *out) {
  BinPar made = par_over(normal, stm);
  Builder builder = builder_new(normal->bins->program, &made.par->body.stms, stm->span);
  Atom index = atom_var(made.par->indices[0]);
  add_map(normal, &made, build_piece(normal, &builder, stm->exp, 0, index), stm->vars[0]);
  vec_push(normal->bins->program->arena, out, finish_par(normal, stm, &made));
}

// ---- All statements ----

// Is it a part of what the point has made, other than the first elements of it?
static bool is_part(const BinNormal *normal, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (bins_slice_step(stm) == 0 || !varset_has(&normal->made, exp->args[0].var)) return false;
  return bins_slice_step(stm) != 1 || !atom_is_i64(exp->args[1], 0);
}

static void note_made(BinNormal *normal, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_view = op_has(exp->op, FLAG_VIEW) || exp->op == OP_INDEX;
  if (is_view && !varset_has(&normal->made, exp->args[0].var)) return;
  for (size_t i = 0; i < stm->var_count; i++)
    varset_add(&normal->made, stm->vars[i]);
  for (size_t i = 0; exp->op == OP_LOOP && i < exp->as.loop->param_count; i++)
    varset_add(&normal->made, exp->as.loop->params[i]);
}

// Rows that are made of other rows.
static bool normal_row(BinNormal *normal, const Stm *stm, Stms *out) {
  if (stm->var_count != 1 || !bins_is_row_type(normal->bins, stm->vars[0]->type)) return false;
  Op op = stm->exp->op;
  if (op == OP_COPY)
    normal_copy(normal, stm, out);
  else if (op == OP_CONCAT)
    normal_concat(normal, stm, out);
  else if (op == OP_ARRAY)
    normal_array(normal, stm, out);
  else if (is_part(normal, stm))
    normal_slice(normal, stm, out);
  else
    return false;
  return true;
}

// A part of a row is no longer than the row.
static void note_part(BinNormal *normal, const Stm *stm) {
  bool is_whole = stm->exp->op == OP_COERCE && stm->vars[0]->type->rank == 1;
  if (!is_whole && bins_slice_step(stm) == 0) return;
  if (!varset_has(&normal->made, stm->exp->args[0].var)) return;
  Var *size = stm->vars[0]->type->dims[0].var, *by = stm->exp->args[0].var->type->dims[0].var;
  if (size && by && size != by) bins_bound_size(normal->bins, size, by);
}

static bool normal_stm(Mapper *mapper, Stm *stm, Stms *out) {
  BinNormal *normal = mapper->context;
  note_made(normal, stm);
  note_part(normal, stm);
  if (normal_row(normal, stm, out) || normal_control(normal, stm, out)) return true;
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  const Type space = {.kind = TYPE_ARRAY, .rank = par->rank, .dims = par->space};
  if (bins_is_row_type(normal->bins, &space) && par->acc_count + par->consumed_count == 0 &&
      has_scalars(par))
    normal_par(normal, stm, out);
  else
    vec_push(normal->bins->program->arena, out, stm);
  return true;
}

Stms bins_normalise(Binning *bins, Stms stms) {
  BinNormal normal = {.bins = bins, .made = varset_new(bins->program->arena)};
  normal.mapper = (Mapper){.program = bins->program, .context = &normal, .stm = normal_stm};
  return map_stms(&normal.mapper, stms);
}
