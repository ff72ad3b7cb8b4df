// Reductions of columns. The points of a map that each reduce a column of an array would go through
// memory with a stride. A strip of points goes through the rows together instead:
//
//   par (j < m) { x = par (k < n) { reduce op a[k, j] }  y = f(x)  map y }
//     becomes
//   for each strip of WIDTH points {
//     for l { xs[l] = neutral }
//     for k < n { for l { xs[l] = op(xs[l], a[k, start + l]) } }
//     for l { x = xs[l]  y = f(x)  out[start + l] = y }
//   }
//
// Each point reduces in the same order as before. The thunk of the map is scalar statements and
// such reductions. What one of these pieces computes and a later one needs is kept for all points
// of the strip.
#include "imp/mem_to_imp.h"

enum { WIDTH = 128, PIECE_LIMIT = 16 };

// A scalar of the thunk that is kept for all points of the strip.
typedef struct Kept {
  Var *var;
  ImpVar *values;
} Kept;

typedef Vec(Kept) KeptList;

typedef struct Columns {
  Lower *lower;
  ParState *state;
  const Stms *stms;
  VarSet inside;     // bound in the thunk
  KeptList kept;     // so far
  ImpExp *start;     // the first point of the strip
  ImpExp *width;     // how many points it has
  ImpBuilder around; // the statements of the strip
} Columns;

// ---- Is it of this shape? ----

// A statement of scalars that cannot fail.
static bool is_plain(const Stm *stm) {
  if (stm->var_count != 1 || stm->vars[0]->type->kind != TYPE_SCALAR) return false;
  return is_scalar_op(stm->exp->op) || stm->exp->op == OP_INDEX;
}

static bool are_outside(const Columns *columns, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var && varset_has(&columns->inside, atoms[i].var)) return false;
  return true;
}

static bool is_reduction(const Columns *columns, const Par *par) {
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0) return false;
  Atom size = dim_size(par->space[0]);
  if (is_varying(par->space[0]) || !are_outside(columns, &size, 1)) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (output->mode != MODE_REDUCE || output->value_count == 0) return false;
    if (!are_outside(columns, output->neutral, output->value_count)) return false;
    for (size_t k = 0; k < output->value_count; k++)
      if (atom_type(output->neutral[k])->kind != TYPE_SCALAR) return false;
    for (size_t k = 0; k < output->op->body->stms.count; k++)
      if (!is_plain(output->op->body->stms.data[k])) return false;
  }
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!is_plain(par->body.stms.data[i])) return false;
  return par->body.output_count > 0;
}

// Do neighbours in this dimension stand next to each other?
static bool is_dense(const Type *type, size_t dim) {
  const Place *place = type->place;
  if (!place->strides) return dim + 1 == type->rank;
  Atom stride = place->strides[dim];
  return !stride.var && stride.constant.type == SCALAR_I64 && stride.constant.value.i64 == 1;
}

// What a load says about the order of the loops.
typedef struct Order {
  bool has_column; // in one array, points are neighbours and the elements of a point are not
  bool is_bad;     // a point has neighbours of its own, or the address is not simple
} Order;

static void note_load(const Stm *stm, const Var *j, const Var *k, const VarSet *computed,
                      Order *order) {
  const Exp *exp = stm->exp;
  const Type *type = exp->args[0].var->type;
  bool has_j = false, has_k = false, is_j_dense = false;
  for (size_t d = 0; d + 1 < exp->arg_count; d++) {
    const Var *index = exp->args[d + 1].var;
    if (!index) continue;
    if (varset_has(computed, index)) order->is_bad = true;
    if (index == j && has_j) order->is_bad = true;
    if (index == j) is_j_dense = is_dense(type, d);
    has_j = has_j || index == j;
    has_k = has_k || index == k;
  }
  if (has_j && !is_j_dense) order->is_bad = true;
  if (has_j && has_k) order->has_column = true;
}

static Order order_of(Lower *lower, const Par *par, const Var *j) {
  Order order = {0};
  VarSet computed = bound_vars_stms(lower->arena, &par->body.stms);
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_INDEX) note_load(stm, j, par->indices[0], &computed, &order);
  }
  return order;
}

static bool is_shaped(Columns *columns) {
  const Par *par = columns->state->par;
  size_t pars = 0;
  bool has_column = false;
  if (par->has_epilogue || par->acc_count > 0) return false;
  for (size_t i = 0; i < columns->state->output_count; i++) {
    const OutputState *output = &columns->state->outputs[i];
    if (output->output->mode != MODE_MAP || output->joins) return false;
    if (atom_type(output->output->values[0])->kind != TYPE_SCALAR) return false;
  }
  for (size_t i = 0; i < columns->stms->count; i++) {
    const Stm *stm = columns->stms->data[i];
    if (is_plain(stm)) continue;
    if (stm->exp->op != OP_PAR || !is_reduction(columns, stm->exp->as.par)) return false;
    Order order = order_of(columns->lower, stm->exp->as.par, par->indices[par->rank - 1]);
    if (order.is_bad || ++pars > PIECE_LIMIT) return false;
    has_column = has_column || order.has_column;
  }
  return has_column;
}

// ---- The pieces ----

// Adds what statements use.
static void add_used(Lower *lower, VarSet *used, const Stms *stms, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    VarSet free = free_vars_stm(lower->arena, stms->data[i]);
    Var *var;
    for (size_t cursor = 0; varset_each(&free, &cursor, &var);)
      varset_add(used, var);
  }
}

static void add_values(const Columns *columns, VarSet *used) {
  for (size_t i = 0; i < columns->state->output_count; i++) {
    Var *var = columns->state->outputs[i].output->values[0].var;
    if (var) varset_add(used, var);
  }
}

// Opens a loop over the points of the strip, and binds what it needs of earlier pieces.
static ImpFor *open_points(Columns *columns, const VarSet *used, ImpVar **lane) {
  Lower *lower = columns->lower;
  const Par *par = columns->state->par;
  *lane = loop_index(lower, "lane");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, *lane, imp_i64(lower->imp, 0), columns->width);
  lower->out = imp_into(&lower->out, &loop->body);
  Var *index = par->indices[par->rank - 1];
  ImpExp *point = imp_add(lower->imp, columns->start, imp_use(lower->imp, *lane));
  bind_alias(lower, index, imp_use(lower->imp, imp_let(&lower->out, index->name, point)));
  for (size_t i = 0; i < columns->kept.count; i++) {
    const Kept *kept = &columns->kept.data[i];
    if (!varset_has(used, kept->var)) continue;
    ImpExp *value = imp_load(lower->imp, kept->values, imp_use(lower->imp, *lane));
    ImpVar *loaded = imp_let(&lower->out, kept->var->name, value);
    bind_alias(lower, kept->var, imp_use(lower->imp, loaded));
  }
  return loop;
}

// Room for a scalar of all points, which must be declared in front of the loop that fills it.
static Kept make_room(Columns *columns, Var *var) {
  Lower *lower = columns->lower;
  return (Kept){var, imp_local(&lower->out, var->name, var->type->scalar, WIDTH)};
}

static void close_points(Columns *columns, ImpFor *loop) {
  columns->lower->out = columns->around;
  if (is_simple_loop(loop)) loop->kind = IMP_FOR_SIMD;
}

// What later pieces need of the statements.
static KeptList make_rooms(Columns *columns, size_t from, size_t to) {
  Lower *lower = columns->lower;
  KeptList rooms = {0};
  VarSet later = varset_new(lower->arena);
  add_used(lower, &later, columns->stms, to, columns->stms->count);
  add_values(columns, &later);
  for (size_t i = from; i < to && to < columns->stms->count; i++) {
    Var *var = columns->stms->data[i]->vars[0];
    if (var->type->kind == TYPE_SCALAR && varset_has(&later, var))
      vec_push(lower->arena, &rooms, make_room(columns, var));
  }
  return rooms;
}

static void emit_outputs(Columns *columns) {
  Lower *lower = columns->lower;
  const Par *par = columns->state->par;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank);
  for (size_t i = 0; i < par->rank; i++)
    indices[i] = lower_atom(lower, atom_var(par->indices[i]));
  for (size_t i = 0; i < columns->state->output_count; i++)
    output_emit(lower, columns->state, &columns->state->outputs[i], indices);
}

// The statements from one reduction to the next; the last piece gives the outputs, too.
static void emit_piece(Columns *columns, size_t from, size_t to) {
  Lower *lower = columns->lower;
  bool is_last = to == columns->stms->count;
  if (from == to && !is_last) return;
  VarSet used = varset_new(lower->arena);
  add_used(lower, &used, columns->stms, from, to);
  if (is_last) add_values(columns, &used);
  KeptList rooms = make_rooms(columns, from, to);
  ImpVar *lane;
  ImpFor *loop = open_points(columns, &used, &lane);
  for (size_t i = from; i < to; i++)
    lower_stm(lower, columns->stms->data[i]);
  for (size_t i = 0; i < rooms.count; i++)
    imp_store(&lower->out, rooms.data[i].values, imp_use(lower->imp, lane),
              lower_atom(lower, atom_var(rooms.data[i].var)));
  if (is_last) emit_outputs(columns);
  close_points(columns, loop);
  vec_append(lower->arena, &columns->kept, rooms.data, rooms.count);
}

// Sets what all points of the strip begin with.
static void emit_neutral(Columns *columns, ImpVar *values, Atom neutral) {
  Lower *lower = columns->lower;
  ImpVar *lane = loop_index(lower, "lane");
  ImpExp *zero = imp_i64(lower->imp, 0);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_SIMD, lane, zero, columns->width);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  imp_store(&inside, values, imp_use(lower->imp, lane), lower_atom(lower, neutral));
}

// One row of one output: the values of the points are combined with the next elements.
static void emit_step(Columns *columns, const Output *output, ImpVar *const *sums, ImpVar *lane) {
  Lower *lower = columns->lower;
  size_t count = output->value_count;
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count);
  ImpExp **values = arena_array(lower->imp->arena, ImpExp *, count);
  for (size_t k = 0; k < count; k++) {
    ImpExp *sum = imp_load(lower->imp, sums[k], imp_use(lower->imp, lane));
    carry[k] = imp_declare(&lower->out, output->op->params[k]->name, sums[k]->scalar, sum);
    values[k] = lower_atom(lower, output->values[k]);
  }
  operator_apply(lower, output->op, carry, values, count);
  for (size_t k = 0; k < count; k++)
    imp_store(&lower->out, sums[k], imp_use(lower->imp, lane), imp_use(lower->imp, carry[k]));
}

static void emit_reduction(Columns *columns, const Stm *stm, size_t at) {
  Lower *lower = columns->lower;
  const Par *par = stm->exp->as.par;
  VarSet used = varset_new(lower->arena);
  add_used(lower, &used, columns->stms, at, at + 1);
  ImpVar **sums = arena_array(lower->arena, ImpVar *, stm->var_count + 1);
  size_t result = 0;
  for (size_t i = 0; i < par->body.output_count; i++)
    for (size_t k = 0; k < par->body.outputs[i].value_count; k++, result++) {
      const Output *output = &par->body.outputs[i];
      Scalar scalar = atom_type(output->neutral[k])->scalar;
      sums[result] = imp_local(&lower->out, output->op->params[k]->name, scalar, WIDTH);
      emit_neutral(columns, sums[result], output->neutral[k]);
    }
  ImpVar *row = loop_index(lower, par->indices[0]->name), *lane;
  ImpFor *rows = imp_for(&lower->out, IMP_FOR_PLAIN, row, imp_i64(lower->imp, 0),
                         lower_dim(lower, par->space[0]));
  lower->out = imp_into(&lower->out, &rows->body);
  bind_alias(lower, par->indices[0], imp_use(lower->imp, row));
  ImpFor *loop = open_points(columns, &used, &lane);
  for (size_t i = 0; i < par->body.stms.count; i++)
    lower_stm(lower, par->body.stms.data[i]);
  result = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    emit_step(columns, &par->body.outputs[i], sums + result, lane);
    result += par->body.outputs[i].value_count;
  }
  close_points(columns, loop);
  for (size_t i = 0; i < result; i++)
    vec_push(lower->arena, &columns->kept, ((Kept){stm->vars[i], sums[i]}));
}

static void emit_strip(Columns *columns) {
  size_t from = 0;
  for (size_t i = 0; i < columns->stms->count; i++) {
    const Stm *stm = columns->stms->data[i];
    if (stm->exp->op != OP_PAR) continue;
    emit_piece(columns, from, i);
    emit_reduction(columns, stm, i);
    from = i + 1;
  }
  emit_piece(columns, from, columns->stms->count);
}

bool columns_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  Columns columns = {.lower = lower, .state = state, .stms = &state->par->body.stms};
  columns.inside = bound_vars_stms(lower->arena, columns.stms);
  varset_add(&columns.inside, state->par->indices[state->par->rank - 1]);
  if (!is_shaped(&columns)) return false;
  ImpProgram *imp = lower->imp;
  ImpBuilder saved = lower->out;
  ImpExp *size = imp_i64(imp, WIDTH), *points = imp_sub(imp, last, first);
  ImpExp *strips = imp_binary(imp, OP_SQUOT, imp_add(imp, points, imp_i64(imp, WIDTH - 1)), size);
  ImpVar *strip = loop_index(lower, "strip");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, strip, imp_i64(imp, 0), strips);
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *start = imp_add(imp, first, imp_mul(imp, imp_use(imp, strip), size));
  columns.start = imp_use(imp, imp_let(&lower->out, name_of(lower, "start"), start));
  ImpExp *rest = imp_sub(imp, last, columns.start);
  ImpExp *width = imp_binary(imp, OP_SMIN, size, rest);
  columns.width = imp_use(imp, imp_let(&lower->out, name_of(lower, "width"), width));
  columns.around = lower->out;
  emit_strip(&columns);
  lower->out = saved;
  return true;
}
