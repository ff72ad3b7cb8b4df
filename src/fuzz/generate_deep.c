// Irregular parallelism under control flow: what the pass flatten has versions for. The points of a
// par over irregular rows have branches, loops and recursive calls, with pars over their row
// inside.
#include "fuzz/generate.h"

enum { DEEP_ROUNDS = 3, DEEP_DEPTH = 3, DEEP_TIMES = RAGGED_ROWS * RAGGED_LENGTH };

static Op any_op(Author *author) {
  static const Op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_SMIN, OP_SMAX};
  return ops[random_below(&author->random, sizeof ops / sizeof *ops)];
}

// ---- Work on a row ----

// The sum over the row of its elements, each with another number.
static Atom sum_row(Author *author, Var *row, Atom other) {
  ParFrame frame;
  par_begin(author, &frame, row->type->dims[0]);
  Atom at = atom_var(frame.par->indices[0]);
  Atom x = atom_var(author_let(author, "x", exp_index(author->program, row, &at, 1)));
  x = author_op2(author, "y", any_op(author), x, other);
  author_statements(author, random_below(&author->random, 2));
  par_sum(author, &frame, x);
  return atom_var(par_end(author, &frame)->vars[0]);
}

static Output keep_of(Author *author, Atom is_kept, Atom value) {
  Output output = {.mode = MODE_KEEP, .value_count = 1, .selector = is_kept};
  output.values = arena_make(author->arena, Atom);
  *output.values = value;
  return output;
}

// The elements of the row below a number; the last result.
static Var *keep_row(Author *author, Var *row, Atom limit) {
  ParFrame frame;
  par_begin(author, &frame, row->type->dims[0]);
  Atom at = atom_var(frame.par->indices[0]);
  Atom x = atom_var(author_let(author, "x", exp_index(author->program, row, &at, 1)));
  Atom is_kept = author_op2(author, "is_kept", OP_SLT, x, limit);
  vec_push(author->arena, &frame.outputs, keep_of(author, is_kept, x));
  Stm *stm = par_end(author, &frame);
  return stm->vars[1];
}

static Atom copy_row(Author *author, Var *row) {
  Atom operand = atom_var(row);
  return atom_var(author_let(author, "copy", exp_new(author->program, OP_COPY, &operand, 1)));
}

// ---- Branches ----

// Both arms give a row of some size: the one keeps, the other has all elements.
static Var *branch_row(Author *author, Var *row, Atom condition, Atom number) {
  Program *program = author->program;
  Body *bodies[2];
  for (size_t k = 0; k < 2; k++) {
    Frame frame;
    frame_enter(author, &frame, 1, true);
    Var *made = k == 0 ? keep_row(author, row, number) : row;
    Atom results[2] = {dim_size(made->type->dims[0]), copy_row(author, made)};
    bodies[k] = body_new(program, frame.stms, results, 2);
    frame_leave(author, &frame);
  }
  Var *size = var_new(program, "size", type_scalar(SCALAR_I64), SPAN_NONE);
  Dim dim = dim_var(size);
  Var *vars[2] = {size,
                  var_new(program, "row", type_array(program, SCALAR_I64, 1, &dim), SPAN_NONE)};
  author_emit_as(author, exp_if(program, condition, bodies[0], bodies[1]), vars, 2);
  facts_range(author, size, 0, dim_high(author, row->type->dims[0]));
  return vars[1];
}

// One arm sums the row, the other has a number or another sum.
static Atom branch_sum(Author *author, Var *row, Atom condition, Atom number) {
  Program *program = author->program;
  Body *bodies[2];
  size_t order = random_below(&author->random, 2);
  for (size_t k = 0; k < 2; k++) {
    Frame frame;
    frame_enter(author, &frame, 1, true);
    bool is_sum = k == order || random_chance(&author->random, 30);
    Atom result = is_sum ? sum_row(author, row, number) : author_scalar(author, SCALAR_I64);
    bodies[k] = body_new(program, frame.stms, &result, 1);
    frame_leave(author, &frame);
  }
  return atom_var(author_let(author, "chosen", exp_if(program, condition, bodies[0], bodies[1])));
}

// ---- Loops ----

// Sums the row in each round, with what the last one gave; how often may depend on the point.
static Atom loop_sum(Author *author, Var *row, Atom rounds, Atom start) {
  Program *program = author->program;
  bool is_while = random_chance(&author->random, 50);
  Loop *loop = arena_make(author->arena, Loop);
  Var *params[2] = {var_new(program, "acc", type_scalar(SCALAR_I64), SPAN_NONE),
                    var_new(program, "left", type_scalar(SCALAR_I64), SPAN_NONE)};
  *loop = (Loop){.params = arena_array(author->arena, Var *, 2), .param_count = is_while ? 2 : 1};
  loop->params[0] = params[0];
  loop->params[1] = params[1];
  if (!is_while) loop->index = var_new(program, "k", type_scalar(SCALAR_I64), SPAN_NONE);
  Atom inits[2] = {start, rounds};
  Frame frame;
  if (is_while) {
    frame_enter(author, &frame, DEEP_ROUNDS + 1, true);
    Atom again = author_op2(author, "again", OP_SLT, atom_i64(0), atom_var(params[1]));
    loop->condition = body_new(program, frame.stms, &again, 1);
    frame_leave(author, &frame);
  }
  frame_enter(author, &frame, DEEP_ROUNDS, true);
  author_bind(author, params[0], false);
  Atom acc = author_op2(author, "acc", OP_ADD, sum_row(author, row, atom_var(params[0])),
                        is_while ? atom_var(params[1]) : atom_var(loop->index));
  Atom results[2] = {acc, atom_i64(0)};
  if (is_while) results[1] = author_op2(author, "left", OP_SUB, atom_var(params[1]), atom_i64(1));
  loop->body = body_new(program, frame.stms, results, loop->param_count);
  frame_leave(author, &frame);
  Exp *exp = exp_loop(program, loop, inits, is_while ? atom_i64(0) : rounds);
  return atom_var(author_emit(author, "looped", exp)->vars[0]);
}

// ---- Recursion ----

// `if depth <= 0 or m < 2 then xs else what is below the first element, sorted likewise, and the
// rest`: like quicksort. Written without the author's scope.
static void deep_body(Author *author, Fun *fun, Var *depth, Var *xs, Var *const *vars) {
  Program *program = author->program;
  Stms stms = {0}, inside = {0}, leaf = {0};
  Builder outer = builder_new(program, &stms, SPAN_NONE), builder = outer, small = outer;
  builder.stms = &inside;
  small.stms = &leaf;
  Atom size = dim_size(xs->type->dims[0]), zero = atom_i64(0), operand = atom_var(xs);
  Atom is_done = build_binary(&outer, "is_done", OP_SLE, atom_var(depth), zero);
  Atom is_small = build_binary(&outer, "is_small", OP_SLT, size, atom_i64(2));
  Atom is_leaf = build_binary(&outer, "is_leaf", OP_OR, is_done, is_small);
  Atom copied[2] = {size,
                    atom_var(build_let(&small, "ys", exp_new(program, OP_COPY, &operand, 1)))};
  Atom pivot = atom_var(build_index(&builder, "pivot", xs, &zero, 1));
  Par *par = arena_make(author->arena, Par);
  *par = (Par){.rank = 1};
  par->indices = arena_make(author->arena, Var *);
  par->indices[0] = var_new(program, "j", type_scalar(SCALAR_I64), SPAN_NONE);
  par->space = xs->type->dims;
  Builder point = outer;
  point.stms = &par->body.stms;
  Atom at = atom_var(par->indices[0]), x = atom_var(build_index(&point, "x", xs, &at, 1));
  Atom is_less = build_binary(&point, "is_less", OP_SLT, x, pivot);
  Atom is_more = build_binary(&point, "is_more", OP_SLE, pivot, x);
  par->body.outputs = arena_array(author->arena, Output, 2);
  par->body.outputs[0] = keep_of(author, is_less, x);
  par->body.outputs[1] = keep_of(author, is_more, x);
  par->body.output_count = 2;
  Stm *kept = build_infer(&builder, "kept", exp_par(program, par));
  Atom less = build_binary(&builder, "depth", OP_SUB, atom_var(depth), atom_i64(1));
  Atom args[3] = {atom_var(kept->vars[0]), less, atom_var(kept->vars[1])};
  Stm *first = build_infer(&builder, "first", exp_call(program, fun, args, 3));
  Atom parts[2] = {atom_var(first->vars[1]), atom_var(kept->vars[3])};
  Atom rest = atom_var(kept->vars[2]);
  if (random_chance(&author->random, 50)) {
    Atom more[3] = {atom_var(kept->vars[2]), less, atom_var(kept->vars[3])};
    Stm *second = build_infer(&builder, "second", exp_call(program, fun, more, 3));
    parts[1] = atom_var(second->vars[1]);
    rest = atom_var(second->vars[0]);
  }
  Atom whole = build_binary(&builder, "whole", OP_ADD, atom_var(first->vars[0]), rest);
  Dim dim = dim_atom(whole);
  Var *joined = var_new(program, "joined", type_array(program, SCALAR_I64, 1, &dim), SPAN_NONE);
  build_stm(&builder, exp_concat(program, 0, parts, 2), &joined, 1);
  Atom results[2] = {whole, atom_var(joined)};
  Body *bodies[2] = {body_new(program, leaf, copied, 2), body_new(program, inside, results, 2)};
  build_stm(&outer, exp_if(program, is_leaf, bodies[0], bodies[1]), vars, 2);
  Atom given[2] = {atom_var(vars[0]), atom_var(vars[1])};
  fun->body = body_new(program, stms, given, 2);
}

static Var *vector_new(Author *author, const char *name, Var *size) {
  Dim dim = dim_var(size);
  return var_new(author->program, name, type_array(author->program, SCALAR_I64, 1, &dim),
                 SPAN_NONE);
}

static Fun *deep_fun(Author *author) {
  Program *program = author->program;
  Fun *fun = arena_make(author->arena, Fun);
  *fun = (Fun){.size_count = 1, .param_count = 3, .result_size_count = 1, .result_count = 2};
  fun->name =
      intern_str(program->names, arena_printf(author->arena, "deep%zu", program->funs.count));
  Var *sizes[3];
  for (size_t i = 0; i < 3; i++)
    sizes[i] = var_new(program, "size", type_scalar(SCALAR_I64), SPAN_NONE);
  fun->params = arena_array(author->arena, Param, 3);
  fun->params[0].var = sizes[0];
  fun->params[1].var = var_new(program, "depth", type_scalar(SCALAR_I64), SPAN_NONE);
  fun->params[2].var = vector_new(author, "xs", sizes[0]);
  fun->results = arena_array(author->arena, Result, 2);
  fun->results[0].var = sizes[1];
  fun->results[1].var = vector_new(author, "ys", sizes[1]);
  Var *vars[2] = {sizes[2], vector_new(author, "ys", sizes[2])};
  deep_body(author, fun, fun->params[1].var, fun->params[2].var, vars);
  vec_push(author->arena, &program->funs, fun);
  return fun;
}

static Var *call_row(Author *author, Var *row, Atom depth) {
  Atom args[3] = {dim_size(row->type->dims[0]), depth, atom_var(row)};
  Stm *stm = author_emit(author, "sorted", exp_call(author->program, deep_fun(author), args, 3));
  facts_range(author, stm->vars[0], 0, dim_high(author, row->type->dims[0]));
  return stm->vars[1];
}

// ---- The nest ----

bool write_deep(Author *author) {
  if (!author_can_nest(author, DEEP_TIMES)) return false;
  // Inside a par it stays a loop.
  if (author->multiplicity > 1 && random_chance(&author->random, 90)) return false;
  Var *rows = author_any_ragged(author, SCALAR_I64);
  ParFrame frame;
  par_begin(author, &frame, rows->type->dims[0]);
  Atom index = atom_var(frame.par->indices[0]);
  Var *row = author_row(author, rows, index);
  Atom size = dim_size(row->type->dims[0]);
  author_statements(author, random_below(&author->random, 2));
  Atom number = author_scalar(author, SCALAR_I64);
  bool is_other = random_chance(&author->random, 30);
  Atom condition = is_other ? author_scalar(author, SCALAR_BOOL)
                            : author_op2(author, "is_long", OP_SLT, atom_i64(2), size);
  Atom rounds = random_chance(&author->random, 30)
                    ? atom_i64(DEEP_ROUNDS)
                    : author_op2(author, "rounds", OP_SMIN, size, atom_i64(DEEP_ROUNDS));
  size_t kind = random_below(&author->random, 6);
  if (kind == 0) row = branch_row(author, row, condition, number);
  if (kind == 1) number = branch_sum(author, row, condition, number);
  if (kind == 2 || kind == 3) number = loop_sum(author, row, rounds, number);
  if (kind >= 4) row = call_row(author, row, rounds);
  par_map(author, &frame, sum_row(author, row, number));
  if (random_chance(&author->random, 40)) par_map_sized(author, &frame, atom_var(row));
  Stm *stm = par_end(author, &frame);
  author_wish(author, stm->vars[0]);
  return true;
}

// ---- Points of a size of their own ----

// What the pass bins packs: each point has rows as long as it says, and goes round as often.
enum { BINS_WIDTH = 6, BINS_ROUNDS = 3, BINS_TIMES = SIZE_LIMIT * BINS_WIDTH * BINS_ROUNDS };

// From 0 to `high`, another number for other points.
static Atom point_size(Author *author, Atom index, int64_t high) {
  Atom shift = author_size(author, SIZE_LIMIT);
  Atom sum = author_op2(author, "sum", OP_ADD, index, shift);
  Var *size = author_op2(author, "size", OP_SMOD, sum, atom_i64(high + 1)).var;
  facts_range(author, size, 0, high);
  return atom_var(size);
}

static Output output_of(Author *author, Mode mode, Atom value) {
  Output output = {.mode = mode, .value_count = 1};
  output.values = arena_array(author->arena, Atom, 1);
  output.values[0] = value;
  return output;
}

// The row in another order: the elements of one class after those of the other, or each in another
// place, perhaps combined with what is there.
static Var *sorted_row(Author *author, Var *row) {
  Dim size = row->type->dims[0];
  bool is_split = random_chance(&author->random, 60);
  ParFrame frame;
  Var *room = NULL;
  if (!is_split) {
    par_begin(author, &frame, size);
    par_map(author, &frame, atom_i64(0));
    room = par_end(author, &frame)->vars[0];
  }
  par_begin(author, &frame, size);
  Atom at = atom_var(frame.par->indices[0]);
  Atom x = atom_var(author_let(author, "x", exp_index(author->program, row, &at, 1)));
  Output output = output_of(author, is_split ? MODE_SPLIT : MODE_PUT, x);
  if (is_split) {
    output.class_count = 2;
    output.selector = author_op2(author, "class", OP_AND, x, atom_i64(1));
  } else {
    Atom next = author_op2(author, "next", OP_ADD, at, atom_i64(random_below(&author->random, 3)));
    next = author_op2(author, "next", OP_SMOD, next, dim_size(size));
    output.index_count = 1;
    output.indices = output_of(author, MODE_MAP, next).values;
    output.dests = output_of(author, MODE_MAP, atom_var(room)).values;
    if (random_chance(&author->random, 50)) {
      Monoid sum = monoid_shifted(author, SCALAR_I64, atom_i64(0));
      output.mode = MODE_COMBINE;
      output.op = sum.op;
      output.neutral = output_of(author, MODE_MAP, sum.neutral[0]).values;
    }
  }
  vec_push(author->arena, &frame.outputs, output);
  return par_end(author, &frame)->vars[is_split ? 2 : 0];
}

// A new row: of each element and that after it, or the prefixes of their sums.
static Var *next_row(Author *author, Var *row, Atom number) {
  Dim size = row->type->dims[0];
  ParFrame frame;
  if (random_chance(&author->random, 20)) return sorted_row(author, row);
  par_begin(author, &frame, size);
  Atom at = atom_var(frame.par->indices[0]);
  Atom x = atom_var(author_let(author, "x", exp_index(author->program, row, &at, 1)));
  if (random_chance(&author->random, 60)) {
    Atom next = author_op2(author, "next", OP_ADD, at, atom_i64(1));
    next = author_op2(author, "next", OP_SMOD, next, dim_size(size));
    Atom y = atom_var(author_let(author, "y", exp_index(author->program, row, &next, 1)));
    x = author_op2(author, "z", any_op(author), x, y);
  }
  author_statements(author, random_below(&author->random, 2));
  Atom value = author_op2(author, "value", any_op(author), x, number);
  if (random_chance(&author->random, 30)) {
    Monoid monoid = monoid_shifted(author, SCALAR_I64, atom_i64(0));
    par_fold(author, &frame, &monoid, MODE_SCAN, &value);
  } else {
    par_map(author, &frame, value);
  }
  return par_end(author, &frame)->vars[0];
}

// Goes on with the row and a number; the two of them. A while counts, and may end sooner.
static Stm *loop_rows(Author *author, Var *row, Atom number, Atom rounds) {
  Program *program = author->program;
  Loop *loop = arena_make(author->arena, Loop);
  Var *xs = var_new(program, "xs", row->type, SPAN_NONE);
  Var *sum = var_new(program, "sum", type_scalar(SCALAR_I64), SPAN_NONE);
  Var *round = var_new(program, "round", type_scalar(SCALAR_I64), SPAN_NONE);
  bool is_while = random_chance(&author->random, 40);
  *loop = (Loop){.params = arena_array(author->arena, Var *, 3), .param_count = is_while ? 3 : 2};
  loop->params[0] = xs;
  loop->params[1] = sum;
  loop->params[2] = round;
  if (!is_while) loop->index = round;
  Frame frame;
  if (is_while) {
    frame_enter(author, &frame, BINS_ROUNDS + 1, true);
    Atom again = author_op2(author, "again", OP_SLT, atom_var(round), rounds);
    if (random_chance(&author->random, 40)) {
      Atom total = sum_row(author, xs, atom_var(sum));
      Atom is_odd = author_op2(author, "is_odd", OP_NE,
                               author_op2(author, "bit", OP_AND, total, atom_i64(3)), atom_i64(1));
      again = author_op2(author, "again", OP_AND, again, is_odd);
    }
    loop->condition = body_new(program, frame.stms, &again, 1);
    frame_leave(author, &frame);
  }
  frame_enter(author, &frame, BINS_ROUNDS, true);
  author_bind(author, round, false);
  facts_range(author, round, 0, BINS_ROUNDS - 1);
  author_bind(author, xs, false);
  author_bind(author, sum, false);
  Var *ys = xs;
  Atom next = atom_var(sum);
  for (size_t left = random_between(&author->random, 1, 3); left > 0; left--) {
    bool is_sum = random_chance(&author->random, 40);
    if (is_sum) next = author_op2(author, "next", any_op(author), next, sum_row(author, ys, next));
    if (!is_sum) ys = next_row(author, ys, random_chance(&author->random, 50) ? next : number);
  }
  Atom results[3] = {atom_var(ys), next}, inits[3] = {atom_var(row), number, atom_i64(0)};
  if (is_while) results[2] = author_op2(author, "round", OP_ADD, atom_var(round), atom_i64(1));
  loop->body = body_new(program, frame.stms, results, loop->param_count);
  frame_leave(author, &frame);
  return author_emit(author, "gone",
                     exp_loop(program, loop, inits, is_while ? atom_i64(0) : rounds));
}

bool write_bins(Author *author) {
  if (!author_can_nest(author, BINS_TIMES)) return false;
  if (author->multiplicity > 1) return false; // points of the host only
  ParFrame frame, rows;
  par_begin(author, &frame, author_dim(author));
  Atom index = atom_var(frame.par->indices[0]);
  Atom number = author_scalar(author, SCALAR_I64);
  Dim width = dim_atom(point_size(author, index, BINS_WIDTH));
  Atom rounds = point_size(author, index, BINS_ROUNDS);
  par_begin(author, &rows, width);
  Atom at = atom_var(rows.par->indices[0]);
  par_map(author, &rows, author_op2(author, "x", any_op(author), at, number));
  Stm *stm = loop_rows(author, par_end(author, &rows)->vars[0], number, rounds);
  if (random_chance(&author->random, 80))
    par_map(author, &frame, sum_row(author, stm->vars[0], number));
  par_map(author, &frame, atom_var(stm->vars[1]));
  author_wish(author, par_end(author, &frame)->vars[0]);
  return true;
}
