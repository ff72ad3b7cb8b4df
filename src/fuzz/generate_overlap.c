// Updates and concats whose values read the array that they go to: apart from what is written,
// beside it and across it, with offsets and strides that only run time knows, in loops and points.
//
//   let value: [c]t = par (i < c) { ... index cells[r + i * t] ... map v }
//   let new: [n]t = update cells[o; c; s] = value
//
// A compiler may make the value in its place only where it proves that nothing reads there what is
// overwritten too early. The reads begin at o, at o + c * s, one off, at 0 or where the selection
// ends, and go on by the same step, by 1, by 2 or backwards; so most pairs of them are nearly
// apart.
//
// Every array is long enough for whatever is read: n = o + 2 * c * s + c + 2, where c + s <= 4.
#include <string.h>

#include "fuzz/generate.h"
#include "ir/par.h"

// The selection o; c; s of one dimension, and the number n of elements that there are. Reads begin
// around `start`, and so does what is written at `target`.
typedef struct FuzzWindow {
  Atom target, start, count, step, extent, size; // extent: count * step
  int64_t count_high;
} FuzzWindow;

// What is updated: a vector, or a matrix with the window in its dimension `dim` and all of the
// other.
typedef struct FuzzOverlap {
  FuzzWindow window;
  Var *cells;
  uint32_t dim;
  Atom other; // the size of the other dimension
} FuzzOverlap;

// ---- Numbers ----

// a op b, and what it is between.
static Atom window_op(Author *author, const char *name, Op op, Atom a, Atom b, int64_t low,
                      int64_t high) {
  Atom result = author_op2(author, name, op, a, b);
  facts_range(author, result.var, low, high);
  return result;
}

static int64_t high_of(Author *author, Atom atom) {
  int64_t low = 0, high = 0;
  atom_range(author, atom, &low, &high);
  return high;
}

// A selection that begins at `first`, which is at most `first_high`, or behind it.
static FuzzWindow window_new(Author *author, Atom first, int64_t first_high) {
  FuzzWindow window = {.start = first};
  int64_t step_high = random_between(&author->random, 1, 2);
  window.step = atom_i64(step_high);
  if (step_high == 2 && random_chance(&author->random, 60))
    window.step =
        window_op(author, "step", OP_ADD, atom_i64(1), author_size(author, 1), 1, step_high);
  window.count_high = 4 - step_high;
  window.count = author_size(author, window.count_high);
  int64_t reach = window.count_high * step_high;
  window.extent = window_op(author, "extent", OP_MUL, window.count, window.step, 0, reach);
  if (random_chance(&author->random, 50))
    window.start =
        window_op(author, "start", OP_ADD, first, author_size(author, 1), 0, first_high + 1);
  window.target = window.start;
  int64_t high = high_of(author, window.start);
  Atom end = window_op(author, "end", OP_ADD, window.start, window.extent, 0, high + reach);
  end = window_op(author, "end", OP_ADD, end, window.extent, 0, high + 2 * reach);
  high += 2 * reach + window.count_high;
  end = window_op(author, "end", OP_ADD, end, window.count, 0, high);
  window.size = window_op(author, "n", OP_ADD, end, atom_i64(2), 2, high + 2);
  return window;
}

// Where reads begin.
static Atom window_first(Author *author, const FuzzWindow *window) {
  int64_t high = high_of(author, window->start), reach = high_of(author, window->extent);
  Atom one = atom_i64(1);
  switch (random_below(&author->random, 6)) {
  case 0: return window->start;
  case 1: return window_op(author, "from", OP_ADD, window->start, one, 1, high + 1);
  case 2: return window_op(author, "from", OP_ADD, window->start, window->extent, 0, high + reach);
  case 3: {
    Atom end = window_op(author, "from", OP_ADD, window->start, window->extent, 0, high + reach);
    return window_op(author, "from", OP_ADD, end, one, 1, high + reach + 1);
  }
  case 4: return atom_i64(0);
  default: {
    Atom before = author_op2(author, "from", OP_SUB, window->start, one);
    return window_op(author, "from", OP_SMAX, before, atom_i64(0), 0, high);
  }
  }
}

// An index that the point reads: first + i * step, forwards, or backwards from behind the window.
static Atom window_index(Author *author, const FuzzWindow *window, Atom first, Atom i) {
  int64_t size = high_of(author, window->size);
  Atom step = window->step;
  switch (random_below(&author->random, 5)) {
  case 0: step = atom_i64(1); break;
  case 1: step = atom_i64(2); break;
  default: break;
  }
  Atom off = window_op(author, "off", OP_MUL, i, step, 0, size);
  if (random_chance(&author->random, 15)) {
    Atom end = author_op2(author, "last", OP_ADD, window->start, window->extent);
    off = window_op(author, "off", OP_MUL, i, window->step, 0, size);
    return window_op(author, "at", OP_SUB, end, off, 0, size);
  }
  return window_op(author, "at", OP_ADD, first, off, 0, size);
}

// ---- Values ----

// The shape of what has `count` elements in the dimension of the window.
static const Type *overlap_type(Author *author, const FuzzOverlap *overlap, Scalar scalar,
                                size_t rank, Atom count) {
  Dim dims[2] = {dim_atom(count), dim_atom(count)};
  if (rank == 2) dims[1 - overlap->dim] = dim_atom(overlap->other);
  return type_array(author->program, scalar, rank, dims);
}

static Atom read_cell(Author *author, const FuzzOverlap *overlap, Atom at, Atom beside) {
  Atom indices[2] = {at, beside};
  if (overlap->dim == 1) indices[0] = beside, indices[1] = at;
  size_t rank = overlap->cells->type->rank;
  return atom_var(
      author_let(author, "e", exp_index(author->program, overlap->cells, indices, rank)));
}

// One element, or what is made of two.
static Atom value_at(Author *author, const FuzzOverlap *overlap, Atom first, Atom i, Atom beside) {
  const FuzzWindow *window = &overlap->window;
  Atom value = read_cell(author, overlap, window_index(author, window, first, i), beside);
  if (random_chance(&author->random, 30)) {
    Atom second = read_cell(author, overlap, window_index(author, window, first, i), beside);
    value = author_op2(author, "v", OP_ADD, value, second);
  }
  if (!random_chance(&author->random, 50)) return value;
  return author_op2(author, "v", OP_ADD, value, author_atom(author, overlap->cells->type->scalar));
}

// The points from number `low` on, `count` of them in the dimension of the window.
static Var *value_of_points(Author *author, const FuzzOverlap *overlap, Atom first, Atom low,
                            Atom count) {
  bool is_matrix = overlap->cells->type->rank == 2, is_outer = overlap->dim == 0;
  ParFrame outer, inner;
  par_begin(author, &outer, dim_atom(is_outer ? count : overlap->other));
  Atom i = atom_var(outer.par->indices[0]), j = atom_i64(0), around = atom_i64(0);
  bool is_looking = is_matrix && random_chance(&author->random, 40);
  if (is_looking) around = value_at(author, overlap, first, is_outer ? i : j, is_outer ? j : i);
  if (is_matrix) {
    par_begin(author, &inner, dim_atom(is_outer ? overlap->other : count));
    j = atom_var(inner.par->indices[0]);
  }
  Atom number = window_op(author, "k", OP_ADD, is_outer ? i : j, low, 0, SIZE_LIMIT);
  Atom value = value_at(author, overlap, first, number, is_outer ? j : i);
  if (is_looking) value = author_op2(author, "v", OP_SUB, value, around);
  if (is_matrix) {
    par_map(author, &inner, value);
    value = atom_var(par_end(author, &inner)->vars[0]);
  }
  if (random_chance(&author->random, 15)) par_sum(author, &outer, i);
  par_map(author, &outer, value);
  Stm *stm = par_end(author, &outer);
  return stm->vars[stm->var_count - 1];
}

static Var *value_of_all(Author *author, const FuzzOverlap *overlap, Atom first) {
  return value_of_points(author, overlap, first, atom_i64(0), overlap->window.count);
}

// Two parts, one behind the other.
static Var *value_of_parts(Author *author, const FuzzOverlap *overlap, Atom first) {
  const FuzzWindow *window = &overlap->window;
  Atom half =
      window_op(author, "half", OP_SDIV, window->count, atom_i64(2), 0, window->count_high / 2);
  Atom rest = window_op(author, "rest", OP_SUB, window->count, half, 0, window->count_high);
  Atom parts[2];
  parts[0] = atom_var(value_of_points(author, overlap, first, atom_i64(0), half));
  parts[1] = atom_var(value_of_points(author, overlap, window_first(author, window), half, rest));
  const Type *cells = overlap->cells->type;
  const Type *type = overlap_type(author, overlap, cells->scalar, cells->rank, window->count);
  return author_shape(author, "joined", exp_concat(author->program, overlap->dim, parts, 2), type);
}

static Body *value_arm(Author *author, const FuzzOverlap *overlap, Atom first) {
  Frame frame;
  frame_enter(author, &frame, 1, true);
  Atom value = atom_var(value_of_all(author, overlap, first));
  Body *body = body_new(author->program, frame.stms, &value, 1);
  frame_leave(author, &frame);
  return body;
}

static Var *value_of_arms(Author *author, const FuzzOverlap *overlap, Atom first) {
  Atom condition = author_scalar(author, SCALAR_BOOL);
  Body *arm = value_arm(author, overlap, first);
  Body *other = value_arm(author, overlap, window_first(author, &overlap->window));
  return author_let(author, "value", exp_if(author->program, condition, arm, other));
}

static Var *selection_of(Author *author, const FuzzOverlap *overlap, Atom first, Atom step) {
  Program *program = author->program;
  size_t rank = overlap->cells->type->rank;
  Atom all[3] = {atom_i64(0), overlap->other, atom_i64(1)}, atoms[6];
  Atom range[3] = {first, overlap->window.count, step};
  memcpy(atoms, overlap->dim == 1 ? all : range, sizeof range);
  memcpy(atoms + 3, overlap->dim == 1 ? range : all, sizeof range);
  Selector selector = selector_of(program, rank, true);
  return author_let(author, "slice", exp_slice(program, overlap->cells, selector, atoms, 3 * rank));
}

// The selection from there on, as it is, or changed point by point by a loop.
static Var *value_of_copy(Author *author, const FuzzOverlap *overlap, Atom first) {
  Atom operand = atom_var(selection_of(author, overlap, first, overlap->window.step));
  return author_let(author, "copy", exp_new(author->program, OP_COPY, &operand, 1));
}

// What a round writes: an element, or a row.
static Atom value_of_round(Author *author, const FuzzOverlap *overlap, Atom first, Atom round) {
  if (overlap->cells->type->rank == 1) return value_at(author, overlap, first, round, round);
  ParFrame frame;
  par_begin(author, &frame, dim_atom(overlap->other));
  Atom j = atom_var(frame.par->indices[0]);
  par_map(author, &frame, value_at(author, overlap, first, round, j));
  return atom_var(par_end(author, &frame)->vars[0]);
}

// Round by round, on top of the selection from there on; what is read around the write is added up.
static Var *value_of_loop(Author *author, const FuzzOverlap *overlap, Atom first) {
  Program *program = author->program;
  if (overlap->dim == 1) return value_of_all(author, overlap, first);
  Var *init = value_of_copy(author, overlap, first);
  Scalar scalar = init->type->scalar;
  Loop *loop = arena_make(author->arena, Loop);
  Var *param = var_new(program, "cells", init->type, SPAN_NONE);
  Var *sum = var_new(program, "sum", type_scalar(scalar), SPAN_NONE);
  loop->param_count = 2;
  loop->params = arena_array(author->arena, Var *, 2);
  loop->params[0] = param;
  loop->params[1] = sum;
  loop->index = var_new(program, "j", type_scalar(SCALAR_I64), SPAN_NONE);
  author_consume(author, init);
  Atom starts[2] = {atom_var(init), author_scalar(author, scalar)};
  Frame frame;
  frame_enter(author, &frame, overlap->window.count_high, true);
  author_bind(author, loop->index, false);
  author_bind(author, param, false);
  author_bind(author, sum, false);
  facts_range(author, loop->index, 0, overlap->window.count_high);
  Atom index = atom_var(loop->index), zero = atom_i64(0), total = atom_var(sum);
  Atom value = value_of_round(author, overlap, window_first(author, &overlap->window), index);
  if (random_chance(&author->random, 30))
    total = author_op2(author, "v", OP_ADD, total, value_at(author, overlap, first, index, zero));
  Exp *exp = exp_update(program, param, selector_of(program, 1, false), &index, 1, value);
  author_consume(author, param);
  Atom nexts[2] = {atom_var(author_let(author, "new", exp)), total};
  if (random_chance(&author->random, 30))
    nexts[1] =
        author_op2(author, "v", OP_ADD, total, value_at(author, overlap, first, index, zero));
  loop->body = body_new(program, frame.stms, nexts, 2);
  frame_leave(author, &frame);
  Stm *stm = author_emit(author, "value", exp_loop(program, loop, starts, overlap->window.count));
  author_wish(author, stm->vars[1]);
  return stm->vars[0];
}

// Columns that are made as rows.
static Var *value_turned(Author *author, const FuzzOverlap *overlap, Atom first) {
  if (overlap->cells->type->rank != 2) return value_of_all(author, overlap, first);
  ParFrame outer, inner;
  bool is_outer = overlap->dim == 1;
  par_begin(author, &outer, dim_atom(is_outer ? overlap->window.count : overlap->other));
  par_begin(author, &inner, dim_atom(is_outer ? overlap->other : overlap->window.count));
  Atom i = atom_var(outer.par->indices[0]), j = atom_var(inner.par->indices[0]);
  par_map(author, &inner, value_at(author, overlap, first, is_outer ? i : j, is_outer ? j : i));
  par_map(author, &outer, atom_var(par_end(author, &inner)->vars[0]));
  Var *rows = par_end(author, &outer)->vars[0];
  static const uint32_t turn[] = {1, 0};
  return author_let(author, "turned", exp_permute(author->program, rows, turn));
}

static Var *value_new(Author *author, const FuzzOverlap *overlap) {
  Atom first = window_first(author, &overlap->window);
  switch (random_below(&author->random, 8)) {
  case 0: return value_of_parts(author, overlap, first);
  case 1: return value_of_arms(author, overlap, first);
  case 2: return value_of_copy(author, overlap, first);
  case 3: return value_of_loop(author, overlap, first);
  case 4: return value_turned(author, overlap, first);
  default: return value_of_all(author, overlap, first);
  }
}

// ---- Updates ----

// Puts a value into the window; now and then the array is read in between, or the value after it.
static Var *update_window(Author *author, const FuzzOverlap *overlap) {
  const FuzzWindow *window = &overlap->window;
  Program *program = author->program;
  size_t rank = overlap->cells->type->rank;
  Atom value = atom_var(value_new(author, overlap));
  if (random_chance(&author->random, 20))
    read_cell(author, overlap, window_first(author, window), atom_i64(0));
  Atom all[3] = {atom_i64(0), overlap->other, atom_i64(1)}, atoms[6];
  Atom range[3] = {window->target, window->count, window->step};
  memcpy(atoms, overlap->dim == 1 ? all : range, sizeof range);
  memcpy(atoms + 3, overlap->dim == 1 ? range : all, sizeof range);
  Exp *exp =
      exp_update(program, overlap->cells, selector_of(program, rank, true), atoms, 3 * rank, value);
  author_consume(author, overlap->cells);
  Var *next = author_let(author, "new", exp);
  if (random_chance(&author->random, 25)) author_wish(author, value.var);
  return next;
}

// One or two updates, of the same window or of one that begins elsewhere.
static Var *update_windows(Author *author, FuzzOverlap *overlap) {
  overlap->cells = update_window(author, overlap);
  if (random_chance(&author->random, 60)) return overlap->cells;
  if (random_chance(&author->random, 60))
    overlap->window.target = window_first(author, &overlap->window);
  return update_window(author, overlap);
}

// ---- The production ----

// Cells of that many vectors or matrices with the window, when `times` has a variable; else of one.
static Var *cells_new(Author *author, const FuzzOverlap *overlap, size_t rank, const Dim *times) {
  static const Scalar scalars[] = {SCALAR_I64, SCALAR_I64, SCALAR_I32, SCALAR_F32};
  Scalar scalar = scalars[random_below(&author->random, author_has(author, FEATURE_FLOAT) ? 4 : 3)];
  const Type *type = overlap_type(author, overlap, scalar, rank, overlap->window.size);
  Dim dims[3];
  if (!times) return author_owned(author, type, false);
  dims[0] = *times;
  memcpy(dims + 1, type->dims, rank * sizeof *dims);
  return author_owned(author, type_array(author->program, scalar, rank + 1, dims), false);
}

static FuzzOverlap overlap_new(Author *author, Atom first, int64_t first_high) {
  FuzzOverlap overlap = {.window = window_new(author, first, first_high)};
  overlap.dim = (uint32_t)random_below(&author->random, 2);
  overlap.other = window_op(author, "m", OP_ADD, atom_i64(1), author_size(author, 2), 1, 3);
  return overlap;
}

static size_t rank_of(Author *author, FuzzOverlap *overlap) {
  size_t rank = 1 + random_below(&author->random, 2);
  if (rank == 1) overlap->dim = 0;
  return rank;
}

// The window moves on from round to round.
static void overlap_in_loop(Author *author) {
  Program *program = author->program;
  Atom bound = author_size(author, 3);
  FuzzOverlap overlap = overlap_new(author, bound, 3);
  Var *cells = cells_new(author, &overlap, rank_of(author, &overlap), NULL);
  Loop *loop = arena_make(author->arena, Loop);
  Var *param = var_new(program, "cells", cells->type, SPAN_NONE);
  loop->param_count = 1;
  loop->params = arena_make(author->arena, Var *);
  loop->params[0] = param;
  loop->index = var_new(program, "q", type_scalar(SCALAR_I64), SPAN_NONE);
  author_consume(author, cells);
  Frame frame;
  frame_enter(author, &frame, 3, true);
  author_bind(author, loop->index, false);
  author_bind(author, param, true);
  facts_range(author, loop->index, 0, 2);
  overlap.cells = param;
  overlap.window.target = overlap.window.start = atom_var(loop->index);
  Atom next = atom_var(update_windows(author, &overlap)), start = atom_var(cells);
  loop->body = body_new(program, frame.stms, &next, 1);
  frame_leave(author, &frame);
  Exp *exp = exp_loop(program, loop, &start, bound);
  author_wish(author, author_let(author, "moved", exp));
}

// Each point has cells of its own, and perhaps passes something on to the next ones.
static void overlap_in_points(Author *author) {
  Dim times = dim_const(random_between(&author->random, 1, 3));
  FuzzOverlap overlap = overlap_new(author, atom_i64(0), 0);
  Var *cells = cells_new(author, &overlap, rank_of(author, &overlap), &times);
  Monoid sum = monoid_shifted(author, SCALAR_I64, atom_i64(0));
  ParFrame frame;
  author_consume(author, cells);
  par_begin(author, &frame, times);
  overlap.cells = par_consume(author, &frame, cells);
  Atom next = atom_var(update_windows(author, &overlap));
  Atom index = atom_var(frame.par->indices[0]);
  if (random_chance(&author->random, 30)) par_fold(author, &frame, &sum, MODE_SCAN, &index);
  par_map(author, &frame, next);
  Stm *stm = par_end(author, &frame);
  author_wish(author, stm->vars[stm->var_count - 1]);
}

bool write_overlap(Author *author) {
  if (!author_can_nest(author, 3 * SIZE_LIMIT)) return false;
  unsigned kind = (unsigned)random_below(&author->random, 4);
  if (kind == 0) {
    overlap_in_points(author);
  } else if (kind == 1) {
    overlap_in_loop(author);
  } else {
    FuzzOverlap overlap = overlap_new(author, author_size(author, 3), 3);
    overlap.cells = cells_new(author, &overlap, rank_of(author, &overlap), NULL);
    author_wish(author, update_windows(author, &overlap));
  }
  return true;
}
