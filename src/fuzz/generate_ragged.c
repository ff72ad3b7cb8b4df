// Irregular arrays: nests of pars over their rows, and loops that write them in place.
#include "fuzz/generate.h"

bool author_is_ragged(Author *author, const Var *var, const void *type) {
  (void)author;
  const Type *present = var->type;
  return type_is_array(present) && present->rank == 2 && dim_is_varying(present->dims[1]) &&
         (!type || present->scalar == ((const Type *)type)->scalar);
}

static bool is_small_ragged(Author *author, const Var *var, const void *type) {
  return author_is_ragged(author, var, type) &&
         dim_high(author, var->type->dims[0]) <= RAGGED_ROWS &&
         dim_high(author, var->type->dims[1]) <= RAGGED_LENGTH;
}

Var *author_ragged(Author *author, Scalar scalar) {
  Dim dim = author_dim(author);
  if (dim_high(author, dim) > RAGGED_ROWS)
    dim = dim_const(random_between(&author->random, 0, RAGGED_ROWS));
  ParFrame frame;
  par_begin(author, &frame, dim);
  Dim row = dim_atom(author_size(author, random_between(&author->random, 1, RAGGED_LENGTH)));
  par_map(author, &frame, dim_size(row));
  par_map(author, &frame,
          atom_var(author_array(author, type_array(author->program, scalar, 1, &row))));
  Stm *stm = par_end(author, &frame);
  Var *rows = stm->vars[1];
  if (dim_is_varying(rows->type->dims[1])) return rows;
  // The size of the rows is known outside: the pattern says how long each of them is.
  Dim dims[2] = {dim, dim_var(stm->vars[0])};
  Atom operand = atom_var(rows);
  return author_shape(author, "rows", exp_new(author->program, OP_COERCE, &operand, 1),
                      type_array(author->program, scalar, 2, dims));
}

Var *author_any_ragged(Author *author, Scalar scalar) {
  Var *rows = author_pick(author, is_small_ragged, type_scalar(scalar));
  return rows && random_chance(&author->random, 70) ? rows : author_ragged(author, scalar);
}

// ---- Nests ----

static bool is_nest(Author *author, const Var *var, const void *context) {
  (void)author;
  (void)context;
  return type_is_array(var->type) && type_is_irregular(var->type);
}

// Prefers the deepest of a few.
static Var *choose_nest(Author *author) {
  Var *best = author_pick(author, is_nest, NULL);
  for (size_t k = 0; best && k < 2; k++) {
    Var *other = author_pick(author, is_nest, NULL);
    if (other->type->rank > best->type->rank) best = other;
  }
  if (best) return best;
  return write_irregular(author) ? vec_last(&author->scope) : NULL;
}

bool write_nest(Author *author) {
  if (!author_can_nest(author, 8)) return false;
  Var *array = choose_nest(author);
  if (!array || !type_is_array(array->type)) return false;
  return author_par(author, array->type->dims[0], array);
}

// ---- Loops that write in place ----

typedef struct FillLoop {
  Loop *loop;
  Frame frame;
  Var *param;
} FillLoop;

static void fill_begin(Author *author, FillLoop *fill, const Type *type, int64_t times) {
  Program *program = author->program;
  Loop *loop = fill->loop = arena_make(author->arena, Loop);
  fill->param = var_new(program, "cells", type, SPAN_NONE);
  loop->param_count = 1;
  loop->params = arena_make(author->arena, Var *);
  loop->params[0] = fill->param;
  loop->index = var_new(program, "j", type_scalar(SCALAR_I64), SPAN_NONE);
  frame_enter(author, &fill->frame, times, true);
  author_bind(author, loop->index, false);
  // Nothing but the update consumes it.
  author_bind(author, fill->param, false);
  facts_range(author, loop->index, 0, times > 0 ? times - 1 : 0);
}

static Var *fill_end(Author *author, FillLoop *fill, Var *init, Var *next, Atom bound) {
  Atom result = atom_var(next), initial = atom_var(init);
  fill->loop->body = body_new(author->program, fill->frame.stms, &result, 1);
  frame_leave(author, &fill->frame);
  return author_let(author, "filled", exp_loop(author->program, fill->loop, &initial, bound));
}

// Writes `cells[i, j]` for every j.
static Var *fill_row(Author *author, Var *cells, Atom row, Atom length) {
  FillLoop fill;
  author_consume(author, cells);
  fill_begin(author, &fill, cells->type, RAGGED_LENGTH);
  Atom indices[2] = {row, atom_var(fill.loop->index)};
  author_let(author, "e", exp_index(author->program, fill.param, indices, 2));
  author_statements(author, random_below(&author->random, 2));
  Atom value = author_scalar(author, cells->type->scalar);
  Selector selector = selector_of(author->program, 2, false);
  Exp *exp = exp_update(author->program, fill.param, selector, indices, 2, value);
  author_consume(author, fill.param);
  return fill_end(author, &fill, cells, author_let(author, "new", exp), length);
}

static bool is_owned_ragged(Author *author, const Var *var, const void *context) {
  return is_small_ragged(author, var, context) && author_is_consumable(author, var);
}

bool write_fill(Author *author) {
  if (!author_can_nest(author, RAGGED_ROWS * RAGGED_LENGTH)) return false;
  Var *array = author_pick(author, is_owned_ragged, NULL);
  if (!array) array = author_ragged(author, author_scalar_type(author));
  const Type *type = array->type;
  FillLoop fill;
  fill_begin(author, &fill, type, RAGGED_ROWS);
  Var *length = author_row(author, type->dims[1].var, atom_var(fill.loop->index));
  author_consume(author, array);
  Var *next = fill_row(author, fill.param, atom_var(fill.loop->index), atom_var(length));
  fill_end(author, &fill, array, next, dim_size(type->dims[0]));
  return true;
}
