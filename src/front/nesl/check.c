// A whole program: the intrinsics, the prelude over them, then the program itself.
#include "front/nesl/check.h"

#include <string.h>

#include "base/internal.h"
#include "front/nesl/check_internal.h"

typedef struct IntrinsicInfo {
  const char *name, *type;
} IntrinsicInfo;

static const IntrinsicInfo INTRINSICS[] = {
#define INTRINSIC(id, name, type, meaning) {name, type},
#include "front/nesl/intrinsics.def"
#undef INTRINSIC
};

static void add_intrinsics(NeslChecker *checker) {
  for (int i = 0; i < NESL_INTRINSIC_COUNT; i++) {
    NeslIdent name = {.name = intern_str(checker->names, INTRINSICS[i].name)};
    NeslFunction *function = nesl_new_function(checker, NESL_FUNCTION_INTRINSIC, name);
    function->intrinsic = (NeslIntrinsic)i;
    function->is_prelude = true;
    nesl_check_scheme(checker, function, INTRINSICS[i].type);
    map_put(checker->intrinsics, map_key(name.name), function);
  }
}

static void add_forms(NeslChecker *checker, const NeslProgram *program, bool is_prelude) {
  for (size_t i = 0; i < program->forms.count; i++) {
    program->forms.data[i]->is_prelude = is_prelude;
    vec_push(checker->arena, &checker->checked->forms, program->forms.data[i]);
  }
}

// Names that begin so belong to the compiler.
static void check_reserved(NeslChecker *checker, const NeslForm *form) {
  if (form->kind != NESL_FORM_FUNCTION || nesl_is_prelude(checker)) return;
  NeslIdent name = form->function.name;
  if (strncmp(name.name, "__prim_", strlen("__prim_")) == 0)
    diag_error(checker->diag, ERROR_NESL_RESERVED, name.span,
               "names that begin with `__prim_` are reserved");
}

// The prelude is part of the compiler: an error in it is one of ravel.
static void check_prelude(NeslChecker *checker, size_t errors) {
  if (!nesl_is_prelude(checker) || diag_error_count(checker->diag) == errors) return;
  diag_flush(checker->diag);
  INTERNAL_ERROR("the prelude has errors");
}

static void check_group(NeslChecker *checker, const NeslGroup *group) {
  size_t errors = diag_error_count(checker->diag);
  nesl_check_group(checker, group);
  check_prelude(checker, errors);
}

static void check_all(NeslChecker *checker) {
  const NeslForms *forms = &checker->checked->forms;
  checker->infos = arena_array(checker->arena, NeslFormInfo, forms->count);
  for (checker->form = 0; checker->form < forms->count; checker->form++) {
    size_t errors = diag_error_count(checker->diag);
    check_reserved(checker, forms->data[checker->form]);
    nesl_define_form(checker, forms->data[checker->form]);
    check_prelude(checker, errors);
  }
  for (checker->form = 0; checker->form < forms->count; checker->form++) {
    size_t errors = diag_error_count(checker->diag);
    nesl_resolve_form(checker, forms->data[checker->form]);
    check_prelude(checker, errors);
  }
  nesl_each_group(checker, check_group);
}

static NeslChecker check_program(Arena *arena, Interner *names, Diag *diag,
                                 const NeslProgram *prelude, const NeslProgram *program) {
  NeslChecker checker = {.arena = arena,
                         .names = names,
                         .diag = diag,
                         .checked = arena_make(arena, NeslChecked),
                         .values = map_new(arena),
                         .functions = map_new(arena),
                         .types = map_new(arena),
                         .intrinsics = map_new(arena),
                         .locals = map_new(arena)};
  size_t errors = diag_error_count(diag);
  add_intrinsics(&checker);
  if (prelude != NULL) add_forms(&checker, prelude, true);
  checker.checked->first = checker.prelude_count = checker.checked->forms.count;
  add_forms(&checker, program, false);
  check_all(&checker);
  nesl_close_shared(&checker);
  checker.checked->has_errors = program->has_errors || diag_error_count(diag) > errors;
  return checker;
}

NeslChecked *nesl_check(Arena *arena, Interner *names, Diag *diag, const NeslProgram *prelude,
                        const NeslProgram *program) {
  return check_program(arena, names, diag, prelude, program).checked;
}

NeslChecked *nesl_check_session(Arena *arena, Interner *names, Diag *diag,
                                const NeslProgram *prelude, const NeslProgram *program,
                                size_t known) {
  NeslChecker checker = check_program(arena, names, diag, prelude, program);
  checker.checked->first += known;
  checker.checked->is_session = true;
  nesl_find_keepers(&checker);
  nesl_list_seen(&checker);
  return checker.checked;
}
