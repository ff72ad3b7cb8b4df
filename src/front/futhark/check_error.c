// How the checker tells that types or sizes do not agree.
#include "base/internal.h"
#include "front/futhark/check_hint.h"

typedef struct FutReport {
  FutChecker *checker;
  FutPrinter printer;
  Span span;
  const FutType *expected, *found;
  const FutMismatch *mismatch;
  const char *why;
  FutValues noted; // the values that were shown already
} FutReport;

// ---- Sizes ----

static void note_value(FutReport *report, const FutValue *value) {
  Diag *diag = report->checker->diag;
  const FutSize size = {.kind = FUT_SIZE_VALUE, .value = (FutValue *)value};
  const char *name = fut_size_text(&report->printer, &size);
  if (!span_is_known(value->span)) return;
  for (size_t i = 0; i < report->noted.count; i++)
    if (report->noted.data[i] == value) return;
  vec_push(report->printer.arena, &report->noted, (FutValue *)value);
  switch (value->kind) {
  case FUT_VALUE_SIZE:
    if (value->name)
      diag_note(diag, value->span, "`%s` is this size parameter", name);
    else
      diag_note(diag, value->span, "`%s` is the size here, which has no name", name);
    return;
  case FUT_VALUE_UNKNOWN:
    diag_note(diag, value->span, "`%s` is a size that only becomes known when this is evaluated",
              name);
    return;
  case FUT_VALUE_LOCAL:
  case FUT_VALUE_DEF:
  case FUT_VALUE_FUNCTION: diag_note(diag, value->span, "`%s` is bound here", name); return;
  case FUT_VALUE_INTRINSIC: return;
  }
}

static void note_size(FutReport *report, const FutSize *size) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VALUE) note_value(report, size->value);
  for (size_t i = 0; i < size->arg_count; i++)
    note_size(report, size->args[i]);
}

// Sizes are best said to be equal where they are less simple: `xs[i:i + n] :> [n]t`.
static void hint_coercion(FutReport *report, const char *expected, const char *found) {
  const FutSize *wanted = fut_size_resolve(report->mismatch->expected_size);
  const FutSize *had = fut_size_resolve(report->mismatch->found_size);
  Diag *diag = report->checker->diag;
  const char *advice = "if the sizes are equal at run time, say so with a coercion";
  if (wanted->arg_count > 0 && had->arg_count == 0)
    diag_hint(diag, "%s: `… :> %s` here, or `… :> %s` where the size `%s` is from", advice,
              expected, found, fut_size_text(&report->printer, wanted));
  else
    diag_hint(diag, "%s: `… :> %s`", advice, expected);
}

static void report_sizes(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutMismatch *mismatch = report->mismatch;
  const char *expected = fut_type_text(&report->printer, report->expected);
  const char *found = fut_type_text(&report->printer, report->found);
  const char *expected_size = fut_size_text(&report->printer, mismatch->expected_size);
  const char *found_size = fut_size_text(&report->printer, mismatch->found_size);
  diag_error(diag, ERROR_FUTHARK_SIZE, report->span,
             "%s should have type `%s`, but has type `%s`: size `%s` differs from size `%s`",
             report->why, expected, found, expected_size, found_size);
  note_size(report, mismatch->expected_size);
  note_size(report, mismatch->found_size);
  const FutType *whole = fut_type_resolve(report->expected);
  bool are_constants = mismatch->expected_size->kind == FUT_SIZE_CONST &&
                       mismatch->found_size->kind == FUT_SIZE_CONST;
  const FutSize *wanted = mismatch->expected_size;
  if (wanted->kind == FUT_SIZE_VALUE && !wanted->value->name &&
      wanted->value->kind == FUT_VALUE_SIZE)
    diag_hint(diag, "every `[]` is a size of its own; give equal sizes the same name: `[n]`");
  else if (whole->tag == FUT_T_ARRAY && !are_constants && !fut_size_has_variable(wanted))
    hint_coercion(report, expected, found);
}

static void report_escape(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutValue *value = report->mismatch->value;
  const FutSize size = {.kind = FUT_SIZE_VALUE, .value = (FutValue *)value};
  const char *name = fut_size_text(&report->printer, &size);
  if (value->level >= UINT32_MAX - 1) {
    diag_error(diag, ERROR_FUTHARK_IRREGULAR, report->span,
               "%s must return arrays of one size, but the size `%s` differs from call to call",
               report->why, name);
    diag_note(diag, SPAN_NONE, "expected `%s`, found `%s`",
              fut_type_text(&report->printer, report->expected),
              fut_type_text(&report->printer, report->found));
    return;
  }
  diag_error(diag, ERROR_FUTHARK_SIZE_ESCAPE, report->span,
             "the size `%s` would be part of the type of something that exists before it", name);
  diag_note(diag, SPAN_NONE, "%s should have type `%s`, and has type `%s`", report->why,
            fut_type_text(&report->printer, report->expected),
            fut_type_text(&report->printer, report->found));
  note_value(report, value);
}

static void report_scope(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutTypeName *name = report->mismatch->type_name;
  diag_error(
      diag, ERROR_FUTHARK_TYPE_ESCAPE, report->span,
      "the type parameter `%s` would be part of the type of something outside of its function",
      name->name);
  diag_note(diag, SPAN_NONE, "%s should have type `%s`, and has type `%s`", report->why,
            fut_type_text(&report->printer, report->expected),
            fut_type_text(&report->printer, report->found));
  diag_note(diag, name->span, "`%s` is bound here, and stands for another type in every call",
            name->name);
  diag_hint(diag, "leave the type parameter out when the type is always the same");
}

static void report_irregular(FutReport *report) {
  Diag *diag = report->checker->diag;
  const char *found = fut_type_text(&report->printer, report->mismatch->found);
  diag_error(diag, ERROR_FUTHARK_IRREGULAR, report->span,
             "%s returns `%s`, whose size may differ from call to call", report->why, found);
  note_value(report, report->mismatch->value);
  diag_hint(diag, "all results must have the same size here, because arrays are regular; if they "
                  "do, coerce the result: `… :> [n]t`");
}

// ---- Types ----

// Says where a type is declared of which only its module knows what it is.
static void note_abstract(FutReport *report, const FutType *type) {
  if (type->tag != FUT_T_ABSTRACT) return;
  const FutTypeName *name = type->abstract.name;
  if (span_is_known(name->span))
    diag_note(report->checker->diag, name->span,
              "`%s` is abstract: only its module knows what it is", name->name);
}

static void hint_types(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutType *expected = fut_type_resolve(report->mismatch->expected);
  const FutType *found = fut_type_resolve(report->mismatch->found);
  const char *conversion = fut_hint_conversion(report->checker, expected, found);
  const char *parameters = fut_hint_parameters(report->checker, report->expected, report->found);
  if (report->mismatch->hint)
    diag_hint(diag, "%s", report->mismatch->hint);
  else if (conversion)
    diag_hint(diag, "%s", conversion);
  else if (parameters)
    diag_hint(diag, "%s", parameters);
  else if (found->tag == FUT_T_ARROW && expected->tag != FUT_T_ARROW)
    diag_hint(diag, "this is a function that still waits for an argument");
  else if (expected->tag == FUT_T_ARROW && found->tag != FUT_T_ARROW && found->tag != FUT_T_VAR)
    diag_hint(diag, "a function is expected here; `\\x -> …` makes one");
  note_abstract(report, expected);
  if (expected->tag != FUT_T_ABSTRACT) note_abstract(report, found);
}

static const char *article(const char *word) { return word[0] == 'i' ? "an" : "a"; }

// What is expected as a whole: ``have type `bool` ``, or `be an integer` where several types will
// do.
static const char *wanted_text(FutReport *report) {
  const FutType *type = fut_type_resolve(report->expected);
  const char *text = fut_type_text(&report->printer, type);
  bool is_class = type->tag == FUT_T_VAR && type->var->constraint.kind == FUT_OVERLOADED;
  if (is_class) return arena_printf(report->checker->arena, "be %s %s", article(text), text);
  return arena_printf(report->checker->arena, "have type `%s`", text);
}

static void report_types(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutMismatch *mismatch = report->mismatch;
  const char *wanted = wanted_text(report);
  const char *found = fut_type_text(&report->printer, report->found);
  diag_error(diag, ERROR_FUTHARK_TYPE, report->span, "%s should %s, but has type `%s`", report->why,
             wanted, found);
  bool differs_inside =
      fut_type_resolve(mismatch->expected) != fut_type_resolve(report->expected) ||
      fut_type_resolve(mismatch->found) != fut_type_resolve(report->found);
  if (differs_inside)
    diag_note(diag, SPAN_NONE, "`%s` differs from `%s`",
              fut_type_text(&report->printer, mismatch->expected),
              fut_type_text(&report->printer, mismatch->found));
  hint_types(report);
}

static void suggest_field(FutReport *report, const FutType *type) {
  Suggestion suggestion = suggestion_for(report->mismatch->name);
  if (type->tag == FUT_T_RECORD)
    for (size_t i = 0; i < type->record.count; i++)
      suggestion_offer(&suggestion, type->record.fields[i].name);
  if (type->tag == FUT_T_SUM)
    for (size_t i = 0; i < type->sum.count; i++)
      suggestion_offer(&suggestion, type->sum.clauses[i].name);
  if (suggestion.best)
    diag_hint(report->checker->diag, "did you mean `%s%s`?", type->tag == FUT_T_SUM ? "#" : "",
              suggestion.best);
}

static void report_fields(FutReport *report) {
  const FutMismatch *mismatch = report->mismatch;
  if (!mismatch->expected || !mismatch->found) {
    diag_error(report->checker->diag, ERROR_FUTHARK_CONSTRUCTOR, report->span,
               "the constructor `#%s` is used with different numbers of values", mismatch->name);
    return;
  }
  const FutType *expected = fut_type_resolve(mismatch->expected);
  const FutType *found = fut_type_resolve(mismatch->found);
  bool is_sum = expected->tag == FUT_T_SUM;
  ErrorCode code = is_sum ? ERROR_FUTHARK_CONSTRUCTOR : ERROR_FUTHARK_FIELD;
  const FutType *without = mismatch->is_missing ? found : expected;
  const char *what = is_sum ? "constructor `#" : "field `";
  if (expected == found)
    diag_error(report->checker->diag, code, report->span, "`%s` has no %s%s`",
               fut_type_text(&report->printer, without), what, mismatch->name);
  else
    diag_error(report->checker->diag, code, report->span,
               "%s should have type `%s`, but has type `%s`: the %s%s` is %s", report->why,
               fut_type_text(&report->printer, report->expected),
               fut_type_text(&report->printer, report->found), what, mismatch->name,
               mismatch->is_missing ? "missing" : "unknown");
  suggest_field(report, without);
}

// Whether the types differ somewhere inside of what was compared.
static bool is_inner(const FutReport *report) {
  const FutMismatch *mismatch = report->mismatch;
  return report->expected && report->found &&
         fut_type_resolve(mismatch->found) != fut_type_resolve(report->found) &&
         fut_type_resolve(mismatch->found) != fut_type_resolve(report->expected);
}

static void report_overloaded(FutReport *report, const char *type) {
  Diag *diag = report->checker->diag;
  FutTypeVar unsolved = *report->mismatch->var;
  unsolved.link = NULL;
  FutType wanted = {.tag = FUT_T_VAR, .var = &unsolved};
  const char *words = fut_type_text(&report->printer, &wanted);
  if (is_inner(report)) {
    const char *expected = fut_type_text(&report->printer, report->expected);
    diag_error(diag, ERROR_FUTHARK_TYPE, report->span,
               "%s should have type `%s`, but has type `%s`", report->why, expected,
               fut_type_text(&report->printer, report->found));
    diag_note(diag, SPAN_NONE, "`%s` is not %s %s", type, article(words), words);
  } else {
    diag_error(diag, ERROR_FUTHARK_TYPE, report->span, "%s should be %s %s, but has type `%s`",
               report->why, article(words), words, type);
  }
  const FutType *found = fut_type_resolve(report->mismatch->found);
  if (report->mismatch->hint) diag_hint(diag, "%s", report->mismatch->hint);
  note_abstract(report, found);
}

static void report_constraint(FutReport *report) {
  Diag *diag = report->checker->diag;
  const FutMismatch *mismatch = report->mismatch;
  const FutTypeVar *var = mismatch->var;
  const char *type = fut_type_text(&report->printer, mismatch->found);
  switch (var->constraint.kind) {
  case FUT_OVERLOADED: report_overloaded(report, type); break;
  case FUT_EQUALITY:
    if (fut_type_has_function(mismatch->found)) {
      diag_error(diag, ERROR_FUTHARK_FUNCTION_PLACE, report->span,
                 "%s: functions cannot be compared, and `%s` has one inside", report->why, type);
      break;
    }
    diag_error(diag, ERROR_FUTHARK_EQUALITY, report->span,
               "%s cannot be compared: `%s` is or holds a type of which nothing is known here",
               report->why, type);
    diag_hint(diag, "take a function that compares: `(eq: a -> a -> bool)`");
    break;
  case FUT_HAS_FIELDS:
    diag_error(diag, ERROR_FUTHARK_FIELD, report->span,
               "%s: `%s` is not a record, so it has no field `%s`", report->why, type,
               var->constraint.fields[0].name);
    break;
  case FUT_HAS_CLAUSES:
    diag_error(diag, ERROR_FUTHARK_CONSTRUCTOR, report->span,
               "%s: `%s` is not a sum type, so it has no constructor `#%s`", report->why, type,
               var->constraint.clauses[0].name);
    break;
  case FUT_ANY_TYPE: INTERNAL_ERROR("a type breaks a constraint that there is not");
  }
}

// Whether a type is found out but for literals: showing it helps.
static bool is_telling(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_VAR) return type->var->constraint.kind == FUT_OVERLOADED;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (!is_telling(part)) return false;
  return true;
}

static void report_function(FutReport *report) {
  const FutType *part = report->mismatch->found;
  if (part && !fut_type_has_function(part)) {
    diag_error(report->checker->diag, ERROR_FUTHARK_LIFTED, report->span,
               "%s cannot have the type `%s`, because the sizes of such values may differ",
               report->why, fut_type_text(&report->printer, part));
    diag_hint(report->checker->diag, "only a type parameter `'~t` or `'^t` may stand for it");
    return;
  }
  if (!is_telling(report->found) || (part && !is_telling(part)))
    diag_error(report->checker->diag, ERROR_FUTHARK_FUNCTION_PLACE, report->span,
               "%s cannot be or hold a function", report->why);
  else if (part && fut_type_resolve(part) != fut_type_resolve(report->found))
    diag_error(report->checker->diag, ERROR_FUTHARK_FUNCTION_PLACE, report->span,
               "%s has type `%s`, but its part `%s` cannot be a function here", report->why,
               fut_type_text(&report->printer, report->found),
               fut_type_text(&report->printer, part));
  else
    diag_error(report->checker->diag, ERROR_FUTHARK_FUNCTION_PLACE, report->span,
               "%s cannot be or hold a function, but has type `%s`", report->why,
               fut_type_text(&report->printer, report->found));
  const char *hint = fut_hint_parameters(report->checker, report->expected, report->found);
  if (!hint)
    hint = "functions cannot be elements of arrays, results of `if`, `match` or `loop`, or values "
           "of ordinary type parameters";
  diag_hint(report->checker->diag, "%s", hint);
}

static void report_infinite(FutReport *report) {
  diag_error(report->checker->diag, ERROR_FUTHARK_INFINITE, report->span,
             "%s would have a type that contains itself", report->why);
  diag_note(report->checker->diag, SPAN_NONE, "`%s` cannot be the same as `%s`",
            fut_type_text(&report->printer, report->expected),
            fut_type_text(&report->printer, report->found));
}

// Explains the names that stand for types in the message.
static void note_unsolved(const FutReport *report) {
  Diag *diag = report->checker->diag;
  size_t count = report->printer.vars.count;
  if (count == 1) diag_note(diag, SPAN_NONE, "`t0` is a type that is not known yet");
  if (count > 1)
    diag_note(diag, SPAN_NONE, "`t0` %s `t%zu` are types that are not known yet",
              count == 2 ? "and" : "to", count - 1);
}

void fut_report_mismatch(FutChecker *checker, Span span, const FutType *expected,
                         const FutType *found, const FutMismatch *mismatch, const char *why) {
  FutReport report = {.checker = checker,
                      .printer = {.arena = checker->arena},
                      .span = span,
                      .expected = expected,
                      .found = found,
                      .mismatch = mismatch,
                      .why = why};
  switch (mismatch->kind) {
  case FUT_MISMATCH_TYPES: report_types(&report); break;
  case FUT_MISMATCH_SIZES: report_sizes(&report); break;
  case FUT_MISMATCH_FIELDS: report_fields(&report); break;
  case FUT_MISMATCH_CONSTRAINT: report_constraint(&report); break;
  case FUT_MISMATCH_INFINITE: report_infinite(&report); break;
  case FUT_MISMATCH_ESCAPE: report_escape(&report); break;
  case FUT_MISMATCH_SCOPE: report_scope(&report); break;
  case FUT_MISMATCH_FUNCTION: report_function(&report); break;
  case FUT_MISMATCH_IRREGULAR: report_irregular(&report); break;
  }
  note_unsolved(&report);
}

bool fut_try_expect(FutChecker *checker, Span span, const FutType *expected, const FutType *found,
                    const char *why, FutMismatch *mismatch) {
  FutDeferred outer = checker->unifying;
  checker->unifying =
      (FutDeferred){.whole_expected = expected, .whole_found = found, .why = why, .span = span};
  bool agrees = fut_unify(checker, expected, found, mismatch);
  checker->unifying = outer;
  return agrees;
}

bool fut_expect(FutChecker *checker, Span span, const FutType *expected, const FutType *found,
                const char *why) {
  FutMismatch mismatch = {0};
  bool agrees = fut_try_expect(checker, span, expected, found, why, &mismatch);
  if (!agrees) fut_report_mismatch(checker, span, expected, found, &mismatch, why);
  return agrees;
}
