// narrow: small numbers that are compared are computed in 8 bits, and arrays hold only the bits
// that are used.
//
//   needs      Core
//   gives      Core
//   may skip   yes
//
//   let x: i64 = btoi a : i64                    let x: i8 = btoi a : i8
//   let y: i64 = btoi b : i64                    let y: i8 = btoi b : i8
//   let n: i64 = add x, y                  =>    let n: i8 = add x, y
//   let c: bool = eq n, 2                        let c: bool = eq n, 2i8
//
// A sum of a few truth values, or a product, is a small number, whatever type the language gives
// it. Where such numbers are compared, or lie in an array until they are, a vector of the machine
// holds eight times as many of them, and the array takes an eighth of the memory. So neighbours
// are counted in APL, whose ints have 64 bits.
//
// The *range* of a variable is what can be said of its value by the ops that compute it from truth
// values and constants. A variable all of whose values fit, and likewise the array that a par maps
// it to when nothing but `index` looks at that array, is *wanted* when a comparison depends on it.
// An array whose elements are cut off wherever they are read is *cut*: it holds what is left of
// them. So it is when a language has operations on 32 bits of numbers that have 64, as APL.
//
//   let xs: [n]i64 = par (i < n) { … map x }     let xs: [n]i32 = par (i < n) { … map sext x }
//   let y: i64 = index xs[k]                 =>  let z: i32 = index xs[k]
//   let z: i32 = sext y : i32
//
// The wide variable stays, as an extension of the narrow one, for those that need it; simplify
// removes it when there are none.
#include "core/core.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/walk.h"

typedef struct NarrowRange {
  int64_t low, high;
} NarrowRange;

// What is known of a variable.
typedef struct Known {
  Stm *def;
  bool has_range, is_ranged; // looked for; found
  NarrowRange range;
  size_t use_count, index_count;
  Vec(Stm *) reads; // of an array: by `index`
  bool is_wanted;
  Scalar scalar;  // what is wanted of it
  bool is_cut;    // it is computed wide, and then cut off
  const Stm *cut; // that keeps some of its bits
  Vec(Stm *) views;
  Var *narrow; // that stands for it
} Known;

typedef struct Narrowing {
  Program *program;
  Arena *arena;
  Map *known; // Var -> Known
  Mapper mapper;
} Narrowing;

static Known *known_of(Narrowing *narrowing, const Var *var) {
  Known *known = map_get(narrowing->known, map_key(var));
  if (known != NULL) return known;
  known = arena_make(narrowing->arena, Known);
  map_put(narrowing->known, map_key(var), known);
  return known;
}

static bool is_wide_array(const Type *type) { return type->scalar == SCALAR_I64; }

static bool is_wide(const Type *type) { return type_is_scalar(type, SCALAR_I64); }

// ---- What there is ----

static unsigned width_of(Scalar scalar) { return scalar_info(scalar)->width; }

// Does it show elements of its first operand as they are?
static bool is_plain_view(const Stm *stm) {
  Op op = stm->exp->op;
  bool is_row = op == OP_INDEX && type_is_array(stm->vars[0]->type);
  return is_row || op == OP_SLICE || op == OP_RESHAPE || op == OP_COERCE || op == OP_PERMUTE;
}

static void note_use(Walker *walker, Var *var) { known_of(walker->context, var)->use_count++; }

static bool note_stm(Walker *walker, Stm *stm) {
  Narrowing *narrowing = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    known_of(narrowing, stm->vars[i])->def = stm;
  if (stm->exp->op == OP_INDEX && is_wide(stm->vars[0]->type)) {
    Known *array = known_of(narrowing, stm->exp->args[0].var);
    array->index_count++;
    vec_push(narrowing->arena, &array->reads, stm);
  }
  if (stm->exp->op == OP_SEXT && stm->exp->args[0].var &&
      width_of(stm->exp->as.to) < width_of(atom_type(stm->exp->args[0])->scalar))
    known_of(narrowing, stm->exp->args[0].var)->cut = stm;
  if (is_plain_view(stm))
    vec_push(narrowing->arena, &known_of(narrowing, stm->exp->args[0].var)->views, stm);
  return true;
}

// The output, and the place in it, that gives a result of a par.
static bool find_output(const Stm *stm, const Var *var, size_t *output, size_t *value) {
  size_t at = 0;
  const Par *par = stm->exp->as.par;
  if (par->has_epilogue) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    if (!mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS))
      return false; // others have results of other numbers
    for (size_t k = 0; k < par->body.outputs[i].value_count; k++, at++)
      if (stm->vars[at] == var) {
        *output = i;
        *value = k;
        return true;
      }
  }
  return false;
}

// What a par maps to the array: elements or rows; NULL for other arrays.
static Var *row_of(Narrowing *narrowing, const Var *array) {
  size_t output, value;
  const Stm *def = known_of(narrowing, array)->def;
  if (def == NULL || def->exp->op != OP_PAR) return NULL;
  if (!find_output(def, array, &output, &value)) return NULL;
  const Par *par = def->exp->as.par;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return NULL;
  for (size_t i = 0; i < array->type->rank; i++)
    if (dim_is_varying(array->type->dims[i])) return NULL;
  return par->body.outputs[output].values[value].var;
}

// The elements of an array that only `index` looks at, mapped by a par or a nest; NULL for others.
static Var *mapped_value(Narrowing *narrowing, const Var *array) {
  const Known *known = known_of(narrowing, array);
  if (known->use_count != known->index_count) return NULL;
  Var *row = row_of(narrowing, array);
  while (row != NULL && row->type->rank > 0)
    row = known_of(narrowing, row)->use_count == 1 ? row_of(narrowing, row) : NULL;
  return row;
}

// ---- Ranges ----

enum { LEAST = INT8_MIN, MOST = INT8_MAX };

static bool range_of(Narrowing *narrowing, Atom atom, NarrowRange *range);

static bool range_of_product(NarrowRange a, NarrowRange b, NarrowRange *range) {
  int64_t corners[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  *range = (NarrowRange){corners[0], corners[0]};
  for (size_t i = 1; i < 4; i++) {
    if (corners[i] < range->low) range->low = corners[i];
    if (corners[i] > range->high) range->high = corners[i];
  }
  return true;
}

static bool range_of_two(Narrowing *narrowing, const Exp *exp, NarrowRange *range) {
  NarrowRange a, b;
  bool is_select = exp->op == OP_SELECT;
  if (!range_of(narrowing, exp->args[is_select ? 1 : 0], &a)) return false;
  if (!range_of(narrowing, exp->args[is_select ? 2 : 1], &b)) return false;
  switch ((int)exp->op) {
  case OP_ADD: *range = (NarrowRange){a.low + b.low, a.high + b.high}; return true;
  case OP_SUB: *range = (NarrowRange){a.low - b.high, a.high - b.low}; return true;
  case OP_MUL: return range_of_product(a, b, range);
  }
  // One of both.
  *range = (NarrowRange){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  return true;
}

static bool range_of_exp(Narrowing *narrowing, const Exp *exp, NarrowRange *range) {
  switch ((int)exp->op) {
  case OP_BTOI: *range = (NarrowRange){0, 1}; return true;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_SMIN:
  case OP_SMAX:
  case OP_SELECT: return range_of_two(narrowing, exp, range);
  case OP_INDEX: {
    Var *value = mapped_value(narrowing, exp->args[0].var);
    return value != NULL && range_of(narrowing, atom_var(value), range);
  }
  }
  return false;
}

// False when it is not known, or does not fit.
static bool range_of(Narrowing *narrowing, Atom atom, NarrowRange *range) {
  if (!is_wide(atom_type(atom))) return false;
  if (atom.var == NULL) {
    range->low = range->high = constant_to_i64(atom.constant);
    return range->low >= LEAST && range->high <= MOST;
  }
  Known *known = known_of(narrowing, atom.var);
  if (!known->has_range) {
    known->has_range = true;
    known->is_ranged =
        known->def != NULL && range_of_exp(narrowing, known->def->exp, &known->range);
    known->is_ranged = known->is_ranged && known->range.low >= LEAST && known->range.high <= MOST;
  }
  *range = known->range;
  return known->is_ranged;
}

// ---- What is wanted ----

static void want(Narrowing *narrowing, Atom atom);

static void set_wanted(Known *known, Scalar scalar) {
  known->is_wanted = true;
  known->scalar = scalar;
}

static void want_array(Narrowing *narrowing, Var *array) {
  Known *known = known_of(narrowing, array);
  if (known->is_wanted) return;
  set_wanted(known, SCALAR_I8);
  Var *row = row_of(narrowing, array);
  for (; row->type->rank > 0; row = row_of(narrowing, row))
    set_wanted(known_of(narrowing, row), SCALAR_I8);
  want(narrowing, atom_var(row));
  for (size_t i = 0; i < known->reads.count; i++)
    want(narrowing, atom_var(known->reads.data[i]->vars[0]));
}

static void want(Narrowing *narrowing, Atom atom) {
  if (atom.var == NULL || known_of(narrowing, atom.var)->is_wanted) return;
  Known *known = known_of(narrowing, atom.var);
  set_wanted(known, SCALAR_I8);
  const Exp *exp = known->def->exp;
  if (exp->op == OP_INDEX) {
    want_array(narrowing, exp->args[0].var);
  } else if (exp->op != OP_BTOI) {
    size_t first = exp->op == OP_SELECT ? 1 : 0;
    want(narrowing, exp->args[first]);
    want(narrowing, exp->args[first + 1]);
  }
}

// Is it more than one truth value?
static bool is_counted(Narrowing *narrowing, Atom atom) {
  return atom.var != NULL && known_of(narrowing, atom.var)->def->exp->op != OP_BTOI;
}

static bool is_comparison(Narrowing *narrowing, const Exp *exp) {
  NarrowRange range;
  bool is_one = exp->op == OP_EQ || exp->op == OP_NE || exp->op == OP_SLT || exp->op == OP_SLE;
  return is_one && range_of(narrowing, exp->args[0], &range) &&
         range_of(narrowing, exp->args[1], &range) &&
         (is_counted(narrowing, exp->args[0]) || is_counted(narrowing, exp->args[1]));
}

static bool want_stm(Walker *walker, Stm *stm) {
  if (!is_comparison(walker->context, stm->exp)) return true;
  want(walker->context, stm->exp->args[0]);
  want(walker->context, stm->exp->args[1]);
  return true;
}

// ---- What is cut off ----

// Is everything that is read of the array, or of a view of it, cut off to this type?
static bool is_cut_to(Narrowing *narrowing, const Var *array, Scalar *scalar, size_t *count) {
  const Known *known = known_of(narrowing, array);
  if (known->is_wanted || known->use_count != known->index_count + known->views.count) return false;
  for (size_t i = 0; i < known->views.count; i++)
    if (!is_cut_to(narrowing, known->views.data[i]->vars[0], scalar, count)) return false;
  for (size_t i = 0; i < known->reads.count; i++) {
    const Known *read = known_of(narrowing, known->reads.data[i]->vars[0]);
    if (read->is_wanted || read->use_count != 1 || read->cut == NULL) return false;
    if (*count > 0 && *scalar != read->cut->exp->as.to) return false;
    *scalar = read->cut->exp->as.to;
    ++*count;
  }
  return true;
}

static void cut_readers(Narrowing *narrowing, const Var *array, Scalar scalar) {
  Known *known = known_of(narrowing, array);
  set_wanted(known, scalar);
  for (size_t i = 0; i < known->views.count; i++)
    cut_readers(narrowing, known->views.data[i]->vars[0], scalar);
  for (size_t i = 0; i < known->reads.count; i++)
    set_wanted(known_of(narrowing, known->reads.data[i]->vars[0]), scalar);
}

static bool is_literal(const Exp *exp) {
  if (exp->op != OP_ARRAY) return false;
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var != NULL) return false;
  return true;
}

// The element that a par or nest maps to an array without other users.
static Var *made_element(Narrowing *narrowing, const Var *array) {
  Var *row = row_of(narrowing, array);
  while (row != NULL && row->type->rank > 0)
    row = known_of(narrowing, row)->use_count == 1 ? row_of(narrowing, row) : NULL;
  return row;
}

static bool cut_stm(Walker *walker, Stm *stm) {
  Narrowing *narrowing = walker->context;
  bool is_made = stm->exp->op == OP_PAR, is_array = is_literal(stm->exp);
  for (size_t i = 0; (is_made || is_array) && i < stm->var_count; i++) {
    Var *array = stm->vars[i];
    Scalar scalar = SCALAR_BOOL;
    size_t count = 0;
    if (array->type->kind != TYPE_ARRAY || !is_wide_array(array->type)) continue;
    if (!is_cut_to(narrowing, array, &scalar, &count) || count == 0) continue;
    Var *element = is_made ? made_element(narrowing, array) : NULL;
    Known *known = element == NULL ? NULL : known_of(narrowing, element);
    if (is_made && (known == NULL || known->def == NULL || known->is_wanted)) continue;
    cut_readers(narrowing, array, scalar);
    if (is_array) continue;
    for (Var *row = row_of(narrowing, array); row != element; row = row_of(narrowing, row))
      set_wanted(known_of(narrowing, row), scalar);
    set_wanted(known, scalar);
    known->is_cut = true;
  }
  return true;
}

// ---- Narrow statements ----

static Atom narrow_atom(Narrowing *narrowing, Atom atom) {
  if (atom.var != NULL) return atom_var(known_of(narrowing, atom.var)->narrow);
  return atom_constant(constant_int(SCALAR_I8, constant_to_i64(atom.constant)));
}

static Exp *narrow_exp(Narrowing *narrowing, const Exp *exp) {
  Program *program = narrowing->program;
  Atom args[3];
  if (exp->op == OP_BTOI) return exp_convert(program, OP_BTOI, exp->args[0], SCALAR_I8);
  if (exp->op == OP_INDEX)
    return exp_index(program, known_of(narrowing, exp->args[0].var)->narrow, exp->args + 1,
                     exp->arg_count - 1);
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = exp->op == OP_SELECT && i == 0 ? exp->args[0] : narrow_atom(narrowing, exp->args[i]);
  return exp_new(program, exp->op, args, exp->arg_count);
}

static const Type *narrow_type(Narrowing *narrowing, const Var *wide) {
  const Type *type = wide->type;
  Scalar scalar = known_of(narrowing, wide)->scalar;
  return type_array(narrowing->program, scalar, type->rank, type->dims);
}

// The par with narrow arrays for those that are wanted.
static void narrow_par(Narrowing *narrowing, Stm *stm, Stms *out) {
  Program *program = narrowing->program;
  Stm *made = arena_make(program->arena, Stm);
  *made = *map_stm(&narrowing->mapper, stm);
  Par *par = arena_make(program->arena, Par);
  *par = *made->exp->as.par;
  Output *outputs = arena_array(program->arena, Output, par->body.output_count);
  Var **vars = arena_array(program->arena, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++)
    vars[i] = made->vars[i];
  for (size_t i = 0; i < par->body.output_count; i++) {
    outputs[i] = par->body.outputs[i];
    outputs[i].values = arena_array(program->arena, Atom, outputs[i].value_count);
    for (size_t k = 0; k < outputs[i].value_count; k++)
      outputs[i].values[k] = par->body.outputs[i].values[k];
  }
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t output, value;
    Known *known = known_of(narrowing, stm->vars[i]);
    if (!known->is_wanted || !find_output(stm, stm->vars[i], &output, &value)) continue;
    known->narrow = vars[i] = var_like(program, vars[i], narrow_type(narrowing, stm->vars[i]));
    outputs[output].values[value] = narrow_atom(narrowing, outputs[output].values[value]);
  }
  par->body.outputs = outputs;
  made->vars = vars;
  made->exp = exp_par(program, par);
  vec_push(program->arena, out, made);
}

// A literal of constants, or a view, with elements of another type.
static void narrow_array(Narrowing *narrowing, Builder *builder, const Stm *stm) {
  Program *program = narrowing->program;
  Var *array = stm->vars[0], *narrow = var_like(program, array, narrow_type(narrowing, array));
  Exp *exp = arena_make(program->arena, Exp);
  *exp = *stm->exp;
  exp->args = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++) {
    exp->args[i] = stm->exp->args[i];
    if (exp->op == OP_ARRAY) {
      int64_t element = constant_to_i64(exp->args[i].constant);
      exp->args[i] = atom_constant(constant_int(narrow->type->scalar, element));
    }
  }
  if (exp->op != OP_ARRAY) exp->args[0] = atom_var(known_of(narrowing, exp->args[0].var)->narrow);
  build_stm(builder, exp, &narrow, 1);
  known_of(narrowing, array)->narrow = narrow;
}

static bool narrow_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Narrowing *narrowing = mapper->context;
  Builder builder = builder_new(mapper->program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  bool is_wanted = false;
  for (size_t i = 0; i < stm->var_count; i++)
    is_wanted = is_wanted || known_of(narrowing, stm->vars[i])->is_wanted;
  Known *known = stm->var_count > 0 ? known_of(narrowing, stm->vars[0]) : NULL;
  if (is_wanted && stm->exp->op == OP_PAR) {
    narrow_par(narrowing, stm, out);
  } else if (is_wanted && known->is_cut) {
    vec_push(mapper->program->arena, out, map_stm(mapper, stm));
    Atom wide = atom_var(stm->vars[0]);
    known->narrow = build_convert(&builder, stm->vars[0]->name, OP_SEXT, wide, known->scalar).var;
  } else if (is_wanted && type_is_array(stm->vars[0]->type)) {
    narrow_array(narrowing, &builder, stm);
  } else if (is_wanted) {
    known->narrow = build_let(&builder, stm->vars[0]->name, narrow_exp(narrowing, stm->exp));
    Exp *extension = exp_convert(mapper->program, OP_SEXT, atom_var(known->narrow), SCALAR_I64);
    build_stm(&builder, extension, stm->vars, 1);
  } else if (is_comparison(narrowing, stm->exp)) {
    build_stm(&builder, narrow_exp(narrowing, stm->exp), stm->vars, 1);
  } else {
    return false;
  }
  return true;
}

static Program *narrow_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *scratch = arena_new();
  Narrowing narrowing = {.program = program, .arena = scratch, .known = map_new(scratch)};
  Walker walker = {.context = &narrowing, .use = note_use, .enter = note_stm};
  walk_program(&walker, program);
  walker = (Walker){.context = &narrowing, .enter = want_stm};
  walk_program(&walker, program);
  walker = (Walker){.context = &narrowing, .enter = cut_stm};
  walk_program(&walker, program);
  narrowing.mapper = (Mapper){.program = program, .context = &narrowing, .stm = narrow_stm};
  map_program(&narrowing.mapper, program);
  arena_free(scratch);
  return program;
}

const Pass pass_narrow = {.name = "narrow",
                          .purpose = "give small numbers, and cut off ones, few bits",
                          .from = LEVEL_CORE,
                          .to = LEVEL_CORE,
                          .run = narrow_run};
