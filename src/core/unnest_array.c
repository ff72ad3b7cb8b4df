// Operations on irregular arrays, on their elements.
//
// A row, and consecutive rows, are consecutive elements: a view. So is a range within a row of the
// innermost varying dimension. Every other selection gathers: for each point of the result its
// coordinates, and from these the place of the operand's element.
#include "core/unnest_internal.h"
#include "ir/type.h"

static UnnestChoice *choices_of(Unnester *unnester, const Selector *selector, const Atom *atoms) {
  UnnestChoice *choices = arena_array(unnester->program->arena, UnnestChoice, selector->rank);
  for (size_t i = 0; i < selector->rank; i++) {
    choices[i] = (UnnestChoice){.is_range = selector->is_range[i], .start = atoms[0]};
    if (choices[i].is_range) {
      choices[i].count = atoms[1];
      choices[i].stride = atoms[2];
    }
    atoms += choices[i].is_range ? 3 : 1;
  }
  return choices;
}

static size_t leading_indices(const UnnestChoice *choices, size_t count) {
  size_t leading = 0;
  while (leading < count && !choices[leading].is_range)
    leading++;
  return leading;
}

static void starts_of(const UnnestChoice *choices, size_t count, Atom *starts) {
  for (size_t i = 0; i < count; i++)
    starts[i] = choices[i].start;
}

// ---- Selections of regular arrays ----

typedef struct Native {
  Selector selector;
  Atoms atoms;
} Native;

static void native_add(Unnester *unnester, Native *native, const UnnestChoice *choice) {
  Arena *arena = unnester->program->arena;
  native->selector.is_range[native->selector.rank++] = choice->is_range;
  vec_push(arena, &native->atoms, choice->start);
  if (!choice->is_range) return;
  vec_push(arena, &native->atoms, choice->count);
  vec_push(arena, &native->atoms, choice->stride);
}

static Native native_new(Unnester *unnester, const UnnestChoice *first, const UnnestChoice *choices,
                         size_t count) {
  Native native = {.selector = selector_of(unnester->program, count + 1, false)};
  native.selector.rank = 0;
  if (first) native_add(unnester, &native, first);
  for (size_t i = 0; i < count; i++)
    native_add(unnester, &native, &choices[i]);
  return native;
}

static Exp *native_exp(Unnester *unnester, Var *array, const Native *native) {
  bool has_range = false;
  for (size_t i = 0; i < native->selector.rank; i++)
    has_range = has_range || native->selector.is_range[i];
  if (!has_range)
    return exp_index(unnester->program, array, native->atoms.data, native->atoms.count);
  return exp_slice(unnester->program, array, native->selector, native->atoms.data,
                   native->atoms.count);
}

// ---- Gathering ----

void source_coords(Unnester *unnester, const UnnestChoice *choices, size_t count, size_t rank,
                   const Atom *coords, Atom *source) {
  for (size_t i = 0; i < rank; i++) {
    if (i < count && !choices[i].is_range) {
      source[i] = choices[i].start;
      continue;
    }
    source[i] = *coords++;
    if (i >= count) continue;
    Atom step = unnest_mul(unnester, source[i], choices[i].stride);
    source[i] = unnest_add(unnester, choices[i].start, step);
  }
}

// Each point of the result's leading dimensions reads its row, beyond which all is regular.
static void gather(Unnester *unnester, Var *array, const UnnestChoice *choices, size_t count,
                   Var *result) {
  Arena *arena = unnester->program->arena;
  const Type *type = array->type;
  size_t varying = varying_rank(type->dims, type->rank), rank = 0;
  for (size_t i = 0; i < varying; i++)
    rank += i < count && !choices[i].is_range ? 0 : 1;
  const Dim *dims = result->type->dims;
  Atom points = points_of(unnester, dims, rank);
  coords_prepare(unnester, dims, rank);
  shape_ready(unnester, type->dims, varying);
  Atom *coords = arena_array(arena, Atom, rank + 1), *source = arena_array(arena, Atom, varying);
  Block block;
  Var *index = par_index_new(unnester, "point");
  block_open(unnester, &block);
  coords_of(unnester, dims, rank, atom_var(index), coords);
  source_coords(unnester, choices, count, varying, coords, source);
  UnnestChoice at = {.start = position_of(unnester, type->dims, varying, source)};
  size_t rest = count > varying ? count - varying : 0;
  Native native = native_new(unnester, &at, choices + (count - rest), rest);
  Var *row = build_let(&unnester->builder, result->name,
                       native_exp(unnester, elements_of(unnester, array), &native));
  bind_elements(unnester, result, build_map(unnester, &block, index, points, atom_var(row)));
}

// ---- Selecting ----

// A part of the elements, as the result says it is.
static void bind_part(Unnester *unnester, Var *elements, Range range, Atom stride, Var *result) {
  const Type *type = unnest_type(unnester, result->type);
  bool is_flat = type->rank == elements->type->rank;
  for (size_t i = 1; i < elements->type->rank && is_flat; i++)
    is_flat = dim_equal(type->dims[i], elements->type->dims[i]);
  if (is_flat) range.count = dim_size(type->dims[0]);
  Selector selector = selector_of(unnester->program, 1, true);
  Atom atoms[3] = {range.start, range.count, stride};
  Exp *exp = exp_slice(unnester->program, elements, selector, atoms, 3);
  if (is_flat && !unnest_is_nested(result->type)) {
    build_stm(&unnester->builder, exp, &result, 1);
    return;
  }
  bind_elements(unnester, result, build_let(&unnester->builder, result->name, exp));
}

// The element, or row of what is regular, at these indices.
static void select_native(Unnester *unnester, Var *array, const UnnestChoice *choices, size_t count,
                          Var *result) {
  const Dim *dims = array->type->dims;
  size_t varying = varying_rank(dims, array->type->rank);
  Atom *starts = arena_array(unnester->program->arena, Atom, varying);
  starts_of(choices, varying, starts);
  Var *elements = elements_of(unnester, array);
  UnnestChoice first = choices[varying - 1];
  if (first.is_range) {
    Range row = range_of(unnester, dims, varying, starts, varying - 1, NULL);
    first.start = unnest_add(unnester, row.start, first.start);
  } else {
    first.start = position_of(unnester, dims, varying, starts);
  }
  Native native = native_new(unnester, &first, choices + varying, count - varying);
  build_stm(&unnester->builder, native_exp(unnester, elements, &native), &result, 1);
}

// Binds `result` to what the choices select of the array; lengths that it has are bound already.
static void select_part(Unnester *unnester, Var *array, const UnnestChoice *choices, size_t count,
                        Var *result) {
  const Type *type = array->type;
  if (!unnest_is_nested(type)) {
    Native native = native_new(unnester, NULL, choices, count);
    build_stm(&unnester->builder, native_exp(unnester, array, &native), &result, 1);
    return;
  }
  size_t varying = varying_rank(type->dims, type->rank);
  size_t leading = leading_indices(choices, count);
  if (count >= varying && leading + 1 >= varying) {
    select_native(unnester, array, choices, count, result);
    return;
  }
  bool is_part =
      leading == count || (leading + 1 == count && atom_is_i64(choices[leading].stride, 1));
  if (!is_part) {
    gather(unnester, array, choices, count, result);
    return;
  }
  Atom *coords = arena_array(unnester->program->arena, Atom, count);
  starts_of(choices, count, coords);
  Range rows = {0}, *range = NULL;
  if (leading < count) {
    rows = (Range){choices[leading].start, choices[leading].count};
    range = &rows;
  }
  const Type *part = result->type;
  Range points;
  if (!unnest_is_nested(part) ||
      !shape_select(unnester, type->dims, varying, coords, leading, range, part->dims,
                    varying_rank(part->dims, part->rank), &points))
    points = range_of(unnester, type->dims, varying, coords, leading, range);
  bind_part(unnester, elements_of(unnester, array), points, atom_i64(1), result);
}

// The lengths that a selection gives are the same selection of the lengths.
static void select_all(Unnester *unnester, const Stm *stm, const UnnestChoice *choices,
                       size_t count) {
  Var *array = stm->exp->args[0].var;
  const Type *type = array->type;
  Var *result = stm->vars[stm->var_count - 1];
  size_t next = 0, kept = 0;
  check_selection(unnester, type->dims, choices, count);
  for (size_t i = 0; i < type->rank; i++) {
    if (i < count && !choices[i].is_range) continue;
    Dim dim = type->dims[i], now = result->type->rank > 0 ? result->type->dims[kept] : dim;
    kept++;
    if (i < count || !dim_is_varying(dim) || next + 1 >= stm->var_count ||
        now.var != stm->vars[next])
      continue;
    size_t end = i - dim.skip, first = end - dim_rank(dim);
    size_t taken = count > first ? (count < end ? count : end) - first : 0;
    select_part(unnester, dim.var, choices + first, taken, stm->vars[next++]);
  }
  select_part(unnester, array, choices, count, result);
}

void unnest_index(Unnester *unnester, const Stm *stm) {
  size_t count = stm->exp->arg_count - 1;
  Selector selector = selector_of(unnester->program, count, false);
  select_all(unnester, stm, choices_of(unnester, &selector, stm->exp->args + 1), count);
}

void unnest_slice(Unnester *unnester, const Stm *stm) {
  const Selector *selector = &stm->exp->as.selector;
  select_all(unnester, stm, choices_of(unnester, selector, stm->exp->args + 1), selector->rank);
}

// ---- Updating ----

static Var *build_update(Unnester *unnester, Var *elements, const Native *native, Atom value) {
  return build_let(&unnester->builder, elements->name,
                   exp_update(unnester->program, elements, native->selector, native->atoms.data,
                              native->atoms.count, value));
}

// A par over the selected points that puts each value in its place.
static Var *scatter(Unnester *unnester, Var *array, const UnnestChoice *choices, size_t count,
                    Atom value) {
  Program *program = unnester->program;
  const Type *type = array->type;
  size_t ranges = 0;
  Dim *dims = arena_array(program->arena, Dim, count);
  for (size_t i = 0; i < count; i++)
    if (choices[i].is_range) dims[ranges++] = dim_atom(choices[i].count);
  Var *values = collapse(unnester, value.var, ranges);
  Var *dest = collapse(unnester, array, count);
  Atom *coords = arena_array(program->arena, Atom, count + 1);
  Atom *source = arena_array(program->arena, Atom, count);
  Par *par = arena_make(program->arena, Par);
  Output *output = arena_make(program->arena, Output);
  par->rank = 1;
  par->indices = arena_array(program->arena, Var *, 1);
  par->indices[0] = par_index_new(unnester, "point");
  par->space = arena_array(program->arena, Dim, 1);
  par->space[0] = dim_atom(points_of(unnester, dims, ranges));
  shape_ready(unnester, type->dims, count);
  Block block;
  block_open(unnester, &block);
  Atom point = atom_var(par->indices[0]);
  coords_of(unnester, dims, ranges, point, coords);
  source_coords(unnester, choices, count, count, coords, source);
  Atoms lists = {0};
  vec_push(program->arena, &lists, position_of(unnester, type->dims, count, source));
  vec_push(program->arena, &lists,
           atom_var(build_index(&unnester->builder, values->name, values, &point, 1)));
  vec_push(program->arena, &lists, atom_var(dest));
  block_close(unnester, &block);
  *output = (Output){.mode = MODE_PUT,
                     .indices = lists.data,
                     .index_count = 1,
                     .values = lists.data + 1,
                     .value_count = 1,
                     .dests = lists.data + 2,
                     .span = unnester->builder.span};
  par->body = (Thunk){.stms = block.stms, .outputs = output, .output_count = 1};
  return build_let(&unnester->builder, array->name, exp_par(program, par));
}

void unnest_update(Unnester *unnester, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  const Type *type = array->type;
  size_t count = exp->as.selector.rank, varying = varying_rank(type->dims, type->rank);
  const UnnestChoice *choices = choices_of(unnester, &exp->as.selector, exp->args + 2);
  size_t leading = leading_indices(choices, count);
  Atom *starts = arena_array(unnester->program->arena, Atom, count);
  starts_of(choices, count, starts);
  check_selection(unnester, type->dims, choices, count);
  Var *elements = elements_of(unnester, array);
  Var *updated;
  if (count >= varying && leading + 1 >= varying) {
    UnnestChoice first = choices[varying - 1];
    Range row = range_of(unnester, type->dims, varying, starts, varying - 1, NULL);
    first.start = unnest_add(unnester, row.start, first.start);
    Native native = native_new(unnester, &first, choices + varying, count - varying);
    updated = build_update(unnester, elements, &native, exp->args[1]);
  } else if (leading == count) {
    Range points = range_of(unnester, type->dims, varying, starts, count, NULL);
    Var *value = collapse(unnester, exp->args[1].var, varying - count);
    UnnestChoice part = {true, points.start, dim_size(value->type->dims[0]), atom_i64(1)};
    Native native = native_new(unnester, &part, NULL, 0);
    updated = build_update(unnester, elements, &native, atom_var(value));
  } else {
    updated = scatter(unnester, array, choices, count, exp->args[1]);
  }
  bind_elements(unnester, stm->vars[0], updated);
}

// ---- Shapes ----

void unnest_shaped(Unnester *unnester, const Stm *stm) {
  Var *elements = elements_of(unnester, stm->exp->args[0].var);
  Var *result = stm->vars[0];
  const Type *type = unnest_type(unnester, result->type);
  const Type *from = atom_type(stm->exp->args[0]);
  if (stm->exp->op == OP_RESHAPE)
    check_count(unnester, points_of(unnester, from->dims, from->rank),
                points_of(unnester, result->type->dims, result->type->rank));
  else if (unnest_is_unchecked(unnester))
    check_part(unnester, &(Part){.dims = from->dims, .rank = from->rank}, result->type->dims);
  bool is_coerce = stm->exp->op == OP_COERCE && type->rank == elements->type->rank;
  Atom operand = atom_var(elements);
  Var *shaped = unnest_is_nested(result->type) ? var_like(unnester->program, result, type) : result;
  Exp *exp = exp_new(unnester->program, is_coerce ? OP_COERCE : OP_RESHAPE, &operand, 1);
  build_stm(&unnester->builder, exp, &shaped, 1);
  if (shaped != result) elements_set(unnester, result, shaped);
}

static size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

void unnest_permute(Unnester *unnester, const Stm *stm) {
  Arena *arena = unnester->program->arena;
  Var *array = stm->exp->args[0].var, *result = stm->vars[0];
  const uint32_t *permutation = stm->exp->as.permutation;
  const Dim *from = array->type->dims, *to = result->type->dims;
  size_t rank = array->type->rank, moved = rank;
  while (moved > 0 && permutation[moved - 1] == moved - 1)
    moved--;
  moved = max_size(moved, max_size(varying_rank(from, rank), varying_rank(to, rank)));
  Var *rows = collapse(unnester, array, moved);
  Atom points = points_of(unnester, to, moved);
  coords_prepare(unnester, to, moved);
  shape_ready(unnester, from, moved);
  Atom *coords = arena_array(arena, Atom, moved), *source = arena_array(arena, Atom, moved);
  Block block;
  Var *index = par_index_new(unnester, "point");
  block_open(unnester, &block);
  coords_of(unnester, to, moved, atom_var(index), coords);
  for (size_t i = 0; i < moved; i++)
    source[permutation[i]] = coords[i];
  Atom at = position_of(unnester, from, moved, source);
  Var *row = build_index(&unnester->builder, result->name, rows, &at, 1);
  bind_elements(unnester, result, build_map(unnester, &block, index, points, atom_var(row)));
}

// ---- Putting arrays together ----

// One after the other.
static Var *build_concat(Unnester *unnester, uint32_t dim, const Atom *parts, size_t count,
                         const Type *type) {
  Exp *exp = exp_concat(unnester->program, dim, parts, count);
  Var *whole = var_new(unnester->program, "elements", type, unnester->builder.span);
  build_stm(&unnester->builder, exp, &whole, 1);
  return whole;
}

// The row of the part that has this coordinate along the dimension.
static Atom pick_row(Unnester *unnester, const Exp *exp, const Atom *parts, size_t part,
                     size_t rank, Atom *coords) {
  const Dim *dims = atom_type(exp->args[part])->dims;
  size_t dim = exp->as.dim;
  Block here, further;
  Atom is_here = atom_bool(true), size = atom_i64(0);
  bool is_last = part + 1 == exp->arg_count;
  if (!is_last) {
    size = size_at(unnester, dims, dim, coords);
    is_here = unnest_binary(unnester, "is_here", OP_SLT, coords[dim], size);
    block_open(unnester, &here);
  }
  Atom at = position_of(unnester, dims, rank, coords);
  Var *rows = parts[part].var;
  Atom row = atom_var(build_index(&unnester->builder, rows->name, rows, &at, 1));
  if (is_last) return row;
  block_close(unnester, &here);
  block_open(unnester, &further);
  Atom *next = arena_array(unnester->program->arena, Atom, rank);
  for (size_t i = 0; i < rank; i++)
    next[i] = i == dim ? unnest_sub(unnester, coords[dim], size) : coords[i];
  Atom other = pick_row(unnester, exp, parts, part + 1, rank, next);
  block_close(unnester, &further);
  return *build_if(unnester, is_here, &here, &row, &further, &other, 1);
}

// Along a dimension before the innermost varying one: the rows of all operands take turns.
static Var *interleave(Unnester *unnester, const Stm *stm, const Atom *parts, size_t rank) {
  const Exp *exp = stm->exp;
  const Dim *dims = stm->vars[0]->type->dims;
  Atom points = points_of(unnester, dims, rank);
  coords_prepare(unnester, dims, rank);
  Atom *coords = arena_array(unnester->program->arena, Atom, rank);
  Block block;
  Var *index = par_index_new(unnester, "point");
  block_open(unnester, &block);
  coords_of(unnester, dims, rank, atom_var(index), coords);
  Atom row = pick_row(unnester, exp, parts, 0, rank, coords);
  return build_map(unnester, &block, index, points, row);
}

// The dimensions before the one where the parts meet come first: the others' lengths are looked up
// by them.
static void check_concat(Unnester *unnester, const Exp *exp, const Type *type) {
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < exp->arg_count; i++)
      check_part(unnester,
                 &(Part){.dims = atom_type(exp->args[i])->dims,
                         .rank = pass == 0 ? exp->as.dim : type->rank,
                         .along = exp->as.dim,
                         .before = exp->args,
                         .before_count = i,
                         .all = exp->args,
                         .all_count = exp->arg_count},
                 type->dims);
}

void unnest_concat(Unnester *unnester, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Type *type = stm->vars[0]->type;
  size_t rank = varying_rank(type->dims, type->rank), dim = exp->as.dim;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *part = atom_type(exp->args[i]);
    rank = max_size(rank, varying_rank(part->dims, part->rank));
  }
  if (unnest_is_unchecked(unnester)) check_concat(unnester, exp, type);
  Atom *parts = arena_array(unnester->program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    parts[i] = atom_var(collapse(unnester, exp->args[i].var, rank));
  Var *whole;
  if (dim > 0 && dim < rank) {
    whole = interleave(unnester, stm, parts, rank);
  } else {
    uint32_t along = dim == 0 ? 0 : (uint32_t)(dim - rank + 1);
    whole =
        build_concat(unnester, along, parts, exp->arg_count, collapsed_type(unnester, type, rank));
  }
  bind_elements(unnester, stm->vars[0], whole);
}

void unnest_literal(Unnester *unnester, const Stm *stm) {
  const Exp *exp = stm->exp;
  const Type *type = stm->vars[0]->type;
  Program *program = unnester->program;
  size_t rank = varying_rank(type->dims, type->rank);
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *part = atom_type(exp->args[i]);
    rank = max_size(rank, 1 + varying_rank(part->dims, part->rank));
  }
  const Type *flat = collapsed_type(unnester, type, rank);
  if (exp->arg_count == 0) {
    Dim *dims = arena_array(program->arena, Dim, flat->rank);
    for (size_t i = 0; i < flat->rank; i++)
      dims[i] = i == 0 ? dim_const(0) : flat->dims[i];
    Var *none =
        var_like(program, stm->vars[0], type_array(program, type->scalar, flat->rank, dims));
    build_stm(&unnester->builder, exp_new(program, OP_ARRAY, NULL, 0), &none, 1);
    bind_elements(unnester, stm->vars[0], none);
    return;
  }
  bool is_checked = unnest_is_unchecked(unnester);
  check_count(unnester, atom_i64((int64_t)exp->arg_count), dim_size(type->dims[0]));
  for (size_t i = 0; i < exp->arg_count && is_checked; i++)
    check_part(unnester,
               &(Part){.dims = atom_type(exp->args[i])->dims,
                       .rank = type->rank - 1,
                       .along = SIZE_MAX,
                       .has_lead = true,
                       .lead = atom_i64((int64_t)i)},
               type->dims);
  Atom *parts = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    parts[i] = atom_var(collapse(unnester, exp->args[i].var, rank - 1));
  bind_elements(unnester, stm->vars[0], build_concat(unnester, 0, parts, exp->arg_count, flat));
}
