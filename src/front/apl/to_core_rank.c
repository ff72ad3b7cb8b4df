// Functions of cells: the rank operator; numbers in other bases.
#include "front/apl/to_core_internal.h"

// ---- Cells ----

// How an argument is taken apart: its frame, the leading axes, and cells of the remaining ones.
typedef struct Cells {
  const AplArray *array;
  size_t frame;
} Cells;

static Cells cells_of(AplLower *lower, const AplValue *value, int64_t rank) {
  Cells cells = {.array = apl_stored(lower, value)};
  int64_t whole = (int64_t)cells.array->rank;
  int64_t inner = rank < 0 ? whole + rank : rank < whole ? rank : whole;
  cells.frame = (size_t)(whole - (inner < 0 ? 0 : inner));
  return cells;
}

static const AplValue *cell_at(AplLower *lower, const Cells *cells, const Atom *index) {
  const AplArray *array = cells->array;
  if (cells->frame == array->rank) return apl_value_scalar(lower, apl_element(lower, array, index));
  if (cells->frame == 0) return apl_value_array(lower, *array);
  Atom data[2];
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++)
    data[i] =
        atom_var(emit_let(&lower->emit, "cell",
                          exp_index(lower->emit.program, array->data[i].var, index, cells->frame)));
  return apl_value_array(lower, apl_array_make(lower, array->kind, array->rank - cells->frame,
                                               array->dims + cells->frame, data));
}

// The ranks of the cells of the argument; of the left and the right one.
static void ranks_of(AplLower *lower, const AplValue *operand, int64_t ranks[3]) {
  size_t count;
  const Elem *items = apl_known(lower, apl_array(lower, operand), &count);
  if (items == NULL || count == 0 || count > 3)
    apl_fail(lower, ERROR_APL_LENGTH, "LENGTH ERROR: ⍤ takes one to three ranks, not %s",
             apl_type_text(lower, operand));
  for (size_t i = 0; i < count; i++)
    if (!apl_elem_to_int(items[i], &ranks[i]))
      apl_fail(lower, ERROR_APL_DOMAIN,
               "DOMAIN ERROR: the ranks of ⍤ must be numbers that are known before the program "
               "runs");
  if (count == 1) ranks[1] = ranks[2] = ranks[0];
  if (count == 2) { // left, right
    ranks[2] = ranks[1];
    ranks[1] = ranks[0];
    ranks[0] = ranks[2];
  }
}

// A function, and the arguments that it gets cell by cell.
typedef struct CellCall {
  const AplValue *function;
  Cells left, right; // left.array is NULL for one argument
  Span span;
} CellCall;

static const AplValue *cell_result(AplLower *lower, const Atom *point, void *context) {
  const CellCall *call = context;
  const AplValue *left = call->left.array == NULL ? NULL : cell_at(lower, &call->left, point);
  return apl_apply(lower, call->function, left, cell_at(lower, &call->right, point), call->span);
}

// Is a size of the result computed in the nest?
static bool has_inner_size(const AplNest *nest, const AplArray *result) {
  for (size_t i = 0; i < result->rank; i++)
    for (size_t k = 0; k < nest->rank; k++)
      if (result->dims[i].var != NULL &&
          emit_binds(nest->spaces[k].emit.block, result->dims[i].var))
        return true;
  return false;
}

// A point whose result may be enclosed: then it is an item, and not a cell.
typedef struct RankOpened {
  ValuePoint *body;
  void *context;
  bool is_enclosed;
} RankOpened;

static const AplValue *opened_point(AplLower *lower, const Atom *point, void *context) {
  RankOpened *opened = context;
  const AplValue *value = opened->body(lower, point, opened->context);
  if (value->kind != APL_VALUE_NESTED || apl_array(lower, apl_nested_starts(value))->rank > 0)
    return value;
  opened->is_enclosed = true;
  return apl_nested_item(lower, value, NULL);
}

// The results of all cells are the cells of one array. Those that differ in size are filled up, and
// those that come with effects are computed in order.
const AplValue *apl_points_cells(AplLower *lower, const Atom *dims, size_t frame, ValuePoint *body,
                                 void *context) {
  if (frame == 0) return body(lower, NULL, context);
  size_t effects = lower->effect_count, randoms = lower->random_count;
  EmitBlock *block = lower->emit.block;
  RankOpened opened = {.body = body, .context = context};
  AplNest nest = apl_nest_open(lower, dims, frame);
  const AplValue *value = opened_point(lower, nest.index, &opened);
  const AplArray *cell = apl_stored(lower, value);
  bool is_free = lower->effect_count == effects && lower->region->writes.count == 0;
  if (is_free && !opened.is_enclosed && !has_inner_size(&nest, cell)) {
    if (cell->rank == 0) return apl_nest_close(lower, &nest, apl_element(lower, cell, NULL));
    return apl_nest_close_array(lower, &nest, cell);
  }
  apl_nest_undo(lower, &nest, block);
  lower->random_count = randoms;
  const AplValue *results = apl_points_any(lower, dims, frame, opened_point, &opened);
  if (opened.is_enclosed) return results;
  if (results->kind == APL_VALUE_NESTED) {
    Call mix = {.right = results};
    return apl_array_mix(lower, &mix);
  }
  Atom *all = arena_array(lower->arena, Atom, frame + cell->rank); // one element in each
  for (size_t i = 0; i < frame + cell->rank; i++)
    all[i] = i < frame ? dims[i] : atom_i64(1);
  return apl_reshape_view(lower, results, all, frame + cell->rank);
}

const AplValue *apl_array_rank(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *operand = call->function->operands[1];
  Span span = lower->emit.span;
  if (operand->kind == APL_VALUE_FUNCTION)
    return apl_apply(lower, f, NULL, apl_apply(lower, operand, NULL, call->right, span), span);
  int64_t ranks[3];
  ranks_of(lower, operand, ranks);
  CellCall cells = {.function = f, .right = cells_of(lower, call->right, ranks[0]), .span = span};
  bool is_split = apl_is_primitive(f, APL_ENCLOSE_PRIMITIVE) && cells.right.frame > 0;
  if (is_split && cells.right.frame + 1 == cells.right.array->rank) { // `⊂⍤1` is `↓`
    Call split = {.right = call->right};
    return apl_array_split(lower, &split);
  }
  return apl_points_cells(lower, cells.right.array->dims, cells.right.frame, cell_result, &cells);
}

const AplValue *apl_array_rank_two(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *operand = call->function->operands[1];
  Span span = lower->emit.span;
  if (operand->kind == APL_VALUE_FUNCTION)
    return apl_apply(lower, f, NULL, apl_apply(lower, operand, call->left, call->right, span),
                     span);
  int64_t ranks[3];
  ranks_of(lower, operand, ranks);
  CellCall cells = {.function = f, .span = span};
  cells.left = cells_of(lower, call->left, ranks[1]);
  cells.right = cells_of(lower, call->right, ranks[2]);
  const Cells *left = &cells.left, *right = &cells.right;
  const Cells *outer = left->frame >= right->frame ? left : right;
  if (left->frame != right->frame && left->frame != 0 && right->frame != 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the frames of ⍤ have ranks %zu and %zu",
             left->frame, right->frame);
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < left->frame && i < right->frame; i++) {
    Atom sizes[2] = {left->array->dims[i], right->array->dims[i]};
    if (!atom_equal(sizes[0], sizes[1]))
      apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
                "LENGTH ERROR: the frames of ⍤ have lengths {} and {}", sizes, 2);
  }
  const AplValue *result =
      apl_points_cells(lower, outer->array->dims, outer->frame, cell_result, &cells);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Matrices as equations ----

static Elem is_finite(AplLower *lower, Atom index, void *context) {
  Elem elem = apl_element(lower, context, &index);
  Atom is_bad = apl_op2(lower, OP_OR, apl_op1(lower, OP_ISNAN, elem.part[0]),
                        apl_op1(lower, OP_ISINF, elem.part[0]));
  return apl_elem(APL_BOOL, emit_not(&lower->emit, is_bad));
}

// A vector as a column; a matrix as it is.
static const AplValue *as_matrix(AplLower *lower, const AplValue *value) {
  const AplArray *array = apl_array(lower, value);
  if (array->rank > 0 && array->kind == APL_COMPLEX)
    apl_unsupported(lower, "`⌹` with %s", apl_type_text(lower, value));
  if (array->rank > 2 || array->kind > APL_DOUBLE)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⌹ takes vectors and matrices of numbers, not %s",
             apl_type_text(lower, value));
  Call table = {.right = value};
  return array->rank == 2 ? value : apl_array_table(lower, &table);
}

static const AplValue *domino(AplLower *lower, const AplValue *left, const AplValue *right) {
  const AplValue *function = apl_prelude(lower, "∆domino");
  const AplValue *matrix = as_matrix(lower, right);
  Atom rows[2] = {apl_array(lower, left)->dims[0], matrix->array.dims[0]};
  apl_check(lower, apl_op2(lower, OP_SLE, matrix->array.dims[1], rows[1]), ERROR_APL_LENGTH,
            "LENGTH ERROR: the matrix of ⌹ has {} rows, but {} columns",
            (Atom[2]){rows[1], matrix->array.dims[1]}, 2);
  apl_check(lower, apl_op2(lower, OP_EQ, rows[0], rows[1]), ERROR_APL_LENGTH,
            "LENGTH ERROR: there are {} rows on the left of ⌹ and {} on the right", rows, 2);
  const AplValue *result = apl_apply(lower, function, left, matrix, lower->emit.span);
  Call ravel = {.right = result};
  AplArray list = *apl_stored(lower, apl_array_ravel(lower, &ravel));
  AplFunction all = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  Elem is_good =
      apl_fold(lower, apl_value_function(lower, all), APL_BOOL, list.dims[0], is_finite, &list);
  apl_check(lower, is_good.part[0], ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the columns of the matrix depend on each other", NULL, 0);
  const AplArray *array = apl_stored(lower, result); // what is given on needs the check
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  return apl_nest_close(lower, &nest, apl_element(lower, array, nest.index));
}

static const AplValue *as_list(AplLower *lower, const AplValue *value) {
  Call ravel = {.right = value};
  return apl_array_ravel(lower, &ravel);
}

// Inverse, or of more rows than columns what is nearest to one.
const AplValue *apl_array_inverse(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank == 0) return apl_map_monadic(lower, apl_reciprocal, call->right);
  size_t mark = emit_mark(&lower->emit);
  Atom size = apl_array(lower, as_matrix(lower, call->right))->dims[0];
  Atom dims[2] = {size, size};
  AplNest nest = apl_nest_open(lower, dims, 2);
  Atom is_same = apl_op2(lower, OP_EQ, nest.index[0], nest.index[1]);
  Elem elem = apl_convert(lower, apl_elem(APL_BOOL, is_same), APL_DOUBLE);
  const AplValue *unit = apl_nest_close(lower, &nest, elem);
  const AplValue *result = domino(lower, unit, call->right);
  if (array->rank == 1) result = as_list(lower, result);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// The solution of equations, or of too many what fits best.
const AplValue *apl_array_divide(AplLower *lower, const Call *call) {
  const AplArray *left = apl_array(lower, call->left), *right = apl_array(lower, call->right);
  if (left->rank == 0 && right->rank == 0)
    return apl_map_dyadic(lower, apl2_divide, call->left, call->right);
  size_t mark = emit_mark(&lower->emit);
  const AplValue *result = domino(lower, as_matrix(lower, call->left), call->right);
  if (right->rank < 2 && left->rank < 2)
    result = apl_value_scalar(lower, apl_single(lower, apl_stored(lower, result)));
  else if (left->rank < 2 || right->rank < 2)
    result = as_list(lower, result);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Bases ----

// A loop over elements that are handed on.
typedef Elem DigitStep(AplLower *lower, Elem *state, Atom index, void *context);

typedef struct Digits {
  const AplArray *bases, *numbers;
  Atom *base_index; // into the bases; the last is the digit's for ⊥, the first for ⊤
  size_t base_axis;
  Atom *index; // into the numbers; the first is the digit's
  Atom count;
  AplKind kind;
} Digits;

static Elem base_at(AplLower *lower, const Digits *digits, Atom index) {
  if (digits->bases->rank > 0) digits->base_index[digits->base_axis] = index;
  return apl_convert(lower, apl_element(lower, digits->bases, digits->base_index), digits->kind);
}

static Stm *digit_loop(AplLower *lower, const Digits *digits, Atom count, const Elem *inits,
                       size_t state_count, DigitStep *step, void *context) {
  Emitter *emit = &lower->emit;
  Loop *loop = arena_make(lower->arena, Loop);
  Elem states[2];
  Atom atoms[2];
  const Type *type = type_scalar(apl_kind_scalar(digits->kind));
  loop->param_count = state_count;
  loop->params = arena_array(lower->arena, Var *, state_count);
  for (size_t i = 0; i < state_count; i++) {
    loop->params[i] = var_new(emit->program, "digit", type, emit->span);
    states[i] = apl_elem(digits->kind, atom_var(loop->params[i]));
    atoms[i] = inits[i].part[0];
  }
  loop->index = var_new(emit->program, "i", type_scalar(SCALAR_I64), emit->span);
  EmitBlock *block = emit_open(emit);
  states[0] = step(lower, states, atom_var(loop->index), context);
  emit_close(emit, block);
  Atom next[2] = {states[0].part[0], states[1].part[0]};
  loop->body = body_new(emit->program, block->stms, next, state_count);
  Builder builder = emit_builder(emit);
  return build_infer(&builder, "digits", exp_loop(emit->program, loop, atoms, count));
}

static Elem decode_step(AplLower *lower, Elem *state, Atom index, void *context) {
  const Digits *digits = context;
  if (digits->numbers->rank > 0) digits->index[0] = index;
  Elem digit = apl_element(lower, digits->numbers, digits->index);
  return apl2_add(lower, apl2_multiply(lower, state[0], base_at(lower, digits, index)),
                  apl_convert(lower, digit, digits->kind));
}

static Digits digits_open(AplLower *lower, const Call *call) {
  Digits digits = {.bases = apl_stored(lower, call->left),
                   .numbers = apl_stored(lower, call->right)};
  AplKind kinds[2] = {digits.bases->kind, digits.numbers->kind};
  digits.kind = kinds[0] > kinds[1] ? kinds[0] : kinds[1];
  if (digits.kind < APL_INT) digits.kind = APL_INT;
  if (digits.kind > APL_DOUBLE)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: bases and numbers must be real, not %s and %s",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  digits.base_index = arena_array(lower->arena, Atom, digits.bases->rank + 1);
  digits.index = arena_array(lower->arena, Atom, digits.numbers->rank + 1);
  return digits;
}

// A vector that is known to have one base has it for all digits.
static const AplValue *one_base(AplLower *lower, const AplValue *bases) {
  const AplArray *array = apl_array(lower, bases);
  if (array->rank != 1 || !apl_is_single(array)) return bases;
  return apl_value_scalar(lower, apl_single(lower, apl_stored(lower, bases)));
}

const AplValue *apl_array_decode(AplLower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  Call bared = {.left = one_base(lower, call->left), .right = call->right};
  Digits digits = digits_open(lower, &bared);
  const AplArray *numbers = digits.numbers, *bases = digits.bases;
  size_t rank = numbers->rank > 0 ? numbers->rank - 1 : 0;
  size_t frame = digits.base_axis = bases->rank > 0 ? bases->rank - 1 : 0;
  digits.count = numbers->rank > 0 ? numbers->dims[0]
                 : bases->rank > 0 ? bases->dims[frame]
                                   : atom_i64(1);
  Atom sizes[2] = {bases->rank > 0 ? bases->dims[frame] : digits.count, digits.count};
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} bases for {} digits", sizes, 2);
  Atom *dims = arena_array(lower->arena, Atom, frame + rank + 1);
  for (size_t i = 0; i < frame + rank; i++)
    dims[i] = i < frame ? bases->dims[i] : numbers->dims[i - frame + 1];
  AplNest nest = apl_nest_open(lower, dims, frame + rank);
  for (size_t i = 0; i < frame; i++)
    digits.base_index[i] = nest.index[i];
  for (size_t i = 0; i < rank; i++)
    digits.index[i + 1] = nest.index[frame + i];
  Elem zero = apl_convert(lower, apl_elem_bool(false), digits.kind);
  Stm *loop = digit_loop(lower, &digits, digits.count, &zero, 1, decode_step, &digits);
  const AplValue *result =
      apl_nest_close(lower, &nest, apl_elem(digits.kind, atom_var(loop->vars[0])));
  emit_uncheck(&lower->emit, mark);
  return result;
}

// The state is what is left of the number, and the last digit.
static Elem encode_step(AplLower *lower, Elem *state, Atom index, void *context) {
  const Digits *digits = context;
  Atom last = apl_sub(lower, digits->count, atom_i64(1));
  Elem base = base_at(lower, digits, apl_sub(lower, last, index)), number = state[0];
  Elem zero = apl_convert(lower, apl_elem_bool(false), digits->kind);
  state[1] = apl2_residue(lower, base, number);
  Elem rest = apl2_subtract(lower, number, state[1]);
  Atom is_all = apl2_equal(lower, base, zero).part[0];
  Elem one = apl_convert(lower, apl_elem_bool(true), digits->kind);
  Atom safe = emit_select(&lower->emit, is_all, one.part[0], base.part[0]);
  Op divide = apl_is_whole(digits->kind) ? OP_SDIV : OP_FDIV;
  Atom quotient = apl_op2(lower, divide, rest.part[0], safe);
  return apl_elem(digits->kind, emit_select(&lower->emit, is_all, zero.part[0], quotient));
}

// The digits of every number, along a first axis; for every other index into the bases.
const AplValue *apl_array_encode(AplLower *lower, const Call *call) {
  Digits digits = digits_open(lower, call);
  if (digits.bases->rank == 0) return apl_map_dyadic(lower, apl2_residue, call->left, call->right);
  digits.count = digits.bases->dims[0];
  size_t rank = digits.numbers->rank, frame = digits.bases->rank;
  Atom *dims = arena_array(lower->arena, Atom, rank + frame);
  for (size_t i = 0; i < rank + frame; i++)
    dims[i] = i < frame ? digits.bases->dims[i] : digits.numbers->dims[i - frame];
  AplNest nest = apl_nest_open(lower, dims, rank + frame);
  for (size_t i = 1; i < frame; i++)
    digits.base_index[i] = nest.index[i];
  Elem number = apl_element(lower, digits.numbers, nest.index + frame);
  Elem inits[2] = {apl_convert(lower, number, digits.kind),
                   apl_convert(lower, apl_elem_bool(false), digits.kind)};
  Atom steps = apl_sub(lower, digits.count, nest.index[0]);
  Stm *loop = digit_loop(lower, &digits, steps, inits, 2, encode_step, &digits);
  return apl_nest_close(lower, &nest, apl_elem(digits.kind, atom_var(loop->vars[1])));
}
