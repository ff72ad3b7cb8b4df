// Every case names the parts of its node, so that a new annotation is never copied by accident.
#include "front/futhark/ast_clone.h"

// ---- Types ----

// The size of a dimension; NULL for an anonymous one.
static FutDim clone_dim(Arena *arena, FutDim dim) {
  return (FutDim){dim.span, dim.size == NULL ? NULL : fut_clone_exp(arena, dim.size)};
}

static FutTypeExps clone_type_exps(Arena *arena, const FutTypeExps *types) {
  FutTypeExps copy = {0};
  for (size_t i = 0; i < types->count; i++)
    vec_push(arena, &copy, fut_clone_type_exp(arena, types->data[i]));
  return copy;
}

static void clone_type_apply(Arena *arena, FutTypeExp *copy, const FutTypeExp *type) {
  copy->apply.head = fut_clone_type_exp(arena, type->apply.head);
  copy->apply.is_payload = type->apply.is_payload;
  for (size_t i = 0; i < type->apply.arguments.count; i++) {
    const FutTypeArg *from = &type->apply.arguments.data[i];
    FutTypeArg argument = {.is_dim = from->is_dim};
    if (from->is_dim)
      argument.dim = clone_dim(arena, from->dim);
    else
      argument.type = fut_clone_type_exp(arena, from->type);
    vec_push(arena, &copy->apply.arguments, argument);
  }
}

static void clone_type_sum(Arena *arena, FutTypeExp *copy, const FutTypeExp *type) {
  for (size_t i = 0; i < type->sum.count; i++) {
    const FutTypeClause *from = &type->sum.data[i];
    FutTypeClause clause = {from->constructor, clone_type_exps(arena, &from->payload)};
    vec_push(arena, &copy->sum, clause);
  }
}

static void clone_type_record(Arena *arena, FutTypeExp *copy, const FutTypeExp *type) {
  for (size_t i = 0; i < type->record.count; i++) {
    const FutTypeField *from = &type->record.data[i];
    FutTypeField field = {from->name, fut_clone_type_exp(arena, from->type)};
    vec_push(arena, &copy->record, field);
  }
}

FutTypeExp *fut_clone_type_exp(Arena *arena, const FutTypeExp *type) {
  if (type == NULL) return NULL;
  FutTypeExp *copy = arena_make(arena, FutTypeExp);
  copy->kind = type->kind;
  copy->height = type->height;
  copy->span = type->span;
  switch (type->kind) {
  case FUT_TYPE_NAME: copy->name = type->name; break;
  case FUT_TYPE_APPLY: clone_type_apply(arena, copy, type); break;
  case FUT_TYPE_ARRAY:
    copy->array.dim = clone_dim(arena, type->array.dim);
    copy->array.element = fut_clone_type_exp(arena, type->array.element);
    break;
  case FUT_TYPE_TUPLE: copy->tuple = clone_type_exps(arena, &type->tuple); break;
  case FUT_TYPE_RECORD: clone_type_record(arena, copy, type); break;
  case FUT_TYPE_SUM: clone_type_sum(arena, copy, type); break;
  case FUT_TYPE_ARROW:
    copy->arrow.parameter = type->arrow.parameter;
    copy->arrow.from = fut_clone_type_exp(arena, type->arrow.from);
    copy->arrow.to = fut_clone_type_exp(arena, type->arrow.to);
    break;
  case FUT_TYPE_UNIQUE: copy->unique = fut_clone_type_exp(arena, type->unique); break;
  case FUT_TYPE_EXISTS:
    copy->exists.sizes = type->exists.sizes;
    copy->exists.body = fut_clone_type_exp(arena, type->exists.body);
    break;
  }
  return copy;
}

// ---- Patterns ----

static FutPatterns clone_patterns(Arena *arena, const FutPatterns *patterns) {
  FutPatterns copy = {0};
  for (size_t i = 0; i < patterns->count; i++)
    vec_push(arena, &copy, fut_clone_pattern(arena, patterns->data[i]));
  return copy;
}

static void clone_pattern_record(Arena *arena, FutPattern *copy, const FutPattern *pattern) {
  for (size_t i = 0; i < pattern->record.count; i++) {
    const FutPatternField *from = &pattern->record.data[i];
    FutPatternField field = {from->name, fut_clone_pattern(arena, from->pattern), from->is_punned};
    vec_push(arena, &copy->record, field);
  }
}

FutPattern *fut_clone_pattern(Arena *arena, const FutPattern *pattern) {
  if (pattern == NULL) return NULL;
  FutPattern *copy = arena_make(arena, FutPattern);
  copy->kind = pattern->kind;
  copy->height = pattern->height;
  copy->span = pattern->span;
  switch (pattern->kind) {
  case FUT_PATTERN_WILDCARD: break;
  case FUT_PATTERN_NAME: copy->name = pattern->name; break;
  case FUT_PATTERN_NUMBER: copy->number = pattern->number; break;
  case FUT_PATTERN_BOOL: copy->is_true = pattern->is_true; break;
  case FUT_PATTERN_TUPLE: copy->tuple = clone_patterns(arena, &pattern->tuple); break;
  case FUT_PATTERN_RECORD: clone_pattern_record(arena, copy, pattern); break;
  case FUT_PATTERN_CONSTRUCTOR:
    copy->constructor.name = pattern->constructor.name;
    copy->constructor.payload = clone_patterns(arena, &pattern->constructor.payload);
    break;
  case FUT_PATTERN_ASCRIBE:
    copy->ascribe.pattern = fut_clone_pattern(arena, pattern->ascribe.pattern);
    copy->ascribe.type = fut_clone_type_exp(arena, pattern->ascribe.type);
    break;
  case FUT_PATTERN_ATTRIBUTE:
    copy->attributed.attribute = pattern->attributed.attribute;
    copy->attributed.pattern = fut_clone_pattern(arena, pattern->attributed.pattern);
    break;
  }
  return copy;
}

// ---- Expressions ----

static FutExps clone_exps(Arena *arena, const FutExps *exps) {
  FutExps copy = {0};
  for (size_t i = 0; i < exps->count; i++)
    vec_push(arena, &copy, fut_clone_exp(arena, exps->data[i]));
  return copy;
}

static FutIndices clone_indices(Arena *arena, const FutIndices *indices) {
  FutIndices copy = {0};
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *from = &indices->data[i];
    FutIndex index = {.span = from->span, .is_slice = from->is_slice};
    index.start = fut_clone_exp(arena, from->start);
    index.end = fut_clone_exp(arena, from->end);
    index.stride = fut_clone_exp(arena, from->stride);
    vec_push(arena, &copy, index);
  }
  return copy;
}

FutBinding fut_clone_binding(Arena *arena, const FutBinding *binding) {
  FutBinding copy = {.name = binding->name,
                     .type_params = binding->type_params,
                     .attributes = binding->attributes};
  copy.params = clone_patterns(arena, &binding->params);
  copy.return_type = fut_clone_type_exp(arena, binding->return_type);
  copy.body = fut_clone_exp(arena, binding->body);
  return copy;
}

static void clone_record(Arena *arena, FutExp *copy, const FutExp *exp) {
  for (size_t i = 0; i < exp->record.count; i++) {
    const FutExpField *from = &exp->record.data[i];
    FutExpField field = {from->name, fut_clone_exp(arena, from->value), from->is_punned};
    vec_push(arena, &copy->record, field);
  }
}

static void clone_match(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->match.subject = fut_clone_exp(arena, exp->match.subject);
  for (size_t i = 0; i < exp->match.cases.count; i++) {
    const FutCase *from = &exp->match.cases.data[i];
    FutCase copied = {.span = from->span};
    copied.pattern = fut_clone_pattern(arena, from->pattern);
    copied.body = fut_clone_exp(arena, from->body);
    vec_push(arena, &copy->match.cases, copied);
  }
}

static void clone_loop(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->loop.sizes = exp->loop.sizes;
  copy->loop.pattern = fut_clone_pattern(arena, exp->loop.pattern);
  copy->loop.initial = fut_clone_exp(arena, exp->loop.initial);
  copy->loop.form = exp->loop.form;
  copy->loop.element = fut_clone_pattern(arena, exp->loop.element);
  copy->loop.bound = fut_clone_exp(arena, exp->loop.bound);
  copy->loop.body = fut_clone_exp(arena, exp->loop.body);
}

static void clone_lambda(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->lambda.params = clone_patterns(arena, &exp->lambda.params);
  copy->lambda.return_type = fut_clone_type_exp(arena, exp->lambda.return_type);
  copy->lambda.body = fut_clone_exp(arena, exp->lambda.body);
}

static FutPath clone_path(Arena *arena, const FutPath *path) {
  FutPath copy = {0};
  for (size_t i = 0; i < path->count; i++) {
    FutStep step = path->data[i];
    step.indices = clone_indices(arena, &step.indices);
    vec_push(arena, &copy, step);
  }
  return copy;
}

static void clone_update(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->update.source = fut_clone_exp(arena, exp->update.source);
  copy->update.path = clone_path(arena, &exp->update.path);
  copy->update.value = fut_clone_exp(arena, exp->update.value);
}

// The parts of the three kinds of `let` before the body.
static void clone_let(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->let.sizes = exp->let.sizes;
  copy->let.pattern = fut_clone_pattern(arena, exp->let.pattern);
  copy->let.value = fut_clone_exp(arena, exp->let.value);
}

static void clone_let_update(Arena *arena, FutExp *copy, const FutExp *exp) {
  copy->let_update.name = exp->let_update.name;
  copy->let_update.path = clone_path(arena, &exp->let_update.path);
  copy->let_update.value = fut_clone_exp(arena, exp->let_update.value);
}

// Everything but the bodies of `let`s.
static void clone_parts(Arena *arena, FutExp *copy, const FutExp *exp) {
  switch (exp->kind) {
  case FUT_EXP_HOLE: break;
  case FUT_EXP_NUMBER: copy->number = exp->number; break;
  case FUT_EXP_BOOL: copy->is_true = exp->is_true; break;
  case FUT_EXP_STRING: copy->string = exp->string; break;
  case FUT_EXP_VAR: copy->name = exp->name; break;
  case FUT_EXP_TUPLE:
  case FUT_EXP_ARRAY: copy->items = clone_exps(arena, &exp->items); break;
  case FUT_EXP_RECORD: clone_record(arena, copy, exp); break;
  case FUT_EXP_APPLY:
    copy->apply.function = fut_clone_exp(arena, exp->apply.function);
    copy->apply.arguments = clone_exps(arena, &exp->apply.arguments);
    break;
  case FUT_EXP_CONSTRUCTOR:
    copy->constructor.name = exp->constructor.name;
    copy->constructor.arguments = clone_exps(arena, &exp->constructor.arguments);
    break;
  case FUT_EXP_BINARY:
    copy->binary.op = exp->binary.op;
    copy->binary.left = fut_clone_exp(arena, exp->binary.left);
    copy->binary.right = fut_clone_exp(arena, exp->binary.right);
    break;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: copy->operand = fut_clone_exp(arena, exp->operand); break;
  case FUT_EXP_RANGE:
    copy->range.end = exp->range.end;
    copy->range.first = fut_clone_exp(arena, exp->range.first);
    copy->range.second = fut_clone_exp(arena, exp->range.second);
    copy->range.last = fut_clone_exp(arena, exp->range.last);
    break;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE:
    copy->ascribe.value = fut_clone_exp(arena, exp->ascribe.value);
    copy->ascribe.type = fut_clone_type_exp(arena, exp->ascribe.type);
    break;
  case FUT_EXP_INDEX:
    copy->index.array = fut_clone_exp(arena, exp->index.array);
    copy->index.indices = clone_indices(arena, &exp->index.indices);
    break;
  case FUT_EXP_PROJECT:
    copy->project.record = fut_clone_exp(arena, exp->project.record);
    copy->project.field = exp->project.field;
    break;
  case FUT_EXP_UPDATE: clone_update(arena, copy, exp); break;
  case FUT_EXP_OPEN:
    copy->open.module = exp->open.module;
    copy->open.body = fut_clone_exp(arena, exp->open.body);
    break;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT:
    copy->section.op = exp->section.op;
    copy->section.operand = fut_clone_exp(arena, exp->section.operand);
    break;
  case FUT_EXP_SECTION_PATH: copy->section_path = clone_path(arena, &exp->section_path); break;
  case FUT_EXP_LAMBDA: clone_lambda(arena, copy, exp); break;
  case FUT_EXP_IF:
    copy->branch.condition = fut_clone_exp(arena, exp->branch.condition);
    copy->branch.then = fut_clone_exp(arena, exp->branch.then);
    copy->branch.otherwise = fut_clone_exp(arena, exp->branch.otherwise);
    break;
  case FUT_EXP_LET: clone_let(arena, copy, exp); break;
  case FUT_EXP_LET_UPDATE: clone_let_update(arena, copy, exp); break;
  case FUT_EXP_LET_FUNCTION:
    copy->let_function.binding = fut_clone_binding(arena, &exp->let_function.binding);
    break;
  case FUT_EXP_LOOP: clone_loop(arena, copy, exp); break;
  case FUT_EXP_MATCH: clone_match(arena, copy, exp); break;
  case FUT_EXP_ASSERT:
    copy->assertion.condition = fut_clone_exp(arena, exp->assertion.condition);
    copy->assertion.value = fut_clone_exp(arena, exp->assertion.value);
    break;
  case FUT_EXP_ATTRIBUTE:
    copy->attributed.attribute = exp->attributed.attribute;
    copy->attributed.value = fut_clone_exp(arena, exp->attributed.value);
    break;
  }
}

// Where the body of a `let` is; NULL when the expression is none.
static FutExp **let_body(FutExp *exp) {
  if (exp->kind == FUT_EXP_LET) return &exp->let.body;
  if (exp->kind == FUT_EXP_LET_UPDATE) return &exp->let_update.body;
  if (exp->kind == FUT_EXP_LET_FUNCTION) return &exp->let_function.body;
  return NULL;
}

static const FutExp *let_body_of(const FutExp *exp) {
  if (exp->kind == FUT_EXP_LET) return exp->let.body;
  if (exp->kind == FUT_EXP_LET_UPDATE) return exp->let_update.body;
  if (exp->kind == FUT_EXP_LET_FUNCTION) return exp->let_function.body;
  return NULL;
}

FutExp *fut_clone_exp(Arena *arena, const FutExp *exp) {
  FutExp *result = NULL;
  FutExp **place = &result;
  while (exp != NULL) {
    FutExp *copy = arena_make(arena, FutExp);
    copy->kind = exp->kind;
    copy->height = exp->height;
    copy->span = exp->span;
    clone_parts(arena, copy, exp);
    *place = copy;
    place = let_body(copy);
    exp = let_body_of(exp);
  }
  return result;
}

// ---- Declarations ----

static FutTypeBinding clone_type_binding(Arena *arena, const FutTypeBinding *binding) {
  FutTypeBinding copy = {binding->name, binding->liftedness, binding->params,
                         fut_clone_type_exp(arena, binding->type)};
  return copy;
}

FutDecl *fut_clone_decl(Arena *arena, const FutDecl *decl) {
  FutDecl *copy = arena_make(arena, FutDecl);
  copy->kind = decl->kind;
  copy->span = decl->span;
  copy->doc = decl->doc;
  copy->attributes = decl->attributes;
  switch (decl->kind) {
  case FUT_DECL_BROKEN: copy->broken = decl->broken; break;
  case FUT_DECL_VALUE:
    copy->value.keyword = decl->value.keyword;
    copy->value.binding = fut_clone_binding(arena, &decl->value.binding);
    break;
  case FUT_DECL_TYPE: copy->type = clone_type_binding(arena, &decl->type); break;
  case FUT_DECL_MODULE:
    copy->module.name = decl->module.name;
    copy->module.params = decl->module.params;
    copy->module.ascription = decl->module.ascription;
    copy->module.module = fut_clone_module(arena, decl->module.module);
    break;
  case FUT_DECL_MODULE_TYPE: copy->module_type = decl->module_type; break;
  case FUT_DECL_OPEN: copy->open = fut_clone_module(arena, decl->open); break;
  case FUT_DECL_IMPORT: copy->import = decl->import; break;
  case FUT_DECL_LOCAL: copy->local = fut_clone_decl(arena, decl->local); break;
  }
  return copy;
}

FutModule *fut_clone_module(Arena *arena, const FutModule *module) {
  FutModule *copy = arena_make(arena, FutModule);
  copy->kind = module->kind;
  copy->height = module->height;
  copy->span = module->span;
  switch (module->kind) {
  case FUT_MODULE_NAME: copy->name = module->name; break;
  case FUT_MODULE_ASCRIBE:
    copy->ascribe.module = fut_clone_module(arena, module->ascribe.module);
    copy->ascribe.type = module->ascribe.type;
    break;
  case FUT_MODULE_LAMBDA:
    copy->lambda.params = module->lambda.params;
    copy->lambda.return_type = module->lambda.return_type;
    copy->lambda.body = fut_clone_module(arena, module->lambda.body);
    break;
  case FUT_MODULE_APPLY:
    copy->apply.function = fut_clone_module(arena, module->apply.function);
    copy->apply.argument = fut_clone_module(arena, module->apply.argument);
    break;
  case FUT_MODULE_BODY:
    for (size_t i = 0; i < module->body.count; i++)
      vec_push(arena, &copy->body, fut_clone_decl(arena, module->body.data[i]));
    break;
  case FUT_MODULE_IMPORT: copy->import = module->import; break;
  }
  return copy;
}
