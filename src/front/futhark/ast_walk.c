#include "front/futhark/ast_walk.h"

static void visit_one(const FutExp *exp, FutVisit *visit, void *context) {
  if (exp != NULL) visit(context, exp);
}

static void visit_all(const FutExps *exps, FutVisit *visit, void *context) {
  for (size_t i = 0; i < exps->count; i++)
    visit_one(exps->data[i], visit, context);
}

static void visit_indices(const FutIndices *indices, FutVisit *visit, void *context) {
  for (size_t i = 0; i < indices->count; i++) {
    visit_one(indices->data[i].start, visit, context);
    visit_one(indices->data[i].end, visit, context);
    visit_one(indices->data[i].stride, visit, context);
  }
}

static void visit_path(const FutPath *path, FutVisit *visit, void *context) {
  for (size_t i = 0; i < path->count; i++)
    visit_indices(&path->data[i].indices, visit, context);
}

void fut_exp_parts(const FutExp *exp, FutVisit *visit, void *context) {
  switch (exp->kind) {
  case FUT_EXP_HOLE:
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_STRING:
  case FUT_EXP_VAR: break;
  case FUT_EXP_TUPLE:
  case FUT_EXP_ARRAY: visit_all(&exp->items, visit, context); break;
  case FUT_EXP_RECORD:
    for (size_t i = 0; i < exp->record.count; i++)
      visit_one(exp->record.data[i].value, visit, context);
    break;
  case FUT_EXP_APPLY:
    visit_one(exp->apply.function, visit, context);
    visit_all(&exp->apply.arguments, visit, context);
    break;
  case FUT_EXP_CONSTRUCTOR: visit_all(&exp->constructor.arguments, visit, context); break;
  case FUT_EXP_BINARY:
    visit_one(exp->binary.left, visit, context);
    visit_one(exp->binary.right, visit, context);
    break;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: visit_one(exp->operand, visit, context); break;
  case FUT_EXP_RANGE:
    visit_one(exp->range.first, visit, context);
    visit_one(exp->range.second, visit, context);
    visit_one(exp->range.last, visit, context);
    break;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE: visit_one(exp->ascribe.value, visit, context); break;
  case FUT_EXP_INDEX:
    visit_one(exp->index.array, visit, context);
    visit_indices(&exp->index.indices, visit, context);
    break;
  case FUT_EXP_PROJECT: visit_one(exp->project.record, visit, context); break;
  case FUT_EXP_UPDATE:
    visit_one(exp->update.source, visit, context);
    visit_path(&exp->update.path, visit, context);
    visit_one(exp->update.value, visit, context);
    break;
  case FUT_EXP_OPEN: visit_one(exp->open.body, visit, context); break;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT: visit_one(exp->section.operand, visit, context); break;
  case FUT_EXP_SECTION_PATH: visit_path(&exp->section_path, visit, context); break;
  case FUT_EXP_LAMBDA: visit_one(exp->lambda.body, visit, context); break;
  case FUT_EXP_IF:
    visit_one(exp->branch.condition, visit, context);
    visit_one(exp->branch.then, visit, context);
    visit_one(exp->branch.otherwise, visit, context);
    break;
  case FUT_EXP_LET: visit_one(exp->let.value, visit, context); break;
  case FUT_EXP_LET_UPDATE:
    visit_path(&exp->let_update.path, visit, context);
    visit_one(exp->let_update.value, visit, context);
    break;
  case FUT_EXP_LET_FUNCTION: visit_one(exp->let_function.binding.body, visit, context); break;
  case FUT_EXP_LOOP:
    visit_one(exp->loop.initial, visit, context);
    visit_one(exp->loop.bound, visit, context);
    visit_one(exp->loop.body, visit, context);
    break;
  case FUT_EXP_MATCH:
    visit_one(exp->match.subject, visit, context);
    for (size_t i = 0; i < exp->match.cases.count; i++)
      visit_one(exp->match.cases.data[i].body, visit, context);
    break;
  case FUT_EXP_ASSERT:
    visit_one(exp->assertion.condition, visit, context);
    visit_one(exp->assertion.value, visit, context);
    break;
  case FUT_EXP_ATTRIBUTE: visit_one(exp->attributed.value, visit, context); break;
  }
}

const FutExp *fut_let_body(const FutExp *exp) {
  if (exp->kind == FUT_EXP_LET) return exp->let.body;
  if (exp->kind == FUT_EXP_LET_UPDATE) return exp->let_update.body;
  return exp->kind == FUT_EXP_LET_FUNCTION ? exp->let_function.body : NULL;
}
