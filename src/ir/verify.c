// The verifier: statements and expressions. The typing of one expression is asked of rules.h; here
// is what needs more than one expression: scopes, levels, and not reporting one mistake many times.
//
// Once something about a statement is wrong, the statement is tainted: no rule is asked about it,
// and the variables it binds are poisoned, which taints the statements that use them.
#include "ir/verify.h"
#include "ir/join.h"

#include "ir/build.h"
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/print.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/verify_internal.h"
#include "ir/walk.h"

// ---- Reporting ----

const char *verify_spell(Arena *arena, const Var *var) {
  StrBuf text = {0};
  var_print(&text, var);
  const char *copy = arena_strndup(arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return copy;
}

// Are there as many operands as the printer relies on? Otherwise only the message tells.
static bool is_printable(const Exp *exp) {
  size_t least = 0;
  if (exp->op == OP_INDEX || exp->op == OP_PERMUTE || exp->op == OP_ASSERT ||
      exp->op == OP_THRESHOLD || exp->op == OP_EFFECT || exp->op == OP_IF || exp->op == OP_SWITCH)
    least = 1;
  else if (exp->op == OP_SLICE)
    least = 1 + selector_atom_count(&exp->as.selector);
  else if (exp->op == OP_UPDATE)
    least = 2 + selector_atom_count(&exp->as.selector);
  else if (exp->op == OP_LOOP)
    least = exp->as.loop->param_count + (exp->as.loop->index != NULL);
  else if (exp->op == OP_ACC_UPDATE)
    least = exp->arg_count == 0 ? 1 : 1 + (size_t)atom_type(exp->args[0])->acc_rank;
  return exp->arg_count >= least;
}

void verify_show(Diag *diag, Span span, const char *label, const Stm *stm) {
  if (stm == NULL || !is_printable(stm->exp)) return;
  StrBuf text = {0};
  stm_print_brief(&text, stm);
  while (text.length > 0 && text.data[text.length - 1] == '\n')
    text.data[--text.length] = '\0';
  diag_note(diag, span, "%s%s", label, strbuf_text(&text));
  strbuf_free(&text);
}

void verify_taint(Verifier *verifier) {
  verifier->is_tainted = true;
  map_put(verifier->broken, map_key(verifier->unit), verifier->unit);
}

void verify_error(Verifier *verifier, ErrorCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(verifier->diag, code, verifier->span, format, arguments);
  va_end(arguments);
  verify_show(verifier->diag, SPAN_NONE, "in ", verifier->stm);
  verify_taint(verifier);
}

// ---- Bodies ----

static void verify_stm(Verifier *verifier, const Stm *stm);

static void verify_stms(Verifier *verifier, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    verify_stm(verifier, stms->data[i]);
}

// Statements and results, in a scope of their own.
void verify_body(Verifier *verifier, const Body *body) {
  size_t mark = verify_scope_open(verifier);
  verify_stms(verifier, &body->stms);
  verify_use_atoms(verifier, body->results, body->result_count);
  verify_scope_close(verifier, mark);
}

static void verify_lambda(Verifier *verifier, const Lambda *lambda) {
  if (lambda == NULL) return;
  size_t mark = verify_scope_open(verifier);
  verify_bind_all(verifier, lambda->params, lambda->param_count);
  verify_body(verifier, lambda->body);
  verify_scope_close(verifier, mark);
}

static void verify_loop(Verifier *verifier, const Loop *loop) {
  if ((loop->condition == NULL) == (loop->index == NULL))
    verify_error(verifier, ERROR_ILL_TYPED, "a loop has either an index or a condition");
  size_t mark = verify_scope_open(verifier);
  verify_bind_all(verifier, loop->params, loop->param_count);
  if (loop->condition != NULL) verify_body(verifier, loop->condition);
  if (loop->index != NULL) verify_bind(verifier, loop->index);
  verify_body(verifier, loop->body);
  verify_scope_close(verifier, mark);
}

static void verify_with_acc(Verifier *verifier, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *decl = &with_acc->accs[i];
    verify_use_atoms(verifier, decl->dests, decl->dest_count);
    if (decl->op != NULL) verify_use_atoms(verifier, decl->neutral, decl->dest_count);
    verify_lambda(verifier, decl->op);
    if (verifier->program->level == LEVEL_CORE && decl->param->type->kind == TYPE_ACC &&
        acc_is_by_element(decl))
      verify_error(verifier, ERROR_WRONG_LEVEL,
                   "at Core the operator of an accumulator takes the rows themselves");
  }
  size_t mark = verify_scope_open(verifier);
  for (size_t i = 0; i < with_acc->acc_count; i++)
    verify_bind(verifier, with_acc->accs[i].param);
  verify_body(verifier, with_acc->body);
  verify_scope_close(verifier, mark);
}

// ---- par ----

// A block in a thread waits for flatten to make points of the host of what is around it.
static void verify_par_level(Verifier *verifier, const Par *par) {
  ParLevel around = verifier->level;
  bool is_waiting = par->level == PAR_BLOCK && around == PAR_THREAD && !verifier->is_in_block;
  if (par->level == PAR_ANY)
    verify_error(verifier, ERROR_PAR_LEVEL, "at Flat a par needs a level");
  else if (around != PAR_ANY && par->level >= around && par->level != PAR_THREAD && !is_waiting)
    verify_error(verifier, ERROR_PAR_LEVEL, "a par@%s cannot stand in a par@%s",
                 par_level_text(par->level), par_level_text(around));
}

// What is said of how results are stored.
static void verify_storage(Verifier *verifier, const Par *par) {
  bool is_plain = !par->has_epilogue && par->consumed_count + par->acc_count == 0;
  for (size_t i = 0; i < par->body.output_count; i++)
    is_plain = is_plain && mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS);
  if (par->is_turned && (verifier->program->level == LEVEL_CORE || par->level != PAR_GRID))
    verify_error(verifier, ERROR_PLAN, "only what a par@grid makes is stored turned");
  if (par->is_overwritten && !is_plain)
    verify_error(verifier, ERROR_PLAN, "only what a par maps can be overwritten later");
}

static void verify_plan(Verifier *verifier, const Par *par) {
  unsigned modes = 0;
  for (size_t i = 0; i < par->body.output_count; i++)
    modes |= 1u << par->body.outputs[i].mode;
  for (size_t i = 0; par->has_epilogue && i < par->epilogue.output_count; i++)
    modes |= 1u << par->epilogue.outputs[i].mode;
  if (verifier->program->level == LEVEL_CORE || par->level != PAR_GRID)
    verify_error(verifier, ERROR_PLAN, "only a par@grid has a plan");
  for (const Plan *plan = par->plan; plan; plan = plan->otherwise) {
    const KernelTraits *traits = kernel_traits(plan->kernel);
    if (modes & ~traits->modes)
      verify_error(verifier, ERROR_PLAN, "the kernel `%s` does not take these outputs",
                   traits->text);
    bool has_number = traits->has_rows || traits->has_depth == (plan->depth > 0);
    if (!has_number || traits->has_side != (plan->side > 0))
      verify_error(verifier, ERROR_PLAN, "the kernel `%s` lacks its number, or has one too many",
                   traits->text);
    if (!plan->otherwise) return;
    verify_use_atoms(verifier, &plan->condition, 1);
    const Type *type = atom_type(plan->condition);
    if (type->kind != TYPE_SCALAR || type->scalar != SCALAR_BOOL)
      verify_error(verifier, ERROR_PLAN, "the condition of a plan is no truth value");
  }
}

static void verify_space(Verifier *verifier, const Par *par) {
  verify_dims(verifier, NULL, par->rank, par->space);
  if (verifier->program->level != LEVEL_CORE) {
    verify_par_level(verifier, par);
    return;
  }
  if (par->rank > 1)
    verify_error(verifier, ERROR_WRONG_LEVEL, "at Core a par has at most one dimension, not %zu",
                 par->rank);
  for (size_t k = 0; k < par->rank && !verifier->is_tainted; k++)
    if (dim_is_varying(par->space[k]))
      verify_error(verifier, ERROR_WRONG_LEVEL, "at Core the space of a par cannot vary");
}

// Does an output have the parts that its mode takes? The rules rely on it.
static bool is_complete(const Output *output) {
  bool has_op = output->op != NULL;
  bool is_write = mode_has(output->mode, TRAIT_WRITES);
  bool is_fold = mode_has(output->mode, TRAIT_FOLDS);
  if (has_op != (is_fold || mode_has(output->mode, TRAIT_ADDS))) return false;
  if (output->value_count == 0) return true;
  return (!has_op || output->neutral != NULL) && (!is_write || output->dests != NULL);
}

// What stands in the scope around the par.
static void verify_outer_parts(Verifier *verifier, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (!is_complete(output)) {
      verify_error(verifier, ERROR_ILL_TYPED, "output %zu of the par lacks a part, or has too many",
                   i + 1);
      continue;
    }
    bool is_write = mode_has(output->mode, TRAIT_WRITES);
    if (is_write) verify_use_atoms(verifier, output->dests, output->value_count);
    if (output->op != NULL) verify_use_atoms(verifier, output->neutral, output->value_count);
    verify_lambda(verifier, output->op);
    if (verifier->program->level == LEVEL_CORE && output_is_by_element(output))
      verify_error(verifier, ERROR_WRONG_LEVEL,
                   "at Core the operator of a combine takes the rows themselves");
  }
}

static void verify_thunk(Verifier *verifier, const Thunk *thunk) {
  verify_stms(verifier, &thunk->stms);
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (mode_has(output->mode, TRAIT_SELECTS)) verify_use(verifier, output->selector.var);
    verify_use_atoms(verifier, output->indices, output->index_count);
    verify_use_atoms(verifier, output->values, output->value_count);
  }
}

static void verify_inputs(Verifier *verifier, const ParInput *inputs, size_t count) {
  for (size_t i = 0; i < count; i++)
    verify_use(verifier, inputs[i].outside);
}

static void verify_par(Verifier *verifier, const Par *par) {
  verify_space(verifier, par);
  verify_storage(verifier, par);
  if (par->plan) verify_plan(verifier, par);
  verify_inputs(verifier, par->consumed, par->consumed_count);
  verify_inputs(verifier, par->accs, par->acc_count);
  ParLevel around = verifier->level;
  bool was_in_block = verifier->is_in_block;
  if (par->level != PAR_ANY) verifier->level = par->level;
  if (par->level == PAR_BLOCK) verifier->is_in_block = true;
  verify_outer_parts(verifier, &par->body);
  if (par->has_epilogue) verify_outer_parts(verifier, &par->epilogue);
  size_t mark = verify_scope_open(verifier);
  verify_bind_all(verifier, par->indices, par->rank);
  for (size_t i = 0; i < par->consumed_count; i++)
    verify_bind(verifier, par->consumed[i].inside);
  for (size_t i = 0; i < par->acc_count; i++)
    verify_bind(verifier, par->accs[i].inside);
  verify_thunk(verifier, &par->body);
  if (par->has_epilogue) {
    verify_bind_all(verifier, par->scan_params, par->scan_param_count);
    verify_thunk(verifier, &par->epilogue);
  }
  verify_scope_close(verifier, mark);
  verifier->level = around;
  verifier->is_in_block = was_in_block;
}

// ---- Statements ----

static void verify_callee(Verifier *verifier, const Fun *callee) {
  if (callee == NULL || !map_find(verifier->funs, map_key(callee), NULL))
    verify_error(verifier, ERROR_UNKNOWN_CALLEE, "%s is not a function of this program",
                 callee == NULL || callee->name == NULL ? "the callee" : callee->name);
}

static const char *ir_level_name(IrLevel level) {
  switch (level) {
  case LEVEL_CORE: return "Core";
  case LEVEL_FLAT: return "Flat";
  case LEVEL_MEM: return "Mem";
  case LEVEL_VALUES:
  case LEVEL_LOW:
  case LEVEL_ALL: break;
  }
  return "an unknown level";
}

static void verify_exp(Verifier *verifier, const Exp *exp) {
  verify_use_atoms(verifier, exp->args, exp->arg_count);
  if ((op_info(exp->op)->levels & (unsigned)verifier->program->level) == 0)
    verify_error(verifier, ERROR_WRONG_LEVEL, "%s is not an operation of %s",
                 op_info(exp->op)->text, ir_level_name(verifier->program->level));
  if (exp->op == OP_PAR)
    verify_par(verifier, exp->as.par);
  else if (exp->op == OP_LOOP)
    verify_loop(verifier, exp->as.loop);
  else if (exp->op == OP_WITH_ACC)
    verify_with_acc(verifier, exp->as.with_acc);
  else if (exp->op == OP_CALL)
    verify_callee(verifier, exp->as.callee);
  else if (exp->op == OP_IF || exp->op == OP_SWITCH)
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      verify_body(verifier, exp->as.branches.bodies[i]);
}

static void verify_certificates(Verifier *verifier, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Var *cert = stm->certs[i];
    bool was_tainted = verifier->is_tainted;
    verifier->is_tainted = false;
    verify_use(verifier, cert);
    if (!verifier->is_tainted && cert->type->kind != TYPE_CERT)
      verify_error(verifier, ERROR_NOT_A_CERTIFICATE, "%s is needed, but is not a certificate",
                   verify_spell(verifier->arena, cert));
    verifier->is_tainted = was_tainted;
  }
}

// The pattern, poisoned when the expression is wrong: its types are then not looked at.
static void verify_pattern(Verifier *verifier, const Stm *stm) {
  bool is_expression_bad = verifier->is_tainted;
  verify_bind_all(verifier, stm->vars, stm->var_count);
  if (verifier->is_tainted) return;
  StrBuf why = {0};
  bool is_typed = exp_check(&verifier->rules, stm->exp, stm->vars, stm->var_count, &why);
  if (!is_typed) verify_error(verifier, ERROR_ILL_TYPED, "%s", strbuf_text(&why));
  strbuf_free(&why);
  for (size_t i = 0; i < stm->var_count && !is_typed && !is_expression_bad; i++)
    verifier->is_poisoned[stm->vars[i]->index] = true;
}

static void verify_stm(Verifier *verifier, const Stm *stm) {
  const Stm *outer = verifier->stm;
  Span outer_span = verifier->span;
  bool outer_taint = verifier->is_tainted;
  verifier->stm = stm;
  verifier->span = stm->span;
  verifier->is_tainted = false;
  verify_exp(verifier, stm->exp);
  verify_certificates(verifier, stm);
  verify_pattern(verifier, stm);
  verifier->stm = outer;
  verifier->span = outer_span;
  verifier->is_tainted = outer_taint;
}

// ---- Limits ----

typedef struct RankCheck {
  Span span; // of the statement that the walk is in
  Diag *diag;
  bool is_good;
} RankCheck;

static bool enter_stm(Walker *walker, Stm *stm) {
  RankCheck *check = walker->context;
  check->span = stm->span;
  return check->is_good;
}

static void check_rank(Walker *walker, Var *var) {
  RankCheck *check = walker->context;
  if (!check->is_good || var->type->rank <= RANK_MAX) return;
  check->is_good = false;
  diag_error(check->diag, ERROR_TOO_LARGE, span_is_known(var->span) ? var->span : check->span,
             "an array has at most %d dimensions, but this one has %zu", (int)RANK_MAX,
             (size_t)var->type->rank);
}

bool program_check_ranks(Program *program, Diag *diag) {
  RankCheck check = {.diag = diag, .is_good = true};
  Walker walker = {.context = &check, .enter = enter_stm, .bind = check_rank};
  walk_program(&walker, program);
  return check.is_good;
}

// ---- Programs ----

// After Core an irregular array is a join, and nothing else.
static void verify_joins(Verifier *verifier) {
  NoJoin found;
  if (!find_no_join(verifier->arena, verifier->program, &found)) return;
  verifier->unit = found.var;
  verifier->span = found.stm ? found.stm->span : found.var->span;
  verifier->stm = found.stm;
  verify_error(verifier, ERROR_WRONG_LEVEL,
               "%s is irregular: at %s that is only a result of a par, which is reshaped to a "
               "regular array at once",
               verify_spell(verifier->arena, found.var), ir_level_name(verifier->program->level));
}

bool program_verify(Program *program, Diag *diag) {
  Arena *arena = arena_new();
  Verifier verifier = {.program = program, .rules = *program, .diag = diag, .arena = arena};
  verifier.rules.arena = arena;
  verifier.bound = arena_array(arena, Var *, program->var_count);
  verifier.is_visible = arena_array(arena, bool, program->var_count);
  verifier.is_poisoned = arena_array(arena, bool, program->var_count);
  verifier.global_spellings = map_new(arena);
  verifier.funs = map_new(arena);
  verifier.broken = map_new(arena);
  verify_names(&verifier);
  for (size_t i = 0; i < program->globals.count; i++)
    verify_global(&verifier, program->globals.data[i]);
  for (size_t i = 0; i < program->funs.count; i++)
    verify_fun(&verifier, program->funs.data[i]);
  // At Mem storage is explicit, and the interpreter by heap checks what is written where.
  if (program->level != LEVEL_MEM) verify_consumption(&verifier);
  if (program->level != LEVEL_CORE && map_count(verifier.broken) == 0) verify_joins(&verifier);
  bool is_legal = map_count(verifier.broken) == 0;
  arena_free(arena);
  return is_legal;
}
