// Histograms and accumulators of rows whose operator works element by element: the operator becomes
// one over scalars, and a histogram stays an output of its par beside the others.
//
//   combine (a: [d]f32, b: [d]f32 => par (j < d) { x = a[j] y = b[j] z = add x, y map z }; zeros)
//     becomes
//   combine (x: f32, y: f32 => { z = add x, y }; 0)
//
// The neutral elements must be equal in all places, which is seen from where the array is made.
#include "flat/flat_internal.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// ---- Arrays of one value ----

static const Atom *fill_of(const Flattener *flattener, Atom value) {
  return value.var ? map_get(flattener->fills, map_key(value.var)) : NULL;
}

static void note_fill(Flattener *flattener, Var *var, Atom value) {
  const Atom *known = fill_of(flattener, value);
  if (known) value = *known;
  if (value.var) return;
  Atom *fill = arena_make(flattener->program->arena, Atom);
  *fill = value;
  map_put(flattener->fills, map_key(var), fill);
}

// After the statements inside, because a row may be made there.
static void fills_leave(Walker *walker, Stm *stm) {
  Flattener *flattener = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    size_t first;
    for (size_t i = 0; i < stm->var_count; i++) {
      const Output *output = par_output_at(exp->as.par, i, &first);
      if (mode_has(output->mode, TRAIT_ELEMENTS))
        note_fill(flattener, stm->vars[i], output->values[i - first]);
    }
  } else if (exp->op == OP_ARRAY && exp->arg_count > 0) {
    for (size_t i = 1; i < exp->arg_count; i++)
      if (!atom_equal(exp->args[i], exp->args[0])) return;
    note_fill(flattener, stm->vars[0], exp->args[0]);
  }
}

void find_fills(Flattener *flattener, Body *body) {
  Walker walker = {.context = flattener, .leave = fills_leave};
  walk_body(&walker, body);
}

// ---- Operators ----

// Takes one dimension off an operator.
typedef struct Peel {
  Mapper mapper;
  Walker walker;
  const Lambda *op;
  const Var *index;
  Var **params; // rows of the operator's
  Subst *subst;
  size_t uses, reads; // of the parameters and the index; those that are a read of a row
} Peel;

static size_t param_place(const Peel *peel, const Var *var) {
  size_t place = 0;
  while (place < peel->op->param_count && peel->op->params[place] != var)
    place++;
  return place;
}

static bool is_row_read(const Peel *peel, const Stm *stm) {
  const Exp *exp = stm->exp;
  return exp->op == OP_INDEX && exp->args[1].var == peel->index && stm->cert_count == 0 &&
         param_place(peel, exp->args[0].var) < peel->op->param_count;
}

static void peel_use(Walker *walker, Var *var) {
  Peel *peel = walker->context;
  peel->uses += var == peel->index || param_place(peel, var) < peel->op->param_count;
}

static bool peel_enter(Walker *walker, Stm *stm) {
  Peel *peel = walker->context;
  if (is_row_read(peel, stm)) peel->reads += 2; // the array and the index
  return true;
}

static Atom peel_atom(Mapper *mapper, Atom atom) {
  Peel *peel = mapper->context;
  return subst_atom(peel->subst, atom);
}

static bool peel_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Peel *peel = mapper->context;
  if (!is_row_read(peel, stm)) return false;
  Var *row = peel->params[param_place(peel, stm->exp->args[0].var)];
  size_t rest = stm->exp->arg_count - 2;
  if (rest == 0) {
    subst_add(peel->subst, stm->vars[0], atom_var(row));
    return true;
  }
  Stm *read = arena_make(mapper->program->arena, Stm);
  *read = *stm;
  Atom *indices = arena_array(mapper->program->arena, Atom, rest);
  for (size_t i = 0; i < rest; i++)
    indices[i] = map_atom(mapper, stm->exp->args[2 + i]);
  read->exp = exp_index(mapper->program, row, indices, rest);
  vec_push(mapper->program->arena, out, read);
  return true;
}

// The operator over the rows of its parameters; NULL when there is none.
static Lambda *operator_peel(Flattener *flattener, const Lambda *op) {
  Program *program = flattener->program;
  const Par *par = operator_par(op);
  if (!par) return NULL;
  for (size_t i = 0; i < op->param_count; i++)
    if (!type_is_array(op->params[i]->type)) return NULL;
  Peel peel = {.op = op, .index = par->indices[0], .subst = subst_new(program)};
  peel.walker = (Walker){.context = &peel, .use = peel_use, .enter = peel_enter};
  walk_thunk(&peel.walker, &par->body);
  if (peel.uses != peel.reads) return NULL;
  peel.params = arena_array(program->arena, Var *, op->param_count);
  for (size_t i = 0; i < op->param_count; i++) {
    const Type *type = op->params[i]->type;
    const Type *row = type->rank == 1
                          ? type_scalar(type->scalar)
                          : type_with_dims(program, type, type->rank - 1, type->dims + 1);
    peel.params[i] = var_like(program, op->params[i], row);
  }
  peel.mapper = (Mapper){.program = program, .context = &peel, .use = peel_atom, .stm = peel_stm};
  Stms stms = map_stms(&peel.mapper, par->body.stms);
  Atom *results = arena_array(program->arena, Atom, par->body.output_count);
  for (size_t i = 0; i < par->body.output_count; i++)
    results[i] = subst_atom(peel.subst, par->body.outputs[i].values[0]);
  Body *body = body_of(flattener, stms, results, par->body.output_count);
  Lambda *peeled = lambda_new(program, peel.params, op->param_count, body);
  return type_is_array(peel.params[0]->type) ? operator_peel(flattener, peeled) : peeled;
}

// ---- Certificates ----

// What pars of an operator need is needed by the statement that has the operator over scalars.
typedef struct Certs {
  Walker walker;
  Program *program;
  Stm *stm; // that needs them; NULL while they are only looked at
  VarSet inside;
  bool is_fine; // none is bound in the operator
} Certs;

static bool has_cert(const Stm *stm, const Var *cert) {
  for (size_t i = 0; i < stm->cert_count; i++)
    if (stm->certs[i] == cert) return true;
  return false;
}

static void need_cert(Certs *certs, Var *cert) {
  Stm *stm = certs->stm;
  if (varset_has(&certs->inside, cert)) certs->is_fine = false;
  if (!stm || has_cert(stm, cert)) return;
  Var **all = arena_array(certs->program->arena, Var *, stm->cert_count + 1);
  for (size_t i = 0; i < stm->cert_count; i++)
    all[i] = stm->certs[i];
  all[stm->cert_count] = cert;
  stm->certs = all;
  stm->cert_count++;
}

static bool certs_enter(Walker *walker, Stm *stm) {
  for (size_t i = 0; stm->exp->op == OP_PAR && i < stm->cert_count; i++)
    need_cert(walker->context, stm->certs[i]);
  return true;
}

// Gives whether all that pars of the operator need is bound in front of it, and has `stm` need it.
static bool lift_certs(Flattener *flattener, const Lambda *op, Stm *stm) {
  Certs certs = {.program = flattener->program, .stm = stm, .is_fine = true};
  certs.inside = bound_vars_stms(flattener->program->arena, &op->body->stms);
  certs.walker = (Walker){.context = &certs, .enter = certs_enter};
  walk_body(&certs.walker, op->body);
  return certs.is_fine;
}

// ---- Outputs ----

// Do the parameters of the operator have one shape, which does not vary?
static bool are_alike(const Lambda *op) {
  const Type *first = op->params[0]->type;
  for (size_t i = 0; i < op->param_count; i++) {
    const Type *type = op->params[i]->type;
    if (!type_is_array(type) || type->rank != first->rank) return false;
    for (size_t k = 0; k < type->rank; k++)
      if (!dim_equal(type->dims[k], first->dims[k]) || dim_is_varying(type->dims[k])) return false;
  }
  return true;
}

// An operator over the elements, and its neutral elements; false when there is none.
static bool peel_operator(Flattener *flattener, Lambda **op, Atom **neutral) {
  Program *program = flattener->program;
  size_t count = (*op)->param_count / 2;
  if (count == 0 || !are_alike(*op) || !lift_certs(flattener, *op, NULL)) return false;
  Atom *elements = arena_array(program->arena, Atom, count);
  for (size_t i = 0; i < count; i++) {
    const Atom *fill = fill_of(flattener, (*neutral)[i]);
    if (!fill) return false;
    elements[i] = *fill;
  }
  // A copy, since the original may be used by another version of the par.
  Lambda *peeled = operator_peel(flattener, rename_lambda(program, *op, subst_new(program)));
  if (!peeled) return false;
  *op = peeled;
  *neutral = elements;
  return true;
}

bool operator_on_elements(Flattener *flattener, Output *output) {
  return peel_operator(flattener, &output->op, &output->neutral);
}

void operator_certs(Flattener *flattener, const Lambda *op, Stm *stm) {
  lift_certs(flattener, op, stm);
}

static bool peel_output(Flattener *flattener, Output *output) {
  return mode_has(output->mode, TRAIT_ADDS) &&
         peel_operator(flattener, &output->op, &output->neutral);
}

static bool peel_thunk(Flattener *flattener, Thunk *thunk) {
  bool is_any = false;
  Output *outputs = arena_array(flattener->program->arena, Output, thunk->output_count);
  for (size_t i = 0; i < thunk->output_count; i++) {
    outputs[i] = thunk->outputs[i];
    is_any |= peel_output(flattener, &outputs[i]);
  }
  thunk->outputs = outputs;
  return is_any;
}

Stm *accs_peel(Flattener *flattener, Stm *stm) {
  Program *program = flattener->program;
  WithAcc *with_acc = arena_make(program->arena, WithAcc);
  *with_acc = *stm->exp->as.with_acc;
  with_acc->accs = arena_array(program->arena, AccDecl, with_acc->acc_count);
  bool is_any = false;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    AccDecl *acc = &with_acc->accs[i];
    *acc = stm->exp->as.with_acc->accs[i];
    if (acc->op) is_any |= peel_operator(flattener, &acc->op, &acc->neutral);
  }
  if (!is_any) return stm;
  Stm *copy = arena_make(program->arena, Stm);
  *copy = *stm;
  copy->exp = exp_with_acc(program, with_acc);
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const Lambda *op = stm->exp->as.with_acc->accs[i].op;
    if (with_acc->accs[i].op != op) lift_certs(flattener, op, copy);
  }
  return copy;
}

static void lift_thunk(Flattener *flattener, const Thunk *from, const Thunk *to, Stm *stm) {
  for (size_t i = 0; i < from->output_count; i++)
    if (from->outputs[i].op != to->outputs[i].op) lift_certs(flattener, from->outputs[i].op, stm);
}

Stm *operators_peel(Flattener *flattener, Stm *stm) {
  Par *par = arena_make(flattener->program->arena, Par);
  *par = *stm->exp->as.par;
  bool is_any = peel_thunk(flattener, &par->body);
  if (par->has_epilogue) is_any |= peel_thunk(flattener, &par->epilogue);
  if (!is_any) return stm;
  Stm *copy = arena_make(flattener->program->arena, Stm);
  *copy = *stm;
  copy->exp = exp_par(flattener->program, par);
  lift_thunk(flattener, &stm->exp->as.par->body, &par->body, copy);
  if (par->has_epilogue) lift_thunk(flattener, &stm->exp->as.par->epilogue, &par->epilogue, copy);
  return copy;
}
