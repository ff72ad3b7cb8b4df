// guard: give statements that may fail the asserts that they lack.
//
// Takes and gives   Core or Flat. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: what an assert compares may be constant or known already.
// Cost              linear in the size.
//
//   let x: f64 = index xs[i]     =>     let ok: bool = ult i, n
//                                       let c: cert = assert ok, "index {} is out of bounds ...", i
//                                       let x: f64 = index xs[i] needs (c)
//
// Compiled code checks nothing but asserts. Front ends generate those; in a program that was
// written by hand a fault is a run-time failure all the same (doc/ir.md), which the interpreter
// notices. This pass makes it an assert with the interpreter's message. It runs on textual IR that
// goes on to be compiled.
//
// A statement that needs a certificate already counts as guarded. Irregular arrays are left alone.
#include "core/core.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"

typedef struct Guard {
  Program *program;
  Stm *stm; // the one that is guarded
  Builder builder;
} Guard;

// ---- Messages ----

// The text of an assert, and what stands in its places.
typedef struct Note {
  Arena *arena;
  StrBuf text;
  Vec(Atom) values;
} Note;

static Note note_new(const Guard *guard, const char *text) {
  Note note = {.arena = guard->program->arena};
  strbuf_puts(&note.text, text);
  return note;
}

static void note_value(Note *note, Atom atom) {
  if (!atom.var) {
    strbuf_printf(&note->text, "%lld", (long long)constant_to_i64(atom.constant));
    return;
  }
  strbuf_puts(&note->text, "{}");
  vec_push(note->arena, &note->values, atom);
}

static void note_sizes(Note *note, const Atom *sizes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    strbuf_putc(&note->text, '[');
    note_value(note, sizes[i]);
    strbuf_putc(&note->text, ']');
  }
}

static void note_shape(Note *note, const Type *type) {
  for (size_t i = 0; i < type->rank; i++) {
    Atom size = dim_size(type->dims[i]);
    note_sizes(note, &size, 1);
  }
}

// ---- Conditions ----

static Atom compute(Guard *guard, Op op, Atom a, Atom b) {
  return build_binary(&guard->builder, "guard", op, a, b);
}

static bool is_true(Atom atom) { return !atom.var && atom_equal(atom, atom_bool(true)); }

static Atom both(Guard *guard, Atom a, Atom b) {
  if (is_true(a)) return b;
  return is_true(b) ? a : compute(guard, OP_AND, a, b);
}

static Atom either(Guard *guard, Atom a, Atom b) {
  return is_true(a) || is_true(b) ? atom_bool(true) : compute(guard, OP_OR, a, b);
}

// Constants are compared here, so that what cannot fail gets no assert.
static Atom is_equal(Guard *guard, Atom a, Atom b) {
  if (atom_equal(a, b)) return atom_bool(true);
  return compute(guard, OP_EQ, a, b);
}

static Atom is_natural(Guard *guard, Atom a) {
  if (!a.var) return atom_bool(constant_to_i64(a.constant) >= 0);
  return compute(guard, OP_SLE, atom_i64(0), a);
}

// Is 0 <= index < size? The size is not negative.
static Atom is_within(Guard *guard, Atom index, Atom size) {
  if (!index.var && !size.var) {
    int64_t value = constant_to_i64(index.constant);
    return atom_bool(value >= 0 && value < constant_to_i64(size.constant));
  }
  return compute(guard, OP_ULT, index, size);
}

static Atom has_same_sizes(Guard *guard, const Atom *a, const Atom *b, size_t count) {
  Atom condition = atom_bool(true);
  for (size_t i = 0; i < count; i++)
    condition = both(guard, condition, is_equal(guard, a[i], b[i]));
  return condition;
}

// Adds the assert, and has the statement need it. The note is spent.
static void require(Guard *guard, Atom condition, Note *note) {
  if (!is_true(condition)) {
    Arena *arena = guard->program->arena;
    Name text = intern_str(guard->program->names, strbuf_text(&note->text));
    Exp *check = exp_assert(guard->program, condition, text, note->values.data, note->values.count);
    Vec(Var *) certs = {0};
    vec_append(arena, &certs, guard->stm->certs, guard->stm->cert_count);
    vec_push(arena, &certs, build_let(&guard->builder, "guarded", check));
    guard->stm->certs = certs.data;
    guard->stm->cert_count = certs.count;
  }
  strbuf_free(&note->text);
}

// ---- Arithmetic ----

static void note_division(const Guard *guard, Note *note) {
  Op op = guard->stm->exp->op;
  bool is_rest = op == OP_SMOD || op == OP_UMOD || op == OP_SREM;
  strbuf_puts(&note->text, op == OP_UDIV || op == OP_UMOD ? ": {:u}" : ": {}");
  strbuf_puts(&note->text, is_rest ? " % 0" : " / 0");
  vec_push(note->arena, &note->values, guard->stm->exp->args[0]);
}

static void guard_division(Guard *guard) {
  Atom divisor = guard->stm->exp->args[1];
  Atom zero = atom_constant(constant_int(atom_type(divisor)->scalar, 0));
  if (!divisor.var && !atom_equal(divisor, zero)) return;
  Note note = note_new(guard, "{!E0403}division by zero");
  note_division(guard, &note);
  require(guard, compute(guard, OP_NE, divisor, zero), &note);
}

static void guard_power(Guard *guard) {
  Atom exponent = guard->stm->exp->args[1];
  if (!exponent.var && constant_to_i64(exponent.constant) >= 0) return;
  Note note = note_new(guard, "{!E0403}negative exponent ");
  note_value(&note, exponent);
  Atom zero = atom_constant(constant_int(atom_type(exponent)->scalar, 0));
  require(guard, compute(guard, OP_SLE, zero, exponent), &note);
}

// ---- Selections ----

static void require_count(Guard *guard, Atom count) {
  Note note = note_new(guard, "{!E0404}a slice of ");
  note_value(&note, count);
  strbuf_puts(&note.text, " elements");
  require(guard, is_natural(guard, count), &note);
}

// Is a * b the product, without overflow? *product becomes it.
static Atom is_product(Guard *guard, Atom a, Atom b, Atom *product) {
  Atom fits = compute(guard, OP_SMULFITS, a, b);
  *product = compute(guard, OP_MUL, a, b);
  return fits;
}

// Is the range empty, or are its first and last place within the size? The sum wraps around only
// to something negative, as the start is within.
static Atom is_range_within(Guard *guard, const Atom *range, Atom size) {
  Atom reach, start = range[0], count = range[1], stride = range[2];
  Atom steps = compute(guard, OP_SUB, count, atom_i64(1));
  Atom fits = is_product(guard, steps, stride, &reach);
  Atom last = compute(guard, OP_ADD, start, reach);
  fits = both(guard, fits, is_within(guard, start, size));
  fits = both(guard, fits, compute(guard, OP_ULT, last, size));
  return either(guard, is_equal(guard, count, atom_i64(0)), fits);
}

// `index` and `slice` are called by what they select, as `[2, 0 : n : 1]`.
static Note selection_note(Guard *guard, const Selector *selector, const Atom *atoms) {
  bool has_range = false;
  for (size_t i = 0; selector->is_range && i < selector->rank; i++)
    has_range = has_range || selector->is_range[i];
  bool has_bracket = has_range || selector->rank != 1;
  Note note = note_new(guard, has_range ? "{!E0402}slice " : "{!E0402}index ");
  if (has_bracket) strbuf_putc(&note.text, '[');
  for (size_t i = 0; i < selector->rank; i++) {
    if (i > 0) strbuf_puts(&note.text, ", ");
    note_value(&note, *atoms++);
    for (size_t k = 0; k < 2 && selector->is_range && selector->is_range[i]; k++) {
      strbuf_puts(&note.text, " : ");
      note_value(&note, *atoms++);
    }
  }
  if (has_bracket) strbuf_putc(&note.text, ']');
  return note;
}

static void guard_selection(Guard *guard, const Type *type, const Selector *selector,
                            const Atom *atoms) {
  const Atom *atom = atoms;
  for (size_t i = 0; i < selector->rank; i++) {
    bool is_range = selector->is_range && selector->is_range[i];
    if (is_range) require_count(guard, atom[1]);
    atom += is_range ? 3 : 1;
  }
  Atom condition = atom_bool(true);
  atom = atoms;
  for (size_t i = 0; i < selector->rank; i++) {
    bool is_range = selector->is_range && selector->is_range[i];
    Atom size = dim_size(type->dims[i]);
    condition = both(guard, condition,
                     is_range ? is_range_within(guard, atom, size) : is_within(guard, *atom, size));
    atom += is_range ? 3 : 1;
  }
  Note note = selection_note(guard, selector, atoms);
  strbuf_puts(&note.text, " is out of bounds for an array of shape ");
  note_shape(&note, type);
  require(guard, condition, &note);
}

// From where to where an LMAD reaches, as far as that can be counted.
typedef struct GuardReach {
  Atom low, high, fits;
} GuardReach;

static Atom choose(Guard *guard, Atom condition, Atom then, Atom otherwise) {
  Exp *exp = exp_new(guard->program, OP_SELECT, (Atom[]){condition, then, otherwise}, 3);
  return atom_var(build_let(&guard->builder, "guard", exp));
}

static void reach_add(Guard *guard, GuardReach *reach, Atom count, Atom stride) {
  Atom distance, steps = compute(guard, OP_SUB, count, atom_i64(1));
  Atom fits = is_product(guard, steps, stride, &distance);
  Atom down = compute(guard, OP_SMIN, distance, atom_i64(0));
  Atom up = compute(guard, OP_SMAX, distance, atom_i64(0));
  Atom low = compute(guard, OP_ADD, reach->low, down);
  Atom high = compute(guard, OP_ADD, reach->high, up);
  fits = both(guard, fits, compute(guard, OP_SLE, low, reach->low));
  fits = both(guard, fits, compute(guard, OP_SLE, reach->high, high));
  reach->fits = both(guard, reach->fits, fits);
  reach->low = choose(guard, reach->fits, low, reach->low);
  reach->high = choose(guard, reach->fits, high, reach->high);
}

static void guard_lmad(Guard *guard, const Type *type, const Selector *selector,
                       const Atom *atoms) {
  Atom size = dim_size(type->dims[0]), is_empty = atom_bool(false);
  GuardReach reach = {.low = atoms[0], .high = atoms[0], .fits = atom_bool(true)};
  for (size_t i = 0; i < selector->rank; i++) {
    Atom count = atoms[1 + 2 * i];
    require_count(guard, count);
    is_empty = either(guard, is_empty, is_equal(guard, count, atom_i64(0)));
    reach_add(guard, &reach, count, atoms[2 + 2 * i]);
  }
  Atom fits = both(guard, reach.fits, compute(guard, OP_SLE, atom_i64(0), reach.low));
  fits = both(guard, fits, compute(guard, OP_SLT, reach.high, size));
  Note note = note_new(guard, "{!E0402}an LMAD slice from ");
  note_value(&note, atoms[0]);
  strbuf_puts(&note.text, " reaches ");
  note_value(&note, reach.low);
  strbuf_puts(&note.text, " to ");
  note_value(&note, reach.high);
  strbuf_puts(&note.text, ", out of bounds for an array of shape ");
  note_shape(&note, type);
  require(guard, either(guard, is_empty, fits), &note);
}

// The atoms of the selector are the operands from `first` on.
static void guard_selector(Guard *guard, size_t first) {
  const Exp *exp = guard->stm->exp;
  const Type *type = atom_type(exp->args[0]);
  if (type_is_irregular(type)) return;
  const Selector *selector = &exp->as.selector;
  if (selector->is_lmad)
    guard_lmad(guard, type, selector, exp->args + first);
  else
    guard_selection(guard, type, selector, exp->args + first);
}

static void guard_index(Guard *guard) {
  const Exp *exp = guard->stm->exp;
  const Type *type = atom_type(exp->args[0]);
  Selector selector = {.rank = (uint32_t)(exp->arg_count - 1)};
  if (!type_is_irregular(type)) guard_selection(guard, type, &selector, exp->args + 1);
}

// ---- Shapes that the pattern says ----

static Atom *type_sizes(const Guard *guard, const Type *type) {
  Atom *sizes = arena_array(guard->program->arena, Atom, (size_t)type->rank + 1);
  for (size_t i = 0; i < type->rank; i++)
    sizes[i] = dim_size(type->dims[i]);
  return sizes;
}

// The pattern must say these sizes.
static void require_sizes(Guard *guard, const Atom *sizes) {
  const Type *said = guard->stm->vars[0]->type;
  Note note = note_new(guard, "{!E0404}the pattern says ");
  note_shape(&note, said);
  strbuf_puts(&note.text, ", but the array has shape ");
  note_sizes(&note, sizes, said->rank);
  require(guard, has_same_sizes(guard, type_sizes(guard, said), sizes, said->rank), &note);
}

static void guard_coerce(Guard *guard) {
  require_sizes(guard, type_sizes(guard, atom_type(guard->stm->exp->args[0])));
}

// How many elements the sizes make. *is_countable: they are not negative, and the number is not
// too large or one is 0.
static Atom count_elements(Guard *guard, const Atom *sizes, size_t rank, Atom *is_countable) {
  Atom product = atom_i64(1), are_natural = atom_bool(true), is_small = atom_bool(true);
  Atom is_empty = atom_bool(false);
  for (size_t i = 0; i < rank; i++) {
    are_natural = both(guard, are_natural, is_natural(guard, sizes[i]));
    if (i == 0) {
      product = sizes[0];
    } else {
      Atom fits = is_product(guard, product, sizes[i], &product);
      is_small = both(guard, is_small, fits);
    }
    is_empty = either(guard, is_empty, is_equal(guard, sizes[i], atom_i64(0)));
  }
  *is_countable = both(guard, are_natural, either(guard, is_small, is_empty));
  return product;
}

static void guard_reshape(Guard *guard) {
  const Type *from = atom_type(guard->stm->exp->args[0]), *to = guard->stm->vars[0]->type;
  Atom is_counted, is_countable;
  Atom present = count_elements(guard, type_sizes(guard, from), from->rank, &is_counted);
  Atom said = count_elements(guard, type_sizes(guard, to), to->rank, &is_countable);
  Note note = note_new(guard, "{!E0404}the pattern says ");
  note_shape(&note, to);
  strbuf_puts(&note.text, ", but the array has shape ");
  note_sizes(&note, &present, 1);
  require(guard, both(guard, is_countable, compute(guard, OP_SLE, said, present)), &note);
  note = note_new(guard, "{!E0404}the pattern says ");
  note_value(&note, said);
  strbuf_puts(&note.text, " elements, but the array has ");
  note_value(&note, present);
  require(guard, is_equal(guard, said, present), &note);
}

// Two operands of `concat` or `array` must have the same sizes, but along `skipped`.
static void require_alike(Guard *guard, const Type *a, const Type *b, size_t skipped, Note *note) {
  Atom condition = atom_bool(true);
  note_shape(note, a);
  strbuf_puts(&note->text, " and ");
  note_shape(note, b);
  for (size_t i = 0; i < a->rank; i++)
    if (i != skipped)
      condition =
          both(guard, condition, is_equal(guard, dim_size(a->dims[i]), dim_size(b->dims[i])));
  if (skipped < a->rank)
    strbuf_printf(&note->text, " cannot be concatenated along dimension %zu", skipped);
  require(guard, condition, note);
}

static void guard_concat(Guard *guard) {
  const Exp *exp = guard->stm->exp;
  size_t dim = exp->as.dim;
  const Type *first = atom_type(exp->args[0]);
  Atom *sizes = type_sizes(guard, first);
  for (size_t i = 1; i < exp->arg_count; i++) {
    const Type *next = atom_type(exp->args[i]);
    Note note = note_new(guard, "{!E0404}arrays of shape ");
    require_alike(guard, first, next, dim, &note);
    sizes[dim] = compute(guard, OP_ADD, sizes[dim], dim_size(next->dims[dim]));
  }
  require_sizes(guard, sizes);
}

static void guard_array(Guard *guard) {
  const Exp *exp = guard->stm->exp;
  const Type *said = guard->stm->vars[0]->type;
  Atom *sizes = type_sizes(guard, said);
  for (size_t i = 1; exp->arg_count == 0 && i < said->rank; i++) {
    Note note = note_new(guard, "{!E0404}an array with a dimension of size ");
    note_value(&note, sizes[i]);
    require(guard, is_natural(guard, sizes[i]), &note);
  }
  for (size_t i = 1; i < exp->arg_count; i++) {
    const Type *first = atom_type(exp->args[0]);
    Note note = note_new(guard, "{!E0404}the rows of an array have shapes ");
    require_alike(guard, first, atom_type(exp->args[i]), SIZE_MAX, &note);
  }
  sizes[0] = atom_i64((int64_t)exp->arg_count);
  for (size_t i = 1; exp->arg_count > 0 && i < said->rank; i++)
    sizes[i] = dim_size(atom_type(exp->args[0])->dims[i - 1]);
  require_sizes(guard, sizes);
}

// An op whose operands and result are arrays of one kind.
static void guard_shaped(Guard *guard, void (*check)(Guard *)) {
  const Stm *stm = guard->stm;
  bool is_regular = !type_is_irregular(stm->vars[0]->type);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    is_regular = is_regular && !type_is_irregular(atom_type(stm->exp->args[i]));
  if (is_regular) check(guard);
}

// ---- par ----

// Has the class of a split pass through a statement that needs its check.
static void guard_split(Guard *guard, Stms *stms, Output *out) {
  Builder builder = builder_new(guard->program, stms, out->span);
  Exp *exp = exp_new(guard->program, OP_OPAQUE, &out->selector, 1);
  Stm *stm = build_infer(&builder, "class", exp);
  (void)vec_pop(stms);
  Guard inner = {.program = guard->program, .stm = stm, .builder = builder};
  Note note = note_new(guard, "{!E0402}class ");
  note_value(&note, out->selector);
  strbuf_printf(&note.text, " is out of range for a split into %u classes",
                (unsigned)out->class_count);
  require(&inner, is_within(&inner, out->selector, atom_i64(out->class_count)), &note);
  vec_push(guard->program->arena, stms, stm);
  if (stm->cert_count > 0) out->selector = atom_var(stm->vars[0]);
}

static void guard_thunk(Guard *guard, Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (mode_has(thunk->outputs[i].mode, TRAIT_SORTS))
      guard_split(guard, &thunk->stms, &thunk->outputs[i]);
}

static void guard_par(Guard *guard) {
  Par *par = guard->stm->exp->as.par;
  guard_thunk(guard, &par->body);
  guard_thunk(guard, &par->epilogue);
  for (size_t i = 0; i < par->rank; i++) {
    if (dim_is_varying(par->space[i])) continue;
    Note note = note_new(guard, "{!E0404}a par over ");
    note_value(&note, dim_size(par->space[i]));
    strbuf_puts(&note.text, " points");
    require(guard, is_natural(guard, dim_size(par->space[i])), &note);
  }
}

// ---- The pass ----

static void guard_add(Guard *guard) {
  Op op = guard->stm->exp->op;
  if (op == OP_SDIV || op == OP_UDIV || op == OP_SMOD || op == OP_UMOD || op == OP_SQUOT ||
      op == OP_SREM)
    guard_division(guard);
  else if (op == OP_SPOW)
    guard_power(guard);
  else if (op == OP_INDEX)
    guard_index(guard);
  else if (op == OP_SLICE)
    guard_selector(guard, 1);
  else if (op == OP_UPDATE)
    guard_selector(guard, 2);
  else if (op == OP_RESHAPE)
    guard_shaped(guard, guard_reshape);
  else if (op == OP_COERCE)
    guard_shaped(guard, guard_coerce);
  else if (op == OP_CONCAT)
    guard_shaped(guard, guard_concat);
  else if (op == OP_ARRAY)
    guard_shaped(guard, guard_array);
  else if (op == OP_PAR)
    guard_par(guard);
}

static bool guard_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Guard guard = {.program = mapper->program,
                 .stm = stm,
                 .builder = builder_new(mapper->program, out, stm->span)};
  if (stm->cert_count == 0) guard_add(&guard);
  vec_push(mapper->program->arena, out, map_stm(mapper, stm));
  return true;
}

static Program *guard_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Mapper mapper = {.program = program, .stm = guard_stm};
  for (size_t i = 0; i < program->globals.count; i++)
    program->globals.data[i]->body = map_body(&mapper, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    program->funs.data[i]->body = map_body(&mapper, program->funs.data[i]->body);
  return program;
}

const Pass pass_guard = {.name = "guard",
                         .purpose = "check what hand-written programs leave unchecked",
                         .from = LEVEL_VALUES,
                         .to = LEVEL_VALUES,
                         .breaks = PROPERTY_SIMPLE,
                         .run = guard_run};
