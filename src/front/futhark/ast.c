// The projections of ast.def.
#include "front/futhark/ast.h"

static const char *const EXPS[] = {
#define EXP(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const PATTERNS[] = {
#define PATTERN(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const TYPES[] = {
#define TYPE(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const DECLS[] = {
#define DECL(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const MODULES[] = {
#define MODULE(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const MODULE_TYPES[] = {
#define MODULE_TYPE(id, words) words,
#include "front/futhark/ast.def"
};

static const char *const SPECS[] = {
#define SPEC(id, words) words,
#include "front/futhark/ast.def"
};

const char *fut_exp_words(FutExpKind kind) { return EXPS[kind]; }

const char *fut_pattern_words(FutPatternKind kind) { return PATTERNS[kind]; }

const char *fut_type_words(FutTypeKind kind) { return TYPES[kind]; }

const char *fut_decl_words(FutDeclKind kind) { return DECLS[kind]; }

const char *fut_module_words(FutModuleKind kind) { return MODULES[kind]; }

const char *fut_module_type_words(FutModuleTypeKind kind) { return MODULE_TYPES[kind]; }

const char *fut_spec_words(FutSpecKind kind) { return SPECS[kind]; }

const FutPattern *fut_pattern_bare(const FutPattern *pattern) {
  for (;;) {
    if (pattern->kind == FUT_PATTERN_ASCRIBE)
      pattern = pattern->ascribe.pattern;
    else if (pattern->kind == FUT_PATTERN_ATTRIBUTE)
      pattern = pattern->attributed.pattern;
    else
      return pattern;
  }
}

bool fut_name_is_symbol(Name name) { return fut_is_symbol_char(name[0]); }
