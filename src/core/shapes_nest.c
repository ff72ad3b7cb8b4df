// Checks of lengths that stand in a par inside another one.
//
//   par (i < n) {                          let k: i64 = t[0], or 0 when there is none
//     let (m: i64, xs: [m]f64) =           let same: bool = all of s and all of t are k
//       index xss[i]                       let n1: i64 = select same, n, 0
//     par (j < w) {                        let xss1: [n1][k]f64 = coerce of slice xss[0 : n1 : 1]
//       let l: i64 = index t[j]      =>    par (i < n) {
//       let ok: bool = eq m, l               par (j < w) {
//       let d: cert = assert ok, …             let d: cert = assert same, …
//       …                                      let xs1: [k]f64 = index xss1[i] needs (d)
//     }                                        …
//   }                                        }
//                                          }
//
// When the spaces are known in front of the nest, either all of its points check or none does. They
// check s[i] = t[j] for all i and j, or s[i] = k for all i: so they all hold just when the lengths
// are all one size. Whether they are is found in front. The assert stays: where w is 0 nothing is
// checked, and rows may have any length. It shows a pair that differs. For the same reason the
// array of rows of one size has no rows when they are not. After the assert it is the array.
#include "core/shapes_pass.h"

#include "ir/type.h"

// A row of an array that was read before the assert.
typedef struct NestedRow {
  size_t array; // its number
  Var *row;
  Atom index;
} NestedRow;

struct NestedCheck {
  CheckSide sides[2];
  ShapeCerts certs; // what reading the lengths in front needed
  Atom size;        // the one size
  Atom is_same;
  Atom shown[2];
  ShapeArrays arrays, regular; // the arrays, and what they are after the assert
  Vec(NestedRow) rows;
};

typedef struct NestSearch {
  Namer *namer;
  ShapeNest nest;
  const Stms *thunks[NEST_LIMIT];
  size_t ends[NEST_LIMIT]; // the statements before the next one of the nest, or the assert
  Span span;
} NestSearch;

// ---- In front of the nest ----

static Body *atoms_body(Program *program, Stms stms, Atom a, Atom b) {
  Atom results[2] = {a, b};
  return body_new(program, stms, results, 2);
}

static Atom build_select(Builder *builder, const char *name, Atom condition, Atom yes, Atom no) {
  Atom args[] = {condition, yes, no};
  return atom_var(build_let(builder, name, exp_new(builder->program, OP_SELECT, args, 3)));
}

static Atom build_length(Builder *builder, const CheckSide *side, Atom at) {
  return atom_var(build_let(builder, "length", exp_index(builder->program, side->lengths, &at, 1)));
}

// The size that all have if they have one: that outside, or the first of the lengths.
static Atom build_common(Builder *builder, const CheckSide *sides) {
  Program *program = builder->program;
  if (!sides[0].lengths || !sides[1].lengths) return sides[sides[0].lengths ? 1 : 0].outside;
  Stms stms = {0};
  Builder inside = builder_new(program, &stms, builder->span);
  Atom first = build_length(&inside, &sides[1], atom_i64(0)), none = atom_i64(0);
  Atom is_any = build_binary(builder, "is_any", OP_SLT, atom_i64(0), dim_size(sides[1].space));
  Exp *exp = exp_if(program, is_any, body_new(program, stms, &first, 1),
                    body_new(program, (Stms){0}, &none, 1));
  return atom_var(build_let(builder, "size", exp));
}

// Of a pair that differs both lengths: a row of the first side where there is one in front of all
// others, else the first place of the second.
static void build_shown(NestedCheck *check, Builder *builder, const Atom *first, Atom is_row) {
  Program *program = builder->program;
  Body *found[2];
  for (size_t i = 0; i < 2; i++) {
    Stms stms = {0};
    Builder inside = builder_new(program, &stms, builder->span);
    Atom length = check->size;
    if (check->sides[i].lengths) length = build_length(&inside, &check->sides[i], first[i]);
    found[i] =
        atoms_body(program, stms, i == 0 ? length : check->size, i == 0 ? check->size : length);
  }
  Stms stms = {0};
  Builder inside = builder_new(program, &stms, builder->span);
  const Stm *both = build_infer(&inside, "shown", exp_if(program, is_row, found[0], found[1]));
  Body *differ = atoms_body(program, stms, atom_var(both->vars[0]), atom_var(both->vars[1]));
  Body *same = atoms_body(program, (Stms){0}, atom_i64(0), atom_i64(0));
  const Stm *shown = build_infer(builder, "shown", exp_if(program, check->is_same, same, differ));
  for (size_t i = 0; i < 2; i++)
    check->shown[i] = atom_var(shown->vars[i]);
}

static void build_found(NestedCheck *check, Builder *builder) {
  CheckSide common = {.outside = check->size};
  Atom first[2], is_same[2] = {atom_bool(true), atom_bool(true)};
  for (size_t i = 0; i < 2; i++) {
    first[i] = atom_i64(INT64_MAX);
    if (!check->sides[i].lengths) continue;
    first[i] = build_first(builder, check->sides[i].space, &check->sides[i], &common);
    is_same[i] = build_binary(builder, "is_same", OP_EQ, first[i], atom_i64(INT64_MAX));
  }
  check->is_same = build_binary(builder, "is_same", OP_AND, is_same[0], is_same[1]);
  Atom is_first = build_binary(builder, "is_first", OP_EQ, first[0], atom_i64(0));
  build_shown(check, builder, first, build_binary(builder, "is_row", OP_OR, is_same[1], is_first));
}

// The array with rows of the one size: all of them, or none.
static Var *build_regular(Namer *namer, const NestedCheck *check, Builder *builder, Var *array,
                          uint32_t scope) {
  Program *program = namer->program;
  Atom rows = dim_size(array->type->dims[0]);
  Atom range[] = {atom_i64(0), build_select(builder, "rows", check->is_same, rows, atom_i64(0)),
                  atom_i64(1)};
  Selector selector = selector_of(program, 1, true);
  const Stm *slice =
      build_infer(builder, array->name, exp_slice(program, array, selector, range, 3));
  Var *some = slice->vars[slice->var_count - 1];
  const Type *type = type_with_lengths(program, some->type, simple_lengths(some->type),
                                       dim_atom(check->size), NULL);
  Var *regular = namer_fresh(namer, array, type, scope);
  namer_coerce(namer, some, regular, NULL, builder->span);
  return regular;
}

// ---- Finding them ----

static void find_rows(const NestSearch *search, NestedCheck *check) {
  for (size_t level = 0; level < search->nest.count; level++) {
    for (size_t i = 0; i < search->ends[level]; i++) {
      const Stm *stm = search->thunks[level]->data[i];
      const Exp *exp = stm->exp;
      if (exp->op != OP_INDEX || exp->arg_count != 2 || stm->var_count != 2) continue;
      for (size_t k = 0; k < check->arrays.count; k++) {
        NestedRow row = {.array = k, .row = stm->vars[1], .index = exp->args[1]};
        if (exp->args[0].var == check->arrays.data[k])
          vec_push(search->namer->scratch, &check->rows, row);
      }
    }
  }
}

static void find_nested(const NestSearch *search, const Stm *assert) {
  Namer *namer = search->namer;
  const Exp *equality = checked_equality(namer, assert);
  if (!equality || namer_at(namer, assert->vars[0])->given) return;
  NestedCheck *check = arena_make(namer->scratch, NestedCheck);
  CheckSide *sides = check->sides;
  for (size_t i = 0; i < 2; i++) {
    sides[i].atom = equality->args[i];
    if (!check_side(namer, &search->nest, &sides[i], &check->certs)) return;
  }
  if (sides[0].index == sides[1].index) return;
  for (size_t i = 0; i < 2; i++) {
    for (size_t level = 0; sides[i].lengths && level < search->nest.count; level++)
      arrays_with(namer, &search->nest, &sides[i], search->thunks[level], &check->arrays);
  }
  if (check->arrays.count == 0) return;
  Builder builder = builder_new(namer->program, namer->out, assert->span);
  builder.certs = check->certs.data;
  builder.cert_count = check->certs.count;
  size_t before = namer->out->count;
  check->size = build_common(&builder, sides);
  build_found(check, &builder);
  for (size_t i = 0; i < check->arrays.count; i++) {
    Var *array = check->arrays.data[i];
    Var *regular = build_regular(namer, check, &builder, array, search->nest.scope);
    vec_push(namer->scratch, &check->regular, regular);
  }
  for (; before < namer->out->count; before++) {
    const Stm *stm = namer->out->data[before];
    number_vars(namer, stm->vars, stm->var_count, search->nest.scope, stm);
  }
  find_rows(search, check);
  namer_at(namer, assert->vars[0])->nested = check;
}

static void search_thunk(NestSearch *search, const Par *par) {
  Namer *namer = search->namer;
  size_t level = search->nest.count;
  if (!nest_enter(namer, &search->nest, par)) return;
  Dim space = search->nest.spaces[level];
  const Stms *stms = &par->body.stms;
  search->thunks[level] = stms;
  bool is_known = namer_sees(namer, search->nest.scope, dim_size(space));
  for (size_t i = 0; i < stms->count && is_known; i++) {
    search->ends[level] = i;
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_PAR) search_thunk(search, stm->exp->as.par);
    if (stm->exp->op == OP_ASSERT && level > 0) find_nested(search, stm);
  }
  search->nest.count = level;
}

void namer_nest_checks(Namer *namer, Stm *stm, uint32_t scope) {
  NestSearch search = {.namer = namer, .nest = {.scope = scope}};
  search_thunk(&search, stm->exp->as.par);
}

// ---- At the assert ----

// From here on the array, or row, is read as the other one.
static void learn_better(Namer *namer, Var *array, Var *better, const ShapeCerts *certs,
                         uint32_t scope) {
  NamedVar *at = namer_at(namer, array);
  bool is_known = at->better && namer_sees(namer, scope, atom_var(at->better)) &&
                  namer_sees_all(namer, scope, &at->better_certs);
  if (is_known) return;
  at->better = better;
  at->better_certs = *certs;
  at->equal_certs = *certs;
}

static void learn_nested(Namer *namer, const NestedCheck *check, const ShapeCerts *certs,
                         uint32_t scope) {
  for (size_t i = 0; i < 2; i++) {
    if (!check->sides[i].lengths) continue;
    namer_set_every(namer, check->sides[i].lengths, dim_atom(check->size), certs, scope);
    Var *length = subst_atom(namer->subst, check->sides[i].atom).var;
    if (length) namer_set_equal(namer, length, check->size, certs, scope);
  }
  for (size_t i = 0; i < check->arrays.count; i++)
    learn_better(namer, check->arrays.data[i], check->regular.data[i], certs, scope);
}

void namer_emit_nested(Namer *namer, const Stm *stm, uint32_t scope) {
  Program *program = namer->program;
  const NestedCheck *check = namer_at(namer, stm->vars[0])->nested;
  const Exp *exp = stm->exp;
  Atom *values = arena_array(program->arena, Atom, exp->arg_count);
  for (size_t i = 1; i < exp->arg_count; i++) {
    values[i - 1] = exp->args[i];
    for (size_t k = 0; k < 2; k++)
      if (atom_equal(exp->args[i], subst_atom(namer->subst, check->sides[k].atom)))
        values[i - 1] = check->shown[k];
  }
  Builder builder = builder_new(program, namer->out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  Exp *assert =
      exp_assert(program, check->is_same, exp->as.message.text, values, exp->arg_count - 1);
  build_stm(&builder, assert, stm->vars, 1);
  ShapeCerts certs = {0};
  certs_add(namer, &certs, stm->vars, 1);
  learn_nested(namer, check, &certs, scope);
  builder.certs = certs.data;
  builder.cert_count = certs.count;
  for (size_t i = 0; i < check->rows.count; i++) {
    NestedRow row = check->rows.data[i];
    Exp *read = exp_index(program, check->regular.data[row.array], &row.index, 1);
    Stm *made = build_infer(&builder, row.row->name, read);
    number_vars(namer, made->vars, made->var_count, scope, NULL);
    learn_better(namer, row.row, made->vars[0], &certs, scope);
  }
}
