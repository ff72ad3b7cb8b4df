// Amounts that are known now or when the program runs, and plans that are chosen by them.
#include "mem/plan_internal.h"
#include "mem/plan_report.h"

// ---- Amounts ----

bool amount_is_known(Atom atom) { return !atom.var; }

Atom amount_times(Builder *builder, Atom a, Atom b) {
  if (atom_is_i64(a, 1)) return b;
  if (atom_is_i64(b, 1)) return a;
  if (amount_is_known(a) && amount_is_known(b)) {
    uint64_t product =
        (uint64_t)constant_to_i64(a.constant) * (uint64_t)constant_to_i64(b.constant);
    return atom_constant(constant_i64((int64_t)product));
  }
  return build_binary(builder, "work", OP_MUL, a, b);
}

Atom amount_of(int64_t value) { return atom_constant(constant_i64(value)); }

Atom amount_divided(Builder *builder, Atom a, Atom b) {
  if (amount_is_known(a) && amount_is_known(b) && constant_to_i64(b.constant) > 0)
    return amount_of(constant_to_i64(a.constant) / constant_to_i64(b.constant));
  return build_binary(builder, "quotient", OP_SQUOT, a, b);
}

Atom amount_larger(Builder *builder, Atom a, Atom b) {
  if (amount_is_known(a) && amount_is_known(b))
    return constant_to_i64(a.constant) < constant_to_i64(b.constant) ? b : a;
  return build_binary(builder, "larger", OP_SMAX, a, b);
}

// ---- Choices ----

Demands demands_new(Builder *builder) {
  return (Demands){builder, atom_constant(constant_bool(true)), true};
}

void demands_add(Demands *demands, Atom next) {
  demands->all = amount_is_known(demands->all)
                     ? next
                     : build_binary(demands->builder, "is_enough", OP_AND, demands->all, next);
}

void demands_least(Demands *demands, int64_t least, Dim dim) {
  Atom size = dim_size(dim);
  if (amount_is_known(size))
    demands->is_possible = demands->is_possible && least <= constant_to_i64(size.constant);
  else
    demands_add(demands,
                build_binary(demands->builder, "is_enough", OP_SLE, amount_of(least), size));
}

Atom demands_guard(Demands *demands, Atom amount) {
  if (amount_is_known(demands->all)) return amount;
  Atom args[] = {demands->all, amount, amount_of(0)};
  return atom_var(
      build_let(demands->builder, "work", exp_new(demands->builder->program, OP_SELECT, args, 3)));
}

Atom plan_reaches(Planning *planning, Builder *builder, const char *what, int64_t initial,
                  Atom amount) {
  Program *program = planning->program;
  const char *name = arena_printf(program->arena, "%s_%u", what, (unsigned)++planning->count);
  Threshold threshold = {.name = intern_str(program->names, name), .initial = initial};
  return atom_var(build_let(builder, "is_enough", exp_threshold(program, threshold, amount)));
}

Plan *plan_choose(Planning *planning, Builder *builder, const char *what, int64_t initial,
                  Atom amount, const Plan *plan, Plan *otherwise) {
  return plan_choice(planning->program->arena,
                     plan_reaches(planning, builder, what, initial, amount), plan, otherwise);
}

void plan_refuse(Planning *planning, Kernel kernel, const char *why, Span where) {
  if (!span_is_known(where)) where = planning->par->span;
  plan_note(planning->program, planning->par->exp->as.par, kernel, (Obstacle){why, where});
}
