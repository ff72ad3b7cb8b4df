// layout: neighbouring threads read and write neighbours in memory.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//   cost       linear in the size of the program times the depth of its nesting
//
// A thread of a kernel that goes through a row by itself is far from what its neighbours read at
// the same time. Such an array is stored with the dimension of the threads last. If it exists
// already, a copy is stored in that way, made once, in front of the loops in which it does not
// change:
//
//   let ys: [n]f32 = par@grid (i < n) {         let turned: [m][n]f32 = permute (1, 0) xs
//     let y: f32 = loop … for j < m do {        let stored: [m][n]f32 = copy turned
//       let x: f32 = index xs[i, j]        =>   let view: [n][m]f32 = permute (1, 0) stored
//       …                                       let ys: [n]f32 = par@grid (i < n) {
//     }                                           … index view[i, j] …
//     map y
//   }
//
// If threads write rows, the result is stored in this way too, which an attribute tells
// flat_to_mem, and copied for whatever else needs it. A par that reads it by rows again needs no
// copy. What a loop carries from one to the other is carried as it is stored.
//
//   let zs: [n][m]f32 = par@grid (i < n) {      let rows: [n][m]f32 = par@grid (i < n) turned {
//     … map row                             =>    … map row
//   }                                           }
//                                               let zs: [n][m]f32 = copy rows
//
// Short rows stay: a thread has all of one in a few lines of memory.
#include "analysis/address.h"
#include "analysis/nest.h"
#include "base/intern.h"
#include "flat/flat.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/walk.h"

// Rows of at most this many bytes are short.
enum { SHORT_ROW = 64, RANK_MOST = 8 };

// Statements that are being written, and what is stored otherwise there.
typedef struct Turned {
  const Var *array;
  size_t last; // the dimension that is stored last
  Var *view;
  Var *stored; // what it is a view of, when that is a copy; otherwise NULL
} Turned;

typedef struct LayoutFrame {
  struct LayoutFrame *outer;
  Stms *out;
  bool is_repeated; // the body of a loop
  Vec(Turned) turned;
} LayoutFrame;

typedef struct Layout {
  Program *program;
  Arena *scratch;
  LayoutFrame *frame;
  Map *homes;  // Var -> Frame that binds it, on the host
  Map *inner;  // Var -> its dimension that is stored last, plus one; the last one if it is not here
  Stms copies; // made here; some may turn out not to be needed
  VarSet permuted; // what is looked at with its dimensions in another order
} Layout;

static void bind_home(Layout *layout, Var *var) {
  map_put(layout->homes, map_key(var), layout->frame);
}

static void bind_homes(Layout *layout, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    bind_home(layout, vars[i]);
}

static size_t inner_of(const Layout *layout, const Var *array) {
  size_t inner = (size_t)(uintptr_t)map_get(layout->inner, map_key(array));
  return inner > 0 ? inner - 1 : array->type->rank - 1;
}

static void set_inner(Layout *layout, const Var *array, size_t inner) {
  map_put(layout->inner, map_key(array), (void *)(uintptr_t)(inner + 1));
}

// ---- Storing ----

// In front of the loops that do not bind the array, also when it is read in an arm of a branch
// there: versions are such branches.
static LayoutFrame *frame_for(const Layout *layout, const Var *array) {
  const LayoutFrame *home = map_get(layout->homes, map_key(array));
  LayoutFrame *best = layout->frame;
  for (LayoutFrame *frame = layout->frame; frame && frame != home; frame = frame->outer)
    if (frame->is_repeated) best = frame->outer;
  return best;
}

static Var *find_turned(const Layout *layout, const Var *array, size_t last) {
  for (const LayoutFrame *frame = layout->frame; frame; frame = frame->outer)
    for (size_t i = 0; i < frame->turned.count; i++) {
      const Turned *turned = &frame->turned.data[i];
      if (turned->array == array && turned->last == last) return turned->view;
    }
  return NULL;
}

// The array with this dimension last, as a view.
static Exp *turned_there(Program *program, Var *array, size_t last) {
  size_t rank = array->type->rank, next = 0;
  uint32_t *there = arena_array(program->arena, uint32_t, rank);
  for (size_t k = 0; k < rank; k++)
    if (k != last) there[next++] = (uint32_t)k;
  there[next] = (uint32_t)last;
  return exp_permute(program, array, there);
}

// The array whose last dimension was this one, as a view.
static Exp *turned_back(Program *program, Var *array, size_t last) {
  size_t rank = array->type->rank;
  uint32_t *back = arena_array(program->arena, uint32_t, rank);
  for (size_t k = 0; k < rank; k++)
    back[k] = (uint32_t)(k < last ? k : k == last ? rank - 1 : k - 1);
  return exp_permute(program, array, back);
}

// A copy with this dimension last.
static Var *build_turned(Builder *builder, Var *array, size_t last) {
  Program *program = builder->program;
  Atom operand = atom_var(build_let(builder, "turned", turned_there(program, array, last)));
  return build_let(builder, "stored", exp_new(program, OP_COPY, &operand, 1));
}

// The array with this dimension last in memory: one that is there, or a copy.
static Var *turned_view(Layout *layout, Var *array, size_t last, Span span) {
  Var *known = find_turned(layout, array, last);
  if (known) return known;
  Program *program = layout->program;
  LayoutFrame *frame = frame_for(layout, array);
  Builder builder = builder_new(program, frame->out, span);
  Var *stored = build_turned(&builder, array, last);
  Var *view = build_let(&builder, array->name, turned_back(program, stored, last));
  set_inner(layout, view, last);
  vec_push(layout->scratch, &frame->turned,
           (Turned){.array = array, .last = last, .view = view, .stored = stored});
  return view;
}

// ---- Reading ----

// What a par reads: its threads, and what it binds.
typedef struct Reading {
  Layout *layout;
  const Par *outer;
  Var *thread; // the index in which neighbouring threads differ
  VarSet inside;
  VarSet threads;
  Addresses *addresses; // what indices are made of
  Map *sources;         // Var -> the array that it is a part of
  VarSet reshaped;      // and what parts of are reshaped: their elements must stand in order
} Reading;

static bool survey_enter(Walker *walker, Stm *stm) {
  Reading *reading = walker->context;
  const Exp *exp = stm->exp;
  address_note(reading->addresses, stm);
  bool is_part =
      exp->op == OP_INDEX || exp->op == OP_SLICE || exp->op == OP_PERMUTE || exp->op == OP_COERCE;
  if (is_part && exp->args[0].var)
    map_put(reading->sources, map_key(stm->vars[0]), exp->args[0].var);
  if (exp->op != OP_RESHAPE) return true;
  for (Var *of = exp->args[0].var; of; of = map_get(reading->sources, map_key(of)))
    varset_add(&reading->reshaped, of);
  return true;
}

// The index of a dimension in an index or slice; false when it has several.
static bool index_of(const Exp *exp, size_t dim, Atom *index) {
  const Atom *atom = exp->args + 1;
  if (exp->op == OP_INDEX) {
    if (dim + 1 >= exp->arg_count) return false;
    *index = atom[dim];
    return true;
  }
  const Selector *selector = &exp->as.selector;
  if (selector->is_lmad || dim >= selector->rank || selector->is_range[dim]) return false;
  for (size_t k = 0; k < dim; k++)
    atom += selector->is_range[k] ? 3 : 1;
  *index = *atom;
  return true;
}

static bool is_short(const Type *type, size_t last) {
  int64_t bytes = scalar_info(type->scalar)->width / 8;
  for (size_t k = 0; k < type->rank; k++) {
    if (k == last) continue;
    if (type->dims[k].var || type->dims[k].size > SHORT_ROW) return false;
    bytes *= type->dims[k].size;
  }
  return bytes <= SHORT_ROW;
}

static bool is_outside(const Reading *reading, const Var *array) {
  const Type *type = array->type;
  if (type->kind != TYPE_ARRAY || type->rank < 2 || type->rank > RANK_MOST) return false;
  if (type_is_irregular(type) || !map_find(reading->layout->homes, map_key(array), NULL))
    return false;
  for (size_t i = 0; i < reading->outer->consumed_count; i++)
    if (reading->outer->consumed[i].outside == array) return false;
  return true;
}

// Do all threads read one part of the array, which is another one each time? A copy of the whole
// would take longer than they do; it is worth making in front of a loop that reads every part.
static bool is_one_part(const Reading *reading, const Exp *exp) {
  const Var *array = exp->args[0].var;
  if (frame_for(reading->layout, array) != reading->layout->frame) return false;
  for (size_t k = 0; k < array->type->rank; k++) {
    Atom index;
    if (!index_of(exp, k, &index)) continue;
    if (!index.var || !varset_has(&reading->inside, index.var)) return true;
  }
  return false;
}

static bool is_index(const Reading *reading, Atom index, Var *var) {
  const Poly *value = address_value(reading->addresses, index);
  return value && poly_equal(value, poly_var(addresses_algebra(reading->addresses), var));
}

// Is the index that of the thread? One that only moves with it, such as the number of a point in
// several dimensions, is not worth a copy: threads that make such an array read it soon after.
static bool is_of_thread(const Reading *reading, Atom index) {
  return is_index(reading, index, reading->thread);
}

// Is there something in the index that a thread counts or computes by itself? Otherwise all threads
// read the same element of their rows, which are not worth a copy for it.
static bool is_within_thread(const Reading *reading, Atom index) {
  const Poly *value = address_value(reading->addresses, index);
  for (size_t i = 0; value && i < value->count; i++)
    for (size_t k = 0; k < value->terms[i].degree; k++) {
      const Var *var = value->terms[i].vars[k];
      if (varset_has(&reading->inside, var) && !varset_has(&reading->threads, var)) return true;
    }
  return false;
}

// Does a thread go through neighbours in memory while its neighbours are elsewhere? Then `last` is
// the dimension of the threads.
static bool is_far(const Reading *reading, const Stm *stm, size_t *last) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX && exp->op != OP_SLICE) return false;
  const Var *array = exp->args[0].var;
  if (!array || !is_outside(reading, array)) return false;
  if (exp->op == OP_SLICE && exp->as.selector.is_lmad) return false;
  if (varset_has(&reading->reshaped, stm->vars[0])) return false;
  size_t inner = inner_of(reading->layout, array);
  Atom index;
  bool is_found = false;
  for (size_t k = 0; k < array->type->rank && !is_found; k++) {
    is_found = k != inner && index_of(exp, k, &index) && is_of_thread(reading, index);
    *last = k;
  }
  if (!is_found || is_short(array->type, *last) || is_one_part(reading, exp)) return false;
  return !index_of(exp, inner, &index) || is_within_thread(reading, index);
}

static bool read_enter(Walker *walker, Stm *stm) {
  Reading *reading = walker->context;
  size_t last;
  if (!is_far(reading, stm, &last)) return true;
  Var *view = turned_view(reading->layout, stm->exp->args[0].var, last, stm->span);
  Exp *exp = arena_make(reading->layout->program->arena, Exp);
  *exp = *stm->exp;
  exp->args = arena_array(reading->layout->program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    exp->args[i] = i == 0 ? atom_var(view) : stm->exp->args[i];
  stm->exp = exp;
  return true;
}

static void add_indices(VarSet *set, const Par *par) {
  for (size_t i = 0; i < par->rank; i++)
    varset_add(set, par->indices[i]);
}

// Do the points of this par inside the map read neighbours, in a row of their own? Then a kernel
// runs over all of them.
static bool is_by_rows(const Reading *reading, const Stm *sum) {
  const Par *par = sum->exp->as.par;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op != OP_INDEX || !is_index(reading, exp->args[exp->arg_count - 1], par->indices[0]))
      continue;
    const Var *array = exp->args[0].var;
    bool is_row = exp->arg_count == 2 && varset_has(&reading->inside, array);
    for (size_t k = 1; k + 1 < exp->arg_count; k++)
      is_row = is_row || is_of_thread(reading, exp->args[k]);
    if (is_row && inner_of(reading->layout, array) + 2 == exp->arg_count) return true;
  }
  return false;
}

// Gives whether the points of an inner par are threads too.
static bool turn_reads(Layout *layout, Stm *stm) {
  const Par *par = stm->exp->as.par;
  Reading reading = {.layout = layout, .outer = par, .threads = varset_new(layout->scratch)};
  const Stm *deep = stm;
  add_indices(&reading.threads, par);
  for (const Stm *next; (next = nest_find(layout->scratch, deep)); deep = next)
    add_indices(&reading.threads, next->exp->as.par);
  const Par *inner = deep->exp->as.par;
  reading.thread = inner->indices[inner->rank - 1];
  Stms all = {0};
  vec_push(layout->scratch, &all, stm);
  reading.inside = bound_vars_stms(layout->scratch, &all);
  reading.sources = map_new(layout->scratch);
  reading.reshaped = varset_new(layout->scratch);
  reading.addresses = addresses_new(layout->scratch);
  Walker views = {.context = &reading, .enter = survey_enter};
  walk_thunk(&views, &par->body);
  walk_thunk(&views, &par->epilogue);
  const Stm *sum = nest_find_sum(layout->scratch, deep);
  // Reductions in a nest of maps go by tiles, whatever the layout.
  if (sum && (deep != stm || is_by_rows(&reading, sum))) return true;
  Walker walker = {.context = &reading, .enter = read_enter};
  walk_thunk(&walker, &par->body);
  walk_thunk(&walker, &par->epilogue);
  return deep != stm;
}

// ---- Writing ----

// Is the value a row that the point makes by itself?
static bool is_own_row(const Par *par, const Output *output, const Var *result) {
  const Var *value = output->values[0].var;
  if (!mode_has(output->mode, TRAIT_ELEMENTS) || !value || value->type->kind != TYPE_ARRAY)
    return false;
  if (type_is_irregular(result->type) || result->type->rank > RANK_MOST) return false;
  if (par->rank != 1 || is_short(result->type, 0)) return false;
  // Where there are no points there are no neighbours, and a stride of 0 would mean one element
  // that is repeated.
  Atom points = dim_size(par->space[0]);
  if (!points.var && constant_to_i64(points.constant) == 0) return false;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k] == value) return stm->exp->op == OP_PAR || stm->exp->op == OP_LOOP;
  }
  return false;
}

static bool has_own_rows(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->has_epilogue || par->consumed_count + par->acc_count > 0 || stm->var_count == 0)
    return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_scalar = mode_has(output->mode, TRAIT_ELEMENTS) && stm->vars[i]->type->rank == 1;
    if (!mode_has(output->mode, TRAIT_ELEMENTS) ||
        !(is_scalar || is_own_row(par, output, stm->vars[i])))
      return false;
  }
  return true;
}

// Is the row a scan? A kernel for scans stores it either way.
static bool is_scanned(const Par *par, size_t output) {
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    for (size_t k = 0; stm->exp->op == OP_PAR && k < stm->var_count; k++) {
      const Par *row = stm->exp->as.par;
      bool is_it = stm->vars[k] == par->body.outputs[output].values[0].var;
      if (is_it && !row->has_epilogue && row->body.output_count > 0)
        return mode_has(row->body.outputs[0].mode, TRAIT_RUNNING);
    }
  }
  return false;
}

// After the par: copies of what it stores with the rows apart.
static void turn_writes(Layout *layout, Stm *stm) {
  Program *program = layout->program;
  Var **vars = arena_array(program->arena, Var *, stm->var_count);
  Builder builder = builder_new(program, layout->frame->out, stm->span);
  bool is_turned = false;
  for (size_t i = 0; i < stm->var_count; i++) {
    Var *result = vars[i] = stm->vars[i];
    if (result->type->rank < 2) continue;
    if (is_scanned(stm->exp->as.par, i) && !varset_has(&layout->permuted, result)) continue;
    vars[i] = var_like(program, result, result->type);
    bind_home(layout, vars[i]);
    set_inner(layout, vars[i], 0);
    Atom operand = atom_var(vars[i]);
    Stm *copy = build_stm(&builder, exp_new(program, OP_COPY, &operand, 1), &result, 1);
    vec_push(layout->scratch, &layout->copies, copy);
    vec_push(layout->scratch, &layout->frame->turned,
             (Turned){.array = result, .last = 0, .view = vars[i]});
    is_turned = true;
  }
  if (!is_turned) return;
  stm->vars = vars;
  stm->exp->as.par->is_turned = true;
}

// ---- Loops ----

typedef struct Count {
  const Var *var;
  size_t uses;
} Count;

static void count_use(Walker *walker, Var *var) {
  Count *count = walker->context;
  count->uses += var == count->var;
}

static size_t uses_in(const Var *var, Body *body) {
  Count count = {.var = var};
  Walker walker = {.context = &count, .use = count_use};
  if (body) walk_body(&walker, body);
  return count.uses;
}

static bool is_binding(const Stm *stm, const Var *var) {
  return stm->var_count > 0 && stm->vars[0] == var;
}

// Takes the copy out of the body that made `stored`, and the view in front of it.
static void drop_stored(Body *body, const Var *stored) {
  Stms *stms = &body->stms;
  size_t count = 0;
  for (size_t i = 0; i < stms->count; i++) {
    bool is_view = i + 1 < stms->count && is_binding(stms->data[i + 1], stored);
    if (!is_view && !is_binding(stms->data[i], stored)) stms->data[count++] = stms->data[i];
  }
  stms->count = count;
}

static const Turned *turned_in(const LayoutFrame *frame, const Var *array) {
  for (size_t i = 0; array && i < frame->turned.count; i++)
    if (frame->turned.data[i].array == array) return &frame->turned.data[i];
  return NULL;
}

// What a loop reads by rows only, and makes by rows, is carried as it is stored: `frame` is that of
// its body. Statements for after the loop go to `behind`.
static void carry_turned(Layout *layout, Stm *stm, const LayoutFrame *frame, Stms *behind) {
  Program *program = layout->program;
  Loop *loop = stm->exp->as.loop;
  Builder before = builder_new(program, layout->frame->out, stm->span);
  Builder inside = builder_new(program, &loop->body->stms, stm->span);
  Builder after = builder_new(program, behind, stm->span);
  for (size_t i = 0; i < loop->param_count; i++) {
    const Turned *read = turned_in(frame, loop->params[i]);
    const Turned *made = turned_in(frame, loop->body->results[i].var);
    bool is_both = read && made && read->stored && !made->stored && read->last == made->last;
    if (!is_both || uses_in(loop->params[i], loop->body) != 1) continue;
    if (uses_in(loop->params[i], loop->condition) > 0 || !stm->exp->args[i].var) continue;
    Var *result = stm->vars[i];
    size_t rank = result->type->rank, last = read->last;
    Dim *dims = arena_array(program->arena, Dim, rank);
    for (size_t k = 0; k < rank; k++)
      dims[k] = result->type->dims[k + 1 == rank ? last : k < last ? k : k + 1];
    stm->exp->args[i] = atom_var(build_turned(&before, stm->exp->args[i].var, last));
    drop_stored(loop->body, read->stored);
    loop->params[i] = read->stored;
    Exp *next = turned_there(program, made->view, last);
    loop->body->results[i] = atom_var(build_let(&inside, "carried", next));
    stm->vars[i] = var_like(program, result, type_with_dims(program, result->type, rank, dims));
    Var *view = build_let(&after, result->name, turned_back(program, stm->vars[i], last));
    set_inner(layout, view, last);
    Atom operand = atom_var(view);
    Stm *copy = build_stm(&after, exp_new(program, OP_COPY, &operand, 1), &result, 1);
    vec_push(layout->scratch, &layout->copies, copy);
    bind_home(layout, result);
    vec_push(layout->scratch, &layout->frame->turned,
             (Turned){.array = result, .last = last, .view = view});
  }
}

// ---- Lists ----

static LayoutFrame layout_body(Layout *layout, Body *body, const Loop *loop);

static void layout_loop(Layout *layout, Stm *stm, Stms *behind) {
  Loop *loop = stm->exp->as.loop;
  if (loop->condition) layout_body(layout, loop->condition, loop);
  LayoutFrame frame = layout_body(layout, loop->body, loop);
  carry_turned(layout, stm, &frame, behind);
}

static void layout_inside(Layout *layout, const Exp *exp) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      layout_body(layout, exp->as.branches.bodies[i], NULL);
  } else if (exp->op == OP_WITH_ACC) {
    layout_body(layout, exp->as.with_acc->body, NULL);
  }
}

// Where a view of the host has its last dimension.
static void note_view(Layout *layout, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_PERMUTE || exp->args[0].var->type->rank > RANK_MOST) return;
  size_t inner = inner_of(layout, exp->args[0].var);
  for (size_t k = 0; k < stm->vars[0]->type->rank; k++)
    if (exp->as.permutation[k] == inner) set_inner(layout, stm->vars[0], k);
}

// What is turned back is a view of what was stored turned, without a copy in between.
static void view_stored(Layout *layout, Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_PERMUTE || exp->args[0].var->type->rank > RANK_MOST) return;
  size_t last = exp->as.permutation[stm->vars[0]->type->rank - 1];
  Var *view = find_turned(layout, exp->args[0].var, last);
  if (view) stm->exp = exp_permute(layout->program, view, exp->as.permutation);
}

static void layout_stm(Layout *layout, Stm *stm) {
  Stms *out = layout->frame->out, behind = {0};
  view_stored(layout, stm);
  bool is_kernel =
      stm->exp->op == OP_PAR && stm->exp->as.par->level == PAR_GRID && stm->exp->as.par->rank > 0;
  bool is_shared = is_kernel && par_has_blocks(stm->exp->as.par);
  bool is_nest = is_kernel && !is_shared && turn_reads(layout, stm);
  if (stm->exp->op == OP_LOOP)
    layout_loop(layout, stm, &behind);
  else if (!is_kernel)
    layout_inside(layout, stm->exp);
  vec_push(layout->program->arena, out, stm);
  vec_append(layout->program->arena, out, behind.data, behind.count);
  bind_homes(layout, stm->vars, stm->var_count);
  note_view(layout, stm);
  if (is_kernel && !is_shared && !is_nest && has_own_rows(stm)) turn_writes(layout, stm);
}

// Gives what is stored otherwise in the body.
static LayoutFrame layout_body(Layout *layout, Body *body, const Loop *loop) {
  Stms out = {0};
  LayoutFrame frame = {.outer = layout->frame, .out = &out, .is_repeated = loop != NULL};
  layout->frame = &frame;
  if (loop) bind_homes(layout, loop->params, loop->param_count);
  if (loop && loop->index) bind_home(layout, loop->index);
  for (size_t i = 0; i < body->stms.count; i++)
    layout_stm(layout, body->stms.data[i]);
  body->stms = out;
  layout->frame = frame.outer;
  return frame;
}

// ---- Copies that nothing reads ----

typedef struct LayoutUses {
  Layout *layout;
  VarSet used;
} LayoutUses;

static bool note_permuted(Walker *walker, Stm *stm) {
  Layout *layout = walker->context;
  if (stm->exp->op == OP_PERMUTE) varset_add(&layout->permuted, stm->exp->args[0].var);
  return true;
}

static void note_use(Walker *walker, Var *var) {
  varset_add(&((LayoutUses *)walker->context)->used, var);
}

static bool is_idle(const Layout *layout, const VarSet *used, const Stm *stm) {
  for (size_t i = 0; i < layout->copies.count; i++)
    if (layout->copies.data[i] == stm) return !varset_has(used, stm->vars[0]);
  return false;
}

static void drop_idle(Layout *layout, const VarSet *used, Body *body) {
  size_t count = 0;
  for (size_t i = 0; i < body->stms.count; i++) {
    Stm *stm = body->stms.data[i];
    const Exp *exp = stm->exp;
    if (is_idle(layout, used, stm)) continue;
    body->stms.data[count++] = stm;
    if (exp->op == OP_IF || exp->op == OP_SWITCH)
      for (size_t k = 0; k < exp->as.branches.body_count; k++)
        drop_idle(layout, used, exp->as.branches.bodies[k]);
    if (exp->op == OP_LOOP) drop_idle(layout, used, exp->as.loop->body);
    if (exp->op == OP_WITH_ACC) drop_idle(layout, used, exp->as.with_acc->body);
  }
  body->stms.count = count;
}

static void layout_whole(Layout *layout, Body *body, const Fun *fun) {
  Stms none = {0};
  LayoutFrame frame = {.out = &none};
  layout->frame = &frame;
  for (size_t i = 0; fun && i < fun->param_count; i++)
    bind_home(layout, fun->params[i].var);
  layout->copies = (Stms){0};
  layout->permuted = varset_new(layout->scratch);
  Walker finder = {.context = layout, .enter = note_permuted};
  walk_body(&finder, body);
  layout_body(layout, body, NULL);
  LayoutUses uses = {.layout = layout, .used = varset_new(layout->scratch)};
  Walker walker = {.context = &uses, .use = note_use};
  walk_body(&walker, body);
  if (layout->copies.count > 0) drop_idle(layout, &uses.used, body);
}

// ---- The pass ----

static Program *layout_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Layout layout = {.program = program, .scratch = arena_new()};
  layout.homes = map_new(layout.scratch);
  layout.inner = map_new(layout.scratch);
  for (size_t i = 0; i < program->globals.count; i++)
    layout_whole(&layout, program->globals.data[i]->body, NULL);
  for (size_t i = 0; i < program->funs.count; i++)
    layout_whole(&layout, program->funs.data[i]->body, program->funs.data[i]);
  arena_free(layout.scratch);
  return program;
}

const Pass pass_layout = {.name = "layout",
                          .purpose = "store arrays so that threads read neighbours",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .is_for_device = true,
                          .breaks = PROPERTY_SIMPLE,
                          .run = layout_run};
