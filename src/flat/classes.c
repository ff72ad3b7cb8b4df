// Splits into many classes, digit by digit: a kernel of a device splits into a few.
//
//   let (n0: i64, …, n15: i64, ys: [n]f32) = par@grid (i < n) { … split 16 c x }
//     becomes, with the lowest digit first, since a split is stable,
//   let (…, ds: [n]i64, us: [n]f32, cs: [n]i64) = par@grid (i < n) {
//     … let low = and c, 7  split 8 low (c, x)  map c
//   }
//   let (…, ys: [n]f32) = par@grid (i < n) { … let high = lshr d, 3  split 2 high u }
//   let counts: [16]i64 = par@grid (i < n) { … combine (add; 0) zeros [c] 1 }
//   let n0: i64 = index counts[0] …
//
// Counts that nothing asks for disappear with the next simplification, and the classes with them.
#include "flat/parts.h"

#include "ir/par.h"
#include "ir/plan.h"

bool parts_has_many_classes(const Output *output) {
  return mode_has(output->mode, TRAIT_SORTS) && output->class_count > PLAN_CLASSES_MOST;
}

// A par of one dimension under construction.
typedef struct DigitPar {
  Builder builder; // of its thunk
  Par *par;
  Atom index;
} DigitPar;

static DigitPar digit_par(Program *program, const Stm *stm, Dim size) {
  const Par *model = stm->exp->as.par;
  Var *index = var_like(program, model->indices[0], model->indices[0]->type);
  DigitPar made = {.par = par_new_at(program, model->level, size, index), .index = atom_var(index)};
  made.builder = builder_new(program, &made.par->body.stms, stm->span);
  return made;
}

static Stm *digit_close(Builder *host, DigitPar *made, const char *name, Output output) {
  output.span = host->span;
  thunk_give(host->program, &made->par->body, output);
  return build_infer(host, name, exp_par(host->program, made->par));
}

static Atom *copy_atoms(Program *program, const Atom *atoms, size_t count) {
  Atom *copy = arena_array(program->arena, Atom, count + 1);
  for (size_t i = 0; i < count; i++)
    copy[i] = atoms[i];
  return copy;
}

// How many values of each class there are.
static Var *build_counts(Builder *host, const Stm *stm, Var *classes, uint32_t count) {
  Program *program = host->program;
  Atom zero = atom_constant(constant_i64(0)), one = atom_constant(constant_i64(1));
  DigitPar zeros = digit_par(program, stm, dim_const(count));
  Output fill = output_map_of(program, zero, host->span);
  Atom empty = atom_var(digit_close(host, &zeros, "zeros", fill)->vars[0]);
  DigitPar counting = digit_par(program, stm, stm->exp->as.par->space[0]);
  Atom class = atom_var(build_index(&counting.builder, "class", classes, &counting.index, 1));
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_new(program, "n", type_scalar(SCALAR_I64), host->span);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, host->span);
  Atom sum = build_binary(&builder, "sum", OP_ADD, atom_var(params[0]), atom_var(params[1]));
  Output output = {.mode = MODE_COMBINE,
                   .is_commutative = true,
                   .op = lambda_new(program, params, 2, body_new(program, stms, &sum, 1)),
                   .neutral = copy_atoms(program, &zero, 1),
                   .dests = copy_atoms(program, &empty, 1),
                   .indices = copy_atoms(program, &class, 1),
                   .index_count = 1,
                   .values = copy_atoms(program, &one, 1),
                   .value_count = 1};
  return digit_close(host, &counting, "counts", output)->vars[0];
}

static Atom build_lowest(Builder *builder, Atom class) {
  return build_binary(builder, "digit", OP_AND, class,
                      atom_constant(constant_i64(PLAN_CLASSES_MOST - 1)));
}

// Splits these arrays by one digit of their classes, the first of them.
static Stm *build_digit(Builder *host, const Stm *stm, Var *const *arrays, size_t count,
                        uint32_t shift, uint32_t class_count, bool is_last) {
  Program *program = host->program;
  DigitPar made = digit_par(program, stm, stm->exp->as.par->space[0]);
  Atom *values = arena_array(program->arena, Atom, count + 1);
  for (size_t i = 0; i < count; i++)
    values[i] = atom_var(build_index(&made.builder, "x", arrays[i], &made.index, 1));
  Atom digit =
      build_binary(&made.builder, "digit", OP_LSHR, values[0], atom_constant(constant_i64(shift)));
  if (!is_last) digit = build_lowest(&made.builder, digit);
  Output output = {.mode = MODE_SPLIT, .selector = digit, .class_count = class_count};
  output.values = values + is_last; // nothing asks for the class any more
  output.value_count = count - is_last;
  return digit_close(host, &made, "split", output);
}

// The par with its split by the lowest digit of the classes, which come along; and the classes.
static Stm *build_first(Builder *host, const Stm *stm) {
  Program *program = host->program;
  const Output *split = stm->exp->as.par->body.outputs;
  Par *par = arena_make(program->arena, Par);
  *par = *stm->exp->as.par;
  Stms stms = {0};
  vec_append(program->arena, &stms, par->body.stms.data, par->body.stms.count);
  Builder inside = builder_new(program, &stms, stm->span);
  Output *outputs = arena_array(program->arena, Output, 2);
  outputs[0] = *split;
  outputs[0].class_count = PLAN_CLASSES_MOST;
  outputs[0].selector = build_lowest(&inside, split->selector);
  outputs[0].value_count = split->value_count + 1;
  outputs[0].values = arena_array(program->arena, Atom, outputs[0].value_count);
  outputs[0].values[0] = split->selector;
  for (size_t i = 0; i < split->value_count; i++)
    outputs[0].values[i + 1] = split->values[i];
  outputs[1] = output_map_of(program, split->selector, split->span);
  par->body = (Thunk){.stms = stms, .outputs = outputs, .output_count = 2};
  return build_infer(host, "split", exp_par(program, par));
}

void split_by_digits(Program *program, const Stm *stm, Stms *out) {
  Builder host = builder_new(program, out, stm->span);
  host.certs = stm->certs;
  host.cert_count = stm->cert_count;
  const Output *split = stm->exp->as.par->body.outputs;
  size_t count = split->value_count + 1;
  Stm *first = build_first(&host, stm);
  Var *counts = build_counts(&host, stm, first->vars[first->var_count - 1], split->class_count);
  for (uint32_t i = 0; i < split->class_count; i++) {
    Atom at = atom_constant(constant_i64(i));
    build_stm(&host, exp_index(program, counts, &at, 1), &stm->vars[i], 1);
  }
  Var **arrays = first->vars + PLAN_CLASSES_MOST;
  uint32_t left = split->class_count, shift = PLAN_CLASS_BITS;
  while ((left = (left + PLAN_CLASSES_MOST - 1) / PLAN_CLASSES_MOST) > PLAN_CLASSES_MOST) {
    Stm *digit = build_digit(&host, stm, arrays, count, shift, PLAN_CLASSES_MOST, false);
    arrays = digit->vars + PLAN_CLASSES_MOST;
    shift += PLAN_CLASS_BITS;
  }
  Stm *last = build_digit(&host, stm, arrays, count, shift, left, true);
  for (size_t i = 0; i < split->value_count; i++)
    last->vars[left + i] = stm->vars[split->class_count + i];
}
