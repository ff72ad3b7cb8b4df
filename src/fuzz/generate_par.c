// par: every output mode, several outputs, epilogues, consumed arrays and accumulators.
#include "fuzz/generate.h"
#include "ir/par.h"

// ---- Frames ----

void par_begin(Author *author, ParFrame *frame, Dim dim) {
  *frame = (ParFrame){.par = arena_make(author->arena, Par)};
  Par *par = frame->par;
  par->rank = 1;
  par->indices = arena_array(author->arena, Var *, 1);
  par->indices[0] = var_new(author->program, "i", type_scalar(SCALAR_I64), SPAN_NONE);
  par->space = arena_array(author->arena, Dim, 1);
  par->space[0] = dim;
  int64_t high = dim_high(author, dim);
  frame_enter(author, &frame->frame, high, true);
  author_bind(author, par->indices[0], false);
  facts_range(author, par->indices[0], 0, high > 0 ? high - 1 : 0);
  FuzzFacts *facts = facts_of(author, par->indices[0]);
  facts->is_below = true;
  facts->below = dim;
  frame->inner = author->scope.count;
  frame->was_unordered = author->is_unordered;
  author->is_unordered = true;
}

void par_begin_once(Author *author, ParFrame *frame) {
  *frame = (ParFrame){.par = arena_make(author->arena, Par)};
  frame_enter(author, &frame->frame, 1, true);
  frame->inner = author->scope.count;
  frame->was_unordered = author->is_unordered;
  author->is_unordered = true;
}

static Output output_of(Author *author, Mode mode, const Atom *values, size_t count) {
  Output output = {.mode = mode, .value_count = count};
  output.values = arena_array(author->arena, Atom, count);
  for (size_t k = 0; k < count; k++)
    output.values[k] = values[k];
  return output;
}

void par_map(Author *author, ParFrame *frame, Atom value) {
  vec_push(author->arena, &frame->outputs, output_of(author, MODE_MAP, &value, 1));
}

void par_sum(Author *author, ParFrame *frame, Atom value) {
  Program *program = author->program;
  Var *params[2] = {var_new(program, "a", type_scalar(SCALAR_I64), SPAN_NONE),
                    var_new(program, "b", type_scalar(SCALAR_I64), SPAN_NONE)};
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, SPAN_NONE);
  Atom sum = build_binary(&builder, "c", OP_ADD, atom_var(params[0]), atom_var(params[1]));
  Output output = {.mode = MODE_REDUCE, .is_commutative = true};
  output.op = lambda_new(program, params, 2, body_new(program, stms, &sum, 1));
  output.neutral = arena_make(author->arena, Atom);
  *output.neutral = atom_i64(0);
  output.values = arena_make(author->arena, Atom);
  *output.values = value;
  output.value_count = 1;
  vec_push(author->arena, &frame->outputs, output);
}

// Appends the sizes in the value's type that are bound inside the frame, then the value; none
// twice.
static void add_sized(Author *author, const ParFrame *frame, Atom value, Atoms *atoms) {
  for (size_t k = 0; k < atoms->count; k++)
    if (value.var && atom_equal(atoms->data[k], value)) return;
  const Type *type = atom_type(value);
  for (size_t k = 0; k < type_rank(type); k++) {
    Var *var = type->dims[k].var;
    if (var && author_is_bound_since(author, var, frame->frame.scope_count))
      add_sized(author, frame, atom_var(var), atoms);
  }
  vec_push(author->arena, atoms, value);
}

void par_map_sized(Author *author, ParFrame *frame, Atom value) {
  Atoms atoms = {0};
  add_sized(author, frame, value, &atoms);
  for (size_t k = 0; k < atoms.count; k++)
    par_map(author, frame, atoms.data[k]);
}

static Thunk thunk_of(Frame *frame, Output *outputs, size_t count) {
  return (Thunk){frame->stms, outputs, count};
}

static void record_values(Author *author, Stm *stm, size_t first, const Output *output) {
  for (size_t k = 0; k < output->value_count; k++) {
    int64_t low, high;
    if (atom_range(author, output->values[k], &low, &high))
      facts_range(author, stm->vars[first + k], low, high);
  }
}

// The ranges of the results of outputs, from result number `first` on.
static size_t record_outputs(Author *author, Stm *stm, size_t first, const Thunk *thunk) {
  const Par *par = stm->exp->as.par;
  int64_t size = par->rank == 0 ? 1 : dim_high(author, par->space[0]);
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    size_t counts = output_count_results(output);
    for (size_t k = 0; k < counts; k++)
      facts_range(author, stm->vars[first++], 0, size);
    if (par_hides(par, output)) continue;
    if (counts > 0 || mode_has(output->mode, TRAIT_ELEMENTS))
      record_values(author, stm, first, output);
    first += output->value_count;
  }
  return first;
}

Stm *par_end(Author *author, ParFrame *frame) {
  frame_leave(author, &frame->frame);
  author->is_unordered = frame->was_unordered;
  Par *par = frame->par;
  par->body = thunk_of(&frame->frame, frame->outputs.data, frame->outputs.count);
  Stm *stm = author_emit(author, "y", exp_par(author->program, par));
  size_t next = record_outputs(author, stm, 0, &par->body);
  if (par->has_epilogue) record_outputs(author, stm, next, &par->epilogue);
  return stm;
}

// ---- Outputs ----

// An output, as far as it must be decided before the body is written.
typedef struct ParDraft {
  Mode mode;
  Monoid monoid;
  Atom dests[MONOID_LIMIT];
  Atom values[MONOID_LIMIT]; // put: the values, when every point writes the same
  bool is_constant;
  size_t count;       // put
  size_t index_count; // put, combine
} ParDraft;

static Atom take_dest(Author *author, const Type *type, bool is_exact) {
  Var *dest = author_owned(author, type, is_exact);
  author_consume(author, dest);
  return atom_var(dest);
}

// An irregular array, whose shape a destination shall have; mostly NULL.
static const Var *choose_ragged(Author *author) {
  if (!author_has(author, FEATURE_IRREGULAR) || !random_chance(&author->random, 35)) return NULL;
  return author_pick(author, author_is_ragged, NULL);
}

static void plan_put(Author *author, ParDraft *plan) {
  const Var *ragged = choose_ragged(author);
  const Type *type =
      ragged ? ragged->type : author_array_type(author, 1 + random_below(&author->random, 2));
  plan->count = 1 + random_below(&author->random, 2);
  plan->index_count = ragged ? 2 : 1 + random_below(&author->random, type->rank);
  plan->is_constant = random_chance(&author->random, 30);
  for (size_t k = 0; k < plan->count; k++) {
    const Type *dest =
        type_array(author->program, k == 0 ? type->scalar : author_scalar_type(author), type->rank,
                   type->dims);
    // The value is chosen first: it must not share the destination's storage.
    if (plan->is_constant) {
      const Type *row = type_drop(author->program, dest, plan->index_count);
      plan->values[k] = type_is_array(row) ? atom_var(author_make(author, row, false))
                                           : author_scalar(author, row->scalar);
      if (type_is_array(row)) author_disown(author, atom_roots(author, plan->values[k]));
    }
    plan->dests[k] = take_dest(author, dest, false);
  }
}

static void plan_combine(Author *author, ParDraft *plan) {
  plan->monoid = monoid_new(author, true);
  const Var *ragged = type_is_array(plan->monoid.types[0]) ? NULL : choose_ragged(author);
  plan->index_count = ragged ? 2 : 1;
  Dim dims[2] = {ragged ? ragged->type->dims[0] : author_dim(author)};
  if (ragged) dims[1] = ragged->type->dims[1];
  for (size_t k = 0; k < plan->monoid.count; k++) {
    const Type *type = plan->monoid.types[k];
    if (type_is_array(type)) {
      dims[1] = type->dims[0];
      // The neutral element stays in use.
      author_disown(author, atom_roots(author, plan->monoid.neutral[k]));
    }
    const Type *dest =
        type_array(author->program, type->scalar, plan->index_count + type_rank(type), dims);
    plan->dests[k] = take_dest(author, dest, scalar_info(type->scalar)->class == CLASS_FLOAT);
  }
}

static ParDraft plan_new(Author *author, Mode mode) {
  ParDraft plan = {.mode = mode};
  if (mode_has(mode, TRAIT_FOLDS)) {
    plan.monoid = monoid_new(author, false);
    for (size_t k = 0; k < plan.monoid.count; k++)
      author_disown(author, atom_roots(author, plan.monoid.neutral[k]));
  }
  if (mode == MODE_PUT) plan_put(author, &plan);
  if (mode == MODE_COMBINE) plan_combine(author, &plan);
  return plan;
}

// Can the type be lifted over the par? Lengths from inside must depend on the outermost dimension.
static bool is_liftable(Author *author, const ParFrame *frame, const Type *type) {
  for (size_t k = 0; k < type_rank(type); k++) {
    Dim dim = type->dims[k];
    if (dim_is_varying(dim) && k != dim.skip + dim_rank(dim) &&
        author_is_bound_since(author, dim.var, frame->frame.scope_count))
      return false;
  }
  return true;
}

static bool leaves_par(Author *author, const Var *var, const void *context) {
  const ParFrame *frame = context;
  return (var->type->kind == TYPE_SCALAR || type_is_array(var->type)) &&
         author_is_bound_since(author, var, frame->inner) && is_liftable(author, frame, var->type);
}

static Atom value_inside(Author *author, const ParFrame *frame) {
  if (random_chance(&author->random, 80)) {
    Var *var = author_pick(author, leaves_par, frame);
    if (var) return atom_var(var);
  }
  if (random_chance(&author->random, 80)) return author_scalar(author, author_scalar_type(author));
  const Type *type = author_array_type(author, 1);
  if (!author_can_nest(author, type_volume(author, type)))
    return author_scalar(author, author_scalar_type(author));
  return author_value(author, type);
}

static Atom *copy_atoms(Author *author, const Atom *atoms, size_t count) {
  Atom *copy = arena_array(author->arena, Atom, count);
  for (size_t k = 0; k < count; k++)
    copy[k] = atoms[k];
  return copy;
}

// Values that travel together, with the sizes that they need.
static Output output_select(Author *author, ParFrame *frame, Mode mode) {
  Atoms atoms = {0};
  size_t count = 1 + random_below(&author->random, 2);
  for (size_t k = 0; k < count; k++)
    add_sized(author, frame, value_inside(author, frame), &atoms);
  Output output = output_of(author, mode, atoms.data, atoms.count);
  if (mode_has(mode, TRAIT_DROPS)) {
    output.selector = author_scalar(author, SCALAR_BOOL);
  } else {
    output.class_count = (uint32_t)random_between(&author->random, 1, 3);
    output.selector = author_op2(author, "class", OP_SMOD, author_scalar(author, SCALAR_I64),
                                 atom_i64(output.class_count));
  }
  return output;
}

static Output fold_of(Author *author, const Monoid *monoid, Mode mode, const Atom *values) {
  Output output = output_of(author, mode, values, monoid->count);
  output.op = monoid->op;
  output.neutral = copy_atoms(author, monoid->neutral, monoid->count);
  output.is_exclusive = mode_has(mode, TRAIT_RUNNING) && random_chance(&author->random, 40);
  output.is_commutative = !mode_has(mode, TRAIT_RUNNING) && monoid->is_commutative &&
                          random_chance(&author->random, 50);
  return output;
}

void par_fold(Author *author, ParFrame *frame, const Monoid *monoid, Mode mode,
              const Atom *values) {
  vec_push(author->arena, &frame->outputs, fold_of(author, monoid, mode, values));
}

static Output output_fold(Author *author, const ParDraft *plan) {
  Atom values[MONOID_LIMIT];
  monoid_values(author, &plan->monoid, values);
  return fold_of(author, &plan->monoid, plan->mode, values);
}

// An index that is different at every point.
static Atom distinct_index(Author *author, Atom index) {
  switch (random_below(&author->random, 3)) {
  case 0: return index;
  case 1:
    return author_op2(author, "ix", OP_ADD, index,
                      atom_i64(random_between(&author->random, -2, 2)));
  default:
    return author_op2(author, "ix", OP_SUB, atom_i64(random_between(&author->random, 0, 5)), index);
  }
}

static Output output_put(Author *author, const ParFrame *frame, const ParDraft *plan) {
  Atom values[MONOID_LIMIT];
  for (size_t k = 0; k < plan->count; k++)
    values[k] = plan->is_constant
                    ? plan->values[k]
                    : author_value(author, type_drop(author->program, atom_type(plan->dests[k]),
                                                     plan->index_count));
  Output output = output_of(author, MODE_PUT, values, plan->count);
  output.dests = copy_atoms(author, plan->dests, plan->count);
  output.index_count = plan->index_count;
  output.indices = arena_array(author->arena, Atom, plan->index_count);
  for (size_t k = 0; k < plan->index_count; k++)
    output.indices[k] = k == 0 && !plan->is_constant
                            ? distinct_index(author, atom_var(frame->par->indices[0]))
                            : author_size(author, 5);
  return output;
}

static Output output_combine(Author *author, const ParDraft *plan) {
  Output output = output_fold(author, plan);
  output.dests = copy_atoms(author, plan->dests, plan->monoid.count);
  output.index_count = plan->index_count;
  output.indices = arena_array(author->arena, Atom, plan->index_count);
  for (size_t k = 0; k < plan->index_count; k++)
    output.indices[k] = author_size(author, 5);
  return output;
}

// A map of what an earlier output maps already.
static bool repeat_map(Author *author, ParFrame *frame) {
  if (frame->outputs.count == 0 || !random_chance(&author->random, 25)) return false;
  const Output *output = &vec_last(&frame->outputs);
  if (!mode_has(output->mode, TRAIT_ELEMENTS) || atom_type(output->values[0])->kind != TYPE_SCALAR)
    return false;
  par_map(author, frame, output->values[0]);
  return true;
}

static void write_output(Author *author, ParFrame *frame, const ParDraft *plan) {
  Output output = {0};
  switch (plan->mode) {
  case MODE_MAP:
    if (!repeat_map(author, frame)) par_map_sized(author, frame, value_inside(author, frame));
    return;
  case MODE_REDUCE:
  case MODE_SCAN: output = output_fold(author, plan); break;
  case MODE_KEEP:
  case MODE_SPLIT: output = output_select(author, frame, plan->mode); break;
  case MODE_PUT: output = output_put(author, frame, plan); break;
  case MODE_COMBINE: output = output_combine(author, plan); break;
  case MODE_ACC:
  case MODE_COUNT: INTERNAL_ERROR("not a plan");
  }
  vec_push(author->arena, &frame->outputs, output);
}

static Mode choose_mode(Author *author, bool is_epilogue) {
  static const struct {
    Mode mode;
    Feature feature;
  } modes[] = {{MODE_MAP, FEATURE_PAR},         {MODE_MAP, FEATURE_PAR},
               {MODE_REDUCE, FEATURE_REDUCE},   {MODE_REDUCE, FEATURE_REDUCE},
               {MODE_SCAN, FEATURE_SCAN},       {MODE_KEEP, FEATURE_KEEP},
               {MODE_SPLIT, FEATURE_SPLIT},     {MODE_PUT, FEATURE_PUT},
               {MODE_COMBINE, FEATURE_COMBINE}, {MODE_SCAN, FEATURE_EPILOGUE}};
  for (;;) {
    size_t k = random_below(&author->random, sizeof modes / sizeof *modes);
    if (author_has(author, modes[k].feature) &&
        !(is_epilogue && mode_has(modes[k].mode, TRAIT_RUNNING)))
      return modes[k].mode;
  }
}

// ---- The epilogue ----

static bool has_scan(const ParFrame *frame) {
  for (size_t k = 0; k < frame->outputs.count; k++)
    if (mode_has(frame->outputs.data[k].mode, TRAIT_RUNNING)) return true;
  return false;
}

static void write_epilogue(Author *author, ParFrame *frame, const ParDraft *plans, size_t count) {
  Par *par = frame->par;
  Atoms scanned = {0};
  for (size_t k = 0; k < frame->outputs.count; k++) {
    const Output *output = &frame->outputs.data[k];
    if (mode_has(output->mode, TRAIT_RUNNING))
      vec_append(author->arena, &scanned, output->values, output->value_count);
  }
  Frame inner;
  frame_enter(author, &inner, 1, false);
  par->has_epilogue = true;
  par->scan_param_count = scanned.count;
  par->scan_params = arena_array(author->arena, Var *, scanned.count);
  for (size_t k = 0; k < scanned.count; k++) {
    par->scan_params[k] = var_new(author->program, "p", atom_type(scanned.data[k]), SPAN_NONE);
    author_bind(author, par->scan_params[k], false);
  }
  author_statements(author, random_below(&author->random, 4));
  ParFrame outer = *frame;
  frame->outputs.data = NULL;
  frame->outputs.count = frame->outputs.capacity = 0;
  for (size_t k = 0; k < count; k++)
    write_output(author, frame, &plans[k]);
  frame_leave(author, &inner);
  par->epilogue = thunk_of(&inner, frame->outputs.data, frame->outputs.count);
  frame->outputs.data = outer.outputs.data;
  frame->outputs.count = outer.outputs.count;
  frame->outputs.capacity = outer.outputs.capacity;
}

// ---- Consumed arrays ----

static bool is_consumable_over(Author *author, const Var *var, const void *context) {
  return type_is_array(var->type) && !type_is_irregular(var->type) &&
         author_is_consumable(author, var) && dim_equal(var->type->dims[0], *(const Dim *)context);
}

static Var *choose_consumed(Author *author, Dim dim) {
  if (!author_has(author, FEATURE_CONSUME) || random_chance(&author->random, 50)) return NULL;
  Var *array = author_pick(author, is_consumable_over, &dim);
  if (!array) {
    Dim dims[2] = {dim, dim_const(random_between(&author->random, 1, 3))};
    size_t rank = 1 + random_below(&author->random, 2);
    array = author_make(author, type_array(author->program, author_scalar_type(author), rank, dims),
                        false);
  }
  author_consume(author, array);
  return array;
}

Var *par_consume(Author *author, ParFrame *frame, Var *array) {
  const Type *type = type_drop(author->program, array->type, 1);
  Var *inside = var_new(author->program, "own", type, SPAN_NONE);
  frame->par->consumed = arena_make(author->arena, ParInput);
  frame->par->consumed[0] = (ParInput){inside, array};
  frame->par->consumed_count = 1;
  author_bind(author, inside, true);
  return inside;
}

// ---- The productions ----

static Dim choose_space(Author *author) {
  if (random_chance(&author->random, 50)) {
    Var *array = author_pick(author, author_is_any_array, NULL);
    if (array) return array->type->dims[0];
  }
  return author_dim(author);
}

// A par without dimensions, with maps only.
static bool write_par_once(Author *author) {
  if (!author_can_nest(author, 2)) return false;
  ParFrame frame;
  par_begin_once(author, &frame);
  author_statements(author, 1 + random_below(&author->random, 4));
  for (size_t k = 1 + random_below(&author->random, 2); k > 0; k--)
    par_map_sized(author, &frame, value_inside(author, &frame));
  par_end(author, &frame);
  return true;
}

// The element or row of a point, and perhaps pars over the row.
static void author_point(Author *author, Var *source, Atom index) {
  Var *row = author_row(author, source, index);
  for (size_t k = random_below(&author->random, 2) + 1; type_is_array(row->type) && k > 0; k--)
    author_par(author, row->type->dims[0], row);
}

bool write_par(Author *author) {
  if (random_chance(&author->random, 4)) return write_par_once(author);
  return author_par(author, choose_space(author), NULL);
}

bool author_par(Author *author, Dim dim, Var *source) {
  if (!author_can_nest(author, dim_high(author, dim) * 2)) return false;
  ParDraft plans[3], later[2];
  size_t count = 1 + random_below(&author->random, 3), later_count = 0;
  for (size_t k = 0; k < count; k++)
    plans[k] = plan_new(author, choose_mode(author, false));
  if (author_has(author, FEATURE_EPILOGUE)) {
    later_count = 1 + random_below(&author->random, 2);
    for (size_t k = 0; k < later_count; k++)
      later[k] = plan_new(author, choose_mode(author, true));
  }
  Var *consumed = choose_consumed(author, dim);
  ParFrame frame;
  par_begin(author, &frame, dim);
  if (random_chance(&author->random, 8))
    frame.par->level = (ParLevel)random_between(&author->random, PAR_THREAD, PAR_GRID);
  if (consumed) par_consume(author, &frame, consumed);
  if (source && author_is_live(author, source))
    author_point(author, source, atom_var(frame.par->indices[0]));
  author_statements(author, random_below(&author->random, source ? 3 : 5) + (source ? 0 : 1));
  for (size_t k = 0; k < count; k++)
    write_output(author, &frame, &plans[k]);
  if (later_count > 0 && has_scan(&frame)) write_epilogue(author, &frame, later, later_count);
  par_end(author, &frame);
  return true;
}

// One or two updates of the accumulator, perhaps under a loop; gives the last one.
static Var *write_updates(Author *author, Var *acc, const ParDraft *plan, Atom point) {
  size_t count = plan->is_constant || plan->monoid.op ? 1 + random_below(&author->random, 2) : 1;
  for (size_t i = 0; i < count; i++) {
    Atom args[3 + MONOID_LIMIT] = {atom_var(acc)};
    bool is_free = plan->is_constant || plan->monoid.op;
    size_t first = 1 + plan->index_count;
    for (size_t k = 1; k < first; k++)
      args[k] = is_free || k > 1 ? author_size(author, 5) : distinct_index(author, point);
    size_t value_count = plan->monoid.op ? plan->monoid.count : 1;
    if (plan->monoid.op)
      monoid_values(author, &plan->monoid, args + first);
    else
      args[first] = plan->is_constant ? plan->values[0]
                                      : author_scalar(author, atom_type(plan->dests[0])->scalar);
    acc = author_let(author, "acc",
                     exp_new(author->program, OP_ACC_UPDATE, args, first + value_count));
  }
  return acc;
}

// A par that threads the accumulator, and perhaps another inside it.
static Var *write_acc_par(Author *author, Var *acc, const ParDraft *plan, bool is_nested) {
  ParFrame frame;
  par_begin(author, &frame, author_dim(author));
  Var *inside = var_new(author->program, "inner", acc->type, SPAN_NONE);
  frame.par->accs = arena_make(author->arena, ParInput);
  frame.par->accs[0] = (ParInput){inside, acc};
  frame.par->acc_count = 1;
  author_statements(author, random_below(&author->random, 3));
  Atom last =
      atom_var(is_nested ? write_acc_par(author, inside, plan, false)
                         : write_updates(author, inside, plan, atom_var(frame.par->indices[0])));
  vec_push(author->arena, &frame.outputs, output_of(author, MODE_ACC, &last, 1));
  if (random_chance(&author->random, 30))
    par_map_sized(author, &frame, value_inside(author, &frame));
  return par_end(author, &frame)->vars[0];
}

bool write_acc(Author *author) {
  if (!author_can_nest(author, 32)) return false;
  Program *program = author->program;
  ParDraft plan = {.mode = MODE_PUT};
  bool has_op = random_chance(&author->random, 60);
  if (has_op) {
    plan_combine(author, &plan);
  } else {
    const Var *ragged = choose_ragged(author);
    const Type *type = ragged ? ragged->type : author_array_type(author, 1);
    plan.index_count = type->rank;
    plan.is_constant = random_chance(&author->random, 50);
    plan.values[0] = author_scalar(author, type->scalar);
    plan.dests[0] = take_dest(author, type, false);
  }
  size_t count = has_op ? plan.monoid.count : 1;
  const Type *types[MONOID_LIMIT];
  for (size_t k = 0; k < count; k++)
    types[k] = atom_type(plan.dests[k]);
  WithAcc *with_acc = arena_make(author->arena, WithAcc);
  with_acc->acc_count = 1;
  with_acc->accs = arena_make(author->arena, AccDecl);
  *with_acc->accs = (AccDecl){
      .param =
          var_new(program, "acc", type_acc(program, count, types, plan.index_count), SPAN_NONE),
      .dests = copy_atoms(author, plan.dests, count),
      .dest_count = count,
      .op = plan.monoid.op,
      .neutral = has_op ? copy_atoms(author, plan.monoid.neutral, count) : NULL,
  };
  Frame frame;
  frame_enter(author, &frame, 1, false);
  bool is_nested = (has_op || plan.is_constant) && random_chance(&author->random, 40);
  author_statements(author, random_below(&author->random, 2));
  Var *last = write_acc_par(author, with_acc->accs->param, &plan, is_nested);
  author_statements(author, random_below(&author->random, 4));
  Atom results[2] = {atom_var(last), author_scalar(author, author_scalar_type(author))};
  with_acc->body = body_new(program, frame.stms, results, 1 + random_below(&author->random, 2));
  frame_leave(author, &frame);
  author_emit(author, "with", exp_with_acc(program, with_acc));
  return true;
}
