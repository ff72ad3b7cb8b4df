// One element of an array that a point makes, without the array: what its maps compute at that
// index, again.
//
//   let w: f64 = index ws[i]                           at [a, b]:
//   let c: [d]f64 = par (j < d) {                        let w: f64 = index ws[i]
//     let x: f64 = index xs[i, j]                        let x: f64 = index xs[i, a]
//     map x                                     =>       let y: f64 = index xs[i, b]
//   }                                                    let p: f64 = mul x, y
//   let r: [d][d]f64 = par (j < d) { par (k < d) {       let q: f64 = mul p, w
//     let p: f64 = mul (index c[j]), (index c[k])
//     map (mul p, w) } }
//
// That is worth it where the statements are few and light; an array that is made otherwise than by
// maps, or whose maps act, has no such element.
#include "analysis/cost.h"
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"
#include "ir/walk.h"

// A thunk at one index.
typedef struct ElementScope ElementScope;
struct ElementScope {
  const ElementScope *around;
  const Stms *stms;
  Map *known; // Var -> Atom: what has been computed
};

typedef struct ElementBuilder {
  Builder *builder;
  bool is_possible;
  size_t count; // statements
} ElementBuilder;

static void know(const ElementBuilder *element, const ElementScope *scope, Var *var, Atom atom) {
  Atom *known = arena_make(element->builder->program->arena, Atom);
  *known = atom;
  map_put(scope->known, map_key(var), known);
}

// The statement that binds the variable, and in which scope; NULL when it is bound outside of all.
static const Stm *definition_in(const ElementScope **scope, const Var *var) {
  for (; *scope; *scope = (*scope)->around) {
    const Stm *stm = binding_of((*scope)->stms, var);
    if (stm) return stm;
  }
  return NULL;
}

static const Atom *known_in(const ElementScope *scope, const Var *var) {
  const Atom *known = NULL;
  for (; scope && !known; scope = scope->around)
    known = map_get(scope->known, map_key(var));
  return known;
}

static Atom build_scalar(ElementBuilder *element, const ElementScope *scope, Atom atom);

static Atom give_up(ElementBuilder *element) {
  element->is_possible = false;
  return atom_i64(0);
}

static Atom build_read(ElementBuilder *element, Var *array, const Atom *at, size_t count) {
  element->count++;
  return atom_var(build_index(element->builder, "x", array, at, count));
}

static bool is_plain_map(const Par *par, size_t count) {
  if (par->rank > count || par->has_epilogue || par->consumed_count + par->acc_count > 0)
    return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS)) return false;
  return true;
}

// The element at these indices, as many as the array has dimensions.
static Atom build_at(ElementBuilder *element, const ElementScope *scope, Var *array, const Atom *at,
                     size_t count) {
  Program *program = element->builder->program;
  const Stm *def = definition_in(&scope, array);
  if (!def) return build_read(element, array, at, count);
  const Exp *exp = def->exp;
  if (def->cert_count > 0) return give_up(element);
  if (exp->op == OP_COPY || exp->op == OP_COERCE)
    return build_at(element, scope, exp->args[0].var, at, count);
  if (exp->op == OP_INDEX) {
    size_t more = exp->arg_count - 1;
    Atom *all = arena_array(program->arena, Atom, more + count);
    for (size_t i = 0; i < more + count; i++)
      all[i] = i < more ? build_scalar(element, scope, exp->args[1 + i]) : at[i - more];
    return element->is_possible ? build_at(element, scope, exp->args[0].var, all, more + count)
                                : atom_i64(0);
  }
  if (exp->op != OP_PAR || !is_plain_map(exp->as.par, count)) return give_up(element);
  const Par *par = exp->as.par;
  ElementScope inside = {scope, &par->body.stms, map_new(program->arena)};
  for (size_t i = 0; i < par->rank; i++)
    know(element, &inside, par->indices[i], at[i]);
  size_t number = 0;
  while (def->vars[number] != array)
    number++;
  Atom value = par->body.outputs[number].values[0];
  return par->rank == count
             ? build_scalar(element, &inside, value)
             : build_at(element, &inside, value.var, at + par->rank, count - par->rank);
}

// The scalar, computed again in front of the builder's end.
static Atom build_scalar(ElementBuilder *element, const ElementScope *scope, Atom atom) {
  Program *program = element->builder->program;
  if (!atom.var || !element->is_possible) return atom;
  const Atom *known = known_in(scope, atom.var);
  if (known) return *known;
  const Stm *def = definition_in(&scope, atom.var);
  if (!def) return atom;
  const Exp *exp = def->exp;
  bool is_scalar = op_is_scalar(exp->op) && !scalar_can_fail(exp);
  if (def->cert_count > 0 || def->var_count > 1 || (!is_scalar && exp->op != OP_INDEX) ||
      !cost_is_within(exp, COST_LIMIT_AGAIN) || element->count >= COST_AGAIN_ELEMENT)
    return give_up(element);
  size_t first = is_scalar ? 0 : 1;
  Atom *args = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = first; i < exp->arg_count; i++)
    args[i] = build_scalar(element, scope, exp->args[i]);
  Atom result = atom;
  if (element->is_possible && is_scalar) {
    Exp *copy = arena_make(program->arena, Exp);
    *copy = *exp;
    copy->args = args;
    element->count++;
    result = atom_var(build_let(element->builder, atom.var->name, copy));
  } else if (element->is_possible) {
    result = build_at(element, scope, exp->args[0].var, args + 1, exp->arg_count - 1);
  }
  know(element, scope, atom.var, result);
  return result;
}

bool build_element_again(Builder *builder, const Par *par, Atom point, Var *array, const Atom *at,
                         size_t count, Atom *result) {
  Program *program = builder->program;
  if (par_reaches_effect(program->arena, par)) return false;
  Stms stms = {0};
  Builder own = *builder;
  own.stms = &stms;
  ElementBuilder element = {.builder = &own, .is_possible = true};
  ElementScope scope = {NULL, &par->body.stms, map_new(program->arena)};
  know(&element, &scope, par->indices[0], point);
  *result = build_at(&element, &scope, array, at, count);
  if (!element.is_possible) return false;
  vec_append(program->arena, builder->stms, stms.data, stms.count);
  return true;
}
