// The degree of parallelism of what is inside a nest: how many points its pars have at most,
// together with those of the pars inside them, as far as their sizes are known in front of it.
#include "flat/flat_internal.h"
#include "ir/walk.h"

typedef struct Degree {
  Builder *builder;
  VarSet bound; // in the nest
} Degree;

static Atom build_most(const Degree *degree, const Stms *stms);

// A degree that no number holds is the largest: it must not become a small one, or none.
Atom build_degree_times(Builder *builder, const char *name, Atom a, Atom b) {
  if (atom_is_i64(a, 1)) return b;
  if (atom_is_i64(b, 1)) return a;
  Atom fits = build_binary(builder, "fits", OP_SMULFITS, a, b);
  Atom args[] = {fits, build_binary(builder, name, OP_MUL, a, b), atom_i64(INT64_MAX)};
  return atom_var(build_let(builder, name, exp_new(builder->program, OP_SELECT, args, 3)));
}

// Sizes have the degree that they multiply: 1 is no statement.
static Atom build_points(const Degree *degree, const Par *par) {
  Atom points = build_most(degree, &par->body.stms);
  for (size_t i = 0; i < par->rank; i++) {
    Dim dim = par->space[i];
    if (dim_is_varying(dim) || (dim.var && varset_has(&degree->bound, dim.var))) continue;
    points = build_degree_times(degree->builder, "degree", dim_size(dim), points);
  }
  return points;
}

static Atom build_larger(const Degree *degree, Atom a, Atom b) {
  if (atom_is_i64(a, 1) || atom_equal(a, b)) return b;
  if (atom_is_i64(b, 1)) return a;
  return build_binary(degree->builder, "degree", OP_SMAX, a, b);
}

static Atom build_most(const Degree *degree, const Stms *stms) {
  Atom most = atom_i64(1);
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR)
      most = build_larger(degree, most, build_points(degree, exp->as.par));
    else if (exp->op == OP_LOOP)
      most = build_larger(degree, most, build_most(degree, &exp->as.loop->body->stms));
    else if (exp->op == OP_IF || exp->op == OP_SWITCH)
      for (size_t k = 0; k < exp->as.branches.body_count; k++)
        most = build_larger(degree, most, build_most(degree, &exp->as.branches.bodies[k]->stms));
  }
  return most;
}

Atom build_degree(Builder *builder, const Par *outer) {
  Degree degree = {builder, bound_vars_par(builder->program->arena, outer)};
  return build_most(&degree, &outer->body.stms);
}
