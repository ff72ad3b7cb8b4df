// Variables: bound once, spelled once, numbered once, used where they are visible, of a good type.
#include "ir/type.h"
#include "ir/verify_internal.h"

// ---- Uses ----

static bool has_slot(const Verifier *verifier, const Var *var) {
  return var->index < verifier->program->var_count;
}

void verify_use(Verifier *verifier, const Var *var) {
  if (var == NULL) return;
  if (!has_slot(verifier, var)) {
    // The binding is reported; a variable that is never bound has no slot for a mark.
    verify_error(verifier, ERROR_BAD_VARIABLE, "%s has number %u, but there are only %u variables",
                 verify_spell(verifier->arena, var), var->index, verifier->program->var_count);
    return;
  }
  if (verifier->is_poisoned[var->index]) {
    verify_taint(verifier); // the mistake may be in another function
    return;
  }
  if (verifier->bound[var->index] == var && verifier->is_visible[var->index]) return;
  verify_error(verifier, ERROR_NOT_IN_SCOPE, "%s is not in scope here",
               verify_spell(verifier->arena, var));
  if (verifier->bound[var->index] == var)
    diag_note(verifier->diag, var->span, "it is bound elsewhere");
  verifier->is_poisoned[var->index] = true;
}

void verify_use_atoms(Verifier *verifier, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    verify_use(verifier, atoms[i].var);
}

// ---- Types ----

// What the dimensions belong to: `var`, or the par when there is none.
static const char *describe_dims(Verifier *verifier, const Var *var) {
  if (var == NULL) return "the space of the par";
  StrBuf text = {0};
  strbuf_puts(&text, "the type ");
  type_print(&text, var->type);
  strbuf_puts(&text, " of ");
  var_print(&text, var);
  const char *copy = arena_strndup(verifier->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return copy;
}

void verify_dims(Verifier *verifier, const Var *var, size_t rank, const Dim *dims) {
  for (size_t k = 0; k < rank; k++) {
    verify_use(verifier, dims[k].var);
    if (dims[k].var == NULL && dims[k].result >= 0)
      verify_error(verifier, ERROR_BAD_TYPE, "%s has a dimension that stands for a result",
                   describe_dims(verifier, var));
  }
  if (verifier->is_tainted) return;
  StrBuf why = {0};
  if (!dims_check(rank, dims, &why))
    verify_error(verifier, ERROR_BAD_TYPE, "%s is not well formed: %s",
                 describe_dims(verifier, var), strbuf_text(&why));
  strbuf_free(&why);
}

static void verify_acc_type(Verifier *verifier, const Var *var, const Type *type) {
  for (uint32_t k = 0; k < type->acc_count; k++) {
    const Type *dest = type->acc_types[k];
    if (dest->kind != TYPE_ARRAY || type->acc_rank == 0 || type->acc_rank > dest->rank)
      verify_error(verifier, ERROR_BAD_TYPE,
                   "%s is not well formed: an update indexes %u dimensions of each destination",
                   describe_dims(verifier, var), type->acc_rank);
    else
      verify_type(verifier, var, dest);
  }
}

// Below Mem no array has a place, at Mem each has a good one.
static void verify_place(Verifier *verifier, const Var *var, const Type *type) {
  const Place *place = type->place;
  bool is_placed = verifier->program->level == LEVEL_MEM;
  if (is_placed != (place != NULL)) {
    verify_error(verifier, ERROR_WRONG_LEVEL,
                 is_placed ? "%s has no place, which each array has at Mem"
                           : "%s has a place, which only Mem has",
                 verify_spell(verifier->arena, var));
    return;
  }
  if (!place) return;
  verify_use(verifier, place->block);
  verify_use_atoms(verifier, &place->offset, 1);
  if (place->strides) verify_use_atoms(verifier, place->strides, type->rank);
  if (verifier->is_tainted) return;
  StrBuf why = {0};
  if (!place_check(type, &why))
    verify_error(verifier, ERROR_BAD_TYPE, "%s is not well formed: %s",
                 describe_dims(verifier, var), strbuf_text(&why));
  strbuf_free(&why);
}

void verify_type(Verifier *verifier, const Var *var, const Type *type) {
  switch (type->kind) {
  case TYPE_SCALAR:
  case TYPE_CERT: return;
  case TYPE_MEM:
    if (verifier->program->level != LEVEL_MEM)
      verify_error(verifier, ERROR_WRONG_LEVEL, "%s is a block of memory, which only Mem has",
                   verify_spell(verifier->arena, var));
    return;
  case TYPE_SEG:
    if (verifier->program->level == LEVEL_CORE && type->rank != 1)
      verify_error(verifier, ERROR_WRONG_LEVEL,
                   "%s is a segment descriptor of %u dimensions, but at Core it has one",
                   verify_spell(verifier->arena, var), type->rank);
    break;
  case TYPE_ARRAY: break;
  case TYPE_ACC: verify_acc_type(verifier, var, type); return;
  }
  if (type->rank == 0)
    verify_error(verifier, ERROR_BAD_TYPE, "%s is not well formed: it has no dimension",
                 describe_dims(verifier, var));
  verify_dims(verifier, var, type->rank, type->dims);
  verify_place(verifier, var, type);
}

// ---- Bindings ----

static void verify_spelling(Verifier *verifier, Var *var) {
  uint64_t key = hash_combine(map_key(var->name), var->id);
  const Var *other = map_get(verifier->spellings, key);
  if (other == NULL) other = map_get(verifier->global_spellings, key);
  if (other == NULL) {
    map_put(verifier->spellings, key, var);
    return;
  }
  if (other->name != var->name || other->id != var->id) return;
  verify_error(verifier, ERROR_SAME_SPELLING, "two variables are spelled %s",
               verify_spell(verifier->arena, var));
  diag_note(verifier->diag, other->span, "the other one is bound here");
}

static void verify_slot(Verifier *verifier, Var *var) {
  Var *other = verifier->bound[var->index];
  if (other == var) {
    verify_error(verifier, ERROR_BOUND_TWICE, "%s is bound twice",
                 verify_spell(verifier->arena, var));
    return;
  }
  if (other != NULL) {
    verify_error(verifier, ERROR_BAD_VARIABLE, "%s has number %u, which is that of %s",
                 verify_spell(verifier->arena, var), var->index,
                 verify_spell(verifier->arena, other));
    return;
  }
  verifier->bound[var->index] = var;
  verify_spelling(verifier, var);
}

void verify_bind(Verifier *verifier, Var *var) {
  verify_type(verifier, var, var->type);
  if (!has_slot(verifier, var)) {
    verify_error(verifier, ERROR_BAD_VARIABLE, "%s has number %u, but there are only %u variables",
                 verify_spell(verifier->arena, var), var->index, verifier->program->var_count);
    return;
  }
  verify_slot(verifier, var);
  if (verifier->bound[var->index] != var) return;
  verifier->is_visible[var->index] = true;
  if (verifier->is_tainted) verifier->is_poisoned[var->index] = true;
  vec_push(verifier->arena, &verifier->scope, var);
}

void verify_bind_all(Verifier *verifier, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    verify_bind(verifier, vars[i]);
}

// ---- Scopes ----

size_t verify_scope_open(const Verifier *verifier) { return verifier->scope.count; }

void verify_scope_close(Verifier *verifier, size_t mark) {
  while (verifier->scope.count > mark) {
    const Var *var = vec_pop(&verifier->scope);
    verifier->is_visible[var->index] = false;
  }
}
