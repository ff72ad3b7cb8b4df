// FCL in an editor (front/editor.h).
#include "front/editor.h"
#include "front/fcl/fcl.h"

static void analyze(FrontAnalysis *analysis, Diag *diag) {
  const FclProgram *program;
  const FclChecked *checked =
      fcl_check_source(analysis->arena, analysis->names, analysis->file, diag, &program);
  analysis->scope = checked;
  analysis->is_broken = diag_error_count(diag) > 0;
  for (size_t i = 0; i < checked->definitions.count; i++) {
    const FclDefined *defined = &checked->definitions.data[i];
    const FclBinding *binding = defined->definition->binding;
    FrontDeclaration declaration = {
        defined->definition->is_function ? OCCURRENCE_FUNCTION : OCCURRENCE_VALUE,
        defined->variable->name, binding->pattern->span, binding->span, 0};
    vec_push(analysis->arena, &analysis->declarations, declaration);
  }
}

static const char *signature(Arena *arena, const Occurrence *occurrence) {
  const FclVariable *variable = occurrence->what;
  FclPrinter printer = {.arena = arena};
  return fcl_scheme_text(&printer, variable->scheme);
}

static const char *describe(Arena *arena, const Occurrence *occurrence) {
  return arena_printf(arena, "%s : %s", occurrence->name, signature(arena, occurrence));
}

static void members(const FrontAnalysis *analysis, Name qualifier, FrontMembers *out) {
  const FclChecked *checked = analysis->scope;
  if (qualifier != NULL) return;
  for (size_t i = 0; i < checked->seen.count; i++) {
    FrontMember member = {OCCURRENCE_FUNCTION, checked->seen.data[i]->name, checked->seen.data[i]};
    vec_push(analysis->arena, out, member);
  }
}

const FrontEditor fcl_editor = {.lex = fcl_lex,
                                .tokens = FCL_TOKENS,
                                .token_count = FCL_TOKEN_FORALL + 1,
                                .name_token = FCL_TOKEN_NAME,
                                .is_juxtaposed = true,
                                .analyze = analyze,
                                .describe = describe,
                                .signature = signature,
                                .members = members};
