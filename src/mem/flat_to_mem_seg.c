// Segment descriptors, and what is irregular.
//
//   let d: seg[n] = seg_make s
//     becomes
//   let d_mem: mem = alloc n1 : i64
//   let ends: [n]i64 @ d_mem + 1 = par@grid (i < n) { the running sums of s }
//   let d: seg[n] @ d_mem = seg_make s, ends
//
// A descriptor is n + 1 numbers: where each segment starts, and the total. The running sums are a
// par like any other, so every target computes them in parallel. Operations that would otherwise
// need code of their own become pars too: the lengths, and the segment of each element.
#include "ir/join.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/flat_to_mem.h"

// ---- Where things run ----

typedef struct Threads {
  Map *inside; // Fun -> itself: it may be called by a point of a par
  unsigned depth;
  bool is_inside; // the function that is walked
  bool has_changed;
} Threads;

static bool threads_enter(Walker *walker, Stm *stm) {
  Threads *threads = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) threads->depth++;
  if (exp->op != OP_CALL || (threads->depth == 0 && !threads->is_inside)) return true;
  if (map_find(threads->inside, map_key(exp->as.callee), NULL)) return true;
  map_put(threads->inside, map_key(exp->as.callee), exp->as.callee);
  threads->has_changed = true;
  return true;
}

static void threads_leave(Walker *walker, Stm *stm) {
  Threads *threads = walker->context;
  if (stm->exp->op == OP_PAR) threads->depth--;
}

Map *settle_threads(Arena *scratch, Program *program) {
  Threads threads = {.inside = map_new(scratch), .has_changed = true};
  Walker walker = {.context = &threads, .enter = threads_enter, .leave = threads_leave};
  while (threads.has_changed) {
    threads.has_changed = false;
    for (size_t i = 0; i < program->funs.count; i++) {
      threads.is_inside = map_find(threads.inside, map_key(program->funs.data[i]), NULL);
      walk_fun(&walker, program->funs.data[i]);
    }
    threads.is_inside = false;
    for (size_t i = 0; i < program->globals.count; i++)
      walk_global(&walker, program->globals.data[i]);
  }
  return threads.inside;
}

// The level of a par that is made here.
static ParLevel level_here(const Settler *settler) {
  bool is_inside = settler->par_depth > 0 ||
                   (settler->fun && map_find(settler->threads, map_key(settler->fun), NULL));
  return is_inside ? PAR_THREAD : PAR_GRID;
}

// ---- What is irregular ----

void settle_check_joins(Settler *settler) {
  NoJoin found;
  if (!find_no_join(settler->scratch, settler->program, &found)) return;
  Span span = found.stm && found.stm->span.file ? found.stm->span : found.var->span;
  settle_refuse(settler, span, "an irregular array");
}

bool placing_is_settled_space(const Par *par) {
  size_t varying = 0;
  for (size_t k = 0; k < par->rank; k++) {
    Dim dim = par->space[k];
    if (!dim_is_varying(dim)) continue;
    varying++;
    if (dim.var->type->kind != TYPE_SEG || dim_rank(dim) != 1 || dim.skip > 0) return false;
  }
  return varying <= 1;
}

static const Segments *segments_of(const Settler *settler, const Var *descriptor) {
  return map_get(settler->segments, map_key(descriptor));
}

size_t irregular_counts(Settler *settler, const Type *type, Atom *counts) {
  size_t count = 0;
  for (size_t k = 0; k < type->rank; k++) {
    Dim dim = type->dims[k];
    if (!dim_is_varying(dim)) {
      counts[count++] = dim_size(dim);
      continue;
    }
    const Segments *segments = segments_of(settler, dim.var);
    if (!segments) INTERNAL_ERROR("%s is not a descriptor that was made", dim.var->name);
    counts[count - 1] = segments->total;
  }
  return count;
}

// ---- Making descriptors ----

static Var *fresh(Settler *settler, const char *name, const Type *type) {
  Var *var = var_new(settler->program, name, type, settler->builder.span);
  settle_bind(settler, var);
  return var;
}

static Var *array_at(Settler *settler, const char *name, Dim dim, Var *block, int64_t offset) {
  Var *var = fresh(settler, name, type_array(settler->program, SCALAR_I64, 1, &dim));
  Place place = {.block = block, .offset = atom_i64(offset)};
  settle_place(settler, var, &place);
  return var;
}

static Lambda *sum_operator(Settler *settler) {
  const Type *type = type_scalar(SCALAR_I64);
  Var *params[] = {fresh(settler, "a", type), fresh(settler, "b", type)};
  Stms stms = {0};
  Builder builder = builder_new(settler->program, &stms, settler->builder.span);
  Atom sum = build_binary(&builder, "sum", OP_ADD, atom_var(params[0]), atom_var(params[1]));
  return lambda_new(settler->program, params, 2, body_new(settler->program, stms, &sum, 1));
}

static void assert_at_most(Settler *settler, Builder *builder, Atom a, Atom b, const char *message,
                           const Atom *values, size_t count) {
  Atom is_right = build_binary(builder, "is_right", OP_SLE, a, b);
  Name text = intern_str(settler->program->names, message);
  Var *cert = fresh(settler, "checked", type_cert());
  build_stm(builder, exp_assert(settler->program, is_right, text, values, count), &cert, 1);
}

static Par *par_over(Settler *settler, Dim size, Var **index) {
  *index = fresh(settler, "i", type_scalar(SCALAR_I64));
  return par_new_at(settler->program, level_here(settler), size, *index);
}

static Output *add_output(Settler *settler, Thunk *thunk, Mode mode, Atom value) {
  Output *output = arena_make(settler->program->arena, Output);
  output->mode = mode;
  output->values = arena_array(settler->program->arena, Atom, 1);
  output->values[0] = value;
  output->value_count = 1;
  output->span = settler->builder.span;
  thunk->outputs = output;
  thunk->output_count = 1;
  return output;
}

// The running sums of the lengths, none of which may be negative, nor their sum too large: the
// first sum that is too large is negative, because it is below 2^64.
static Exp *sum_lengths(Settler *settler, Var *lengths) {
  Var *index;
  Par *par = par_over(settler, lengths->type->dims[0], &index);
  Builder body = builder_new(settler->program, &par->body.stms, settler->builder.span);
  Atom at = atom_var(index);
  Atom length = atom_var(build_index(&body, "length", lengths, &at, 1));
  Atom shown[] = {at, length};
  assert_at_most(settler, &body, atom_i64(0), length, "{!E0404}segment {} has length {}", shown, 2);
  Output *scan = add_output(settler, &par->body, MODE_SCAN, length);
  scan->op = sum_operator(settler);
  scan->neutral = arena_array(settler->program->arena, Atom, 1);
  scan->neutral[0] = atom_i64(0);
  par->has_epilogue = true;
  par->scan_params = arena_array(settler->program->arena, Var *, 1);
  par->scan_params[0] = fresh(settler, "end", type_scalar(SCALAR_I64));
  par->scan_param_count = 1;
  Builder epilogue = builder_new(settler->program, &par->epilogue.stms, settler->builder.span);
  Atom end = atom_var(par->scan_params[0]);
  assert_at_most(settler, &epilogue, atom_i64(0), end,
                 "{!E0404}the sum of the segments' lengths is too large", NULL, 0);
  add_output(settler, &par->epilogue, MODE_MAP, end);
  return exp_par(settler->program, par);
}

void settle_seg_make(Settler *settler, Stm *stm) {
  Program *program = settler->program;
  Var *lengths = stm->exp->args[0].var, *descriptor = stm->vars[0];
  if (lengths->type->rank != 1) {
    settle_refuse(settler, stm->span, "a descriptor of several dimensions");
    return;
  }
  Dim size = lengths->type->dims[0];
  Builder *builder = &settler->builder;
  Atom count = lmads_add(settler->lmads, builder, dim_size(size), atom_i64(1));
  Var *block = settle_alloc(settler, descriptor->name, SCALAR_I64, &count, 1);
  Segments *segments = arena_make(settler->scratch, Segments);
  segments->ends = array_at(settler, "ends", size, block, 1);
  build_stm(builder, sum_lengths(settler, lengths), &segments->ends, 1);
  Place place = {.block = block, .offset = atom_i64(0)};
  settle_place(settler, descriptor, &place);
  Atom operands[] = {atom_var(lengths), atom_var(segments->ends)};
  settle_emit(settler, stm, exp_new(program, OP_SEG_MAKE, operands, 2), stm->vars, 1);
  Atom operand = atom_var(descriptor);
  segments->starts = array_at(settler, "starts", size, block, 0);
  build_stm(builder, exp_new(program, OP_SEG_OFFSETS, &operand, 1), &segments->starts, 1);
  segments->total = atom_var(fresh(settler, "total", type_scalar(SCALAR_I64)));
  build_stm(builder, exp_new(program, OP_SEG_TOTAL, &operand, 1), &segments->total.var, 1);
  map_put(settler->segments, map_key(descriptor), segments);
}

// ---- Using descriptors ----

void settle_seg_offsets(Settler *settler, Stm *stm) {
  settle_place(settler, stm->vars[0], stm->exp->args[0].var->type->place);
  settle_emit(settler, stm, stm->exp, stm->vars, 1);
}

// The lengths as differences.
void settle_seg_lengths(Settler *settler, Stm *stm) {
  const Segments *segments = segments_of(settler, stm->exp->args[0].var);
  Var *result = stm->vars[0], *index;
  Place place = settle_destination(settler, result);
  settle_place(settler, result, &place);
  Par *par = par_over(settler, result->type->dims[0], &index);
  Builder body = builder_new(settler->program, &par->body.stms, settler->builder.span);
  Atom at = atom_var(index);
  Atom start = atom_var(build_index(&body, "start", segments->starts, &at, 1));
  Atom end = atom_var(build_index(&body, "end", segments->ends, &at, 1));
  add_output(settler, &par->body, MODE_MAP, build_binary(&body, "length", OP_SUB, end, start));
  settle_emit(settler, stm, exp_par(settler->program, par), stm->vars, 1);
}

// seg_index, seg_flags: a par over all elements, seen without its segments.
void settle_seg_elements(Settler *settler, Stm *stm) {
  Program *program = settler->program;
  Var *descriptor = stm->exp->args[0].var, *result = stm->vars[0], *index;
  Par *par = par_over(settler, descriptor->type->dims[0], &index);
  Var *inner = fresh(settler, "j", type_scalar(SCALAR_I64));
  Dim dims[] = {par->space[0], dim_var(descriptor)};
  par->rank = 2;
  par->space = arena_array(program->arena, Dim, 2);
  par->indices = arena_array(program->arena, Var *, 2);
  for (size_t k = 0; k < 2; k++) {
    par->space[k] = dims[k];
    par->indices[k] = k == 0 ? index : inner;
  }
  Builder body = builder_new(program, &par->body.stms, settler->builder.span);
  Atom value = atom_var(index);
  if (stm->exp->op == OP_SEG_FLAGS)
    value = build_binary(&body, "is_first", OP_EQ, atom_var(inner), atom_i64(0));
  add_output(settler, &par->body, MODE_MAP, value);
  Var *nested = fresh(settler, result->name, type_array(program, result->type->scalar, 2, dims));
  Place place = settle_fresh(settler, nested);
  settle_place(settler, nested, &place);
  build_stm(&settler->builder, exp_par(program, par), &nested, 1);
  Atom operand = atom_var(nested);
  settle_place(settler, result, &place);
  settle_emit(settler, stm, exp_new(program, OP_RESHAPE, &operand, 1), stm->vars, 1);
}
