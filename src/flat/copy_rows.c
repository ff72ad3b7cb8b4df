// copy_rows: what a point would only copy is copied by as many threads as it has elements.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//   cost       linear in the size of the program
//
//   let (ys: [n]i32, rs: [n][m]f32) =        let ys: [n]i32 = par@grid (i < n) { … map y }
//     par@grid (i < n) {                     let rs: [n][m]f32 = par@grid (i < n, j < m) {
//       …                                      let k: i64 = index is[i]
//       let k: i64 = index is[i]         =>    let row: [m]f32 = index xs[k]
//       let row: [m]f32 = index xs[k]          let x: f32 = index row[j]
//       map y                                  map x
//       map row                              }
//     }
//
// The statements that say which row it is are done again by each thread, so they must be light.
#include "flat/flat.h"
#include "flat/nest.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/walk.h"

// More statements are not done again.
enum { LIGHT_MOST = 16 };

typedef struct Rows {
  Program *program;
  Arena *scratch;
  Mapper mapper;
} Rows;

// ---- What a value needs of the thunk ----

typedef struct Needs {
  const Par *par;
  bool *is_needed; // per statement of the thunk
  bool is_light;
  size_t count;
} Needs;

static void need_var(Needs *needs, const Var *var);

static void need_use(Walker *walker, Var *var) { need_var(walker->context, var); }

// The statement that binds the variable, and what that needs.
static void need_var(Needs *needs, const Var *var) {
  const Stms *stms = &needs->par->body.stms;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    bool is_bound = false;
    for (size_t k = 0; k < stm->var_count; k++)
      is_bound = is_bound || stm->vars[k] == var;
    if (!is_bound) continue;
    if (needs->is_needed[i]) return;
    needs->is_needed[i] = true;
    needs->count++;
    if (!nest_is_light(stm)) needs->is_light = false;
    Walker walker = {.context = needs, .use = need_use};
    if (needs->is_light) walk_stm(&walker, stm);
    return;
  }
}

static bool is_view_of_rows(const Rows *rows, const Stm *stm, size_t output, Needs *needs) {
  const Par *par = stm->exp->as.par;
  const Var *value = par->body.outputs[output].values[0].var;
  const Type *result = stm->vars[output]->type;
  if (!value || value->type->kind != TYPE_ARRAY || is_irregular(result)) return false;
  *needs = (Needs){.par = par, .is_light = true};
  needs->is_needed = arena_array(rows->scratch, bool, par->body.stms.count + 1);
  need_var(needs, value);
  return needs->is_light && needs->count <= LIGHT_MOST;
}

// ---- A kernel over the elements ----

static Var *index_like(const Rows *rows, const char *name, Span span) {
  return var_new(rows->program, name, type_scalar(SCALAR_I64), span);
}

static void build_rows(const Rows *rows, const Stm *stm, size_t output, const Needs *needs,
                       Stms *out) {
  Program *program = rows->program;
  const Par *from = stm->exp->as.par;
  Var *result = stm->vars[output];
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = PAR_GRID, .rank = result->type->rank};
  par->indices = arena_array(program->arena, Var *, par->rank);
  par->space = arena_array(program->arena, Dim, par->rank);
  Subst *subst = subst_new(program);
  Atom *at = arena_array(rows->scratch, Atom, par->rank);
  for (size_t k = 0; k < par->rank; k++) {
    bool is_outer = k < from->rank;
    par->indices[k] = index_like(rows, is_outer ? from->indices[k]->name : "j", stm->span);
    par->space[k] = is_outer ? from->space[k] : result->type->dims[k];
    at[k] = atom_var(par->indices[k]);
    if (is_outer) subst_add(subst, from->indices[k], at[k]);
  }
  for (size_t i = 0; i < from->body.stms.count; i++)
    if (needs->is_needed[i])
      vec_push(program->arena, &par->body.stms,
               rename_stm(program, from->body.stms.data[i], subst));
  Builder inner = builder_new(program, &par->body.stms, stm->span);
  Atom row = subst_atom(subst, from->body.outputs[output].values[0]);
  Var *element = build_index(&inner, "element", row.var, at + from->rank, par->rank - from->rank);
  par->body.outputs = arena_array(program->arena, Output, 1);
  par->body.output_count = 1;
  par->body.outputs[0] = from->body.outputs[output];
  par->body.outputs[0].values = arena_array(program->arena, Atom, 1);
  par->body.outputs[0].values[0] = atom_var(element);
  Builder builder = builder_new(program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp_par(program, par), &result, 1);
}

// The par without these outputs.
static void build_rest(const Rows *rows, const Stm *stm, const bool *is_taken, size_t left,
                       Stms *out) {
  Program *program = rows->program;
  Stm *rest = arena_make(program->arena, Stm);
  Par *par = arena_make(program->arena, Par);
  *rest = *stm;
  *par = *stm->exp->as.par;
  rest->vars = arena_array(program->arena, Var *, left);
  par->body.outputs = arena_array(program->arena, Output, left);
  rest->var_count = par->body.output_count = 0;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (is_taken[i]) continue;
    rest->vars[rest->var_count++] = stm->vars[i];
    par->body.outputs[par->body.output_count++] = stm->exp->as.par->body.outputs[i];
  }
  rest->exp = exp_par(program, par);
  vec_push(program->arena, out, rest);
}

// ---- The pass ----

static bool rows_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Rows *rows = mapper->context;
  if (stm->exp->op != OP_PAR || stm->exp->as.par->level != PAR_GRID) return false;
  const Par *par = stm->exp->as.par;
  if (!nest_is_map(stm) || par->body.output_count != stm->var_count) return false;
  bool *is_taken = arena_array(rows->scratch, bool, stm->var_count + 1);
  size_t left = stm->var_count;
  for (size_t i = 0; i < stm->var_count; i++) {
    Needs needs;
    if (!is_view_of_rows(rows, stm, i, &needs)) continue;
    build_rows(rows, stm, i, &needs, out);
    is_taken[i] = true;
    left--;
  }
  if (left == stm->var_count) return false;
  if (left > 0) build_rest(rows, stm, is_taken, left, out);
  return true;
}

static Program *rows_run(Program *program, Diag *diag) {
  (void)diag;
  Rows rows = {.program = program, .scratch = arena_new()};
  rows.mapper = (Mapper){.program = program, .context = &rows, .stm = rows_stm};
  for (size_t i = 0; i < program->globals.count; i++)
    program->globals.data[i]->body = map_body(&rows.mapper, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    map_fun(&rows.mapper, program->funs.data[i]);
  arena_free(rows.scratch);
  return program;
}

const Pass pass_copy_rows = {.name = "copy_rows",
                             .purpose = "copy rows by their elements",
                             .from = LEVEL_FLAT,
                             .to = LEVEL_FLAT,
                             .breaks = PROPERTY_SIMPLE,
                             .run = rows_run};
