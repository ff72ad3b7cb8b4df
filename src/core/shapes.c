// shapes: one name for what has one size, and no lengths for what is rectangular.
//
// Takes and gives   Core. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: statements that only old names need are left.
// Cost              about linear in the size; questions about names are bounded.
//
//   let (u: [n]i64, zss: [n][u]f64) =         let first: i64 = par (i < n) { … s[i] /= k … min … }
//     par (i < n) {                           let ok: bool = eq first, 9223372036854775807
//       let (m: i64, xs: [m]f64) =            let c: cert = assert ok, …
//         index xss[i]                        let xss1: [n][k]f64 = coerce xss needs (c)
//       let same: bool = eq m, k        =>    let (u: [n]i64, zss1: [n][k]f64) = par (i < n) {
//       let d: cert = assert same, …            let xs1: [k]f64 = index xss1[i]
//       let zs = par (j < m) { … }              let zs1: [k]f64 = par (j < k) { … } needs (c)
//       map m map zs                            map m map zs1
//     }                                       }
//                                             let zss: [n][u]f64 = coerce zss1
//
// What is equal follows from definitions (analysis/sizes.h) or from an assert. Of equal sizes and
// equal lengths the one bound first gives its name to the others. By definition: it takes their
// place everywhere. By an assert: it takes their place as the space of a par, which then needs the
// certificate. Lengths that are all one size make the array regular. A check of lengths that every
// point of a par makes is made in front of it, once for all points (shapes_check.c): that is where
// paper 004's assumption, that the program is right, is checked.
//
// An array whose type gets better keeps its old name by a `coerce`, for whatever needs just that
// type. Reads, and maps of rows, go to the better one.
#include <string.h>

#include "core/core.h"
#include "core/shapes_pass.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/walk.h"

// Names that a question looks at, the latest first.
enum { KNOWN_LIMIT = 200 };

NamedVar *namer_at(Namer *namer, const Var *var) { return table_at(&namer->vars, var); }

static bool has_cert(const ShapeCerts *certs, const Var *cert) {
  size_t k = 0;
  while (k < certs->count && certs->data[k] != cert)
    k++;
  return k < certs->count;
}

void certs_add(Namer *namer, ShapeCerts *certs, Var *const *more, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!has_cert(certs, more[i])) vec_push(namer->program->arena, certs, more[i]);
}

// ---- Types ----

Var *simple_lengths(const Type *type) {
  if (type->kind != TYPE_ARRAY || type->rank < 2) return NULL;
  Dim dim = type->dims[1];
  bool is_simple = dim_is_varying(dim) && dim.var->type->kind == TYPE_ARRAY && dim.skip == 0;
  if (!is_simple || dim_rank(dim) != 1) return NULL;
  for (size_t i = 0; i < type->rank; i++)
    if (i != 1 && dim_is_varying(type->dims[i])) return NULL;
  return dim.var;
}

const Type *type_with_lengths(Program *program, const Type *type, const Var *lengths, Dim by,
                              const Dim *first) {
  Dim *dims = arena_array(program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++)
    dims[i] = lengths && type->dims[i].var == lengths ? by : type->dims[i];
  if (first) dims[0] = *first;
  return type_array(program, type->scalar, type->rank, dims);
}

static size_t varying_count(const Type *type) {
  size_t count = 0;
  for (size_t i = 0; i < type->rank; i++)
    count += dim_is_varying(type->dims[i]);
  return count;
}

void namer_coerce(Namer *namer, Var *from, Var *to, const ShapeCerts *certs, Span span) {
  Builder builder = builder_new(namer->program, namer->out, span);
  Atom operand = atom_var(from);
  if (certs) builder.certs = certs->data, builder.cert_count = certs->count;
  Stm *stm = build_stm(&builder, exp_new(namer->program, OP_COERCE, &operand, 1), &to, 1);
  stm_mark(namer->program, stm, ATTR_RENAMED);
}

Var *namer_improve(Namer *namer, Var *array, const Type *type, const ShapeCerts *certs,
                   uint32_t scope, Span span) {
  Var *better = namer_fresh(namer, array, type, scope);
  ShapeCerts needed = {0}, proof = {0};
  if (certs) certs_add(namer, &needed, certs->data, certs->count);
  Var *origin = namer_origin(namer, array, scope, &needed, &proof);
  namer_coerce(namer, origin, better, &needed, span);
  NamedVar *at = namer_at(namer, array);
  at->better = better;
  at->better_certs = (ShapeCerts){0};
  at->equal_certs = certs ? *certs : (ShapeCerts){0};
  return better;
}

bool namer_sees_all(Namer *namer, uint32_t scope, const ShapeCerts *certs) {
  for (size_t i = 0; i < certs->count; i++)
    if (!namer_sees(namer, scope, atom_var(certs->data[i]))) return false;
  return true;
}

bool namer_is_same_size(Namer *namer, uint32_t scope, Dim a, Dim b, ShapeCerts *certs) {
  if (dim_equal(a, b)) return true;
  if (dim_is_varying(a) || dim_is_varying(b)) return false;
  Dim sides[2] = {a, b};
  for (size_t i = 0; i < 2; i++) {
    const NamedVar *at = sides[i].var ? namer_at(namer, sides[i].var) : NULL;
    if (!at || !at->has_equal || !atom_equal(at->equal, dim_size(sides[1 - i]))) continue;
    if (!namer_sees_all(namer, scope, &at->equal_certs)) return false;
    certs_add(namer, certs, at->equal_certs.data, at->equal_certs.count);
    return true;
  }
  return sizes_equal(namer->sizes, dim_size(a), dim_size(b), NULL);
}

void namer_set_equal(Namer *namer, Var *size, Atom equal, const ShapeCerts *certs, uint32_t scope) {
  NamedVar *at = namer_at(namer, size);
  bool is_known = at->has_equal && namer_sees(namer, scope, at->equal) &&
                  namer_sees_all(namer, scope, &at->equal_certs);
  if (is_known || atom_equal(atom_var(size), equal)) return;
  at->has_equal = true;
  at->equal = equal;
  at->equal_certs = *certs;
}

void namer_set_every(Namer *namer, const Var *lengths, Dim every, const ShapeCerts *certs,
                     uint32_t scope) {
  NamedVar *at = namer_at(namer, lengths);
  if (at->has_every && namer_sees_all(namer, scope, &at->every_certs)) return;
  at->has_every = true;
  at->every = every;
  at->every_certs = *certs;
}

static void push_stm(Namer *namer, Stm *stm) { vec_push(namer->program->arena, namer->out, stm); }

// ---- Pars ----

// Another name for a size, if there is one; the statement then needs what that hangs on.
static bool rename_size(Namer *namer, Stm *stm, const Var *size, uint32_t scope, Atom *name) {
  const NamedVar *at = namer_at(namer, size);
  if (!at->has_equal || !namer_sees(namer, scope, at->equal)) return false;
  if (!namer_sees_all(namer, scope, &at->equal_certs)) return false;
  ShapeCerts certs = {0};
  certs_add(namer, &certs, stm->certs, stm->cert_count);
  certs_add(namer, &certs, at->equal_certs.data, at->equal_certs.count);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
  *name = at->equal;
  return true;
}

static void rename_space(Namer *namer, Stm *stm, Par *par, uint32_t scope) {
  Atom name;
  if (par->rank != 1 || !par->space[0].var || dim_is_varying(par->space[0])) return;
  if (par->consumed_count > 0 || !rename_size(namer, stm, par->space[0].var, scope, &name)) return;
  Dim *space = arena_array(namer->program->arena, Dim, 1);
  space[0] = dim_atom(name);
  par->space = space;
}

// A loop over the elements of an array runs as far as the array is long, by its new name too.
static void rename_bound(Namer *namer, Stm *stm, uint32_t scope) {
  const Exp *exp = stm->exp;
  Atom name;
  if (!exp->as.loop->index || !loop_bound(exp).var) return;
  if (!rename_size(namer, stm, loop_bound(exp).var, scope, &name)) return;
  Exp *renamed = arena_make(namer->program->arena, Exp);
  *renamed = *exp;
  renamed->args = arena_array(namer->program->arena, Atom, exp->arg_count);
  memcpy(renamed->args, exp->args, exp->arg_count * sizeof *exp->args);
  renamed->args[exp->as.loop->param_count] = name;
  stm->exp = renamed;
}

// Does the type of another output name the value? Then it must leave as it is.
static bool is_named(const Par *par, const Var *value) {
  const Thunk *thunks[2] = {&par->body, &par->epilogue};
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < thunks[i]->output_count; k++)
      for (size_t j = 0; j < thunks[i]->outputs[k].value_count; j++) {
        const Type *type = atom_type(thunks[i]->outputs[k].values[j]);
        for (size_t d = 0; d < type_rank(type); d++)
          if (type->dims[d].var == value) return true;
      }
  return false;
}

// Maps rows with their better types, when the sizes are known outside. What names lengths comes
// after them, and goes first here.
static void better_outputs(Namer *namer, Par *par, uint32_t scope) {
  for (size_t i = par->body.output_count; i-- > 0;) {
    Output *output = &par->body.outputs[i];
    for (size_t k = 0; k < output->value_count && mode_has(output->mode, TRAIT_ELEMENTS); k++) {
      Var *value = output->values[k].var;
      Var *better = value ? namer_at(namer, value)->better : NULL;
      if (!better || namer_at(namer, value)->better_certs.count > 0) continue;
      if (is_named(par, value)) continue;
      bool is_outside = true;
      for (size_t d = 0; d < better->type->rank; d++) {
        Dim dim = better->type->dims[d];
        is_outside &= !dim.var || namer_sees(namer, scope, atom_var(dim.var));
      }
      if (!is_outside) continue;
      Atom *values = arena_array(namer->program->arena, Atom, output->value_count);
      for (size_t j = 0; j < output->value_count; j++)
        values[j] = output->values[j];
      values[k] = atom_var(better);
      output->values = values;
    }
  }
}

// A par with outputs of its own.
static Par *copy_par(Namer *namer, const Par *par) {
  Par *copy = arena_make(namer->program->arena, Par);
  *copy = *par;
  copy->body.outputs = arena_array(namer->program->arena, Output, par->body.output_count);
  for (size_t i = 0; i < par->body.output_count; i++)
    copy->body.outputs[i] = par->body.outputs[i];
  return copy;
}

// The type with the pattern's variables for the results that its dimensions name.
static const Type *named_type(Namer *namer, const Type *type, Var *const *vars) {
  if (type->kind != TYPE_ARRAY) return type;
  Dim *dims = arena_array(namer->program->arena, Dim, type->rank);
  for (size_t i = 0; i < type->rank; i++) {
    dims[i] = type->dims[i];
    if (dims[i].result < 0) continue;
    dims[i] = dim_var(vars[dims[i].result]);
    dims[i].skip = type->dims[i].skip;
  }
  return type_with_dims(namer->program, type, type->rank, dims);
}

// Is it bound later, or further inside?
static bool is_later(Namer *namer, Dim dim, Dim than) {
  const NamedVar *at = dim.var ? namer_at(namer, dim.var) : NULL;
  const NamedVar *other = than.var ? namer_at(namer, than.var) : NULL;
  if (!at || at->order == 0 || !other || other->order == 0) return at && at->order > 0;
  if (at->scope == other->scope) return at->order > other->order;
  return !namer_sees(namer, other->scope, atom_var(dim.var));
}

// Does it have fewer varying dimensions, or older names?
static bool is_better(Namer *namer, const Type *type, const Type *than) {
  if (varying_count(type) != varying_count(than)) return varying_count(type) < varying_count(than);
  for (size_t i = 0; i < type->rank; i++)
    if (is_later(namer, type->dims[i], than->dims[i])) return false;
  return true;
}

// Binds the statement, with fresh variables where what it gives has another type than said.
static void push_typed(Namer *namer, Stm *stm, uint32_t scope) {
  Signature signature;
  StrBuf why = {0};
  if (!exp_infer(namer->program, stm->exp, stm->vars, stm->var_count, &signature, &why))
    INTERNAL_ERROR("shapes made a wrong statement: %s", strbuf_text(&why));
  strbuf_free(&why);
  Var **old = stm->vars;
  stm->vars = arena_array(namer->program->arena, Var *, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = named_type(namer, signature.types[i], stm->vars);
    bool is_same = type_equal(type, old[i]->type);
    stm->vars[i] = is_same ? old[i] : namer_fresh(namer, old[i], type, scope);
  }
  push_stm(namer, stm);
  ShapeCerts certs = {0};
  certs_add(namer, &certs, stm->certs, stm->cert_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    if (stm->vars[i] == old[i]) continue;
    namer_coerce(namer, stm->vars[i], old[i], &certs, stm->span);
    if (!is_better(namer, stm->vars[i]->type, old[i]->type)) continue;
    namer_at(namer, old[i])->better = stm->vars[i];
    namer_at(namer, old[i])->equal_certs = certs;
  }
}

// ---- Names of sizes ----

static const Poly *canonical_size(Namer *namer, Var *size) {
  return sizes_canonical(namer->sizes, sizes_poly(namer->sizes, atom_var(size)));
}

static Var *find_size(Namer *namer, const Poly *poly, uint32_t scope) {
  size_t looked = 0;
  for (size_t i = namer->sizes_known.count; i-- > 0 && looked < KNOWN_LIMIT; looked++) {
    const KnownName *known = &namer->sizes_known.data[i];
    if (poly_equal(known->poly, poly) && namer_sees(namer, scope, atom_var(known->var)))
      return known->var;
  }
  return NULL;
}

Var *namer_length(Namer *namer, Var *lengths, Atom index, uint32_t scope) {
  const Poly *at = sizes_canonical(namer->sizes, sizes_poly(namer->sizes, index));
  const Poly *poly = at ? sizes_apply(namer->sizes, lengths, &at) : NULL;
  return poly ? find_size(namer, poly, scope) : NULL;
}

// The number or variable that the polynomial is, when it is seen from the scope.
static bool atom_of(Namer *namer, const Poly *poly, uint32_t scope, Atom *atom) {
  int64_t number;
  Var *var = poly ? poly_is_var(poly) : NULL;
  if (poly && poly_is_constant(poly, &number)) {
    *atom = atom_i64(number);
    return number >= 0;
  }
  *atom = atom_var(var);
  return var && type_is_scalar(var->type, SCALAR_I64) && !sizes_instance(namer->sizes, var) &&
         namer_sees(namer, scope, *atom);
}

static bool binds_freely(Op op) {
  return op_is_scalar(op) || op == OP_INDEX || op == OP_SLICE || op == OP_PAR;
}

static bool find_name(Namer *namer, const Poly *poly, const Var *size, uint32_t scope, Atom *atom) {
  if (atom_of(namer, poly, scope, atom) && atom->var != size) return true;
  *atom = atom_var(find_size(namer, poly, scope));
  return atom->var != NULL;
}

// The name for a size that is bound with its array, and so not negative. There may be none: what
// may be negative does not qualify, and the larger one of it and 0 may be out of sight.
static bool natural_name(Namer *namer, const Stm *stm, const Var *size, uint32_t scope,
                         Atom *atom) {
  Var *natural = atom->var ? namer_at(namer, atom->var)->natural : NULL;
  const Type *type = stm->vars[stm->var_count - 1]->type;
  bool is_bound = false;
  for (size_t i = 0; i < type_rank(type); i++)
    is_bound |= type->dims[i].var == size;
  if (!natural || !is_bound) return true;
  *atom = atom_var(natural);
  return namer_sees(namer, scope, *atom);
}

// A length that was checked together with all others of its array is the size that they have.
static void name_checked(Namer *namer, Var *size, const Poly *poly, uint32_t scope) {
  Var *var = poly_is_var(poly);
  const Instance *instance = var ? sizes_instance(namer->sizes, var) : NULL;
  const NamedVar *at = instance && instance->array ? namer_at(namer, instance->array) : NULL;
  if (!at || !at->has_every) return;
  Atom atom = dim_size(at->every);
  if (dim_is_varying(at->every)) {
    const Poly *same = sizes_apply(namer->sizes, at->every.var, instance->args);
    atom = atom_var(same ? find_size(namer, same, scope) : NULL);
    if (!atom.var) return;
  }
  namer_set_equal(namer, size, atom, &at->every_certs, scope);
}

// A size that equals what was bound before takes its name: everywhere; or, where other types would
// have to change with it or certificates would be lost, as the space of pars.
static void name_size(Namer *namer, const Stm *stm, Var *size, uint32_t scope) {
  if (!type_is_scalar(size->type, SCALAR_I64) || !facts_is_size(namer->facts, size)) return;
  const Poly *poly = canonical_size(namer, size);
  Atom atom;
  if (!poly) return;
  if (!find_name(namer, poly, size, scope, &atom)) {
    vec_push(namer->scratch, &namer->sizes_known, (KnownName){.poly = poly, .var = size});
    name_checked(namer, size, poly, scope);
    return;
  }
  if (namer_at(namer, size)->natural) return;
  if (!natural_name(namer, stm, size, scope, &atom)) return;
  bool is_kept = facts_is_pinned(namer->facts, size) && !namer->scopes.data[scope].only_maps;
  if (stm->cert_count == 0 && binds_freely(stm->exp->op) && !is_kept) {
    subst_add(namer->subst, size, atom);
    return;
  }
  ShapeCerts certs = {0};
  certs_add(namer, &certs, stm->certs, stm->cert_count);
  namer_set_equal(namer, size, atom, &certs, scope);
}

// ---- Sizes of rows ----

static Atom build_size(Builder *builder, const Poly *poly) {
  Atom sum = atom_i64(0);
  for (size_t i = 0; i < poly->count; i++) {
    Atom product = atom_i64(poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      Atom factor = atom_var(poly->terms[i].vars[k]);
      bool is_one = k == 0 && poly->terms[i].factor == 1;
      product = is_one ? factor : build_binary(builder, "size", OP_MUL, product, factor);
    }
    sum = i == 0 ? product : build_binary(builder, "size", OP_ADD, sum, product);
  }
  return sum;
}

// Is it made of i64 variables that are seen from the scope?
static bool is_computable(Namer *namer, const Poly *poly, uint32_t scope) {
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      Var *var = poly->terms[i].vars[k];
      if (sizes_instance(namer->sizes, var) || !type_is_scalar(var->type, SCALAR_I64) ||
          subst_atom(namer->subst, atom_var(var)).var != var ||
          !namer_sees(namer, scope, atom_var(var)))
        return false;
    }
  }
  return true;
}

// The larger one of the number and 0 counts as bound with the number: it is not a later name. Where
// they are the same it has no name of its own.
static void set_natural(Namer *namer, const Var *number, Var *natural) {
  if (subst_atom(namer->subst, atom_var(natural)).var != natural) return;
  namer_at(namer, natural)->order = namer_at(namer, number)->order;
  namer_at(namer, number)->natural = natural;
}

// The size of rows, from what is known in front of the par. Where there are no rows the number may
// be negative, and is their size only after a check: otherwise their size is the larger one of it
// and 0.
static void raise_size(Namer *namer, Var *size, uint32_t scope, Span span) {
  const Poly *poly = canonical_size(namer, size);
  bool is_natural = poly && sizes_prove(namer->sizes, poly, NULL);
  Atom atom;
  bool is_found = poly && find_name(namer, poly, size, scope, &atom);
  if (!poly || (is_found && (is_natural || !atom.var))) return;
  if (!is_found && !is_computable(namer, poly, scope)) return;
  Builder builder = builder_new(namer->program, namer->out, span);
  if (!is_found) {
    atom = build_size(&builder, poly);
    if (!atom.var) return;
    number_vars(namer, &atom.var, 1, scope, NULL);
    vec_push(namer->scratch, &namer->sizes_known, (KnownName){.poly = poly, .var = atom.var});
  }
  if (is_natural) return;
  Var *natural = build_binary(&builder, "size", OP_SMAX, atom, atom_i64(0)).var;
  number_vars(namer, &natural, 1, scope, NULL);
  set_natural(namer, atom.var, natural);
  set_natural(namer, size, natural);
}

// A size of the rows that a par maps, which each point computes from what is known outside, is
// computed there: so that the rows have one size.
static void raise_sizes(Namer *namer, const Stm *stm, uint32_t scope) {
  const Stms *stms = &stm->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++) {
    Var *size = stms->data[i]->var_count == 1 ? stms->data[i]->vars[0] : NULL;
    if (size && op_is_scalar(stms->data[i]->exp->op) && facts_is_pinned(namer->facts, size))
      raise_size(namer, size, scope, stm->span);
  }
}

// ---- Names of lengths ----

static Var *find_lengths(Namer *namer, const Poly *function, const Var *lengths, uint32_t scope) {
  size_t looked = 0;
  for (size_t i = namer->lengths_known.count; i-- > 0 && looked < KNOWN_LIMIT; looked++) {
    Var *known = namer->lengths_known.data[i].var;
    if (poly_equal(namer->lengths_known.data[i].poly, function) &&
        namer_sees(namer, scope, atom_var(known)) && !facts_is_owned(namer->facts, known) &&
        type_equal(known->type, lengths->type))
      return known;
  }
  return NULL;
}

// Gives an array whose lengths are all one size, or those of an older array, that type.
static void improve_lengths(Namer *namer, Var *array, uint32_t scope, Span span) {
  Var *lengths = simple_lengths(array->type);
  if (!lengths || namer_at(namer, array)->better) return;
  const Poly *size, *function = sizes_function(namer->sizes, lengths);
  Atom atom;
  if (!function) return;
  Dim by;
  if (sizes_is_uniform(namer->sizes, lengths, &size)) {
    if (!atom_of(namer, size, scope, &atom)) return;
    by = dim_atom(subst_atom(namer->subst, atom));
  } else {
    Var *known = find_lengths(namer, function, lengths, scope);
    if (known == lengths) return;
    if (!known) {
      KnownName name = {.poly = function, .var = lengths};
      vec_push(namer->scratch, &namer->lengths_known, name);
      return;
    }
    by = dim_var(known);
  }
  const Type *type = type_with_lengths(namer->program, array->type, lengths, by, NULL);
  namer_improve(namer, array, type, NULL, scope, span);
}

// Gives an array of a branch, loop or call the names of its sizes that are equal by definition.
static void improve_sizes(Namer *namer, Var *array, uint32_t scope, Span span) {
  const Type *type = array->type;
  if (type->kind != TYPE_ARRAY || type_is_irregular(type) || namer_at(namer, array)->better) return;
  Dim *dims = arena_array(namer->program->arena, Dim, type->rank);
  bool is_other = false;
  for (size_t i = 0; i < type->rank; i++) {
    dims[i] = type->dims[i];
    const NamedVar *at = dims[i].var ? namer_at(namer, dims[i].var) : NULL;
    if (!at || !at->has_equal || at->equal_certs.count > 0) continue;
    if (!namer_sees(namer, scope, at->equal)) continue;
    dims[i] = dim_atom(at->equal);
    is_other = true;
  }
  if (is_other)
    namer_improve(namer, array, type_with_dims(namer->program, type, type->rank, dims), NULL, scope,
                  span);
}

// ---- Statements ----

// The statement, with all that is better in it.
static void emit_changed(Namer *namer, Stm *stm, uint32_t scope) {
  Op op = stm->exp->op;
  if (op == OP_INDEX && namer_rewrite_index(namer, stm, scope)) return;
  if (op == OP_PAR) {
    Par *par = copy_par(namer, stm->exp->as.par);
    rename_space(namer, stm, par, scope);
    better_outputs(namer, par, scope);
    stm->exp = exp_par(namer->program, par);
  }
  if (op == OP_LOOP) rename_bound(namer, stm, scope);
  if (op == OP_PAR || op == OP_INDEX || op == OP_SLICE)
    push_typed(namer, stm, scope);
  else
    push_stm(namer, stm);
}

// Is it a size that was computed? Its definition says more than another name would: a product is
// two dimensions in one.
static bool is_computed(Namer *namer, const Var *size) {
  const Stm *def = namer_at(namer, size)->def;
  return def && op_is_scalar(def->exp->op);
}

// After an assert that a number is not negative, it is the larger one of it and 0.
static void learn_natural(Namer *namer, const Stm *assert, const Exp *condition, uint32_t scope) {
  Var *size = subst_atom(namer->subst, condition->args[1]).var;
  Var *natural = size ? namer_at(namer, size)->natural : NULL;
  if (!natural || !atom_is_i64(condition->args[0], 0)) return;
  ShapeCerts certs = {0};
  certs_add(namer, &certs, assert->vars, 1);
  namer_set_equal(namer, size, atom_var(natural), &certs, scope);
}

// After an assert that two sizes are equal, the later one is the earlier one.
static void learn_assert(Namer *namer, const Stm *stm, uint32_t scope) {
  Atom condition = stm->exp->args[0];
  const Stm *def = condition.var ? namer_at(namer, condition.var)->def : NULL;
  if (def && def->exp->op == OP_SLE) learn_natural(namer, stm, def->exp, scope);
  if (!def || def->exp->op != OP_EQ) return;
  Var *a = subst_atom(namer->subst, def->exp->args[0]).var;
  Var *b = subst_atom(namer->subst, def->exp->args[1]).var;
  if (!a || !b || a == b || !type_is_scalar(a->type, SCALAR_I64)) return;
  if (is_computed(namer, a) || is_computed(namer, b)) return;
  bool is_first = namer_at(namer, a)->order < namer_at(namer, b)->order;
  ShapeCerts certs = {0};
  certs_add(namer, &certs, stm->vars, 1);
  namer_set_equal(namer, is_first ? b : a, atom_var(is_first ? a : b), &certs, scope);
}

// Can the coerce not fail? Either a certificate says so, or the sizes are equal by definition.
static bool is_safe_coerce(Namer *namer, const Stm *stm) {
  const Type *from = atom_type(stm->exp->args[0]), *to = stm->vars[0]->type;
  for (size_t i = 0; i < from->rank && stm->cert_count == 0; i++) {
    Dim a = from->dims[i], b = to->dims[i];
    const Poly *size = NULL;
    bool is_equal = sizes_dims_equal(namer->sizes, a, b, NULL);
    if (a.var && b.var) is_equal |= namer_at(namer, a.var)->natural == b.var;
    if (dim_is_varying(a) != dim_is_varying(b) &&
        sizes_is_uniform(namer->sizes, dim_is_varying(a) ? a.var : b.var, &size))
      is_equal = poly_equal(
          size, sizes_canonical(namer->sizes,
                                sizes_poly(namer->sizes, dim_size(dim_is_varying(a) ? b : a))));
    if (!is_equal) return false;
  }
  return true;
}

static void learn_coerce(Namer *namer, const Stm *stm) {
  Var *from = stm->exp->args[0].var, *to = stm->vars[0];
  NamedVar *at = namer_at(namer, to);
  if (!is_safe_coerce(namer, stm)) return;
  if (varying_count(from->type) >= varying_count(to->type)) {
    at->source = from;
    certs_add(namer, &at->source_certs, stm->certs, stm->cert_count);
    return;
  }
  at->better = from;
  certs_add(namer, &at->better_certs, stm->certs, stm->cert_count);
  certs_add(namer, &at->equal_certs, stm->certs, stm->cert_count);
}

// A coerce back to what the array was made with is of that array, and so nothing. It needs no
// certificate that the array was made with.
static void undo_coerce(Namer *namer, Stm *stm, uint32_t scope) {
  ShapeCerts certs = {0}, proof = {0};
  Atom origin = atom_var(namer_origin(namer, stm->exp->args[0].var, scope, &certs, &proof));
  if (!type_equal(origin.var->type, stm->vars[0]->type) || !is_safe_coerce(namer, stm)) return;
  for (size_t i = 0; i < stm->cert_count; i++)
    if (!has_cert(&proof, stm->certs[i])) certs_add(namer, &certs, &stm->certs[i], 1);
  stm->exp = exp_new(namer->program, OP_COERCE, &origin, 1);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
}

// One that is bound further out is seen by more, and stays.
static void learn_larger(Namer *namer, const Var *number, Var *natural, uint32_t scope) {
  Var *known = namer_at(namer, number)->natural;
  if (!known || !namer_sees(namer, scope, atom_var(known))) set_natural(namer, number, natural);
}

static void learn_stm(Namer *namer, const Stm *stm, Var *const *vars, uint32_t scope) {
  Op op = stm->exp->op;
  if (op == OP_ASSERT) learn_assert(namer, stm, scope);
  if (op == OP_SMAX && stm->exp->args[0].var && atom_is_i64(stm->exp->args[1], 0))
    learn_larger(namer, stm->exp->args[0].var, vars[0], scope);
  if (op == OP_COERCE) learn_coerce(namer, stm);
  for (size_t i = 0; i < stm->var_count; i++) {
    improve_lengths(namer, vars[i], scope, stm->span);
    if (!binds_freely(op) && op_has(op, FLAG_BODIES))
      improve_sizes(namer, vars[i], scope, stm->span);
  }
}

static bool visit_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Namer *namer = mapper->context;
  if (stm->var_count == 0) return false;
  Stms *around = namer->out;
  uint32_t scope = namer_at(namer, stm->vars[0])->scope;
  Var *given = stm->exp->op == OP_ASSERT ? namer_at(namer, stm->vars[0])->given : NULL;
  if (given) {
    subst_add(namer->subst, stm->vars[0], atom_var(given));
    return true;
  }
  namer->out = out;
  if (stm->exp->op == OP_PAR) raise_sizes(namer, stm, scope);
  if (stm->exp->op == OP_PAR && !namer->scopes.data[scope].is_nested) {
    namer_move_checks(namer, stm, scope);
    namer_nest_checks(namer, stm, scope);
  }
  Stm *changed = arena_make(namer->program->arena, Stm);
  *changed = *stm;
  changed->exp = map_exp(mapper, stm->exp);
  ShapeCerts certs = {0};
  for (size_t i = 0; i < stm->cert_count; i++) {
    Var *cert = subst_atom(namer->subst, atom_var(stm->certs[i])).var;
    certs_add(namer, &certs, &cert, 1);
  }
  changed->certs = certs.data;
  changed->cert_count = certs.count;
  if (namer_at(namer, stm->vars[0])->nested) {
    namer_emit_nested(namer, changed, scope);
    namer->out = around;
    return true;
  }
  for (size_t i = 0; i < stm->var_count; i++)
    name_size(namer, changed, stm->vars[i], scope);
  for (size_t i = 0; i < stm->var_count; i++)
    stm->vars[i]->type = map_type(mapper, stm->vars[i]->type);
  if (stm->exp->op == OP_COERCE) undo_coerce(namer, changed, scope);
  emit_changed(namer, changed, scope);
  learn_stm(namer, changed, stm->vars, scope);
  namer->out = around;
  return true;
}

// ---- The pass ----

static Atom name_use(Mapper *mapper, Atom atom) {
  Namer *namer = mapper->context;
  return subst_atom(namer->subst, atom);
}

static Body *name_body(Namer *namer, const Fun *fun, Body *body) {
  namer->scratch = arena_new();
  namer->sizes = sizes_new(namer->scratch, namer->program, fun);
  sizes_learn(namer->sizes, body);
  namer->vars = table_new(namer->scratch, sizeof(NamedVar));
  namer->subst = subst_new(namer->program);
  namer->mapper =
      (Mapper){.program = namer->program, .context = namer, .use = name_use, .stm = visit_stm};
  vec_push(namer->scratch, &namer->scopes, (BodyScope){0});
  for (size_t i = 0; fun && i < fun->param_count; i++) {
    Var *var = fun->params[i].var, *lengths = simple_lengths(var->type);
    number_vars(namer, &var, 1, 0, NULL);
    if (type_is_scalar(var->type, SCALAR_I64)) {
      KnownName name = {.poly = canonical_size(namer, var), .var = var};
      vec_push(namer->scratch, &namer->sizes_known, name);
    }
    if (!lengths) continue;
    KnownName name = {.poly = sizes_function(namer->sizes, lengths), .var = lengths};
    vec_push(namer->scratch, &namer->lengths_known, name);
  }
  number_stms(namer, &body->stms, 0);
  Body *named = map_body(&namer->mapper, body);
  arena_free(namer->scratch);
  return named;
}

static Program *shapes_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *arena = arena_new();
  Facts *facts = facts_new(program, arena);
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    Namer namer = {.program = program, .facts = facts};
    facts_of_global(facts, global);
    global->body = name_body(&namer, NULL, global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    Namer namer = {.program = program, .facts = facts};
    facts_of_fun(facts, fun);
    fun->body = name_body(&namer, fun, fun->body);
  }
  arena_free(arena);
  return program;
}

const Pass pass_shapes = {.name = "shapes",
                          .purpose = "give equal sizes one name, make rectangular arrays regular",
                          .from = LEVEL_CORE,
                          .to = LEVEL_CORE,
                          .breaks = PROPERTY_SIMPLE,
                          .run = shapes_run};
