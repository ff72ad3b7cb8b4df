// blocks: a version in which a block of threads shares each point of a nest.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let ys: [n][m]f32 = par@grid (i < n) { loop … { … par@thread (j < m) … par@thread (j < m) … } }
//     becomes
//   let lanes: i64 = select fits, m, 0
//   let is_block: bool = threshold "block_1" for block from 32, lanes
//   let ys: [n][m]f32 = if is_block
//     then par@grid (i < n) { loop … { … par@block (j < m) … par@block (j < m) … } }
//     else par@grid (i < n) { loop … { … par@thread (j < m) … par@thread (j < m) … } }
//
// A point that goes through several pars would run on one thread, or each of the pars be a kernel
// of its own for all points, with everything between them in the device's memory, in each round of
// a loop. A block of threads keeps it in fast memory instead. The degree of parallelism is that of
// the point: how many threads have something to do. What one par after the other needs must fit
// into fast memory, which the pass `plan` asks again when places are known; so sizes must be known
// in front of the kernel. Points with one par have kernels that are as fast (doc/gpu.md).
//
// Maps in maps are one space in such a version: `par@block (i < n, j < m)`.
#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  LANES_LEAST = 32,     // a warp: fewer are better off with a thread for each point
  FAST_BYTES = 98304,   // that the arrays of a point may take, as far as it is known here
  LOCAL_ELEMENTS = 64,  // of an array that a thread may have for itself
  VERSION_LIMIT = 8,    // versions in a program
  STATEMENT_LIMIT = 400 // in a point that is copied
};

typedef struct Blocks {
  Program *program;
  Mapper mapper;
  uint32_t version_count;
} Blocks;

// What is found out about a point.
typedef struct BlockSurvey {
  Arena *arena;
  const Thunk *point;
  VarSet inside;    // what the point binds
  ParLevel level;   // of the pars that would be shared
  size_t pars;      // those in loops count twice
  size_t size;      // statements
  bool is_possible; // nothing stands in the way
  Vec(const Par *) shared;
  Vec(const Type *) arrays; // that the point makes
} BlockSurvey;

// ---- What a point does ----

static bool is_known_outside(const BlockSurvey *survey, Dim dim) {
  return !dim_is_varying(dim) && (!dim.var || !varset_has(&survey->inside, dim.var));
}

// Elements of an array of constant size; -1 otherwise.
static int64_t constant_count(const Type *type) {
  int64_t count = 1;
  for (size_t i = 0; i < type->rank; i++) {
    if (type->dims[i].var || type->dims[i].size > LOCAL_ELEMENTS) return -1;
    count *= type->dims[i].size;
  }
  return count;
}

static bool is_output(const Thunk *thunk, const Var *var) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].mode == MODE_MAP && thunk->outputs[i].values[0].var == var) return true;
  return false;
}

static bool is_view(const Exp *exp) { return op_has(exp->op, FLAG_VIEW) || exp->op == OP_INDEX; }

// What one thread does for its element of a par: arrays that it makes are small, or the element
// itself.
static bool is_thread_work(const Stms *stms, const Thunk *thunk) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_CALL || exp->op == OP_WITH_ACC || exp->op == OP_ACC_UPDATE ||
        exp->op == OP_EFFECT || exp->op == OP_RECEIVE)
      return false;
    for (size_t k = 0; k < stm->var_count; k++) {
      const Type *type = stm->vars[k]->type;
      if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY && type->kind != TYPE_CERT)
        return false;
      if (!type_is_array(type) || is_view(exp)) continue;
      if (type_is_irregular(type)) return false;
      if (constant_count(type) > LOCAL_ELEMENTS || constant_count(type) < 0) {
        if (exp->op != OP_PAR || !thunk || !is_output(thunk, stm->vars[k])) return false;
      }
      if (exp->op == OP_LOOP) return false; // it would hand its array on
    }
    if (exp->op == OP_PAR) {
      const Par *par = exp->as.par;
      if (par->acc_count > 0 || !is_thread_work(&par->body.stms, &par->body) ||
          !is_thread_work(&par->epilogue.stms, NULL))
        return false;
    }
    if (exp->op == OP_LOOP &&
        (!is_thread_work(&exp->as.loop->body->stms, NULL) ||
         (exp->as.loop->condition && !is_thread_work(&exp->as.loop->condition->stms, NULL))))
      return false;
    for (size_t k = 0;
         (exp->op == OP_IF || exp->op == OP_SWITCH) && k < exp->as.branches.body_count; k++)
      if (!is_thread_work(&exp->as.branches.bodies[k]->stms, NULL)) return false;
  }
  return true;
}

static bool can_share_output(const Output *output) {
  for (size_t i = 0; i < output->value_count; i++)
    if (output->mode != MODE_MAP && output->mode != MODE_PUT &&
        atom_type(output->values[i])->kind != TYPE_SCALAR)
      return false;
  switch (output->mode) {
  case MODE_MAP:
  case MODE_PUT:
  case MODE_KEEP: return true;
  case MODE_REDUCE:
  case MODE_SCAN: return operator_is_plain(output->op->body);
  case MODE_SPLIT:
  case MODE_COMBINE:
  case MODE_ACC: return false;
  case MODE_COUNT: break;
  }
  INTERNAL_ERROR("an output of no mode");
}

static bool can_share_par(const Par *par, ParLevel level) {
  if (par->level != level || par->rank == 0 || par->acc_count > 0) return false;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!can_share_output(&par->body.outputs[i])) return false;
  for (size_t i = 0; par->has_epilogue && i < par->epilogue.output_count; i++)
    if (par->epilogue.outputs[i].mode != MODE_MAP && par->epilogue.outputs[i].mode != MODE_PUT)
      return false;
  return is_thread_work(&par->body.stms, &par->body) && is_thread_work(&par->epilogue.stms, NULL);
}

static void survey_stms(BlockSurvey *survey, const Stms *stms, bool is_repeated);

// Is the result where another array was, or where the par of the host gives it?
static bool has_place(const BlockSurvey *survey, const Stm *stm, size_t result) {
  if (stm->exp->op == OP_LOOP || stm->exp->op == OP_UPDATE) return true;
  if (survey->point && is_output(survey->point, stm->vars[result])) return true;
  if (stm->exp->op != OP_PAR) return false;
  size_t first;
  const Output *output = par_output_at(stm->exp->as.par, result, &first);
  return output && mode_has(output->mode, TRAIT_WRITES);
}

static void survey_results(BlockSurvey *survey, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    bool is_array = type_is_array(type);
    if (type->kind != TYPE_SCALAR && type->kind != TYPE_CERT && !is_array)
      survey->is_possible = false;
    if (!is_array || is_view(stm->exp)) continue;
    // What is kept fills a part of what it was chosen from.
    bool is_kept = stm->exp->op == OP_PAR && type->rank == 1 && type->dims[0].var && i > 0 &&
                   type->dims[0].var == stm->vars[0];
    if (type_is_irregular(type)) survey->is_possible = false;
    for (size_t k = 0; k < type->rank && !is_kept; k++)
      if (!is_known_outside(survey, type->dims[k])) survey->is_possible = false;
    if (!has_place(survey, stm, i)) vec_push(survey->arena, &survey->arrays, type);
  }
}

static void survey_stm(BlockSurvey *survey, const Stm *stm, bool is_repeated) {
  const Exp *exp = stm->exp;
  survey->size++;
  survey_results(survey, stm);
  if (exp->op == OP_PAR) {
    survey->pars += is_repeated ? 2 : 1;
    if (!can_share_par(exp->as.par, survey->level)) survey->is_possible = false;
    vec_push(survey->arena, &survey->shared, exp->as.par);
    survey->size += exp->as.par->body.stms.count;
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) survey_stms(survey, &exp->as.loop->condition->stms, true);
    survey_stms(survey, &exp->as.loop->body->stms, true);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      survey_stms(survey, &exp->as.branches.bodies[i]->stms, is_repeated);
  } else if (exp->op == OP_CALL || exp->op == OP_WITH_ACC || exp->op == OP_ACC_UPDATE ||
             exp->op == OP_EFFECT || exp->op == OP_RECEIVE) {
    survey->is_possible = false;
  }
}

static void survey_stms(BlockSurvey *survey, const Stms *stms, bool is_repeated) {
  for (size_t i = 0; i < stms->count; i++)
    survey_stm(survey, stms->data[i], is_repeated);
}

// Is a point worth a block of threads? One par has a kernel of its own.
static bool is_candidate(const Stm *stm, BlockSurvey *survey) {
  const Par *par = stm->exp->as.par;
  if (par->level != PAR_GRID || par->has_epilogue || par->consumed_count + par->acc_count > 0)
    return false;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].mode != MODE_MAP) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) return false;
  survey->is_possible = par->rank > 0 && stm->var_count > 0;
  survey->point = &par->body;
  survey->level = PAR_THREAD;
  survey->inside = bound_vars_par(survey->arena, par);
  survey_stms(survey, &par->body.stms, false);
  return survey->is_possible && survey->pars > 1 && survey->size <= STATEMENT_LIMIT;
}

// ---- The shared version ----

static bool is_light(const Stm *stm) {
  if (stm->var_count != 1) return false;
  if (type_is_array(stm->vars[0]->type)) return is_view(stm->exp);
  return op_is_scalar(stm->exp->op) || stm->exp->op == OP_INDEX;
}

// The only par in a map of rows, which makes all of them; NULL when there is none.
static Stm *row_map(Arena *arena, const Par *par) {
  Stm *row = NULL;
  VarSet bound = bound_vars_stms(arena, &par->body.stms);
  if (par->has_epilogue) return NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_PAR && row) return NULL;
    if (stm->exp->op == OP_PAR)
      row = stm;
    else if (!is_light(stm))
      return NULL;
  }
  if (!row || row->var_count != par->body.output_count || row->exp->as.par->has_epilogue ||
      row->exp->as.par->consumed_count > 0)
    return NULL;
  const Par *inner = row->exp->as.par;
  for (size_t i = 0; i < inner->rank; i++)
    if (inner->space[i].var && varset_has(&bound, inner->space[i].var)) return NULL;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].mode != MODE_MAP || inner->body.outputs[i].mode != MODE_MAP ||
        par->body.outputs[i].values[0].var != row->vars[i])
      return NULL;
  return row;
}

// Makes one space of a map of maps.
static void join_rows(Program *program, Par *par) {
  Arena *arena = program->arena;
  for (Stm *row; (row = row_map(arena, par));) {
    Par *inner = row->exp->as.par;
    uint32_t rank = par->rank + inner->rank;
    Dim *space = arena_array(arena, Dim, rank);
    Var **indices = arena_array(arena, Var *, rank);
    Stms stms = {0};
    for (size_t i = 0; i < rank; i++) {
      space[i] = i < par->rank ? par->space[i] : inner->space[i - par->rank];
      indices[i] = i < par->rank ? par->indices[i] : inner->indices[i - par->rank];
    }
    for (size_t i = 0; i < par->body.stms.count; i++)
      if (par->body.stms.data[i] != row) vec_push(arena, &stms, par->body.stms.data[i]);
    for (size_t i = 0; i < inner->body.stms.count; i++) {
      if (row->cert_count > 0) needs_add(program, inner->body.stms.data[i], row);
      vec_push(arena, &stms, inner->body.stms.data[i]);
    }
    par->space = space;
    par->indices = indices;
    par->rank = rank;
    par->body = inner->body;
    par->body.stms = stms;
  }
}

// Pars of the point itself are for the block.
static void share_stms(Program *program, Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR) {
      join_rows(program, exp->as.par);
      exp->as.par->level = PAR_BLOCK;
    } else if (exp->op == OP_LOOP) {
      if (exp->as.loop->condition) share_stms(program, &exp->as.loop->condition->stms);
      share_stms(program, &exp->as.loop->body->stms);
    } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
      for (size_t k = 0; k < exp->as.branches.body_count; k++)
        share_stms(program, &exp->as.branches.bodies[k]->stms);
    }
  }
}

// ---- The choice ----

static Atom build_product(Builder *builder, const char *name, Atom a, Atom b) {
  if (atom_is_i64(a, 1)) return b;
  if (atom_is_i64(b, 1)) return a;
  return build_binary(builder, name, OP_MUL, a, b);
}

// The most points that a shared par has, as far as that is known in front of the kernel; those of
// maps in maps count.
static Atom build_lanes(Builder *builder, const BlockSurvey *survey) {
  Atom most = atom_i64(0);
  for (size_t i = 0; i < survey->shared.count; i++) {
    const Par *par = survey->shared.data[i];
    Atom points = atom_i64(1);
    for (Stm *row = NULL; par; par = row ? row->exp->as.par : NULL) {
      for (size_t k = 0; k < par->rank; k++)
        if (is_known_outside(survey, par->space[k]))
          points = build_product(builder, "lanes", points, dim_size(par->space[k]));
      row = row_map(survey->arena, par);
    }
    most = atom_is_i64(most, 0) ? points : build_binary(builder, "lanes", OP_SMAX, most, points);
  }
  return most;
}

// The bytes of all arrays that a point makes.
static Atom build_bytes(Builder *builder, const BlockSurvey *survey) {
  Atom sum = atom_i64(0);
  for (size_t i = 0; i < survey->arrays.count; i++) {
    const Type *type = survey->arrays.data[i];
    Atom bytes = atom_i64(scalar_info(type->scalar)->width / 8);
    for (size_t k = 0; k < type->rank; k++)
      if (is_known_outside(survey, type->dims[k]))
        bytes = build_product(builder, "bytes", bytes, dim_size(type->dims[k]));
    sum = build_binary(builder, "bytes", OP_ADD, sum, bytes);
  }
  return sum;
}

static Body *version_of(Program *program, const Stm *stm, bool is_shared) {
  Stms stms = {0};
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  copy->certs = NULL;
  copy->cert_count = 0;
  if (is_shared) share_stms(program, &copy->exp->as.par->body.stms);
  vec_push(program->arena, &stms, copy);
  Atom *results = arena_array(program->arena, Atom, copy->var_count + 1);
  for (size_t i = 0; i < copy->var_count; i++)
    results[i] = atom_var(copy->vars[i]);
  return body_new(program, stms, results, copy->var_count);
}

// The shared version where enough lanes have something to do, otherwise the statement as it is.
static void build_choice(Blocks *blocks, Builder *builder, const Stm *stm, Atom lanes,
                         int64_t least, Body *shared) {
  Program *program = blocks->program;
  const char *name = arena_printf(program->arena, "block_%u", (unsigned)++blocks->version_count);
  Threshold threshold = {
      .name = intern_str(program->names, name), .initial = least, .level = PAR_BLOCK};
  Atom is_block =
      atom_var(build_let(builder, "is_block", exp_threshold(program, threshold, lanes)));
  builder->certs = stm->certs;
  builder->cert_count = stm->cert_count;
  Exp *choice = exp_if(program, is_block, shared, version_of(program, stm, false));
  build_stm(builder, choice, stm->vars, stm->var_count)->attrs = stm->attrs;
}

// The lanes where the condition holds, otherwise none.
static Atom lanes_if(Builder *builder, Atom condition, Atom lanes) {
  Atom args[] = {condition, lanes, atom_i64(0)};
  return atom_var(build_let(builder, "lanes", exp_new(builder->program, OP_SELECT, args, 3)));
}

static Atom build_fits(Builder *builder, const BlockSurvey *survey) {
  return build_binary(builder, "fits", OP_SLE, build_bytes(builder, survey), atom_i64(FAST_BYTES));
}

static void make_versions(Blocks *blocks, const Stm *stm, const BlockSurvey *survey, Stms *out) {
  Program *program = blocks->program;
  Builder builder = builder_new(program, out, stm->span);
  Atom fits = build_fits(&builder, survey);
  Atom lanes = lanes_if(&builder, fits, build_lanes(&builder, survey));
  build_choice(blocks, &builder, stm, lanes, LANES_LEAST, version_of(program, stm, true));
}

// ---- The pass ----

static bool blocks_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Blocks *blocks = mapper->context;
  if (stm->exp->op != OP_PAR) return false;
  BlockSurvey survey = {.arena = blocks->program->arena};
  if (blocks->version_count < VERSION_LIMIT && is_candidate(stm, &survey))
    make_versions(blocks, stm, &survey, out);
  else
    vec_push(blocks->program->arena, out, stm);
  return true;
}

static Program *blocks_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Blocks blocks = {.program = program};
  blocks.mapper = (Mapper){.program = program, .context = &blocks, .stm = blocks_stm};
  map_program(&blocks.mapper, program);
  return program;
}

const Pass pass_blocks = {.name = "blocks",
                          .purpose = "let blocks of threads share the points of a nest",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .is_for_device = true,
                          .breaks = PROPERTY_SIMPLE,
                          .run = blocks_run};
