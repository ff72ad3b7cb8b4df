// Functions, datatypes, bindings and expressions at top level.
#include <string.h>

#include "front/nesl/check_internal.h"

// ---- Datatypes ----

// Adds the declared parameters in the order in which they occur in a type.
static void add_params(NeslChecker *checker, NeslTypeParams *params, const NeslType *type) {
  if (type->tag == NESL_T_PARAM) {
    for (size_t i = 0; i < params->count; i++)
      if (params->data[i] == type->param) return;
    vec_push(checker->arena, params, type->param);
  }
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    add_params(checker, params, part);
}

// Every declared type variable must occur, or nothing would tell what it stands for.
static void check_occurrence(NeslChecker *checker, const NeslTypeParams *declared,
                             const NeslTypeParams *found, const char *where) {
  for (size_t i = 0; i < declared->count; i++) {
    bool is_found = false;
    for (size_t j = 0; j < found->count; j++)
      is_found = is_found || found->data[j] == declared->data[i];
    if (!is_found)
      diag_error(checker->diag, ERROR_NESL_AMBIGUOUS, declared->data[i]->span,
                 "the type variable `%s` does not occur in %s", declared->data[i]->name, where);
  }
}

static void add_datatype(NeslChecker *checker, NeslDatatype *datatype, NeslIdent name) {
  NeslFunction *constructor = nesl_new_function(checker, NESL_FUNCTION_CONSTRUCTOR, name);
  datatype->constructor = constructor;
  constructor->datatype = datatype;
  nesl_scope_add(checker, checker->types, name.name,
                 (NeslEntry){.form = checker->form, .datatype = datatype});
  nesl_scope_add(checker, checker->functions, name.name,
                 (NeslEntry){.form = checker->form, .function = constructor});
}

void nesl_check_datatype(NeslChecker *checker, NeslForm *form) {
  NeslIdent name = form->datatype.name;
  NeslDatatype *datatype = arena_make(checker->arena, NeslDatatype);
  *datatype = (NeslDatatype){.name = name.name, .span = name.span, .id = ++checker->next_id};
  form->datatype.datatype = datatype;
  add_datatype(checker, datatype, name);
  NeslTypeParams declared = nesl_check_classes(checker, &form->datatype.classes), found = {0};
  checker->params = declared.data;
  checker->param_count = declared.count;
  datatype->content = nesl_check_type(checker, form->datatype.content);
  checker->param_count = 0;
  add_params(checker, &found, datatype->content);
  if (datatype->content->tag == NESL_T_ERROR) return;
  check_occurrence(checker, &declared, &found, "the content of the datatype");
  datatype->params = found.data;
  datatype->param_count = found.count;
  const NeslType **arguments = arena_array(checker->arena, const NeslType *, found.count);
  for (size_t i = 0; i < found.count; i++)
    arguments[i] = nesl_type_param(checker->arena, found.data[i]);
  NeslFunction *constructor = datatype->constructor;
  constructor->params = found.data;
  constructor->param_count = found.count;
  constructor->from = datatype->content;
  constructor->to = nesl_type_data(checker->arena, datatype, arguments);
}

// ---- Functions ----

static void declare_function(NeslChecker *checker, NeslFunctionForm *form) {
  NeslFunction *function = form->function;
  if (form->type == NULL) {
    function->from = nesl_fresh(checker, NESL_CLASS_ANY, form->parameter->span);
    function->to = form->result != NULL ? nesl_check_type(checker, form->result)
                                        : nesl_fresh(checker, NESL_CLASS_ANY, form->name.span);
    return;
  }
  NeslTypeParams params = nesl_check_classes(checker, &form->classes), found = {0};
  checker->params = function->params = params.data;
  checker->param_count = function->param_count = params.count;
  checker->infos[function->index].is_annotated = true;
  function->from = nesl_check_type(checker, form->type->arrow.from);
  function->to = nesl_check_type(checker, form->type->arrow.to);
  checker->param_count = 0;
  if (function->from->tag == NESL_T_ERROR || function->to->tag == NESL_T_ERROR) return;
  add_params(checker, &found, function->from);
  add_params(checker, &found, function->to);
  check_occurrence(checker, &params, &found, "the type of the function");
}

static void check_function(NeslChecker *checker, NeslFunctionForm *form) {
  NeslFunction *function = form->function;
  bool is_annotated = form->type != NULL;
  checker->params = function->params;
  checker->param_count = is_annotated ? function->param_count : 0;
  const NeslType *found = nesl_check_exp(checker, form->body);
  NeslWhy why = {.role = NESL_ROLE_BODY, .name = function->name};
  if (!nesl_expect(checker, form->body->span, function->to, found, why) && is_annotated)
    diag_note(checker->diag, form->type->span, "the annotation says so");
  checker->param_count = 0;
}

// ---- What evaluation needs ----

// The last form whose value must be there before the form can be evaluated, and 1 added.
static size_t use_reach(const NeslChecker *checker, const NeslUse *use) {
  const NeslForm *form = checker->checked->forms.data[use->form];
  bool is_value = form->kind == NESL_FORM_BINDING || form->kind == NESL_FORM_EXPRESSION;
  return is_value ? use->form + 1 : checker->infos[use->form].reach;
}

static void find_reach(NeslChecker *checker, const NeslGroup *group) {
  size_t reach = 0;
  for (size_t i = 0; i < group->count; i++) {
    const NeslFormInfo *info = &checker->infos[group->data[i]];
    for (size_t j = 0; j < info->uses.count; j++) {
      size_t next = use_reach(checker, &info->uses.data[j]);
      if (next > reach) reach = next;
    }
  }
  for (size_t i = 0; i < group->count; i++)
    checker->infos[group->data[i]].reach = reach;
}

// A function may be used above its definition, but not before the values that it needs are there.
static void check_reach(NeslChecker *checker, size_t index) {
  const NeslFormInfo *info = &checker->infos[index];
  for (size_t i = 0; i < info->uses.count; i++) {
    const NeslUse *use = &info->uses.data[i];
    size_t reach = use_reach(checker, use);
    if (reach <= index) continue;
    diag_error(checker->diag, ERROR_NESL_TOO_EARLY, use->name.span,
               "`%s` needs a value here that is not computed yet", use->name.name);
    diag_note(checker->diag, checker->checked->forms.data[reach - 1]->span,
              "the value is computed here");
    diag_hint(checker->diag, "forms are evaluated in their order; move one of them");
    return;
  }
}

// ---- Groups ----

static void check_form(NeslChecker *checker, NeslForm *form) {
  switch (form->kind) {
  case NESL_FORM_FUNCTION: check_function(checker, &form->function); return;
  case NESL_FORM_BINDING:
    check_reach(checker, checker->form);
    nesl_check_pattern(checker, form->binding.pattern,
                       nesl_check_exp(checker, form->binding.value));
    return;
  case NESL_FORM_EXPRESSION:
    check_reach(checker, checker->form);
    form->expression.it->type = nesl_check_exp(checker, form->expression.value);
    return;
  case NESL_FORM_DATATYPE:
  case NESL_FORM_BROKEN: return;
  }
}

// After an error in a group: what it defines has the type ERROR, unless an annotation says more.
static void forget_form(NeslChecker *checker, NeslForm *form) {
  const NeslType *error = nesl_type_scalar(NESL_T_ERROR);
  if (form->kind == NESL_FORM_FUNCTION && form->function.type == NULL) {
    form->function.function->from = form->function.function->to = error;
  } else if (form->kind == NESL_FORM_BINDING) {
    nesl_check_pattern(checker, form->binding.pattern, error);
  } else if (form->kind == NESL_FORM_EXPRESSION) {
    form->expression.it->type = error;
  }
}

// Makes parameters of the variables that are left in a type.
static void generalise(NeslChecker *checker, NeslTypeParams *params, const NeslType *type) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_VAR && !type->var->is_shared) {
    NeslTypeParam *param = arena_make(checker->arena, NeslTypeParam);
    param->name = intern_str(checker->names, nesl_type_letter(checker->arena, params->count));
    param->class = type->var->class;
    type->var->link = nesl_type_param(checker->arena, param);
    vec_push(checker->arena, params, param);
  }
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    generalise(checker, params, part);
}

// The functions of a group share their parameters, because they call each other.
static void generalise_group(NeslChecker *checker, const NeslGroup *group) {
  NeslTypeParams params = {0};
  for (int is_second = 0; is_second < 2; is_second++)
    for (size_t i = 0; i < group->count; i++) {
      NeslForm *form = checker->checked->forms.data[group->data[i]];
      if (form->kind != NESL_FORM_FUNCTION || form->function.type != NULL) continue;
      NeslFunction *function = form->function.function;
      generalise(checker, &params, function->from);
      generalise(checker, &params, function->to);
      function->params = params.data;
      function->param_count = params.count;
    }
}

// The value at top level that a form gives a name, where evaluating it anew at every use makes no
// difference: a function that is written down.
static NeslValue *function_value(const NeslForm *form) {
  const NeslExp *exp = NULL;
  NeslValue *value = NULL;
  if (form->kind == NESL_FORM_EXPRESSION) {
    exp = form->expression.value;
    value = form->expression.it;
  } else if (form->kind == NESL_FORM_BINDING && form->binding.pattern->kind == NESL_PATTERN_NAME) {
    exp = form->binding.value;
    value = form->binding.pattern->variable.value;
  } else {
    return NULL;
  }
  bool is_written = exp->kind == NESL_EXP_LAMBDA || exp->kind == NESL_EXP_FUNCTION ||
                    (exp->kind == NESL_EXP_VAR && exp->variable.value != NULL &&
                     exp->variable.value->param_count > 0);
  return is_written ? value : NULL;
}

static void generalise_value(NeslChecker *checker, const NeslGroup *group) {
  NeslValue *value = function_value(checker->checked->forms.data[group->data[0]]);
  if (value == NULL) return;
  NeslTypeParams params = {0};
  generalise(checker, &params, value->type);
  value->params = params.data;
  value->param_count = params.count;
}

static void report_ambiguity(NeslChecker *checker, const NeslTypeVar *open) {
  diag_error(checker->diag, ERROR_NESL_AMBIGUOUS, open->span,
             open->is_element ? "the type of the elements of this empty sequence is not known"
                              : "a type that this needs cannot be found out");
  if (open->is_element)
    diag_hint(checker->diag, "write it after the brackets: `[] int`");
  else
    diag_hint(checker->diag, "annotate what is called: `function f(x) : int -> int = e;`");
}

// For which type a function is used that is never called makes no difference: int is in every
// class.
static void close_var(NeslTypeVar *var) { var->link = nesl_type_scalar(NESL_T_INT); }

// The variable that stands for what a variable became; NULL when it was solved.
static NeslTypeVar *open_var(NeslTypeVar *var) {
  NeslType type = {.tag = NESL_T_VAR, .var = var};
  const NeslType *found = nesl_type_resolve(&type);
  return found->tag == NESL_T_VAR ? found->var : NULL;
}

// Reports one variable that nothing decides; that of an empty sequence is the most telling. How a
// function is used that a form at top level gives, forms below it tell; others nobody will use.
static void check_ambiguity(NeslChecker *checker, const NeslGroup *group) {
  const NeslForm *form = checker->checked->forms.data[group->data[0]];
  bool is_value = form->kind == NESL_FORM_BINDING || form->kind == NESL_FORM_EXPRESSION;
  const NeslTypeVar *open = NULL;
  for (size_t i = 0; i < checker->vars.count; i++) {
    const NeslTypeVar *var = checker->vars.data[i];
    NeslTypeVar *found = open_var(checker->vars.data[i]);
    if (found == NULL || found->is_shared) continue;
    if (is_value && found->is_function) {
      found->is_shared = true;
      vec_push(checker->arena, &checker->shared, found);
    } else if (found->is_function) {
      close_var(found);
    } else if (open == NULL || (var->is_element && !open->is_element)) {
      open = var;
    }
  }
  if (open != NULL) report_ambiguity(checker, open);
}

void nesl_close_shared(NeslChecker *checker) {
  for (size_t i = 0; i < checker->shared.count; i++) {
    NeslTypeVar *found = open_var(checker->shared.data[i]);
    if (found != NULL) close_var(found);
  }
  checker->shared.count = 0;
}

static bool has_param(const NeslType *type) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_PARAM) return true;
  const NeslType *part = NULL;
  for (size_t i = 0; (part = nesl_type_part(type, i)) != NULL; i++)
    if (has_param(part)) return true;
  return false;
}

// Calls within the group: those of functions without an annotation are at their own parameters. The
// others must not be at types that grow, because every instance is compiled on its own.
static void finish_calls(NeslChecker *checker) {
  for (size_t i = 0; i < checker->calls.count; i++) {
    const NeslGroupCall *call = &checker->calls.data[i];
    const NeslFunction *function = call->exp->function;
    if (!call->is_annotated)
      call->exp->instance = arena_array(checker->arena, const NeslType *, function->param_count);
    for (size_t j = 0; j < function->param_count; j++) {
      if (!call->is_annotated) {
        call->exp->instance[j] = nesl_type_param(checker->arena, function->params[j]);
        continue;
      }
      const NeslType *type = nesl_type_resolve(call->exp->instance[j]);
      if (type->tag == NESL_T_PARAM || !has_param(type)) continue;
      NeslPrinter printer = {.arena = checker->arena};
      diag_error(checker->diag, ERROR_NESL_INFINITE, call->span,
                 "this recursive call of `%s` is at another type each time", function->name);
      diag_note(checker->diag, SPAN_NONE, "`%s` becomes `%s`", function->params[j]->name,
                nesl_message_type(&printer, type));
      break;
    }
  }
}

static bool is_recursive(const NeslChecker *checker, const NeslGroup *group) {
  if (group->count > 1) return true;
  const NeslFormInfo *info = &checker->infos[group->data[0]];
  for (size_t i = 0; i < info->uses.count; i++)
    if (info->uses.data[i].form == group->data[0]) return true;
  return false;
}

// What is true of a function if it is true of one that it calls.
typedef bool Trait(const NeslFunction *function);

static bool has_rand(const NeslFunction *function) { return function->is_random; }
static bool has_effect(const NeslFunction *function) { return function->is_acting; }

static bool uses_trait(const NeslChecker *checker, size_t form, size_t below, Trait *trait) {
  const NeslFormInfo *info = &checker->infos[form];
  for (size_t j = 0; j < info->uses.count; j++) {
    if (info->uses.data[j].form >= below) continue;
    const NeslForm *used = checker->checked->forms.data[info->uses.data[j].form];
    if (used->kind == NESL_FORM_FUNCTION && trait(used->function.function)) return true;
  }
  return false;
}

// Whether the program itself calls such a function of the prelude, so that any function that is a
// value may do so.
static bool is_anywhere(const NeslChecker *checker, Trait *trait) {
  for (size_t i = checker->prelude_count; i < checker->checked->forms.count; i++)
    if (uses_trait(checker, i, checker->prelude_count, trait)) return true;
  return false;
}

// Whether a form of the group has it; what the group uses was asked before.
static bool group_has(const NeslChecker *checker, const NeslGroup *group, Trait *trait) {
  bool is_applying = false;
  for (size_t i = 0; i < group->count; i++) {
    const NeslFormInfo *info = &checker->infos[group->data[i]];
    if (trait == has_rand ? info->is_random : info->is_acting) return true;
    if (uses_trait(checker, group->data[i], SIZE_MAX, trait)) return true;
    is_applying = is_applying || info->is_applying;
  }
  return is_applying && is_anywhere(checker, trait);
}

// Where something is done that has no value, names are often bound to nothing.
static void warn_unused(NeslChecker *checker, const NeslGroup *group) {
  for (size_t i = 0; i < group->count; i++) {
    const NeslFormInfo *info = &checker->infos[group->data[i]];
    for (size_t k = 0; k < info->unused.count; k++) {
      const NeslPattern *pattern = info->unused.data[k];
      diag_warning(checker->diag, ERROR_NESL_UNUSED, pattern->span, "`%s` is never used",
                   pattern->variable.name);
      diag_hint(checker->diag, "leave it out, or call it `_%s`", pattern->variable.name);
    }
  }
}

// Patterns may have found out more and more about the type of a parameter.
static void check_sizes(NeslChecker *checker, const NeslGroup *group) {
  for (size_t i = 0; i < group->count; i++) {
    const NeslForm *form = checker->checked->forms.data[group->data[i]];
    if (form->kind != NESL_FORM_FUNCTION) continue;
    const NeslFunction *function = form->function.function;
    nesl_check_size(checker, form->function.parameter->span, function->from);
    nesl_check_size(checker, form->function.name.span, function->to);
  }
}

// Gives the functions of a group their types, as far as annotations and parameters tell.
static void declare_group(NeslChecker *checker, const NeslGroup *group) {
  for (size_t i = 0; i < group->count; i++) {
    checker->form = group->data[i];
    NeslForm *form = checker->checked->forms.data[checker->form];
    if (form->kind != NESL_FORM_FUNCTION) continue;
    form->function.function->is_recursive = checker->is_recursive;
    form->function.function->is_random = checker->is_random;
    form->function.function->is_acting = form->is_acting;
    declare_function(checker, &form->function);
    checker->params = form->function.function->params;
    checker->param_count = form->function.function->param_count;
    nesl_check_pattern(checker, form->function.parameter, form->function.function->from);
    checker->param_count = 0;
  }
}

// What an input has shown, and computed, later ones do not change.
static void enter_input(NeslChecker *checker, const NeslForm *form) {
  if (form->input != checker->input) nesl_close_shared(checker);
  checker->input = form->input;
}

void nesl_check_group(NeslChecker *checker, const NeslGroup *group) {
  size_t errors = diag_error_count(checker->diag);
  enter_input(checker, checker->checked->forms.data[group->data[0]]);
  checker->vars.count = checker->calls.count = checker->truths.count = 0;
  checker->group = checker->infos[group->data[0]].group;
  checker->is_recursive = is_recursive(checker, group);
  checker->is_random = group_has(checker, group, has_rand);
  bool is_acting = group_has(checker, group, has_effect);
  for (size_t i = 0; i < group->count; i++)
    checker->checked->forms.data[group->data[i]]->is_acting = is_acting;
  find_reach(checker, group);
  declare_group(checker, group);
  if (!is_acting) warn_unused(checker, group);
  for (size_t i = 0; i < group->count; i++) {
    checker->form = group->data[i];
    check_form(checker, checker->checked->forms.data[checker->form]);
  }
  nesl_check_truths(checker);
  check_sizes(checker, group);
  bool is_good = diag_error_count(checker->diag) == errors;
  for (size_t i = 0; i < group->count; i++)
    is_good = is_good && !checker->infos[group->data[i]].is_bad;
  if (is_good) {
    generalise_group(checker, group);
    generalise_value(checker, group);
    finish_calls(checker);
    check_ambiguity(checker, group);
  }
  for (size_t i = 0; i < group->count && !is_good; i++)
    forget_form(checker, checker->checked->forms.data[group->data[i]]);
}
