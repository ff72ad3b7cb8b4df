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

// Where the elements do not stand in order, a reshape copies them to a new block.
void settle_reshape(Settler *settler, Stm *stm) {
  const Type *array = stm->exp->args[0].var->type;
  Place place;
  if (!place_reshape(settler->lmads, &settler->builder, array, stm->vars[0]->type, &place))
    place = settle_destination(settler, stm->vars[0]);
  emit_at(settler, stm, &place);
}

void settle_opaque(Settler *settler, Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    settle_place_like(settler, stm->vars[i], atom_type(stm->exp->args[i]));
  settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
}

// ---- In place ----

void settle_update(Settler *settler, Stm *stm) {
  emit_at(settler, stm, stm->exp->args[0].var->type->place);
}

void settle_acc_update(Settler *settler, Stm *stm) {
  settle_place_like(settler, stm->vars[0], atom_type(stm->exp->args[0]));
  settle_emit(settler, stm, stm->exp, stm->vars, stm->var_count);
}

// ---- Makers ----

void settle_make(Settler *settler, Stm *stm) {
  Place place = settle_destination(settler, stm->vars[0]);
  emit_at(settler, stm, &place);
}
