// Elements whose place is simpler than the way to them. At Flat only.
//
//   let k: i64 = sub i, o
//   let ys: [m]f64 = slice xs[o : m : 1]
//   let y: f64 = index ys[k]                       =>  let y: f64 = index xs[i]
//
//   let ys: [m]f64 = slice xs[o : m : 1]               let start: i64 = index offsets[i]
//   let zs: [l]f64 = slice ys[a : l : 1]           =>  let zs: [l]f64 = slice xs[start : l : 1]
//
//   let zs: [n][d]i64 = par@grid (i < n, j < d) {      where xs: [total]i64 and `offsets` are those
//     let start: i64 = index offsets[i]                of d
//     let row: [l]i64 = slice xs[start : l : 1]
//     let x: i64 = index row[j]
//     map x
//   }
//   let ws: [total]i64 = reshape zs                =>  xs
//
// where o + a is what offsets[i] is. A flattened nest finds its rows from the outside in: each row
// in that around it. Here its elements are found from the array that has them all; and lengths that
// are only put in order again are the lengths that were there, with the descriptor that they have.
//
// A place is a sum of variables and of elements of arrays, which are variables of their own here,
// one for each array and place. The sums are equal as formulas, so they are when they wrap around.
#include "analysis/analysis.h"
#include "core/simplify.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

// Statements that one question looks at, nested ones inside each other, and elements that it names.
enum { STEP_LIMIT = 400, DEPTH_LIMIT = 60, ELEMENT_LIMIT = 64 };

// An element of an array; or what an `if` gives: `at` on the condition, which is that this is
// positive or a variable that is true, and else `otherwise`.
typedef struct Element {
  Var *array; // NULL: an `if`
  const Poly *at, *otherwise, *condition;
  Var *known; // a variable of the program that it is
  Var var;    // what stands for it, in no program
} Element;

typedef struct Places {
  Simplifier *simplifier;
  Arena *arena;
  Algebra *algebra;
  Map *known; // Var -> Poly: what was asked before
  Element *elements[ELEMENT_LIMIT];
  size_t count, steps;
} Places;

// An array that is `start` and what follows of another one.
typedef struct SimplifyView {
  Var *root;
  const Poly *start;
} SimplifyView;

static Places places_new(Simplifier *simplifier) {
  Arena *arena = arena_new();
  return (Places){.simplifier = simplifier,
                  .arena = arena,
                  .algebra = algebra_new(arena),
                  .known = map_new(arena)};
}

// ---- What a place is ----

static const Poly *place_of(Places *places, Atom atom, size_t depth);

static Element *element_find(const Places *places, const Poly *place) {
  const Var *var = place ? poly_is_var(place) : NULL;
  for (size_t i = 0; i < places->count && var; i++)
    if (&places->elements[i]->var == var) return places->elements[i];
  return NULL;
}

static bool is_same(const Poly *a, const Poly *b) { return a && b ? poly_equal(a, b) : a == b; }

static const Poly *element_of(Places *places, Element wanted) {
  for (size_t i = 0; i < places->count; i++) {
    Element *element = places->elements[i];
    if (element->array == wanted.array && is_same(element->at, wanted.at) &&
        is_same(element->otherwise, wanted.otherwise) &&
        is_same(element->condition, wanted.condition))
      return poly_var(places->algebra, &element->var);
  }
  if (places->count == ELEMENT_LIMIT || !wanted.at) return NULL;
  Element *element = arena_make(places->arena, Element);
  *element = wanted;
  element->var = (Var){.type = type_scalar(SCALAR_I64)};
  element->var.index = UINT32_MAX - (uint32_t)places->count;
  places->elements[places->count++] = element;
  return poly_var(places->algebra, &element->var);
}

static bool is_vector(const Var *array) {
  return array->type->kind == TYPE_ARRAY && array->type->rank == 1 &&
         !type_is_irregular(array->type);
}

static const Stm *plain_def(Places *places, const Var *var) {
  const Stm *def = var_state(places->simplifier, var)->def;
  return def && def->cert_count == 0 ? def : NULL;
}

static SimplifyView view_of(Places *places, Var *array, size_t depth) {
  SimplifyView view = {array, poly_constant(places->algebra, 0)};
  const Stm *def = plain_def(places, array);
  if (!def || depth == 0 || places->steps++ > STEP_LIMIT) return view;
  const Exp *exp = def->exp;
  bool is_slice = exp->op == OP_SLICE && !exp->as.selector.is_lmad && atom_is_i64(exp->args[3], 1);
  if (!is_slice && exp->op != OP_COERCE) return view;
  if (!is_vector(exp->args[0].var)) return view;
  view = view_of(places, exp->args[0].var, depth - 1);
  if (is_slice)
    view.start = poly_add(places->algebra, view.start, place_of(places, exp->args[1], depth - 1));
  return view;
}

static const Poly *condition_place(Places *places, Var *condition, size_t depth) {
  const Stm *def = plain_def(places, condition);
  bool is_sign = def && def->exp->op == OP_SLT && atom_is_i64(def->exp->args[0], 0);
  return is_sign ? place_of(places, def->exp->args[1], depth)
                 : poly_var(places->algebra, condition);
}

static const Poly *branch_place(Places *places, const Stm *def, const Var *var, size_t depth) {
  Body **bodies = def->exp->as.branches.bodies;
  size_t k = 0;
  while (def->vars[k] != var)
    k++;
  if (!def->exp->args[0].var) return NULL;
  Element element = {.condition = condition_place(places, def->exp->args[0].var, depth)};
  element.at = place_of(places, bodies[0]->results[k], depth);
  element.otherwise = place_of(places, bodies[1]->results[k], depth);
  return element.condition && element.otherwise ? element_of(places, element) : NULL;
}

static const Poly *defined_place(Places *places, const Stm *def, Var *var, size_t depth) {
  const Exp *exp = def->exp;
  if (exp->op == OP_ADD || exp->op == OP_SUB) {
    const Poly *a = place_of(places, exp->args[0], depth),
               *b = place_of(places, exp->args[1], depth);
    return exp->op == OP_ADD ? poly_add(places->algebra, a, b) : poly_sub(places->algebra, a, b);
  }
  if (exp->op == OP_IF) return branch_place(places, def, var, depth);
  if (exp->op != OP_INDEX || exp->arg_count != 2 || !is_vector(exp->args[0].var)) return NULL;
  SimplifyView view = view_of(places, exp->args[0].var, depth);
  const Poly *at = poly_add(places->algebra, view.start, place_of(places, exp->args[1], depth));
  return element_of(places, (Element){.array = view.root, .at = at});
}

static const Poly *place_of(Places *places, Atom atom, size_t depth) {
  if (!atom.var) return poly_constant(places->algebra, constant_to_i64(atom.constant));
  atom = resolve(places->simplifier, atom);
  if (!atom.var) return poly_constant(places->algebra, constant_to_i64(atom.constant));
  const Poly *known = map_get(places->known, map_key(atom.var));
  if (known) return known;
  const Stm *def = plain_def(places, atom.var);
  bool is_known = def && depth > 0 && places->steps++ < STEP_LIMIT &&
                  type_is_scalar(atom.var->type, SCALAR_I64);
  const Poly *place = is_known ? defined_place(places, def, atom.var, depth - 1) : NULL;
  Element *element = element_find(places, place);
  if (element && !element->known && simplify_is_visible(places->simplifier, atom.var))
    element->known = atom.var;
  if (!place) place = poly_var(places->algebra, atom.var);
  map_put(places->known, map_key(atom.var), (void *)(uintptr_t)place);
  return place;
}

// ---- Reads ----

// The element, read by this statement or an earlier one.
static Var *read_once(Simplifier *simplifier, Var *array, Atom at, Span span, Stms *out) {
  Stms stms = {0};
  Builder builder = builder_new(simplifier->program, &stms, span);
  Var *start = build_let(&builder, "start", exp_index(simplifier->program, array, &at, 1));
  const Stm *earlier = numbering_find(simplifier, stms.data[0]);
  if (earlier) return earlier->vars[0];
  keep_stm(simplifier, stms.data[0], out);
  return start;
}

// The variable of the program that the place is; or, when it is an element at such a variable, one
// that is read in front of the statement.
static bool atom_at(Places *places, const Poly *place, const Stm *stm, Stms *out, Atom *atom) {
  const Element *element = element_find(places, place);
  *atom = atom_var(element ? element->known : place ? poly_is_var(place) : NULL);
  if (atom->var || !element || !element->array || !out) return atom->var != NULL;
  Atom at;
  if (!atom_at(places, element->at, stm, NULL, &at)) return false;
  *atom = atom_var(read_once(places->simplifier, element->array, at, stm->span, out));
  return true;
}

// May it be that the place is simpler than it looks?
static bool is_detour(Simplifier *simplifier, const Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_slice = exp->op == OP_SLICE && !exp->as.selector.is_lmad && exp->arg_count == 4;
  bool is_read =
      is_slice ? atom_is_i64(exp->args[3], 1) : exp->op == OP_INDEX && exp->arg_count == 2;
  if (!is_read || !is_vector(exp->args[0].var) || !exp->args[1].var) return false;
  const Stm *at = var_state(simplifier, exp->args[1].var)->def;
  return at && (at->exp->op == OP_ADD || at->exp->op == OP_SUB);
}

void read_in_order(Simplifier *simplifier, Stm *stm, Stms *out) {
  if (simplifier->program->level == LEVEL_CORE || !is_detour(simplifier, stm)) return;
  const Exp *exp = stm->exp;
  Program *program = simplifier->program;
  bool is_slice = exp->op == OP_SLICE;
  Places places = places_new(simplifier);
  SimplifyView view = view_of(&places, exp->args[0].var, DEPTH_LIMIT);
  const Poly *place =
      poly_add(places.algebra, view.start, place_of(&places, exp->args[1], DEPTH_LIMIT));
  Atom at;
  if (atom_at(&places, place, stm, is_slice ? out : NULL, &at) && !atom_equal(at, exp->args[1])) {
    Atom range[] = {at, is_slice ? exp->args[2] : at, atom_i64(1)};
    stm->exp = is_slice ? exp_slice(program, view.root, exp->as.selector, range, 3)
                        : exp_index(program, view.root, &at, 1);
    simplifier->has_changed = true;
  }
  arena_free(places.arena);
}

// ---- Results ----

// Is the place that of the point (i, j) of a par over segments, in the order of all points?
static bool is_in_order(Places *places, const Par *par, const Poly *place) {
  const Poly *j = poly_var(places->algebra, par->indices[1]);
  const Element *element = element_find(places, poly_sub(places->algebra, place, j));
  if (!element || !element->array || poly_is_var(element->at) != par->indices[0]) return false;
  const Stm *offsets = var_state(places->simplifier, element->array)->def;
  return offsets && offsets->exp->op == OP_SEG_OFFSETS &&
         offsets->exp->args[0].var == par->space[1].var;
}

// The array whose elements the output maps, in order.
static Var *mapped_in_order(Places *places, const Par *par, Atom value) {
  const Stm *def = value.var ? plain_def(places, value.var) : NULL;
  if (!def || def->exp->op != OP_INDEX || def->exp->arg_count != 2) return NULL;
  if (!is_vector(def->exp->args[0].var)) return NULL;
  SimplifyView view = view_of(places, def->exp->args[0].var, DEPTH_LIMIT);
  const Poly *place =
      poly_add(places->algebra, view.start, place_of(places, def->exp->args[1], DEPTH_LIMIT));
  return is_in_order(places, par, place) ? view.root : NULL;
}

Rewrite rewrite_ordered(Simplifier *simplifier, const Stm *stm) {
  Var *array = stm->exp->args[0].var, *result = stm->vars[0];
  const Stm *def = var_state(simplifier, array)->def;
  if (!def || def->exp->op != OP_PAR || def->cert_count > 0 || stm->cert_count > 0)
    return rewrite_none();
  const Par *par = def->exp->as.par;
  if (par->rank != 2 || !dim_is_varying(par->space[1]) || par->has_epilogue) return rewrite_none();
  size_t place;
  const Output *output = output_of(def, array, &place);
  if (!mode_has(output->mode, TRAIT_ELEMENTS)) return rewrite_none();
  Places places = places_new(simplifier);
  Var *root = mapped_in_order(&places, par, output->values[place]);
  arena_free(places.arena);
  if (!root || !type_equal(root->type, result->type) || !simplify_is_visible(simplifier, root) ||
      !facts_is_only_read(simplifier->facts, root))
    return rewrite_none();
  Atom atom = atom_var(root);
  return !facts_is_owned(simplifier->facts, result)
             ? rewrite_atom(atom)
             : rewrite_exp(exp_new(simplifier->program, OP_COPY, &atom, 1));
}
