// Maps whose points have operands of their own for what is inside them: the operator and the
// neutral element of a fold, and views that are not row-major, whose elements they copy in order.
#include "fuzz/generate.h"

static Atom last_index(Author *author, Dim dim) {
  return author_op2(author, "last", OP_SUB, dim_size(dim), atom_i64(1));
}

// A matrix seen in another way: transposed, with its rows in reverse, or with its columns.
static Var *turn(Author *author, Var *matrix) {
  Program *program = author->program;
  const Dim *dims = matrix->type->dims;
  size_t way = random_below(&author->random, 3);
  if (way == 0) {
    uint32_t *permutation = arena_array(author->arena, uint32_t, 2);
    permutation[0] = 1;
    return author_let(author, "turned", exp_permute(program, matrix, permutation));
  }
  Selector selector = {.rank = 2, .is_range = arena_array(author->arena, bool, 2)};
  Atom atoms[6];
  for (size_t k = 0; k < 2; k++) {
    bool is_reversed = k + 1 == way;
    selector.is_range[k] = true;
    atoms[3 * k] = is_reversed ? last_index(author, dims[k]) : atom_i64(0);
    atoms[3 * k + 1] = dim_size(dims[k]);
    atoms[3 * k + 2] = atom_i64(is_reversed ? -1 : 1);
  }
  return author_let(author, "turned", exp_slice(program, matrix, selector, atoms, 6));
}

// The elements of a matrix in order.
static Var *elements_of(Author *author, Var *matrix) {
  const Type *type = matrix->type;
  Atom sizes[2] = {dim_size(type->dims[0]), dim_size(type->dims[1])}, operand = atom_var(matrix);
  Atom total = author_op2(author, "total", OP_MUL, sizes[0], sizes[1]);
  facts_range(author, total.var, 0, type_volume(author, type));
  Dim dim = dim_var(total.var);
  return author_shape(author, "elements", exp_new(author->program, OP_RESHAPE, &operand, 1),
                      type_array(author->program, type->scalar, 1, &dim));
}

// Folds a vector; the operator and its neutral element are made of the number.
static Var *fold(Author *author, Var *vector, Atom number) {
  ParFrame frame;
  Monoid monoid = monoid_shifted(author, vector->type->scalar, number);
  par_begin(author, &frame, vector->type->dims[0]);
  Atom value = atom_var(author_row(author, vector, atom_var(frame.par->indices[0])));
  author_statements(author, random_below(&author->random, 2));
  par_fold(author, &frame, &monoid, random_chance(&author->random, 70) ? MODE_REDUCE : MODE_SCAN,
           &value);
  return par_end(author, &frame)->vars[0];
}

bool write_operand(Author *author) {
  Dim dim = author_dim(author), dims[2] = {author_dim(author), author_dim(author)};
  Scalar scalar = random_chance(&author->random, 50) ? SCALAR_I64 : SCALAR_I32;
  const Type *matrix = type_array(author->program, scalar, 2, dims);
  if (!author_can_nest(author, dim_high(author, dim) * type_volume(author, matrix))) return false;
  Var *array = author_make(author, matrix, false);
  Var *numbers = author_make(author, type_array(author->program, scalar, 1, &dim), false);
  bool is_row = random_chance(&author->random, 40);
  ParFrame frame;
  par_begin(author, &frame, dim);
  Atom number = atom_var(author_row(author, numbers, atom_var(frame.par->indices[0])));
  if (random_chance(&author->random, 30)) author_statements(author, 1);
  Atom index;
  Var *vector = is_row && author_index(author, dims[0], &index)
                    ? author_row(author, array, index)
                    : elements_of(author, turn(author, array));
  par_map_sized(author, &frame, atom_var(fold(author, vector, number)));
  par_end(author, &frame);
  return true;
}
