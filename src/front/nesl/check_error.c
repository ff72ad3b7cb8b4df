// How the checker tells that types do not agree.
#include <string.h>

#include "base/utf8.h"
#include "front/nesl/check_internal.h"

typedef struct NeslReport {
  NeslChecker *checker;
  NeslPrinter printer;
  Span span;
  const NeslType *expected, *found; // as a whole, resolved
  const NeslMismatch *mismatch;
  NeslWhy why;
} NeslReport;

const char *nesl_message_type(NeslPrinter *printer, const NeslType *type) {
  enum { LENGTH_LIMIT = 200 };
  const char *text = nesl_type_text(printer, type);
  if (strlen(text) <= LENGTH_LIMIT) return text;
  return arena_printf(printer->arena, "%.*s…", LENGTH_LIMIT, text);
}

static const char *why_text(Arena *arena, const NeslWhy *why) {
  switch (why->role) {
  case NESL_ROLE_PLAIN: return why->words;
  case NESL_ROLE_ARGUMENT:
    if (why->position == 0) return arena_printf(arena, "the argument of `%s`", why->name);
    return arena_printf(arena, "argument %zu of `%s`", why->position, why->name);
  case NESL_ROLE_OPERAND: return arena_printf(arena, "the %s of `%s`", why->words, why->name);
  case NESL_ROLE_BODY: return arena_printf(arena, "the body of `%s`", why->name);
  }
  return "";
}

static const char *class_words(NeslClass class) {
  switch (class) {
  case NESL_CLASS_ANY: return "any value";
  case NESL_CLASS_ORDINAL: return "an int, float, char or bool";
  case NESL_CLASS_NUMBER: return "a number";
  case NESL_CLASS_LOGICAL: return "a bool or an int";
  }
  return "";
}

// ---- Hints ----

typedef struct NeslConversion {
  NeslTypeTag from, to;
  const char *hint;
} NeslConversion;

static const NeslConversion CONVERSIONS[] = {
    {NESL_T_INT, NESL_T_FLOAT, "`float(e)` converts an int to a float; literals are written `1.0`"},
    {NESL_T_FLOAT, NESL_T_INT,
     "`round(e)`, `trunc(e)`, `floor(e)` and `ceil(e)` make an int; "
     "`float(e)` makes a float"},
    {NESL_T_BOOL, NESL_T_INT, "`btoi(e)` converts a bool to an int"},
    {NESL_T_INT, NESL_T_BOOL, "compare the int: `e /= 0`"},
    {NESL_T_CHAR, NESL_T_INT, "`char_code(e)` is the code of a character"},
    {NESL_T_INT, NESL_T_CHAR, "`code_char(e)` is the character of a code"},
};

static bool is_string(const NeslType *type) {
  return type->tag == NESL_T_SEQUENCE && nesl_type_resolve(type->element)->tag == NESL_T_CHAR;
}

static void hint_types(NeslReport *report) {
  Diag *diag = report->checker->diag;
  const NeslType *expected = report->mismatch->expected, *found = report->mismatch->found;
  if (report->why.hint != NULL) {
    diag_hint(diag, "%s", report->why.hint);
    return;
  }
  if (found->tag == NESL_T_FUNCTION && expected->tag != NESL_T_FUNCTION) {
    diag_hint(diag, "this is the function itself; it is called by its arguments: `f(x)`");
    return;
  }
  if (expected->tag == NESL_T_FUNCTION && found->tag != NESL_T_FUNCTION) {
    diag_hint(diag, "a function is its name, or is written `x => e`");
    return;
  }
  if (report->why.role == NESL_ROLE_OPERAND && strcmp(report->why.name, "^") == 0 &&
      found->tag == NESL_T_FLOAT) {
    diag_hint(diag, "the exponent of `^` is an int; `expt(a, b)` is the power of two floats");
    return;
  }
  // What a function takes or gives cannot be converted where it is passed.
  if (found != report->found && report->found->tag == NESL_T_FUNCTION) return;
  for (size_t i = 0; i < sizeof CONVERSIONS / sizeof *CONVERSIONS; i++)
    if (CONVERSIONS[i].from == found->tag && CONVERSIONS[i].to == expected->tag) {
      diag_hint(diag, "%s", CONVERSIONS[i].hint);
      return;
    }
  bool is_shown =
      found->tag == NESL_T_INT || found->tag == NESL_T_FLOAT || found->tag == NESL_T_PAIR;
  if (is_string(expected) && is_shown)
    diag_hint(diag, "`@e` is a value as a string");
  else if (expected->tag == NESL_T_SEQUENCE && nesl_type_equal(expected->element, found))
    diag_hint(diag, "a sequence of one element is written in brackets: `[e]`");
  else if (found->tag == NESL_T_SEQUENCE && found == report->found &&
           (report->why.role == NESL_ROLE_ARGUMENT || report->why.role == NESL_ROLE_OPERAND) &&
           nesl_type_equal(found->element, expected))
    diag_hint(diag, "to do this for every element write `{… : x in e}`");
}

static void hint_class(NeslReport *report) {
  Diag *diag = report->checker->diag;
  const NeslType *type = report->mismatch->type;
  const char *name = report->why.name == NULL ? "" : report->why.name;
  bool is_operator = report->why.role == NESL_ROLE_OPERAND;
  if (type->tag == NESL_T_PARAM) {
    diag_note(diag, type->param->span, "`%s` stands for every type of the class `%s`",
              type->param->name, nesl_class_text(type->param->class));
    diag_hint(diag, "restrict it in the annotation: `%s in %s`", type->param->name,
              nesl_class_text(report->mismatch->class));
  } else if (type->tag == NESL_T_FUNCTION && type != report->found) {
    diag_hint(diag, "functions have no order; `eql(a, b)` compares values of every type");
  } else if (type->tag == NESL_T_FUNCTION && is_operator &&
             report->mismatch->class == NESL_CLASS_ORDINAL) {
    diag_hint(diag, "this is the function itself, and functions are not compared; it is called by "
                    "its arguments: `f(x)`");
  } else if (type->tag == NESL_T_FUNCTION) {
    diag_hint(diag, "this is the function itself; it is called by its arguments: `f(x)`");
  } else if (is_operator && strcmp(name, "+") == 0 && type->tag == NESL_T_SEQUENCE) {
    diag_hint(diag, "`++` appends sequences%s",
              is_string(type) ? "" : "; `{x + y : x in …; y in …}` adds their elements");
  } else if (is_operator && (strcmp(name, "==") == 0 || strcmp(name, "/=") == 0)) {
    diag_hint(diag, "`eql(a, b)` compares values of every type");
  } else if (is_operator && type->tag == NESL_T_SEQUENCE) {
    diag_hint(diag, "to do this for every element write `{… : x in e}`");
  } else if (report->why.role == NESL_ROLE_ARGUMENT && type->tag == NESL_T_SEQUENCE &&
             report->found->tag == NESL_T_SEQUENCE && type != report->found) {
    diag_hint(diag, "to do this for every sequence in it write `{%s(x) : x in e}`", name);
  } else if (type->tag == NESL_T_BOOL && report->mismatch->class == NESL_CLASS_NUMBER) {
    diag_hint(diag, "`btoi(e)` converts a bool to an int");
  } else if (type->tag == NESL_T_CHAR && report->mismatch->class == NESL_CLASS_NUMBER) {
    diag_hint(diag, "`char_code(e)` is the code of a character");
  }
}

// ---- Reports ----

static bool is_inside(const NeslReport *report) {
  return report->mismatch->found != report->found || report->mismatch->expected != report->expected;
}

static const NeslTypeParam *rigid_param(const NeslMismatch *mismatch) {
  if (mismatch->expected->tag == NESL_T_PARAM) return mismatch->expected->param;
  return mismatch->found->tag == NESL_T_PARAM ? mismatch->found->param : NULL;
}

static void report_types(NeslReport *report) {
  Diag *diag = report->checker->diag;
  const NeslTypeParam *param = rigid_param(report->mismatch);
  const char *expected = nesl_message_type(&report->printer, report->expected);
  const char *found = nesl_message_type(&report->printer, report->found);
  diag_error(diag, param == NULL ? ERROR_NESL_TYPE : ERROR_NESL_TOO_GENERAL, report->span,
             "%s should have type `%s`, but has type `%s`",
             why_text(report->printer.arena, &report->why), expected, found);
  if (is_inside(report))
    diag_note(diag, SPAN_NONE, "`%s` differs from `%s`",
              nesl_message_type(&report->printer, report->mismatch->expected),
              nesl_message_type(&report->printer, report->mismatch->found));
  if (param == NULL) {
    hint_types(report);
    return;
  }
  if (span_is_known(param->span))
    diag_note(diag, param->span, "`%s` stands for every type of the class `%s`", param->name,
              nesl_class_text(param->class));
  diag_hint(diag, "the annotation promises more than the function keeps; write the type that it "
                  "needs");
}

static void report_class(NeslReport *report) {
  Diag *diag = report->checker->diag;
  const char *words = class_words(report->mismatch->class);
  const char *type = nesl_message_type(&report->printer, report->mismatch->type);
  const char *why = why_text(report->printer.arena, &report->why);
  bool is_found = report->mismatch->type == report->mismatch->found;
  if (!is_found) {
    diag_error(diag, ERROR_NESL_CLASS, report->span, "%s should have type `%s`, but is %s", why,
               nesl_message_type(&report->printer, report->expected), words);
    if (is_inside(report)) diag_note(diag, SPAN_NONE, "`%s` is not %s", type, words);
  } else if (is_inside(report)) {
    diag_error(diag, ERROR_NESL_CLASS, report->span, "%s should have type `%s`, but has type `%s`",
               why, nesl_message_type(&report->printer, report->expected),
               nesl_message_type(&report->printer, report->found));
    diag_note(diag, SPAN_NONE, "`%s` is not %s", type, words);
  } else if (report->why.role == NESL_ROLE_OPERAND) {
    diag_error(diag, ERROR_NESL_CLASS, report->span, "`%s` needs %s, but its %s has type `%s`",
               report->why.name, words, report->why.words, type);
  } else {
    diag_error(diag, ERROR_NESL_CLASS, report->span, "%s should be %s, but has type `%s`", why,
               words, type);
  }
  hint_class(report);
}

static void report_infinite(NeslReport *report) {
  Diag *diag = report->checker->diag;
  diag_error(diag, ERROR_NESL_INFINITE, report->span, "%s would have a type that contains itself",
             why_text(report->printer.arena, &report->why));
  diag_note(diag, SPAN_NONE, "`%s` cannot be the same as `%s`",
            nesl_message_type(&report->printer, report->mismatch->expected),
            nesl_message_type(&report->printer, report->mismatch->found));
  if (report->mismatch->expected->tag == NESL_T_FUNCTION ||
      report->mismatch->found->tag == NESL_T_FUNCTION)
    diag_hint(diag,
              "no function is its own argument or result; a call of a name means the variable "
              "of this name, also where a standard function is called so");
}

void nesl_report_limit(NeslChecker *checker, Span span) {
  diag_error(checker->diag, ERROR_NESL_TYPE_LIMIT, span, "a type here has more than %d parts",
             NESL_TYPE_LIMIT);
  diag_hint(checker->diag, "use a sequence where there are many values of one type");
}

bool nesl_expect(NeslChecker *checker, Span span, const NeslType *expected, const NeslType *found,
                 NeslWhy why) {
  NeslMismatch mismatch = {0};
  if (nesl_unify(expected, found, &mismatch)) return true;
  NeslReport report = {.checker = checker,
                       .printer = {.arena = checker->arena},
                       .span = span,
                       .expected = nesl_type_resolve(expected),
                       .found = nesl_type_resolve(found),
                       .mismatch = &mismatch,
                       .why = why};
  switch (mismatch.kind) {
  case NESL_MISMATCH_TYPES: report_types(&report); break;
  case NESL_MISMATCH_CLASS: report_class(&report); break;
  case NESL_MISMATCH_INFINITE: report_infinite(&report); break;
  case NESL_MISMATCH_LIMIT: nesl_report_limit(checker, span); break;
  }
  return false;
}

void nesl_report_not_a_function(NeslChecker *checker, const NeslExp *callee,
                                const NeslType *found) {
  NeslPrinter printer = {.arena = checker->arena};
  bool is_named = callee->kind == NESL_EXP_VAR;
  Name name = is_named ? callee->variable.name : "v";
  const char *who = is_named ? arena_printf(checker->arena, "`%s`", name) : "this";
  found = nesl_type_resolve(found);
  diag_error(checker->diag, ERROR_NESL_NOT_A_FUNCTION, callee->span,
             "%s cannot be called: it has type `%s`", who, nesl_message_type(&printer, found));
  const NeslEntry *entry =
      is_named ? nesl_scope_find(checker, checker->functions, name, true) : NULL;
  if (entry != NULL && entry->function != NULL)
    diag_hint(checker->diag, "the variable hides the function of this name; choose another one");
  else if (found->tag == NESL_T_SEQUENCE)
    diag_hint(checker->diag, "an element of a sequence is `%s[i]`", name);
  else if (nesl_class_has(NESL_CLASS_NUMBER, found))
    diag_hint(checker->diag, "a product needs `*`");
}

void nesl_report_not_a_sequence(NeslChecker *checker, Span span, const NeslType *found,
                                const char *who) {
  NeslPrinter printer = {.arena = checker->arena};
  diag_error(checker->diag, ERROR_NESL_NOT_A_SEQUENCE, span,
             "%s needs a sequence, but this has type `%s`", who,
             nesl_message_type(&printer, found));
}

const NeslType *nesl_check_size(NeslChecker *checker, Span span, const NeslType *type) {
  if (nesl_type_size(type, NESL_TYPE_LIMIT) < NESL_TYPE_LIMIT) return type;
  nesl_report_limit(checker, span);
  return nesl_type_scalar(NESL_T_ERROR);
}
