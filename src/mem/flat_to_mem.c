// flat_to_mem: give every array a place.
//
// Takes   Flat, regular arrays, operators on scalars.
// Gives   Mem. Changes the program in place.
// Cost    linear in the size of the program, times the number of times that a loop's parameters
//         turn out to need a more general place (at most three for each loop).
//
//   let t: [k][n]f32 = permute xs (1, 0)        let t: [k][n]f32 @ m + 0 {1, k} = permute xs (1, 0)
//   let ys: [n]f32 = par@grid (i < n) {         let ys_mem: mem = alloc n : f32
//     let x: f32 = index t[0, i]            =>  let ys: [n]f32 @ ys_mem = par@grid (i < n) {
//     map x                                       let x: f32 = index t[0, i]
//   }                                             map x }
//
// Views get a place in the block of their operand, what consumes an array the place of that array,
// everything else a fresh block. Flat's rules of consumption make that right: whatever shares
// storage with a consumed array is not used any more.
#include <string.h>

#include "ir/type.h"
#include "ir/walk.h"
#include "mem/flat_to_mem.h"
#include "mem/mem.h"

// ---- Scopes ----

void settle_bind(Settler *settler, Var *var) {
  while (settler->bound.count <= var->index)
    vec_push(settler->scratch, &settler->bound, 0);
  settler->bound.data[var->index] = ++settler->last_bound;
}

SettleScope settle_open(Settler *settler, Stms *stms) {
  SettleScope scope = {.stms = settler->builder.stms,
                       .known = lmads_open(settler->lmads),
                       .bound = settler->last_bound,
                       .var_count = settler->program->var_count};
  settler->builder.stms = stms;
  return scope;
}

void settle_close(Settler *settler, const SettleScope *scope) {
  settler->builder.stms = scope->stms;
  lmads_close(settler->lmads, scope->known);
}

// The variables of the algebra of places are bound where they are made, so their number tells.
bool placing_is_outside(const Settler *settler, const SettleScope *scope, const Var *var) {
  uint32_t bound = var->index < settler->bound.count ? settler->bound.data[var->index] : 0;
  return bound != 0 ? bound <= scope->bound : var->index < scope->var_count;
}

static bool is_atom_outside(const Settler *settler, const SettleScope *scope, Atom atom) {
  return !atom.var || placing_is_outside(settler, scope, atom.var);
}

bool placing_is_place_outside(const Settler *settler, const SettleScope *scope, const Type *type) {
  const Place *place = type->place;
  if (!placing_is_outside(settler, scope, place->block)) return false;
  if (!is_atom_outside(settler, scope, place->offset)) return false;
  for (size_t k = 0; place->strides && k < type->rank; k++) {
    if (!is_atom_outside(settler, scope, place->strides[k])) return false;
  }
  return true;
}

// ---- Refusal ----

void settle_refuse(Settler *settler, Span span, const char *what) {
  diag_error(settler->diag, ERROR_NO_PLACE, span, "%s cannot be compiled yet", what);
  settler->has_failed = true;
}

static bool has_place(Settler *settler, const Stm *stm, const Var *var) {
  Span span = stm->span.file == 0 ? var->span : stm->span;
  if (var->type->kind == TYPE_SEG && stm->exp->op != OP_SEG_MAKE) {
    settle_refuse(settler, span, "a segment descriptor that is handed on");
    return false;
  }
  for (size_t i = 0; i < part_count(var->type); i++) {
    if (stm->exp->op == OP_PAR || !type_is_irregular(part_type(var->type, i))) continue;
    settle_refuse(settler, span, "an irregular array");
    return false;
  }
  return true;
}

// ---- Places ----

size_t part_count(const Type *type) {
  if (type->kind == TYPE_ARRAY) return 1;
  return type->kind == TYPE_ACC ? type->acc_count : 0;
}

const Type *part_type(const Type *type, size_t part) {
  return type->kind == TYPE_ACC ? type->acc_types[part] : type;
}

void settle_place(Settler *settler, Var *var, const Place *places) {
  Program *program = settler->program;
  const Type *type = var->type;
  if (type->kind == TYPE_ARRAY || type->kind == TYPE_SEG) {
    var->type = type_with_place(program, type, &places[0]);
  } else if (type->kind == TYPE_ACC) {
    const Type **parts = arena_array(program->arena, const Type *, type->acc_count);
    for (size_t i = 0; i < type->acc_count; i++)
      parts[i] = type_with_place(program, type->acc_types[i], &places[i]);
    var->type = type_acc(program, type->acc_count, parts, type->acc_rank);
  }
}

void settle_place_like(Settler *settler, Var *var, const Type *model) {
  size_t count = part_count(model);
  Place *places = arena_array(settler->scratch, Place, count);
  for (size_t i = 0; i < count; i++)
    places[i] = *part_type(model, i)->place;
  settle_place(settler, var, places);
}

static Var *var_suffixed(Settler *settler, const char *name, const char *suffix, const Type *type,
                         Span span) {
  const char *text = arena_printf(settler->scratch, "%s_%s", name, suffix);
  Var *var = var_new(settler->program, text, type, span);
  settle_bind(settler, var);
  return var;
}

Var *settle_alloc(Settler *settler, const char *name, Scalar scalar, const Atom *counts,
                  size_t count) {
  Builder *builder = &settler->builder;
  Var *block = var_suffixed(settler, name, "mem", type_mem(), builder->span);
  build_stm(builder, exp_alloc(settler->program, counts, count, scalar), &block, 1);
  return block;
}

Place settle_fresh(Settler *settler, const Var *var) {
  const Type *type = var->type;
  Atom *counts = arena_array(settler->scratch, Atom, type->rank);
  size_t count = irregular_counts(settler, type, counts);
  Var *block = settle_alloc(settler, var->name, type->scalar, counts, count);
  return (Place){.block = block, .offset = atom_i64(0)};
}

Place settle_destination(Settler *settler, Var *var) {
  Place place;
  return wish_grant(settler, var, &place) ? place : settle_fresh(settler, var);
}

Atom settle_copy_to(Settler *settler, Var *var, const Place *place, ErrorCode reason) {
  Var *copy = var_like(settler->program, var, var->type);
  copy_note(settler->program, copy, reason, NULL);
  copy->span = settler->builder.span;
  settle_bind(settler, copy);
  settle_place(settler, copy, place);
  Atom operand = atom_var(var);
  build_stm(&settler->builder, exp_new(settler->program, OP_COPY, &operand, 1), &copy, 1);
  return atom_var(copy);
}

Atom settle_copy(Settler *settler, Var *var, ErrorCode reason) {
  Place place = settle_fresh(settler, var);
  return settle_copy_to(settler, var, &place, reason);
}

enum { SMALL_ELEMENTS = 64 };

bool placing_is_small(const Type *type) {
  int64_t count = 1;
  if (type->kind != TYPE_ARRAY) return false;
  for (size_t k = 0; k < type->rank; k++) {
    Dim dim = type->dims[k];
    if (dim.var || dim.size < 0 || dim.size > SMALL_ELEMENTS) return false;
    count *= dim.size;
    if (count > SMALL_ELEMENTS) return false;
  }
  return true;
}

Atom settle_plain(Settler *settler, Atom atom) {
  if (!atom.var || atom.var->type->kind != TYPE_ARRAY || place_is_plain(atom.var->type))
    return atom;
  return settle_copy(settler, atom.var, ERROR_COPY_HEAD);
}

// ---- Forms ----

FormKind form_needed(const Type *type) {
  if (type->place->strides) return FORM_STRIDES;
  return atom_is_i64(type->place->offset, 0) ? FORM_BLOCK : FORM_OFFSET;
}

static Var *form_var(Settler *settler, const Var *model, const char *suffix, const Type *type,
                     Vars *vars) {
  Var *var = var_suffixed(settler, model->name, suffix, type, model->span);
  vec_push(settler->program->arena, vars, var);
  return var;
}

Place form_bind(Settler *settler, FormKind form, const Var *model, const Type *type,
                const Place *fixed, Vars *vars) {
  if (form <= FORM_HOME) return *fixed;
  const Type *number = type_scalar(SCALAR_I64);
  Place place = {.offset = atom_i64(0)};
  place.block = form_var(settler, model, "mem", type_mem(), vars);
  if (form == FORM_BLOCK) return place;
  place.offset = atom_var(form_var(settler, model, "offset", number, vars));
  if (form == FORM_OFFSET) return place;
  place.strides = arena_array(settler->program->arena, Atom, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    place.strides[k] = atom_var(form_var(settler, model, "stride", number, vars));
  return place;
}

void form_values(Settler *settler, FormKind form, const Type *type, Atoms *atoms) {
  Arena *arena = settler->program->arena;
  if (form <= FORM_HOME) return;
  vec_push(arena, atoms, atom_var(type->place->block));
  if (form == FORM_BLOCK) return;
  vec_push(arena, atoms, type->place->offset);
  for (size_t k = 0; form == FORM_STRIDES && k < type->rank; k++)
    vec_push(arena, atoms, place_stride(settler->lmads, &settler->builder, type, k));
}

// ---- Statements ----

void settle_emit(Settler *settler, const Stm *stm, Exp *exp, Var *const *vars, size_t count) {
  Stm *built = build_stm(&settler->builder, exp, vars, count);
  built->attrs = stm->attrs;
  for (size_t i = 0; i < count; i++)
    settle_bind(settler, vars[i]);
  if (op_is_scalar(exp->op)) lmads_learn(settler->lmads, built);
}

static void settle_exp(Settler *settler, Stm *stm) {
  switch (stm->exp->op) {
  case OP_INDEX: settle_index(settler, stm); return;
  case OP_SLICE: settle_slice(settler, stm); return;
  case OP_UPDATE: settle_update(settler, stm); return;
  case OP_RESHAPE: settle_reshape(settler, stm); return;
  case OP_COERCE: settle_coerce(settler, stm); return;
  case OP_PERMUTE: settle_permute(settler, stm); return;
  case OP_OPAQUE: settle_opaque(settler, stm); return;
  case OP_CONCAT:
  case OP_ARRAY:
  case OP_COPY: settle_make(settler, stm); return;
  case OP_EFFECT: settle_effect(settler, stm); return;
  case OP_RECEIVE: settle_receive(settler, stm); return;
  case OP_IF:
  case OP_SWITCH: settle_branches(settler, stm); return;
  case OP_LOOP: settle_loop(settler, stm); return;
  case OP_CALL: settle_call(settler, stm); return;
  case OP_PAR: settle_par(settler, stm); return;
  case OP_WITH_ACC: settle_with_acc(settler, stm); return;
  case OP_ACC_UPDATE: settle_acc_update(settler, stm); return;
  case OP_SEG_MAKE: settle_seg_make(settler, stm); return;
  case OP_SEG_LENGTHS: settle_seg_lengths(settler, stm); return;
  case OP_SEG_OFFSETS: settle_seg_offsets(settler, stm); return;
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS: settle_seg_elements(settler, stm); return;
  case OP_ALLOC: break;
  case OP_SEG_TOTAL:
  case OP_ASSERT:
  case OP_THRESHOLD:
#include "ir/scalar_cases.def"
    settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
    return;
  case OP_COUNT: break;
  }
  INTERNAL_ERROR("flat_to_mem does not know the op %d", (int)stm->exp->op);
}

void settle_stm(Settler *settler, Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!has_place(settler, stm, stm->vars[i])) return;
  }
  Builder around = settler->builder;
  settler->builder.span = stm->span;
  settler->builder.certs = stm->certs;
  settler->builder.cert_count = stm->cert_count;
  settle_exp(settler, stm);
  settler->builder = around;
}

void settle_stms_at(Settler *settler, const Stms *stms, const PlaceWishes *wishes) {
  WishList *around = settler->list;
  settler->list = wish_list_new(settler, stms);
  wish_scan(settler, settler->list);
  for (size_t i = 0; i < wishes->count; i++) {
    const PlaceWish *wish = &wishes->data[i];
    if (wish->place.block)
      wish_place(settler, settler->list, wish->value, wish->place);
    else
      wish_fresh(settler, settler->list, wish->value);
  }
  for (size_t i = 0; i < stms->count && !settler->has_failed; i++) {
    if (wish_next(settler->list, i)) settle_stm(settler, stms->data[i]);
  }
  settler->list = around;
}

void settle_stms(Settler *settler, const Stms *stms) {
  PlaceWishes none = {0};
  settle_stms_at(settler, stms, &none);
}

// ---- The pass ----

static Program *flat_to_mem_run(Program *program, const Target *target, Diag *diag) {
  Arena *scratch = arena_new();
  Settler settler = {.program = program,
                     .diag = diag,
                     .scratch = scratch,
                     .is_device = target->has_device,
                     .lmads = lmads_new(program, scratch),
                     .aliases = alias_analyse(scratch, program, NULL),
                     .loops = map_new(scratch),
                     .heads = map_new(scratch),
                     .wishes = map_new(scratch),
                     .planned = map_new(scratch),
                     .segments = map_new(scratch)};
  settler.threads = settle_threads(scratch, program);
  settle_check_joins(&settler);
  settler.builder = builder_new(program, NULL, SPAN_NONE);
  program->level = LEVEL_MEM;
  for (size_t i = 0; i < program->funs.count && !settler.has_failed; i++)
    settle_fun_head(&settler, program->funs.data[i]);
  for (size_t i = 0; i < program->globals.count && !settler.has_failed; i++)
    settle_global(&settler, program->globals.data[i]);
  for (size_t i = 0; i < program->funs.count && !settler.has_failed; i++)
    settle_fun_body(&settler, program->funs.data[i]);
  arena_free(scratch);
  return settler.has_failed ? NULL : program;
}

const Pass pass_flat_to_mem = {.name = "flat_to_mem",
                               .purpose = "give every array a place in memory",
                               .from = LEVEL_FLAT,
                               .to = LEVEL_MEM,
                               .run = flat_to_mem_run};
