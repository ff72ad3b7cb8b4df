// The projections of ast.def.
#include "front/nesl/ast.h"

static const char *const EXPS[] = {
#define EXP(id, words) words,
#include "front/nesl/ast.def"
};

static const char *const PATTERNS[] = {
#define PATTERN(id, words) words,
#include "front/nesl/ast.def"
};

static const char *const TYPES[] = {
#define TYPE(id, words) words,
#include "front/nesl/ast.def"
};

static const char *const FORMS[] = {
#define FORM(id, words) words,
#include "front/nesl/ast.def"
};

const char *nesl_exp_words(NeslExpKind kind) { return EXPS[kind]; }

const char *nesl_pattern_words(NeslPatternKind kind) { return PATTERNS[kind]; }

const char *nesl_type_words(NeslTypeKind kind) { return TYPES[kind]; }

const char *nesl_form_words(NeslFormKind kind) { return FORMS[kind]; }
