// last: the last prefix is a reduction.
//
//   needs      Core
//   gives      Core
//   may skip   yes
//
//   let ys: [n]f32 = par (i < n) {             let m: i64 = sub n, 1
//     … scan (op; ne) v                        let ok: bool = ult m, n
//   }                                          let c: cert = assert ok, …
//   let m: i64 = sub n, 1                =>    let y: f32 = par (i < n) {
//   let ok: bool = ult m, n                      … reduce (op; ne) v
//   let c: cert = assert ok, …                 } needs (c)
//   let y: f32 = index ys[m] needs (c)
//
// Where nothing else looks at the prefixes, they need not be stored, and the sum is shared out like
// any other. The par moves to where the element was read, after the check that there is one; what
// it passes only computes scalars.
#include "core/core.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct Last {
  Program *program;
  Mapper mapper;
  Map *uses; // Var -> size_t *: how often it is used
  Map *defs; // Var -> Stm
} Last;

static void note_use(Walker *walker, Var *var) {
  Last *last = walker->context;
  size_t *count = map_get(last->uses, map_key(var));
  if (!count) {
    count = arena_make(last->program->arena, size_t);
    *count = 0;
    map_put(last->uses, map_key(var), count);
  }
  ++*count;
}

static bool note_stm(Walker *walker, Stm *stm) {
  Last *last = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(last->defs, map_key(stm->vars[i]), stm);
  return true;
}

static bool is_used_once(const Last *last, const Var *var) {
  const size_t *count = map_get(last->uses, map_key(var));
  return count && *count == 1;
}

// Is it the index of the last of this many elements?
static bool is_last_index(const Last *last, Atom index, Dim size) {
  if (!size.var) return size.size > 0 && atom_is_i64(index, size.size - 1);
  const Stm *def = index.var ? map_get(last->defs, map_key(index.var)) : NULL;
  if (!def || (def->exp->op != OP_SUB && def->exp->op != OP_ADD)) return false;
  return atom_equal(def->exp->args[0], atom_var(size.var)) &&
         atom_is_i64(def->exp->args[1], def->exp->op == OP_SUB ? 1 : -1);
}

static bool is_plain_scan(const Stm *stm) {
  const Par *par = stm->exp->op == OP_PAR ? stm->exp->as.par : NULL;
  if (!par || par->rank != 1 || dim_is_varying(par->space[0]) || par->has_epilogue ||
      par->consumed_count + par->acc_count > 0 || par->body.output_count != 1)
    return false;
  const Output *output = par->body.outputs;
  return mode_has(output->mode, TRAIT_RUNNING) && !output->is_exclusive &&
         output->value_count == 1 && atom_type(output->values[0])->kind == TYPE_SCALAR;
}

// Where the statement is in the list, if what follows it only computes scalars; else the length.
static size_t find_behind(const Stms *stms, const Stm *stm) {
  for (size_t i = stms->count; i-- > 0;) {
    const Exp *exp = stms->data[i]->exp;
    if (stms->data[i] == stm) return i;
    if (!op_is_scalar(exp->op) && exp->op != OP_ASSERT && exp->op != OP_INDEX) break;
  }
  return stms->count;
}

// The scan of whose prefixes the statement reads the last, and nothing reads another.
static Stm *find_scan(const Last *last, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || exp->arg_count != 2 || !is_used_once(last, exp->args[0].var))
    return NULL;
  Stm *scan = map_get(last->defs, map_key(exp->args[0].var));
  if (!scan || !is_plain_scan(scan)) return NULL;
  Dim size = scan->exp->as.par->space[0];
  // Without a check that there is an element the program may mean to fail.
  if (size.var && stm->cert_count == 0) return NULL;
  return is_last_index(last, exp->args[1], size) ? scan : NULL;
}

static bool last_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Last *last = mapper->context;
  Program *program = last->program;
  const Stm *scan = find_scan(last, stm);
  size_t at = scan ? find_behind(out, scan) : out->count;
  if (at == out->count) return false;
  Par *par = arena_make(program->arena, Par);
  *par = *scan->exp->as.par;
  par->body.outputs = arena_make(program->arena, Output);
  *par->body.outputs = *scan->exp->as.par->body.outputs;
  par->body.outputs->mode = MODE_REDUCE;
  for (size_t i = at; i + 1 < out->count; i++)
    out->data[i] = out->data[i + 1];
  out->count--;
  Vars certs = {0};
  vec_append(program->arena, &certs, scan->certs, scan->cert_count);
  vec_append(program->arena, &certs, stm->certs, stm->cert_count);
  Builder builder = builder_new(program, out, scan->span);
  builder.certs = certs.data;
  builder.cert_count = certs.count;
  build_stm(&builder, exp_par(program, par), stm->vars, stm->var_count)->attrs = scan->attrs;
  return true;
}

static Program *last_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Last last = {
      .program = program, .uses = map_new(program->arena), .defs = map_new(program->arena)};
  Walker walker = {.context = &last, .use = note_use, .enter = note_stm};
  walk_program(&walker, program);
  last.mapper = (Mapper){.program = program, .context = &last, .stm = last_stm};
  map_program(&last.mapper, program);
  return program;
}

const Pass pass_last = {.name = "last",
                        .purpose = "make reductions of scans whose last prefix is all that is used",
                        .from = LEVEL_CORE,
                        .to = LEVEL_CORE,
                        .breaks = PROPERTY_SIMPLE,
                        .run = last_run};
