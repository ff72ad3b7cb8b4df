// Idioms: functions whose text is a template, with types and numbers that differ. What they do is
// of no use to the other productions, but for the functions that they declare.
#include "fuzz/futhark.h"

typedef enum IdiomResult { IDIOM_T, IDIOM_U, IDIOM_I64, IDIOM_BOOL } IdiomResult;

typedef struct Idiom {
  IdiomResult result;
  const char *text;
} Idiom;

static const Idiom IDIOMS[] = {
#define IDIOM(result, text) {IDIOM_##result, text},
#include "fuzz/futhark_idioms.def"
#undef IDIOM
};

static Prim result_prim(IdiomResult result, Prim first, Prim second) {
  switch (result) {
  case IDIOM_T: return first;
  case IDIOM_U: return second;
  case IDIOM_I64: return PRIM_I64;
  case IDIOM_BOOL: return PRIM_BOOL;
  }
  INTERNAL_ERROR("an idiom without a result");
}

void draft_declare_idiom(Scribe *scribe) {
  const Idiom *idiom = &IDIOMS[scribe_below(scribe, sizeof IDIOMS / sizeof *IDIOMS)];
  Prim first, second;
  const char *name = draft_template_declare(scribe, idiom->text, &first, &second);
  if (!name) return;
  strbuf_putc(&scribe->out, '\n');
  Callable callable = {.name = name,
                       .params = arena_array(scribe->arena, const DraftType *, 1),
                       .is_consumed = arena_array(scribe->arena, bool, 1),
                       .size_of_param = arena_array(scribe->arena, size_t, 1),
                       .param_count = 1,
                       .cost = 8};
  callable.params[0] = draft_type_scalar(scribe, first);
  callable.size_of_param[0] = SIZE_MAX;
  callable.result = draft_type_scalar(scribe, result_prim(idiom->result, first, second));
  vec_push(scribe->arena, &scribe->callables, callable);
}
