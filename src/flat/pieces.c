// Pieces of code that the files of this folder build with.
#include "flat/flat_internal.h"

const Stm *binding_of(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == var) return stms->data[i];
  return NULL;
}

Body *body_of(Flattener *flattener, Stms stms, const Atom *results, size_t count) {
  return body_new(flattener->program, stms, results, count);
}

Subst *build_thunk(Builder *builder, const Par *par, Atom at) {
  Subst *subst = subst_new(builder->program);
  if (par->rank > 0) subst_add(subst, par->indices[0], at);
  for (size_t i = 0; i < par->body.stms.count; i++)
    vec_push(builder->program->arena, builder->stms,
             rename_stm(builder->program, par->body.stms.data[i], subst));
  return subst;
}

Atom *subst_atoms(Flattener *flattener, Subst *subst, const Atom *atoms, size_t count) {
  Atom *mapped = arena_array(flattener->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    mapped[i] = subst_atom(subst, atoms[i]);
  return mapped;
}

Var **params_like(Flattener *flattener, Var *const *models, const Atom *values, size_t count) {
  Var **params = arena_array(flattener->program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    params[i] = var_like(flattener->program, models[i], atom_type(values[i]));
  return params;
}

Atom *atoms_of(Flattener *flattener, Var *const *vars, size_t count) {
  Atom *atoms = arena_array(flattener->program->arena, Atom, count);
  for (size_t i = 0; i < count; i++)
    atoms[i] = atom_var(vars[i]);
  return atoms;
}

Var *index_new(Flattener *flattener, const char *name, Span span) {
  return var_new(flattener->program, name, type_scalar(SCALAR_I64), span);
}

Exp *exp_for(Flattener *flattener, Var **params, const Atom *inits, size_t count, Var *index,
             Atom bound, Body *body) {
  Loop *loop = arena_make(flattener->program->arena, Loop);
  *loop = (Loop){.params = params, .param_count = count, .index = index, .body = body};
  return exp_loop(flattener->program, loop, inits, bound);
}

Var *build_room(Flattener *flattener, Builder *builder, const Type *type) {
  Program *program = flattener->program;
  Par *par = par_new(program, PAR_ANY, type->dims, 1, "i", builder->span);
  Builder inner = builder_new(program, &par->body.stms, builder->span);
  Atom value = atom_constant((Constant){.type = type->scalar});
  if (type->rank > 1) {
    const Type *row = type_with_dims(program, type, type->rank - 1, type->dims + 1);
    value = atom_var(build_room(flattener, &inner, row));
  }
  thunk_give_maps(program, &par->body, &value, 1, builder->span);
  map_put(flattener->settled, map_key(par), par);
  return build_let(builder, "room", exp_par(program, par));
}

Atom build_write(Flattener *flattener, Builder *builder, Var *array, const Atom *indices,
                 size_t count, Atom value) {
  Selector selector = selector_of(flattener->program, count, false);
  Exp *exp = exp_update(flattener->program, array, selector, indices, count, value);
  return atom_var(build_let(builder, array->name, exp));
}

Atom build_owned(Builder *builder, Atom atom) {
  if (!type_is_array(atom_type(atom))) return atom;
  return atom_var(build_let(builder, atom.var->name, exp_new(builder->program, OP_COPY, &atom, 1)));
}

bool flat_is_fresh_in(const Stms *stms, Atom atom) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      if (stm->vars[k] != atom.var) continue;
      Op op = stm->exp->op;
      return op == OP_COPY || op == OP_CONCAT || op == OP_ARRAY || op == OP_PAR;
    }
  }
  return false;
}

void needs_add(Program *program, Stm *stm, const Stm *other) {
  size_t count = stm->cert_count + other->cert_count;
  Var **certs = arena_array(program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    certs[i] = i < stm->cert_count ? stm->certs[i] : other->certs[i - stm->cert_count];
  stm->certs = certs;
  stm->cert_count = count;
}
