// divisions: index spaces whose index is divided become rows, on a CPU.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let ys: [size]t = par (i < size) {          let rows: [n][m]t = par (q < n, r < m) {
//     let row: i64 = sdiv i, m                    let i: i64 = add (mul q, m), r
//     let at: i64 = smod i, m            =>       let x: t = index xs[r, q]
//     let x: t = index xs[at, row]                map x
//     map x                                     }
//   }                                           let ys: [size]t = reshape rows
//
// where size is n * m as a polynomial and neither is negative. That is what reading a flattened
// transposition is, or writing a table as one row. A division takes as long as twenty additions,
// and a loop with one is not done in vectors; the loops count instead. On a device the number of a
// thread has to be divided in any case.
//
// Only maps and what is put: everything else depends on which points are one segment.
#include "analysis/poly_atom.h"
#include "analysis/sizes.h"
#include "flat/flat.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// A par that becomes rows.
typedef struct Division {
  const Poly *count; // of rows
  Atom width;
} Division;

typedef struct Divisions {
  Program *program;
  Arena *scratch;
  Sizes *sizes;
  Map *found; // Stm -> Division
} Divisions;

// ---- Which ----

static bool is_division(Op op) {
  return op == OP_SDIV || op == OP_SQUOT || op == OP_UDIV || op == OP_SMOD || op == OP_SREM ||
         op == OP_UMOD;
}

static bool is_quotient(Op op) { return op == OP_SDIV || op == OP_SQUOT || op == OP_UDIV; }

typedef struct DivisorSearch {
  const Var *index;
  const VarSet *inside;
  Atom width;
  bool is_found;
} DivisorSearch;

static bool find_divisor(Walker *walker, Stm *stm) {
  DivisorSearch *search = walker->context;
  const Exp *exp = stm->exp;
  if (search->is_found || !is_division(exp->op) || exp->args[0].var != search->index) return true;
  if (!exp->args[1].var || varset_has(search->inside, exp->args[1].var)) return true;
  search->width = exp->args[1];
  search->is_found = true;
  return true;
}

static bool is_space_free(const Par *par) {
  return thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_WRITES) && !par->has_epilogue &&
         par->consumed_count + par->acc_count == 0;
}

// Can the polynomial be computed in front of the par?
static bool is_plain(Divisions *divisions, const Poly *poly) {
  for (size_t i = 0; i < poly->count; i++)
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      if (sizes_instance(divisions->sizes, poly->terms[i].vars[k])) return false;
  return true;
}

static void look_at(void *context, Stm *stm) {
  Divisions *divisions = context;
  Sizes *sizes = divisions->sizes;
  const Par *par = stm->exp->op == OP_PAR ? stm->exp->as.par : NULL;
  if (!par || par->rank != 1 || dim_is_varying(par->space[0]) || !is_space_free(par)) return;
  VarSet inside = bound_vars_par(divisions->scratch, par);
  DivisorSearch search = {.index = par->indices[0], .inside = &inside};
  Walker walker = {.context = &search, .enter = find_divisor};
  walk_thunk(&walker, &par->body);
  if (!search.is_found) return;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_array(stm->vars[i]->type) && type_is_irregular(stm->vars[i]->type)) return;
  const Poly *size = sizes_poly(sizes, dim_size(par->space[0]));
  const Poly *width = sizes_poly(sizes, search.width);
  const Poly *count = poly_divide(sizes_algebra(sizes), size, width);
  if (!count || !is_plain(divisions, count)) return;
  if (!sizes_prove(sizes, width, NULL) || !sizes_prove(sizes, count, NULL)) return;
  Division *division = arena_make(divisions->scratch, Division);
  *division = (Division){count, search.width};
  map_put(divisions->found, map_key(stm), division);
}

// ---- Rows ----

typedef struct DivisionChange {
  Mapper mapper;
  const Var *index;
  Atom width;
  Var *row, *column;
  Subst *subst;
} DivisionChange;

static Atom change_use(Mapper *mapper, Atom atom) {
  const DivisionChange *change = mapper->context;
  return subst_atom(change->subst, atom);
}

// index < width in the first row, and index >= width in the others.
static bool change_comparison(DivisionChange *change, Stm *stm, Stms *out) {
  const Exp *exp = stm->exp;
  bool is_below = exp->op == OP_SLT && exp->args[0].var == change->index &&
                  atom_equal(exp->args[1], change->width);
  bool is_above = exp->op == OP_SLE && exp->args[1].var == change->index &&
                  atom_equal(exp->args[0], change->width);
  if (!is_below && !is_above) return false;
  Atom args[] = {atom_i64(1), atom_i64(1)};
  args[is_below ? 0 : 1] = atom_var(change->row);
  Builder builder = builder_new(change->mapper.program, out, stm->span);
  build_stm(&builder, exp_new(change->mapper.program, exp->op, args, 2), stm->vars, 1);
  return true;
}

static bool change_stm(Mapper *mapper, Stm *stm, Stms *out) {
  DivisionChange *change = mapper->context;
  const Exp *exp = stm->exp;
  if (change_comparison(change, stm, out)) return true;
  if (!is_division(exp->op) || exp->args[0].var != change->index) return false;
  if (!atom_equal(exp->args[1], change->width)) return false;
  subst_add(change->subst, stm->vars[0],
            atom_var(is_quotient(exp->op) ? change->row : change->column));
  return true;
}

static Output change_output(DivisionChange *change, const Output *output) {
  Output changed = *output;
  Arena *arena = change->mapper.program->arena;
  changed.values = arena_array(arena, Atom, output->value_count + 1);
  for (size_t k = 0; k < output->value_count; k++)
    changed.values[k] = map_atom(&change->mapper, output->values[k]);
  changed.indices = arena_array(arena, Atom, output->index_count + 1);
  for (size_t k = 0; k < output->index_count; k++)
    changed.indices[k] = map_atom(&change->mapper, output->indices[k]);
  return changed;
}

static Par *build_rows(Divisions *divisions, const Par *par, Atom count, Atom width, Span span) {
  Program *program = divisions->program;
  Arena *arena = program->arena;
  Par *rows = arena_make(arena, Par);
  *rows = *par;
  DivisionChange change = {.index = par->indices[0], .width = width, .subst = subst_new(program)};
  change.mapper =
      (Mapper){.program = program, .context = &change, .use = change_use, .stm = change_stm};
  const Type *type = par->indices[0]->type;
  change.row = var_new(program, "row", type, span);
  change.column = var_new(program, "column", type, span);
  rows->rank = 2;
  rows->indices = arena_array(arena, Var *, 2);
  rows->indices[0] = change.row;
  rows->indices[1] = change.column;
  rows->space = arena_array(arena, Dim, 2);
  rows->space[0] = dim_atom(count);
  rows->space[1] = dim_atom(width);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, span);
  Atom start = build_binary(&builder, "start", OP_MUL, atom_var(change.row), width);
  Atom sum[] = {start, atom_var(change.column)};
  build_stm(&builder, exp_new(program, OP_ADD, sum, 2), &par->indices[0], 1);
  Stms mapped = map_stms(&change.mapper, par->body.stms);
  vec_append(arena, &stms, mapped.data, mapped.count);
  rows->body.stms = stms;
  rows->body.outputs = arena_array(arena, Output, par->body.output_count + 1);
  for (size_t i = 0; i < par->body.output_count; i++)
    rows->body.outputs[i] = change_output(&change, &par->body.outputs[i]);
  return rows;
}

// Binds rows of what was an array of elements, which is theirs in another shape.
static Var *build_shape(Builder *behind, Var *array, const Par *rows) {
  Program *program = behind->program;
  const Type *type = array->type;
  Dim *dims = arena_array(program->arena, Dim, type->rank + 1);
  dims[0] = rows->space[0];
  dims[1] = rows->space[1];
  for (size_t k = 1; k < type->rank; k++)
    dims[k + 1] = type->dims[k];
  Var *made = var_like(program, array, type_array(program, type->scalar, type->rank + 1, dims));
  Atom operand = atom_var(made);
  build_stm(behind, exp_new(program, OP_RESHAPE, &operand, 1), &array, 1);
  return made;
}

static bool divide(Mapper *mapper, Stm *stm, Stms *out) {
  Divisions *divisions = mapper->context;
  Program *program = divisions->program;
  const Division *division = map_get(divisions->found, map_key(stm));
  if (!division) return false;
  Builder front = builder_new(program, out, stm->span);
  Atom count = build_poly(&front, "rows", division->count);
  stm = map_stm(mapper, stm);
  const Par *par = stm->exp->as.par;
  Par *rows = build_rows(divisions, par, count, division->width, stm->span);
  Stms behind = {0};
  Builder builder = builder_new(program, &behind, stm->span);
  Var **vars = arena_array(program->arena, Var *, stm->var_count + 1);
  size_t var = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_row = mode_has(output->mode, TRAIT_ELEMENTS);
    for (size_t k = 0; k < output->value_count; k++, var++)
      vars[var] = is_row ? build_shape(&builder, stm->vars[var], rows) : stm->vars[var];
  }
  front.certs = stm->certs;
  front.cert_count = stm->cert_count;
  build_stm(&front, exp_par(program, rows), vars, stm->var_count);
  vec_append(program->arena, out, behind.data, behind.count);
  return true;
}

// ---- The pass ----

static bool note_division(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  *is_found = *is_found || is_division(stm->exp->op);
  return !*is_found;
}

static void divide_body(Program *program, const Fun *fun, Body **body) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = note_division};
  walk_body(&walker, *body);
  if (!is_found) return;
  Arena *scratch = arena_new();
  Divisions divisions = {.program = program, .scratch = scratch, .found = map_new(scratch)};
  divisions.sizes = sizes_new(scratch, program, fun);
  sizes_visit(divisions.sizes, *body, look_at, &divisions);
  Mapper mapper = {.program = program, .context = &divisions, .stm = divide};
  if (map_count(divisions.found) > 0) *body = map_body(&mapper, *body);
  arena_free(scratch);
}

static Program *divisions_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  if (target->has_device) return program;
  for (size_t i = 0; i < program->globals.count; i++)
    divide_body(program, NULL, &program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    divide_body(program, program->funs.data[i], &program->funs.data[i]->body);
  return program;
}

const Pass pass_divisions = {.name = "divisions",
                             .purpose = "count rows and columns instead of dividing an index",
                             .from = LEVEL_FLAT,
                             .to = LEVEL_FLAT,
                             .breaks = PROPERTY_SIMPLE,
                             .run = divisions_run};
