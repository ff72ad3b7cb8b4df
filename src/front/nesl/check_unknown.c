// What is reported of names that cannot be found.
#include <string.h>

#include "base/suggest.h"
#include "front/nesl/check_internal.h"

typedef enum EffectFamily {
#define EFFECTS(id, what, instead) EFFECTS_##id,
#define EFFECT(family, name)
#include "front/nesl/effects.def"
#undef EFFECTS
#undef EFFECT
} EffectFamily;

static const struct {
  const char *what, *instead;
} EFFECT_FAMILIES[] = {
#define EFFECTS(id, what, instead) {what, instead},
#define EFFECT(family, name)
#include "front/nesl/effects.def"
#undef EFFECTS
#undef EFFECT
};

static const struct {
  const char *name;
  EffectFamily family;
} EFFECTS[] = {
#define EFFECTS(id, what, instead)
#define EFFECT(family, name) {name, EFFECTS_##family},
#include "front/nesl/effects.def"
#undef EFFECTS
#undef EFFECT
};

// Is it a name of the manual that cannot be compiled?
static bool report_effect(NeslChecker *checker, Name name, Span span) {
  for (size_t i = 0; i < sizeof EFFECTS / sizeof *EFFECTS; i++) {
    if (strcmp(EFFECTS[i].name, name) != 0) continue;
    EffectFamily family = EFFECTS[i].family;
    diag_error(checker->diag, ERROR_NESL_UNSUPPORTED, span, "`%s` %s, which ravel does not support",
               name, EFFECT_FAMILIES[family].what);
    diag_hint(checker->diag, "%s", EFFECT_FAMILIES[family].instead);
    return true;
  }
  return false;
}

// Names that other languages have, and what NESL has instead.
static const char *const FOREIGN[][2] = {
    {"len", "the length of `v` is written `#v`"},
    {"size", "the length of `v` is written `#v`"},
    {"nil", "an empty sequence is written with the type of its elements: `[] int`"},
    {"null", "an empty sequence is written with the type of its elements: `[] int`"},
    {"map", "to call `g` for every element write `{g(x) : x in v}`"},
    {"filter", "the elements that fulfil a condition are `{x in v | x > 0}`"},
    {"reduce", "there are `sum`, `max_val`, `min_val`, `any`, `all` and `count`"},
    {"fold", "there are `sum`, `max_val`, `min_val`, `any`, `all` and `count`"},
    {"scan", "there are `plus_scan`, `max_scan`, `min_scan`, `or_scan` and `and_scan`"},
    {"head", "the first element is `v[0]`; `head_rest(v)` also gives the rest"},
    {"tail", "all elements but the first are `drop(v, 1)`"},
    {"range", "the integers from 0 up to, but without, n are `[0:n]`"},
    {"concat", "`v ++ w` appends; `flatten` appends the sequences in a sequence"},
    {"int", "`round`, `trunc`, `floor` and `ceil` make an int of a float; `btoi` of a bool"},
    {"str", "`@x` is a value as a string"},
    {"to_string", "`@x` is a value as a string"},
    {"infinity", "`1.0 / 0.0` is the infinite float; `max_int` is the greatest integer"},
    {"quit", "a program ends where the file ends"},
    {"println", "`print_string(…)` prints; the value of every expression at top level is shown"},
    {"printf", "`print_string(…)` prints, and `@x` is a value as a string"},
    {"print", "`print_line(…)` prints a string, and `@x` is a value as one"},
    {"puts", "`print_line(…)` prints a string, and `@x` is a value as one"},
    {"echo", "`print_line(…)` prints a string, and `@x` is a value as one"},
    {"write_line", "`print_line(…)` prints a string, and `@x` is a value as one"},
};

// After an error about an unknown name: whether something is known about it.
static bool hint_foreign(NeslChecker *checker, Name name) {
  for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++) {
    if (strcmp(FOREIGN[i][0], name) != 0) continue;
    diag_hint(checker->diag, "%s", FOREIGN[i][1]);
    return true;
  }
  return false;
}

void nesl_report_unknown_variable(NeslChecker *checker, Name name, Span span) {
  if (strcmp(name, "_") == 0) {
    diag_error(checker->diag, ERROR_NESL_UNKNOWN_NAME, span, "`_` has no value");
    diag_hint(checker->diag, "it stands for what a pattern leaves out");
    return;
  }
  if (report_effect(checker, name, span)) return;
  diag_error(checker->diag, ERROR_NESL_UNKNOWN_NAME, span, "unknown variable `%s`", name);
  if (hint_foreign(checker, name)) return;
  nesl_hint_close(checker, checker->values, name, true);
}

void nesl_report_unknown_function(NeslChecker *checker, NeslIdent name) {
  if (report_effect(checker, name.name, name.span)) return;
  diag_error(checker->diag, ERROR_NESL_UNKNOWN_FUNCTION, name.span, "unknown function `%s`",
             name.name);
  if (!hint_foreign(checker, name.name))
    nesl_hint_close(checker, checker->functions, name.name, false);
}
