// Storing push arrays.
//
// A push array is written at its level: elements of a pull array by a `par`, those of interleaved
// programs by a `par` one level up, in which each point runs its program and writes what that
// gives. An element goes through what is around it, from the inside out: functions that are mapped
// over it, and interleavings, which change its index. That is its *path*.
//
// Where interleavings append rows, the rows are what the points of the `par` give, and so they are
// in place. Any other order is written through an accumulator, at the index that the path says.
#include "front/fcl/to_core_internal.h"

typedef struct FclPath {
  const struct FclPath *outer;
  const FclValue *function; // of index and value; or of a pair of indices
  bool is_place;            // it changes the index
  bool is_row_major;        // namely to row * count + index
  Atom row, count;
  bool is_end; // after it is the index at which an element is written
} FclPath;

// ---- Pars ----

static ParLevel par_level(uint32_t level) {
  static const ParLevel LEVELS[] = {PAR_THREAD, PAR_BLOCK, PAR_GRID};
  return LEVELS[level < FCL_LEVEL_COUNT ? level : FCL_LEVEL_GRID];
}

EmitSpace fcl_space_open(FclLower *lower, Atom size, uint32_t level) {
  EmitSpace space = emit_space_open(&lower->emit, size);
  space.par->level = par_level(level);
  return space;
}

void fcl_space_map(FclLower *lower, EmitSpace *space, const FclValue *value) {
  Atoms atoms = {0};
  fcl_value_atoms(lower, value, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    Output output = {.mode = MODE_MAP, .value_count = 1, .values = &atoms.data[i]};
    emit_space_output(&lower->emit, space, output);
  }
}

const FclValue *fcl_space_close(FclLower *lower, EmitSpace *space, const FclValue *model,
                                const char *name) {
  Stm *stm = emit_space_close(&lower->emit, space, name);
  Atom *results = arena_array(lower->arena, Atom, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(stm->vars[i]);
  const Atom *next = results;
  return fcl_value_like(lower, model, &next);
}

static Atom zero_like(Atom atom) {
  Scalar type = atom_type(atom)->scalar;
  if (type == SCALAR_BOOL) return atom_bool(false);
  if (scalar_info(type)->class == CLASS_FLOAT) return atom_constant(constant_float(type, 0.0));
  return atom_constant(constant_int(type, 0));
}

static const FclValue *zeros_like(FclLower *lower, const FclValue *model) {
  Atoms atoms = {0};
  fcl_value_atoms(lower, model, &atoms);
  for (size_t i = 0; i < atoms.count; i++)
    atoms.data[i] = zero_like(atoms.data[i]);
  const Atom *next = atoms.data;
  return fcl_value_like(lower, model, &next);
}

const FclValue *fcl_blank(FclLower *lower, const FclValue *model, Atom size, uint32_t level,
                          bool is_overwritten) {
  const FclValue *zeros = zeros_like(lower, model);
  EmitSpace space = fcl_space_open(lower, size, level);
  fcl_space_map(lower, &space, zeros);
  const FclValue *result = fcl_space_close(lower, &space, zeros, "blank");
  vec_last(&lower->emit.block->stms)->exp->as.par->is_overwritten = is_overwritten;
  return result;
}

// How many programs are interleaved; all their elements together are checked to be as many as an
// array may have.
static Atom checked_rows(FclLower *lower, const FclPush *push) {
  Atom rows = fcl_checked_size(lower, push->pull->length);
  bool is_product = !atom_equal(push->length, push->count) &&
                    !atom_equal(push->length, push->pull->length) && push->length.var != NULL;
  if (!is_product) return rows;
  Atom size = fcl_scalar(lower, OP_MUL, rows, fcl_size(lower, push->count));
  fcl_check_run(lower, fcl_scalar(lower, OP_SLE, size, atom_i64(FCL_LENGTH_MOST)), ERROR_FCL_LENGTH,
                "an array has {} elements, which is more than 2147418112", &size, 1);
  return rows;
}

static void check_length(FclLower *lower, Atom found, Atom wanted) {
  if (atom_equal(found, wanted)) return;
  Atom values[2] = {found, wanted};
  fcl_check_run(lower, fcl_scalar(lower, OP_EQ, found, wanted), ERROR_FCL_INTERLEAVE,
                "a program gives {} elements where {} are interleaved", values, 2);
}

// ---- Paths ----

static Atom place_index(FclLower *lower, const FclPath *path, Atom index) {
  if (path->is_row_major)
    return fcl_scalar(lower, OP_ADD, fcl_scalar(lower, OP_MUL, path->row, path->count), index);
  const FclValue *pair =
      fcl_value_pair(lower, fcl_value_scalar(lower, path->row), fcl_value_scalar(lower, index));
  return fcl_apply(lower, path->function, pair)->atom;
}

static bool path_maps(const FclPath *path) {
  for (; path != NULL; path = path->outer)
    if (!path->is_place) return true;
  return false;
}

// What becomes of an element of this index on its way out, and where it is written.
static const FclValue *follow(FclLower *lower, const FclPath *path, Atom index,
                              const FclValue *value, Atom *place) {
  bool is_wanted = place != NULL;
  for (; path != NULL; path = path->outer) {
    if (path->is_place && (is_wanted || path_maps(path->outer)))
      index = place_index(lower, path, index);
    else if (!path->is_place)
      value =
          fcl_apply(lower, fcl_apply(lower, path->function, fcl_value_scalar(lower, index)), value);
    if (path->is_end && is_wanted) {
      *place = index;
      is_wanted = false;
    }
  }
  if (is_wanted) *place = index;
  return value;
}

static const FclPath *path_map(FclLower *lower, const FclPath *path, const FclValue *function) {
  FclPath *next = arena_make(lower->arena, FclPath);
  *next = (FclPath){.outer = path, .function = function};
  return next;
}

static const FclPath *path_place(FclLower *lower, const FclPath *path, const FclPush *push,
                                 Atom row, bool is_row_major, bool is_end) {
  FclPath *next = arena_make(lower->arena, FclPath);
  *next = (FclPath){.outer = path,
                    .function = push->function,
                    .is_place = true,
                    .is_row_major = is_row_major,
                    .row = row,
                    .count = push->count,
                    .is_end = is_end};
  return next;
}

// ---- Is it row * count + index? ----

static const Exp *definition_of(const EmitBlock *block, Atom atom) {
  for (size_t i = 0; atom.var != NULL && i < block->stms.count; i++)
    for (size_t k = 0; k < block->stms.data[i]->var_count; k++)
      if (block->stms.data[i]->vars[k] == atom.var) return block->stms.data[i]->exp;
  return NULL;
}

static bool is_product(const EmitBlock *block, Atom atom, Atom row, Atom count) {
  if (fcl_is_int(count, 1)) return atom_equal(atom, row);
  const Exp *exp = definition_of(block, atom);
  if (exp == NULL || exp->op != OP_MUL) return false;
  return (atom_equal(exp->args[0], row) && atom_equal(exp->args[1], count)) ||
         (atom_equal(exp->args[1], row) && atom_equal(exp->args[0], count));
}

// Unknown indices, to which functions are applied.
static const FclValue *some_indices(FclLower *lower, Atom *row, Atom *column) {
  Emitter *emit = &lower->emit;
  const Type *type = type_scalar(SCALAR_I32);
  *row = atom_var(var_new(emit->program, "row", type, emit->span));
  *column = atom_var(var_new(emit->program, "column", type, emit->span));
  return fcl_value_pair(lower, fcl_value_scalar(lower, *row), fcl_value_scalar(lower, *column));
}

static bool is_row_major(FclLower *lower, const FclPush *push) {
  Atom row, column;
  const FclValue *pair = some_indices(lower, &row, &column);
  FclProbe probe = fcl_probe_open(lower);
  const EmitBlock *block = probe.block;
  Atom place = fcl_apply(lower, push->function, pair)->atom;
  fcl_probe_close(lower, probe);
  if (fcl_is_int(push->count, 1) && atom_equal(place, row)) return true;
  const Exp *sum = definition_of(block, place);
  if (sum == NULL || sum->op != OP_ADD) return false;
  return (is_product(block, sum->args[0], row, push->count) && atom_equal(sum->args[1], column)) ||
         (is_product(block, sum->args[1], row, push->count) && atom_equal(sum->args[0], column));
}

// What is computed twice has one name.
bool fcl_is_same_order(FclLower *lower, const FclPush *left, const FclPush *right) {
  Atom row, column;
  const FclValue *pair = some_indices(lower, &row, &column);
  FclProbe probe = fcl_probe_open(lower);
  Atom place = fcl_apply(lower, left->function, pair)->atom;
  Atom other = fcl_apply(lower, right->function, pair)->atom;
  fcl_probe_close(lower, probe);
  return atom_equal(place, other);
}

// ---- Rows ----

static FclStored store(FclLower *lower, const FclPush *push, const FclPath *path, Atom length);

// The elements of the path's program number `row`.
static const FclPush *run_row(FclLower *lower, const FclPush *push, Atom row) {
  const FclValue *program = fcl_element(lower, push->pull, row);
  return fcl_run(lower, program)->push;
}

static FclStored store_pull(FclLower *lower, const FclPush *push, const FclPath *path,
                            Atom length) {
  if (push->level == FCL_LEVEL_THREAD && fcl_is_int(length, 1)) {
    const FclValue *value = fcl_element(lower, push->pull, fcl_int(0));
    value = follow(lower, path, fcl_int(0), value, NULL);
    return (FclStored){.elements = value, .length = length, .is_single = true};
  }
  size_t mark = emit_mark(&lower->emit);
  EmitSpace space = fcl_space_open(lower, fcl_checked_size(lower, length), push->level);
  Atom index = fcl_length(lower, space.index);
  const FclValue *value = fcl_element(lower, push->pull, index);
  value = follow(lower, path, index, value, NULL);
  fcl_space_map(lower, &space, value);
  const FclValue *arrays = fcl_space_close(lower, &space, value, "stored");
  emit_uncheck(&lower->emit, mark);
  return (FclStored){.elements = arrays, .length = length};
}

// Arrays [rows][count] as arrays [rows * count].
static const FclValue *join_rows(FclLower *lower, const FclValue *rows, Atom size) {
  Atoms atoms = {0};
  fcl_value_atoms(lower, rows, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    Dim dim = dim_atom(size);
    Program *program = lower->emit.program;
    const Type *type = type_array(program, atom_type(atoms.data[i])->scalar, 1, &dim);
    Exp *exp = exp_new(program, OP_RESHAPE, &atoms.data[i], 1);
    atoms.data[i] = atom_var(emit_shaped(&lower->emit, "joined", exp, type));
  }
  const Atom *next = atoms.data;
  return fcl_value_like(lower, rows, &next);
}

// The same arrays, under the name that their length has around.
static FclStored with_length(FclLower *lower, FclStored stored, Atom length) {
  if (stored.is_single || atom_equal(stored.length, length)) return stored;
  Program *program = lower->emit.program;
  Dim dim = dim_atom(fcl_size(lower, length));
  Atoms atoms = {0};
  fcl_value_atoms(lower, stored.elements, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    const Type *type = type_array(program, atom_type(atoms.data[i])->scalar, 1, &dim);
    Exp *exp = exp_new(program, OP_COERCE, &atoms.data[i], 1);
    atoms.data[i] = atom_var(emit_shaped(&lower->emit, "same", exp, type));
  }
  const Atom *next = atoms.data;
  return (FclStored){.elements = fcl_value_like(lower, stored.elements, &next), .length = length};
}

// The element of an array of length 1.
static const FclValue *only_element(FclLower *lower, FclStored stored) {
  if (stored.is_single) return stored.elements;
  return fcl_element(lower, fcl_value_stored(lower, stored)->pull, fcl_int(0));
}

static FclStored store_rows(FclLower *lower, const FclPush *push, const FclPath *path,
                            Atom length) {
  size_t mark = emit_mark(&lower->emit);
  bool is_scalar = fcl_is_int(push->count, 1);
  fcl_checked_size(lower, push->count);
  EmitSpace space = fcl_space_open(lower, checked_rows(lower, push), push->level);
  size_t inner_mark = emit_mark(&lower->emit);
  Atom row = fcl_length(lower, space.index);
  const FclPush *inner = run_row(lower, push, row);
  check_length(lower, inner->length, push->count);
  FclStored stored;
  if (!is_scalar || path_maps(path) || !fcl_is_held(inner, &stored))
    stored = store(lower, inner, path_place(lower, path, push, row, true, false), push->count);
  const FclValue *value = is_scalar ? only_element(lower, stored) : stored.elements;
  fcl_space_map(lower, &space, value);
  emit_uncheck(&lower->emit, inner_mark);
  const FclValue *arrays = fcl_space_close(lower, &space, value, "rows");
  if (!is_scalar) arrays = join_rows(lower, arrays, fcl_size(lower, length));
  FclStored rows = {.elements = arrays, .length = is_scalar ? push->pull->length : length};
  rows = with_length(lower, rows, length);
  emit_uncheck(&lower->emit, mark);
  return rows;
}

// ---- Accumulators ----

// The accumulator after the push array was written to it.
static Var *write(FclLower *lower, const FclPush *push, const FclPath *path, Var *acc, Atom size);

static Var *update(FclLower *lower, Var *acc, Atom place, const FclValue *value, Atom size) {
  size_t mark = emit_mark(&lower->emit);
  Atom at = fcl_size(lower, place);
  Atom values[2] = {place, size};
  fcl_check_run(lower, fcl_scalar(lower, OP_ULT, at, size), ERROR_FCL_INTERLEAVE,
                "an element is interleaved at index {} of {} elements", values, 2);
  Atoms args = {0};
  vec_push(lower->arena, &args, atom_var(acc));
  vec_push(lower->arena, &args, at);
  fcl_value_atoms(lower, value, &args);
  Exp *exp = exp_new(lower->emit.program, OP_ACC_UPDATE, args.data, args.count);
  Var *result = emit_let(&lower->emit, "written", exp);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// A par that threads the accumulator; `*inside` is the one to write to.
static EmitSpace acc_space_open(FclLower *lower, Atom size, uint32_t level, Var *acc,
                                Var **inside) {
  EmitSpace space = fcl_space_open(lower, size, level);
  *inside = var_like(lower->emit.program, acc, acc->type);
  space.par->acc_count = 1;
  space.par->accs = arena_make(lower->arena, ParInput);
  *space.par->accs = (ParInput){.inside = *inside, .outside = acc};
  vec_push(lower->arena, &space.block->bound, *inside);
  return space;
}

static Var *acc_space_close(FclLower *lower, EmitSpace *space, Var *last) {
  Atom *value = arena_make(lower->arena, Atom);
  *value = atom_var(last);
  Output output = {.mode = MODE_ACC, .value_count = 1, .values = value};
  emit_space_output(&lower->emit, space, output);
  return emit_space_close(&lower->emit, space, "written")->vars[0];
}

static Var *write_elements(FclLower *lower, const FclPull *pull, uint32_t level,
                           const FclPath *path, Var *acc, Atom size) {
  Var *inside = NULL;
  Atom place;
  size_t mark = emit_mark(&lower->emit);
  if (level == FCL_LEVEL_THREAD && fcl_is_int(pull->length, 1)) {
    const FclValue *value = fcl_element(lower, pull, fcl_int(0));
    value = follow(lower, path, fcl_int(0), value, &place);
    return update(lower, acc, place, value, size);
  }
  EmitSpace space =
      acc_space_open(lower, fcl_checked_size(lower, pull->length), level, acc, &inside);
  Atom index = fcl_length(lower, space.index);
  const FclValue *value = fcl_element(lower, pull, index);
  value = follow(lower, path, index, value, &place);
  Var *result = acc_space_close(lower, &space, update(lower, inside, place, value, size));
  emit_uncheck(&lower->emit, mark);
  return result;
}

static Var *write_rows(FclLower *lower, const FclPush *push, const FclPath *path, bool is_end,
                       Var *acc, Atom size) {
  Var *inside = NULL;
  size_t mark = emit_mark(&lower->emit);
  EmitSpace space = acc_space_open(lower, checked_rows(lower, push), push->level, acc, &inside);
  size_t inner_mark = emit_mark(&lower->emit);
  Atom row = fcl_length(lower, space.index);
  const FclPush *inner = run_row(lower, push, row);
  check_length(lower, inner->length, push->count);
  const FclPath *next = path_place(lower, path, push, row, is_row_major(lower, push), is_end);
  Var *last = write(lower, inner, next, inside, size);
  emit_uncheck(&lower->emit, inner_mark);
  Var *result = acc_space_close(lower, &space, last);
  emit_uncheck(&lower->emit, mark);
  return result;
}

static Var *write(FclLower *lower, const FclPush *push, const FclPath *path, Var *acc, Atom size) {
  switch (push->kind) {
  case FCL_PUSH_PULL: return write_elements(lower, push->pull, push->level, path, acc, size);
  case FCL_PUSH_MAPPED:
    return write(lower, push->inner, path_map(lower, path, push->function), acc, size);
  case FCL_PUSH_INTERLEAVED: return write_rows(lower, push, path, false, acc, size);
  case FCL_PUSH_INTERLEAVED_SEQ:
  case FCL_PUSH_LOOP: break;
  }
  const FclValue *stored = fcl_value_stored(lower, store(lower, push, NULL, push->length));
  return write_elements(lower, stored->pull, push->level, path, acc, size);
}

typedef struct FclWriting {
  AccDecl decl;
  EmitBlock *block;
  WithAcc *with;
} FclWriting;

static FclWriting writing_open(FclLower *lower, const FclValue *arrays) {
  Program *program = lower->emit.program;
  FclWriting writing = {.with = arena_make(lower->arena, WithAcc)};
  Atoms atoms = {0};
  fcl_value_atoms(lower, arrays, &atoms);
  const Type **types = arena_array(lower->arena, const Type *, atoms.count);
  for (size_t i = 0; i < atoms.count; i++)
    types[i] = atom_type(atoms.data[i]);
  const Type *type = type_acc(program, atoms.count, types, 1);
  writing.decl = (AccDecl){.param = var_new(program, "acc", type, lower->emit.span),
                           .dests = atoms.data,
                           .dest_count = atoms.count,
                           .is_once = true};
  writing.block = emit_open(&lower->emit);
  vec_push(lower->arena, &writing.block->bound, writing.decl.param);
  return writing;
}

static const FclValue *writing_close(FclLower *lower, FclWriting *writing, Var *last,
                                     const FclValue *arrays) {
  Program *program = lower->emit.program;
  Atom result = atom_var(last);
  emit_close(&lower->emit, writing->block);
  writing->with->accs = arena_make(lower->arena, AccDecl);
  *writing->with->accs = writing->decl;
  writing->with->acc_count = 1;
  writing->with->body = body_new(program, writing->block->stms, &result, 1);
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, "interleaved", exp_with_acc(program, writing->with));
  Atom *results = arena_array(lower->arena, Atom, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++)
    results[i] = atom_var(stm->vars[i]);
  const Atom *next = results;
  return fcl_value_like(lower, arrays, &next);
}

// ---- Models ----

// A value like the elements, which are tried out.
static const FclValue *element_model(FclLower *lower, const FclPush *push, const FclPath *path) {
  Emitter *emit = &lower->emit;
  FclProbe probe = fcl_probe_open(lower);
  const FclValue *value = NULL;
  Atom zero = fcl_int(0);
  Atom some = atom_var(var_new(emit->program, "some", type_scalar(SCALAR_I32), emit->span));
  switch (push->kind) {
  case FCL_PUSH_PULL: value = fcl_element(lower, push->pull, some); break;
  case FCL_PUSH_MAPPED: {
    const FclValue *inner = element_model(lower, push->inner, NULL);
    const FclValue *index = fcl_value_scalar(lower, zero);
    value = fcl_apply(lower, fcl_apply(lower, push->function, index), inner);
    break;
  }
  case FCL_PUSH_INTERLEAVED:
  case FCL_PUSH_INTERLEAVED_SEQ:
    value = element_model(lower, run_row(lower, push, some), NULL);
    break;
  case FCL_PUSH_LOOP: value = fcl_value_zero(lower, push->element); break;
  }
  value = follow(lower, path, zero, value, NULL);
  fcl_probe_close(lower, probe);
  return value;
}

static FclStored store_scattered(FclLower *lower, const FclPush *push, const FclPath *path,
                                 Atom length) {
  size_t mark = emit_mark(&lower->emit);
  Atom size = fcl_checked_size(lower, length);
  const FclValue *model = element_model(lower, push, path);
  const FclValue *blank = fcl_blank(lower, model, size, push->level, true);
  FclWriting writing = writing_open(lower, blank);
  Var *last = write_rows(lower, push, path, true, writing.decl.param, size);
  const FclValue *arrays = writing_close(lower, &writing, last, blank);
  emit_uncheck(&lower->emit, mark);
  return (FclStored){.elements = arrays, .length = length};
}

// ---- The first elements of a buffer ----

typedef struct FclPadded {
  const FclPush *push; // a pull array, perhaps with functions mapped over it
  const FclValue *model;
} FclPadded;

typedef struct FclPlace {
  const FclPadded *padded;
  Atom index;
} FclPlace;

static bool is_pulled(const FclPush *push) {
  while (push->kind == FCL_PUSH_MAPPED)
    push = push->inner;
  return push->kind == FCL_PUSH_PULL;
}

static const FclValue *pushed_element(FclLower *lower, const FclPush *push, Atom index) {
  if (push->kind == FCL_PUSH_PULL) return fcl_element(lower, push->pull, index);
  const FclValue *value = pushed_element(lower, push->inner, index);
  const FclValue *function = fcl_apply(lower, push->function, fcl_value_scalar(lower, index));
  return fcl_apply(lower, function, value);
}

static const FclValue *element_there(FclLower *lower, const void *context) {
  const FclPlace *place = context;
  return pushed_element(lower, place->padded->push, place->index);
}

static const FclValue *element_missing(FclLower *lower, const void *context) {
  const FclPlace *place = context;
  return zeros_like(lower, place->padded->model);
}

static const FclValue *padded_element(FclLower *lower, const void *context, Atom index) {
  const FclPadded *padded = context;
  Atom is_there = fcl_scalar(lower, OP_SLT, index, padded->push->length);
  return fcl_branch(lower, is_there, element_there, element_missing, &(FclPlace){padded, index});
}

FclStored fcl_store_first(FclLower *lower, const FclPush *push, const FclValue *model,
                          Atom length) {
  if (is_pulled(push)) {
    FclPadded *padded = arena_make(lower->arena, FclPadded);
    *padded = (FclPadded){push, model};
    FclPush whole = {.kind = FCL_PUSH_PULL,
                     .level = push->level,
                     .length = length,
                     .pull = fcl_value_pull(lower, length, padded_element, padded)->pull};
    return store(lower, &whole, NULL, length);
  }
  Atom size = fcl_size(lower, length);
  const FclValue *blank = fcl_blank(lower, model, size, push->level, false);
  FclWriting writing = writing_open(lower, blank);
  Var *last = write(lower, push, NULL, writing.decl.param, size);
  const FclValue *arrays = writing_close(lower, &writing, last, blank);
  return (FclStored){.elements = arrays, .length = length};
}

// ---- Loops ----

// One program after the other, each written after the others or at its indices.
static FclStored store_sequence(FclLower *lower, const FclPush *push, const FclPath *path,
                                Atom length) {
  Emitter *emit = &lower->emit;
  size_t mark = emit_mark(emit);
  Atom size = fcl_checked_size(lower, length);
  Atom count = fcl_checked_size(lower, push->count);
  checked_rows(lower, push);
  const FclValue *model = element_model(lower, push, path);
  const FclValue *blank = fcl_blank(lower, model, size, push->level, true);
  Atoms starts = {0};
  fcl_value_atoms(lower, blank, &starts);
  FclLoop loop = fcl_loop_open(lower, starts.data, starts.count);
  Atom row = fcl_loop_count(lower, &loop, push->pull->length);
  size_t inner_mark = emit_mark(emit);
  Atoms nexts = {0};
  for (size_t i = 0; i < starts.count; i++)
    vec_push(lower->arena, &nexts, atom_var(loop.loop->params[i]));
  const FclPush *inner = run_row(lower, push, row);
  check_length(lower, inner->length, push->count);
  bool is_simple = is_row_major(lower, push);
  const FclPath *next = path_place(lower, path, push, row, is_simple, true);
  const Atom *at = nexts.data;
  const FclValue *params = fcl_value_like(lower, blank, &at);
  if (is_simple) {
    FclStored stored = store(lower, inner, next, push->count);
    Atoms rows = {0};
    fcl_value_atoms(lower, stored.elements, &rows);
    Atom start = fcl_size(lower, fcl_scalar(lower, OP_MUL, row, push->count));
    for (size_t i = 0; i < rows.count; i++) {
      bool is_single = stored.is_single;
      Selector selector = selector_of(emit->program, 1, !is_single);
      Atom range[3] = {start, count, atom_i64(1)};
      Exp *exp = exp_update(emit->program, nexts.data[i].var, selector, range, is_single ? 1 : 3,
                            rows.data[i]);
      nexts.data[i] = atom_var(emit_let(emit, "rows", exp));
    }
  } else {
    FclWriting writing = writing_open(lower, params);
    Var *last = write(lower, inner, next, writing.decl.param, size);
    const FclValue *written = writing_close(lower, &writing, last, params);
    nexts.count = 0;
    fcl_value_atoms(lower, written, &nexts);
  }
  emit_uncheck(emit, inner_mark);
  Atom *results = arena_array(lower->arena, Atom, starts.count);
  fcl_loop_close(lower, &loop, nexts.data, results);
  emit_uncheck(emit, mark);
  at = results;
  return (FclStored){.elements = fcl_value_like(lower, blank, &at), .length = length};
}

static FclStored store_looped(FclLower *lower, const FclPush *push, const FclPath *path,
                              Atom length) {
  FclStored stored = fcl_store_loop(lower, push);
  if (!path_maps(path)) return with_length(lower, stored, length);
  FclPush again = {.kind = FCL_PUSH_PULL,
                   .level = FCL_LEVEL_THREAD,
                   .length = stored.length,
                   .pull = fcl_value_stored(lower, stored)->pull};
  return store_pull(lower, &again, path, length);
}

static FclStored store(FclLower *lower, const FclPush *push, const FclPath *path, Atom length) {
  switch (push->kind) {
  case FCL_PUSH_PULL: return store_pull(lower, push, path, length);
  case FCL_PUSH_MAPPED:
    return store(lower, push->inner, path_map(lower, path, push->function), length);
  case FCL_PUSH_INTERLEAVED:
    return is_row_major(lower, push) ? store_rows(lower, push, path, length)
                                     : store_scattered(lower, push, path, length);
  case FCL_PUSH_INTERLEAVED_SEQ: return store_sequence(lower, push, path, length);
  case FCL_PUSH_LOOP: return store_looped(lower, push, path, length);
  }
  INTERNAL_ERROR("a push array of no kind");
}

// Are the arrays as long as they are used? Those of a loop below grid may be longer.
static bool is_exact(FclLower *lower, FclStored stored) {
  Atoms atoms = {0};
  Atom size = fcl_size(lower, stored.length);
  fcl_value_atoms(lower, stored.elements, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    const Type *type = atom_type(atoms.data[i]);
    if (type_rank(type) != 1 || !atom_equal(dim_size(type->dims[0]), size)) return false;
  }
  return true;
}

// Element i of a pull array is element i of arrays that grid has in memory, at an index that is not
// known: then the array is their beginning.
static bool is_beginning(FclLower *lower, const FclPush *push, FclStored *whole) {
  const Type *type = type_scalar(SCALAR_I32);
  if (push->level != FCL_LEVEL_GRID || push->kind != FCL_PUSH_PULL) return false;
  Atom some = atom_var(var_new(lower->emit.program, "some", type, lower->emit.span));
  FclProbe probe = fcl_probe_open(lower);
  const FclValue *element = fcl_element(lower, push->pull, some);
  Atom at = fcl_size(lower, some);
  fcl_probe_close(lower, probe);
  Atoms atoms = {0};
  const FclStored *around = NULL;
  fcl_value_atoms(lower, element, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    const Exp *exp = definition_of(probe.block, atoms.data[i]);
    if (exp == NULL || exp->op != OP_INDEX || !atom_equal(exp->args[1], at)) return false;
    const FclStored *stored = map_get(lower->held, map_key(exp->args[0].var));
    if (stored == NULL || stored->held != FCL_LEVEL_GRID + 1) return false;
    if (around != NULL && !atom_equal(around->length, stored->length)) return false;
    around = stored;
    atoms.data[i] = exp->args[0];
  }
  if (around == NULL) return false;
  const Atom *next = atoms.data;
  *whole = *around;
  whole->elements = fcl_value_like(lower, element, &next);
  return true;
}

static FclStored store_beginning(FclLower *lower, FclStored whole, Atom length) {
  Program *program = lower->emit.program;
  if (atom_equal(whole.length, length)) return whole;
  size_t mark = emit_mark(&lower->emit);
  Atom range[3] = {atom_i64(0), fcl_checked_size(lower, length), atom_i64(1)};
  Atom values[2] = {fcl_scalar(lower, OP_SUB, length, fcl_int(1)), whole.length};
  fcl_check_run(lower, fcl_scalar(lower, OP_SLE, length, whole.length), ERROR_RUN_BOUNDS,
                "index {} is out of bounds for length {}", values, 2);
  Atoms atoms = {0};
  fcl_value_atoms(lower, whole.elements, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    Exp *exp = exp_slice(program, atoms.data[i].var, selector_of(program, 1, true), range, 3);
    atoms.data[i] = atom_var(emit_let(&lower->emit, "beginning", exp));
  }
  emit_uncheck(&lower->emit, mark);
  const Atom *next = atoms.data;
  whole.elements = fcl_value_like(lower, whole.elements, &next);
  whole.length = length;
  return whole;
}

// What is in the memory of the level already stays there.
FclStored fcl_store(FclLower *lower, const FclPush *push) {
  FclStored stored;
  if (fcl_is_held(push, &stored) && (push->level == FCL_LEVEL_GRID || is_exact(lower, stored)))
    return stored;
  if (is_beginning(lower, push, &stored)) return store_beginning(lower, stored, push->length);
  stored = store(lower, push, NULL, push->length);
  stored.held = push->level + 1;
  return stored;
}
