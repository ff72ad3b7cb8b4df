// Views, updates, and the operations that make arrays from arrays.
#include "ir/type.h"
#include "mem/flat_to_mem.h"

// A statement with one result, whose place is known.
static void emit_at(Settler *settler, Stm *stm, const Place *place) {
  settle_place(settler, stm->vars[0], place);
  settle_emit(settler, stm, stm->exp, stm->vars, 1);
}

// ---- Views ----

void settle_index(Settler *settler, Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->vars[0]->type->kind != TYPE_ARRAY) {
    settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
    return;
  }
  const Type *array = exp->args[0].var->type;
  Place place =
      place_index(settler->lmads, &settler->builder, array, exp->args + 1, exp->arg_count - 1);
  emit_at(settler, stm, &place);
}

void settle_slice(Settler *settler, Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->vars[0]->type->kind != TYPE_ARRAY) {
    settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
    return;
  }
  Place place = place_slice(settler->lmads, &settler->builder, exp->args[0].var->type,
                            &exp->as.selector, exp->args + 1, stm->vars[0]->type);
  if (slice_may_repeat(exp)) vec_push(settler->scratch, &settler->windows, stm);
  emit_at(settler, stm, &place);
}

void settle_permute(Settler *settler, Stm *stm) {
  const Exp *exp = stm->exp;
  Place place = place_permute(settler->lmads, &settler->builder, exp->args[0].var->type,
                              exp->as.permutation, stm->vars[0]->type);
  emit_at(settler, stm, &place);
}

void settle_coerce(Settler *settler, Stm *stm) {
  emit_at(settler, stm, stm->exp->args[0].var->type->place);
}

// Where the elements do not stand in order, a reshape copies them, to a row-major place.
void settle_reshape(Settler *settler, Stm *stm) {
  Var *result = stm->vars[0];
  const Type *array = stm->exp->args[0].var->type;
  Place place;
  if (!place_reshape(settler->lmads, &settler->builder, array, result->type, &place) &&
      (!wish_grant(settler, result, &place) || place.strides))
    place = settle_fresh(settler, result);
  emit_at(settler, stm, &place);
}

void settle_opaque(Settler *settler, Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    settle_place_like(settler, stm->vars[i], atom_type(stm->exp->args[i]));
  settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
}

// ---- In place ----

// A slice with stride 0 gives one element to several indices, and so may an LMAD, or a step that is
// not known. Views of such a slice share its storage.
bool placing_is_repeated(Settler *settler, const Var *array) {
  const Type *type = array->type;
  if (!type->place->strides) return false;
  for (size_t i = 0; i < type->rank; i++) {
    Dim dim = type->dims[i];
    if (atom_is_i64(type->place->strides[i], 0) && (dim.var || dim.size > 1)) return true;
  }
  for (size_t i = 0; i < settler->windows.count; i++) {
    const Stm *window = settler->windows.data[i];
    if (alias_may_share(settler->aliases, array, window->vars[0]) &&
        !wish_selects_once(settler, window))
      return true;
  }
  return false;
}

Atom settle_apart(Settler *settler, Atom array) {
  if (!placing_is_repeated(settler, array.var)) return array;
  return settle_copy(settler, array.var, ERROR_COPY_REPEATED);
}

// A loop around it may be settled again, so that the statement stays as it is.
void settle_update(Settler *settler, Stm *stm) {
  const Exp *from = stm->exp;
  Atom array = settle_apart(settler, from->args[0]);
  settle_place(settler, stm->vars[0], array.var->type->place);
  Exp *exp = exp_new(settler->program, OP_UPDATE, from->args, from->arg_count);
  exp->args[0] = array;
  exp->as = from->as;
  settle_emit(settler, stm, exp, stm->vars, 1);
}

void settle_acc_update(Settler *settler, Stm *stm) {
  settle_place_like(settler, stm->vars[0], atom_type(stm->exp->args[0]));
  settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
}

// ---- Makers ----

// A copy that moves nothing.
static void emit_same(Settler *settler, Stm *stm, const Place *place) {
  settle_place(settler, stm->vars[0], place);
  Exp *exp = exp_new(settler->program, OP_COERCE, stm->exp->args, 1);
  settle_emit(settler, stm, exp, stm->vars, 1);
}

// An array that was made only to be copied is the copy.
static void settle_copied(Settler *settler, Stm *stm) {
  Var *array = stm->exp->args[0].var;
  Place place;
  if (wish_grant(settler, stm->vars[0], &place)) {
    if (lmads_same_place(settler->lmads, &place, array->type->place, array->type->rank))
      emit_same(settler, stm, &place);
    else
      emit_at(settler, stm, &place);
  } else if (wish_is_fresh(settler, array) && !array->type->place->strides) {
    emit_same(settler, stm, array->type->place);
  } else {
    place = settle_fresh(settler, stm->vars[0]);
    emit_at(settler, stm, &place);
  }
}

// Texts are row-major for the world outside. What a clock waits for stays where it is.
void settle_effect(Settler *settler, Stm *stm) {
  const Exp *exp = stm->exp;
  bool has_texts = effect_info(exp->as.effect.kind)->text_count > 0;
  Atom *args = arena_array(settler->program->arena, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = has_texts ? settle_plain(settler, exp->args[i]) : exp->args[i];
  Exp *settled = exp_effect(settler->program, exp->as.effect, args, exp->arg_count);
  settle_emit(settler, stm, settled, stm->vars, stm->var_count);
}

void settle_receive(Settler *settler, Stm *stm) {
  Place place = settle_fresh(settler, stm->vars[0]);
  settle_place(settler, stm->vars[0], &place);
  settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
}

void settle_make(Settler *settler, Stm *stm) {
  if (stm->exp->op == OP_COPY) {
    settle_copied(settler, stm);
    return;
  }
  Place place = settle_destination(settler, stm->vars[0]);
  emit_at(settler, stm, &place);
}
