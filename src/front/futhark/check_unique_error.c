// How mistakes in consumption and sharing are told: what happened where, and what to do.
#include <string.h>

#include "front/futhark/check_unique_internal.h"

// Begins an error about a place unless there was one, or the caller wants silence.
static bool report_begins(FutUnique *unique, FutPlace *place) {
  bool is_first = !place->is_reported;
  place->is_reported = true;
  return is_first && unique->diag;
}

// Whether the text names something else than the place; a global may have modules before it.
static bool is_other(const FutPlace *place, const char *text) {
  if (!text) return true;
  size_t length = strlen(text), own = strlen(place->text);
  if (length < own || strcmp(text + length - own, place->text) != 0) return true;
  return length > own && (place->kind != FUT_PLACE_GLOBAL || text[length - own - 1] != '.');
}

static void note_consumed(FutUnique *unique, const FutPlace *place) {
  if (place->consumed_name && is_other(place, place->consumed_name)) {
    diag_note(unique->diag, place->consumed_at,
              "`%s` was consumed here, %s, and `%s` may share memory with it", place->consumed_name,
              place->consumed_how, place->text);
  } else {
    diag_note(unique->diag, place->consumed_at, "it was consumed here, %s", place->consumed_how);
  }
}

void fut_unique_report_used(FutUnique *unique, FutPlace *place, Span span, const char *text) {
  if (!report_begins(unique, place)) return;
  Diag *diag = unique->diag;
  if (!is_other(place, text)) {
    diag_error(diag, ERROR_FUTHARK_USED_AFTER_CONSUMED, span, "`%s` is used after it was consumed",
               text);
  } else if (text) {
    diag_error(diag, ERROR_FUTHARK_USED_AFTER_CONSUMED, span,
               "`%s` is used after `%s` was consumed, with which it may share memory", text,
               place->text);
  } else {
    diag_error(diag, ERROR_FUTHARK_USED_AFTER_CONSUMED, span,
               "this may share memory with `%s`, which was consumed", place->text);
  }
  note_consumed(unique, place);
  diag_hint(diag, "if the old value is still needed, consume a copy: `copy %s`", place->text);
}

// The parameter that a place is part of: `r` of `r.a`.
static const char *root_text(FutUnique *unique, const FutPlace *place) {
  return arena_strndup(unique->arena, place->text, strcspn(place->text, "."));
}

// What a place is that can never be consumed.
static const char *fixed_words(const FutPlace *place) {
  switch (place->kind) {
  case FUT_PLACE_PARAM: return "a parameter without `*`";
  case FUT_PLACE_LAMBDA: return "a parameter of a lambda, without `*`";
  case FUT_PLACE_ELEMENT: return "an element of the array that the loop runs over";
  case FUT_PLACE_GLOBAL: return "a top-level definition";
  case FUT_PLACE_LOOP: return "a parameter of a loop whose type has no `*`";
  case FUT_PLACE_LET:
  case FUT_PLACE_UNIQUE: return "bound here";
  }
  return "bound here";
}

static void hint_fixed(FutUnique *unique, const FutPlace *place) {
  Diag *diag = unique->diag;
  bool is_function = place->type && place->type->tag == FUT_T_ARROW;
  if (is_function) {
    diag_hint(diag,
              "what `%s` returns may be in use elsewhere: give it a result type with `*`, or "
              "consume a copy of the result",
              place->text);
  } else if (place->kind == FUT_PLACE_PARAM || place->kind == FUT_PLACE_LOOP) {
    diag_hint(diag, "write a `*` before the type of `%s`, or consume a copy: `copy %s`",
              root_text(unique, place), place->text);
  } else {
    diag_hint(diag, "consume a copy: `copy %s`", place->text);
  }
}

void fut_unique_report_fixed(FutUnique *unique, FutPlace *place, Span span, const char *text,
                             const char *how) {
  if (!report_begins(unique, place)) return;
  ErrorCode code = place->kind == FUT_PLACE_GLOBAL ? ERROR_FUTHARK_CONSUMES_GLOBAL
                                                   : ERROR_FUTHARK_CONSUMES_PARAMETER;
  if (!is_other(place, text)) {
    diag_error(unique->diag, code, span, "`%s` may not be consumed %s: it is %s", text, how,
               fixed_words(place));
  } else {
    diag_error(unique->diag, code, span,
               "%s%s%s may not be consumed %s: it may share memory with `%s`, which is %s",
               text ? "`" : "", text ? text : "this", text ? "`" : "", how, place->text,
               fixed_words(place));
  }
  diag_note(unique->diag, place->span, "`%s` is bound here", place->text);
  hint_fixed(unique, place);
}

void fut_unique_report_outside(FutUnique *unique, FutPlace *place, Span span, const char *text,
                               const FutScope *scope) {
  if (!report_begins(unique, place)) return;
  Diag *diag = unique->diag;
  ErrorCode code = scope->kind == FUT_SCOPE_FUNCTION ? ERROR_FUTHARK_CONSUMES_FREE
                                                     : ERROR_FUTHARK_CONSUMES_IN_LOOP;
  const char *often = scope->kind == FUT_SCOPE_FUNCTION ? "called" : "run";
  if (scope->kind == FUT_SCOPE_CONDITION) often = "evaluated";
  if (!is_other(place, text)) {
    diag_error(diag, code, span,
               "`%s` may not be consumed here: it is bound outside of %s, which may be %s many "
               "times",
               text, scope->words, often);
  } else {
    diag_error(diag, code, span,
               "%s%s%s may not be consumed here: it may share memory with `%s`, bound outside of "
               "%s, which may be %s many times",
               text ? "`" : "", text ? text : "this", text ? "`" : "", place->text, scope->words,
               often);
  }
  diag_note(diag, place->span, "`%s` is bound here", place->text);
  if (scope->kind == FUT_SCOPE_LOOP) {
    diag_hint(diag, "make it a parameter of the loop, or consume a copy: `copy %s`", place->text);
  } else if (scope->kind == FUT_SCOPE_FUNCTION) {
    diag_hint(diag, "make it a parameter with `*`, or consume a copy: `copy %s`", place->text);
  } else {
    diag_hint(diag, "consume a copy: `copy %s`", place->text);
  }
}

void fut_unique_report_shared_argument(FutUnique *unique, FutPlace *place, Span span, Span other,
                                       const char *how) {
  if (!report_begins(unique, place)) return;
  diag_error(unique->diag, ERROR_FUTHARK_SHARED_ARGUMENT, other,
             "this argument may share memory with another one, which the call consumes");
  diag_note(unique->diag, span, "consumed %s; both may be `%s`", how, place->text);
  diag_hint(unique->diag, "pass a copy: `copy %s`", place->text);
}

void fut_unique_report_self(FutUnique *unique, FutPlace *place, Span span, const char *words) {
  if (!report_begins(unique, place)) return;
  if (words) {
    diag_error(unique->diag, ERROR_FUTHARK_SHARED_RESULT, span,
               "two parts of the result of %s may share memory: both may be `%s`, but the result "
               "type has `*`",
               words, place->text);
  } else {
    diag_error(unique->diag, ERROR_FUTHARK_SHARED_ARGUMENT, span,
               "two parts of this argument may share memory, and the call consumes it: both may be "
               "`%s`",
               place->text);
  }
  diag_note(unique->diag, place->span, "`%s` is bound here", place->text);
  diag_hint(unique->diag, "make one of them a copy: `copy %s`", place->text);
}

void fut_unique_report_update(FutUnique *unique, FutPlace *place, Span value, Span array) {
  if (!report_begins(unique, place)) return;
  diag_error(unique->diag, ERROR_FUTHARK_SHARED_UPDATE, value,
             "the new value may share memory with the array that it is written into");
  diag_note(unique->diag, array, "this array is updated in place; both may be `%s`", place->text);
  diag_hint(unique->diag, "write a copy of the value: `copy (…)`");
}

void fut_unique_report_operator(FutUnique *unique, Span span, const char *text, const char *taker) {
  if (!unique->diag) return;
  diag_error(unique->diag, ERROR_FUTHARK_CONSUMING_FUNCTION, span,
             "%s%s%s consumes its argument, but %s is a function that does not", text ? "`" : "",
             text ? text : "this function", text ? "`" : "", taker);
  diag_hint(unique->diag, "use a function that consumes a copy: `\\x -> f (copy x)`");
}

void fut_unique_report_sharing(FutUnique *unique, Span span, const char *text, const char *taker) {
  if (!unique->diag) return;
  diag_error(unique->diag, ERROR_FUTHARK_SHARING_FUNCTION, span,
             "the results of %s%s%s may share memory, but %s is a function with fresh ones",
             text ? "`" : "", text ? text : "this function", text ? "`" : "", taker);
  diag_hint(unique->diag,
            "use a function that returns a copy and says so: `\\x: *t -> copy (f x)`");
}

void fut_unique_report_making(FutUnique *unique, FutPlace *place, Span span) {
  if (!report_begins(unique, place)) return;
  diag_error(unique->diag, ERROR_FUTHARK_FUNCTION_HOLDS, span,
             "making this function consumes `%s`, but the function may be called many times",
             place->text);
  diag_note(unique->diag, place->consumed_at, "it is consumed here, %s", place->consumed_how);
  diag_hint(unique->diag,
            "give the function all of its arguments at once, or let it hold a copy: `copy %s`",
            place->text);
}

void fut_unique_report_mapped(FutUnique *unique, Span span, Span argument, const char *callee) {
  if (!unique->diag) return;
  diag_error(unique->diag, ERROR_FUTHARK_CONSUMING_FUNCTION, span,
             "%s%s%s consumes an argument, so it cannot be mapped over the elements of an array",
             callee ? "`" : "", callee ? callee : "this function", callee ? "`" : "");
  diag_note(unique->diag, argument, "this argument would be consumed");
  diag_hint(unique->diag, "map a function that consumes a copy: `map (\\x -> f (copy x)) xs`");
}

void fut_unique_report_result(FutUnique *unique, FutPlace *place, Span span, const char *words) {
  if (!report_begins(unique, place)) return;
  Diag *diag = unique->diag;
  const char *what = "bound outside of the function";
  if (place->kind == FUT_PLACE_PARAM || place->kind == FUT_PLACE_LAMBDA) {
    what = "a parameter without `*`";
  } else if (place->kind == FUT_PLACE_GLOBAL) {
    what = "a top-level definition";
  }
  diag_error(diag, ERROR_FUTHARK_RESULT_NOT_FRESH, span,
             "the result of %s is declared with `*`, but may share memory with `%s`, %s", words,
             place->text, what);
  diag_note(diag, place->span, "`%s` is bound here", place->text);
  if (place->kind == FUT_PLACE_PARAM) {
    diag_hint(diag, "return a copy: `copy %s`, or write a `*` before the type of `%s`", place->text,
              root_text(unique, place));
  } else {
    diag_hint(diag, "return a copy: `copy %s`", place->text);
  }
}

void fut_unique_report_global(FutUnique *unique, FutPlace *place, Span span, const char *words) {
  if (!report_begins(unique, place)) return;
  diag_error(unique->diag, ERROR_FUTHARK_RESULT_IS_GLOBAL, span,
             "the result of %s may share memory with the top-level definition `%s`", words,
             place->text);
  diag_note(unique->diag, place->span, "`%s` is defined here", place->text);
  diag_hint(unique->diag,
            "a function inside of a definition may return its parameters, what is bound around it "
            "and new values; return a copy: `copy %s`",
            place->text);
}

void fut_unique_report_loop(FutUnique *unique, FutPlace *place, Span span, const FutPlace *param) {
  if (!report_begins(unique, place)) return;
  const char *what = place->kind == FUT_PLACE_ELEMENT ? "an element of the array that it runs over"
                                                      : "bound outside of the loop";
  diag_error(unique->diag, ERROR_FUTHARK_LOOP_SHARES, span,
             "the next value of `%s`, which the loop consumes, may share memory with `%s`, %s",
             param ? param->text : "_", place->text, what);
  if (param && param->is_consumed) {
    diag_note(unique->diag, param->consumed_at, "`%s` is consumed here, %s", param->text,
              param->consumed_how);
  }
  diag_hint(unique->diag, "continue with a copy: `copy %s`", place->text);
}

void fut_unique_report_loop_pair(FutUnique *unique, FutPlace *place, Span span,
                                 const FutPlace *param, const FutPlace *other) {
  if (!report_begins(unique, place)) return;
  diag_error(unique->diag, ERROR_FUTHARK_LOOP_SHARES, span,
             "the loop parameters `%s` and `%s` may share memory, but the loop consumes `%s`: both "
             "may be `%s`",
             param ? param->text : "_", other ? other->text : "_", param ? param->text : "_",
             place->text);
  if (param && param->is_consumed) {
    diag_note(unique->diag, param->consumed_at, "`%s` is consumed here, %s", param->text,
              param->consumed_how);
  }
  diag_hint(unique->diag, "make one of them a copy: `copy %s`", place->text);
}
