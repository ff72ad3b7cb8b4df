// Types as they are written.
#include <string.h>

#include "base/internal.h"
#include "base/suggest.h"
#include "front/nesl/check_internal.h"
#include "front/nesl/parse.h"

static const NeslType *type_error(void) { return nesl_type_scalar(NESL_T_ERROR); }

// ---- Classes ----

static NeslClass check_class(NeslChecker *checker, NeslIdent name) {
  static const char *const NAMES[] = {"any", "number", "ordinal", "logical"};
  NeslClass class = NESL_CLASS_ANY;
  if (nesl_class_find(name.name, &class)) return class;
  diag_error(checker->diag, ERROR_NESL_UNKNOWN_CLASS, name.span, "unknown class `%s`", name.name);
  Suggestion suggestion = suggestion_for(name.name);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    suggestion_offer(&suggestion, NAMES[i]);
  if (suggestion.best)
    diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
  else
    diag_hint(checker->diag, "the classes are `any`, `number`, `ordinal` and `logical`");
  return NESL_CLASS_ANY;
}

// Whether a variable was declared already, which is reported.
static bool is_declared(NeslChecker *checker, const NeslTypeParams *params, NeslIdent variable) {
  for (size_t i = 0; i < params->count; i++) {
    if (params->data[i]->name != variable.name) continue;
    diag_error(checker->diag, ERROR_NESL_DUPLICATE, variable.span,
               "the type variable `%s` is declared twice", variable.name);
    diag_note(checker->diag, params->data[i]->span, "the first one is here");
    return true;
  }
  return false;
}

NeslTypeParams nesl_check_classes(NeslChecker *checker, const NeslTypeBinds *classes) {
  NeslTypeParams params = {0};
  for (size_t i = 0; i < classes->count; i++) {
    NeslIdent variable = classes->data[i].variable;
    if (is_declared(checker, &params, variable)) continue;
    NeslTypeParam *param = arena_make(checker->arena, NeslTypeParam);
    *param = (NeslTypeParam){.name = variable.name,
                             .span = variable.span,
                             .class = check_class(checker, classes->data[i].class_name)};
    vec_push(checker->arena, &params, param);
  }
  return params;
}

// ---- Names ----

typedef struct NeslScalar {
  const char *name;
  NeslTypeTag tag;
} NeslScalar;

static const NeslScalar SCALARS[] = {
    {"int", NESL_T_INT}, {"float", NESL_T_FLOAT}, {"bool", NESL_T_BOOL}, {"char", NESL_T_CHAR}};

static const char *const FOREIGN[][2] = {
    {"integer", "int"},   {"real", "float"},     {"double", "float"}, {"boolean", "bool"},
    {"string", "[char]"}, {"character", "char"}, {"str", "[char]"},   {"long", "int"},
};

// Datatypes are made in the order of their forms, so that those further down are not known yet.
static bool hint_later_datatype(NeslChecker *checker, Name name) {
  const NeslForms *forms = &checker->checked->forms;
  for (size_t i = checker->form + 1; i < forms->count; i++) {
    const NeslForm *form = forms->data[i];
    if (form->kind != NESL_FORM_DATATYPE || form->datatype.name.name != name) continue;
    diag_note(checker->diag, form->datatype.name.span, "it is defined here");
    diag_hint(checker->diag, "a datatype sees only those above it; move one of them");
    return true;
  }
  return false;
}

static const NeslType *report_unknown_type(NeslChecker *checker, Name name, Span span) {
  diag_error(checker->diag, ERROR_NESL_UNKNOWN_TYPE, span, "unknown type `%s`", name);
  for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++)
    if (strcmp(FOREIGN[i][0], name) == 0) {
      diag_hint(checker->diag, "did you mean `%s`?", FOREIGN[i][1]);
      return type_error();
    }
  NeslClass class = NESL_CLASS_ANY;
  if (nesl_class_find(name, &class)) {
    diag_hint(checker->diag,
              "`%s` is a class: write a type variable, and after the type `:: (a in "
              "%s)`",
              name, name);
    return type_error();
  }
  if (hint_later_datatype(checker, name)) return type_error();
  if (strlen(name) <= 2) {
    diag_hint(checker->diag, "a type variable is declared after the type: `… :: (%s in any)`",
              name);
    return type_error();
  }
  Suggestion suggestion = suggestion_for(name);
  for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++)
    suggestion_offer(&suggestion, SCALARS[i].name);
  if (suggestion.best)
    diag_hint(checker->diag, "did you mean `%s`?", suggestion.best);
  else
    nesl_hint_close(checker, checker->types, name, false);
  return type_error();
}

// The datatype of a name; a datatype itself sees only those above it. NULL after an error.
static NeslDatatype *find_datatype(NeslChecker *checker, Name name, Span span) {
  const NeslForm *form = checker->form < checker->checked->forms.count
                             ? checker->checked->forms.data[checker->form]
                             : NULL;
  bool is_content = form != NULL && form->kind == NESL_FORM_DATATYPE;
  const NeslEntry *entry = nesl_scope_find(checker, checker->types, name, !is_content);
  if (entry == NULL) {
    report_unknown_type(checker, name, span);
    return NULL;
  }
  if (is_content && entry->form == checker->form) {
    diag_error(checker->diag, ERROR_NESL_RECURSIVE_DATATYPE, span,
               "the datatype `%s` would contain itself", name);
    diag_hint(checker->diag, "keep a sequence of nodes, and the indices of others in each node");
    return NULL;
  }
  if (entry->datatype != NULL) nesl_record_function(checker, entry->datatype->constructor, span);
  return entry->datatype;
}

static const NeslType *report_arguments(NeslChecker *checker, const NeslDatatype *datatype,
                                        size_t given, Span span) {
  diag_error(checker->diag, ERROR_NESL_TYPE_ARGUMENTS, span,
             "the datatype `%s` has %zu type variable%s, but %zu type%s given", datatype->name,
             datatype->param_count, datatype->param_count == 1 ? "" : "s", given,
             given == 1 ? " is" : "s are");
  diag_note(checker->diag, datatype->span, "it is defined here");
  return type_error();
}

static const NeslType *check_name(NeslChecker *checker, const NeslTypeExp *type) {
  for (size_t i = 0; i < checker->param_count; i++)
    if (checker->params[i]->name == type->name)
      return nesl_type_param(checker->arena, checker->params[i]);
  for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++)
    if (strcmp(SCALARS[i].name, type->name) == 0) return nesl_type_scalar(SCALARS[i].tag);
  NeslDatatype *datatype = find_datatype(checker, type->name, type->span);
  if (datatype == NULL) return type_error();
  if (datatype->param_count > 0) return report_arguments(checker, datatype, 0, type->span);
  return nesl_type_data(checker->arena, datatype, NULL);
}

static const NeslType *check_apply(NeslChecker *checker, const NeslTypeExp *type) {
  size_t count = type->apply.arguments.count;
  const NeslType **arguments = arena_array(checker->arena, const NeslType *, count);
  bool is_good = true;
  for (size_t i = 0; i < count; i++) {
    arguments[i] = nesl_check_type(checker, type->apply.arguments.data[i]);
    is_good = is_good && arguments[i]->tag != NESL_T_ERROR;
  }
  NeslDatatype *datatype = find_datatype(checker, type->apply.name.name, type->apply.name.span);
  if (datatype == NULL || !is_good) return type_error();
  if (datatype->param_count != count) return report_arguments(checker, datatype, count, type->span);
  for (size_t i = 0; i < count; i++) {
    if (nesl_class_has(datatype->params[i]->class, nesl_type_resolve(arguments[i]))) continue;
    NeslPrinter printer = {.arena = checker->arena};
    diag_error(checker->diag, ERROR_NESL_CLASS, type->apply.arguments.data[i]->span,
               "`%s` is not in the class `%s`, which the datatype `%s` demands",
               nesl_message_type(&printer, arguments[i]),
               nesl_class_text(datatype->params[i]->class), datatype->name);
    return type_error();
  }
  return nesl_type_data(checker->arena, datatype, arguments);
}

static const NeslType *check_tuple(NeslChecker *checker, const NeslTypeExp *type) {
  const NeslType **items = arena_array(checker->arena, const NeslType *, type->items.count);
  bool is_good = true;
  for (size_t i = 0; i < type->items.count; i++) {
    items[i] = nesl_check_type(checker, type->items.data[i]);
    is_good = is_good && items[i]->tag != NESL_T_ERROR;
  }
  return is_good ? nesl_type_tuple(checker->arena, items, type->items.count) : type_error();
}

const NeslType *nesl_check_type(NeslChecker *checker, const NeslTypeExp *type) {
  switch (type->kind) {
  case NESL_TYPE_NAME: return check_name(checker, type);
  case NESL_TYPE_APPLY: return check_apply(checker, type);
  case NESL_TYPE_SEQUENCE: {
    const NeslType *element = nesl_check_type(checker, type->element);
    return element->tag == NESL_T_ERROR ? element : nesl_type_sequence(checker->arena, element);
  }
  case NESL_TYPE_TUPLE: return nesl_check_size(checker, type->span, check_tuple(checker, type));
  case NESL_TYPE_ARROW: {
    const NeslType *from = nesl_check_type(checker, type->arrow.from);
    const NeslType *to = nesl_check_type(checker, type->arrow.to);
    if (from->tag == NESL_T_ERROR || to->tag == NESL_T_ERROR) return type_error();
    return nesl_check_size(checker, type->span, nesl_type_function(checker->arena, from, to));
  }
  }
  return type_error();
}

// ---- Intrinsics ----

void nesl_check_scheme(NeslChecker *checker, NeslFunction *function, const char *text) {
  SourceMap *sources = sources_new(checker->arena);
  Diag *diag = diag_new(checker->arena, sources);
  const char *whole = arena_printf(checker->arena, "function f(x) : %s = x;", text);
  const SourceFile *file = source_add(sources, function->name, whole, strlen(whole));
  const NeslProgram *program = nesl_parse(checker->arena, checker->names, file, diag);
  if (program->has_errors) {
    diag_flush(diag);
    INTERNAL_ERROR("the type of `%s` is malformed", function->name);
  }
  const NeslFunctionForm *form = &program->forms.data[0]->function;
  Diag *outer = checker->diag;
  checker->diag = diag;
  NeslTypeParams params = nesl_check_classes(checker, &form->classes);
  checker->params = function->params = params.data;
  checker->param_count = function->param_count = params.count;
  function->from = nesl_check_type(checker, form->type->arrow.from);
  function->to = nesl_check_type(checker, form->type->arrow.to);
  checker->param_count = 0;
  checker->diag = outer;
  diag_flush(diag);
  if (diag_error_count(diag) > 0) INTERNAL_ERROR("the type of `%s` is not a type", function->name);
}
