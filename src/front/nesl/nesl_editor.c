// NESL in an editor (front/editor.h).
#include <string.h>

#include "front/editor.h"
#include "front/nesl/nesl.h"
#include "front/nesl/nesl_layout.h"
#include "front/nesl/prelude.h"

// ---- Declarations ----

static void add_pattern(FrontAnalysis *analysis, const NeslPattern *pattern, Span span) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: {
    FrontDeclaration declaration = {OCCURRENCE_VALUE, pattern->variable.name, pattern->span, span,
                                    0};
    vec_push(analysis->arena, &analysis->declarations, declaration);
    return;
  }
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      add_pattern(analysis, pattern->items.data[i], span);
    return;
  case NESL_PATTERN_DATA: add_pattern(analysis, pattern->data.argument, span); return;
  }
}

static void add_form(FrontAnalysis *analysis, const NeslForm *form) {
  FrontDeclaration declaration = {.kind = OCCURRENCE_FUNCTION, .span = form->span};
  NeslIdent name = {0};
  switch (form->kind) {
  case NESL_FORM_FUNCTION: name = form->function.name; break;
  case NESL_FORM_DATATYPE: name = form->datatype.name, declaration.kind = OCCURRENCE_TYPE; break;
  case NESL_FORM_BINDING: add_pattern(analysis, form->binding.pattern, form->span); return;
  case NESL_FORM_BROKEN: name = form->broken; break;
  case NESL_FORM_EXPRESSION: return;
  }
  if (name.name == NULL) return;
  declaration.name = name.name;
  declaration.name_span = name.span;
  vec_push(analysis->arena, &analysis->declarations, declaration);
}

static void analyze(FrontAnalysis *analysis, Diag *diag) {
  Arena *arena = analysis->arena;
  NeslProgram *prelude = nesl_read_prelude(arena, analysis->names, diag);
  size_t errors = diag_error_count(diag);
  NeslProgram *program = nesl_parse(arena, analysis->names, analysis->file, diag);
  analysis->is_broken = diag_error_count(diag) > errors;
  analysis->scope = nesl_check(arena, analysis->names, diag, prelude, program);
  for (size_t i = 0; i < program->forms.count; i++)
    add_form(analysis, program->forms.data[i]);
}

// ---- Names ----

static const char *describe(Arena *arena, const Occurrence *occurrence) {
  NeslPrinter printer = {.arena = arena};
  switch (occurrence->kind) {
  case OCCURRENCE_FUNCTION:
    return arena_printf(arena, "%s : %s", occurrence->name,
                        nesl_function_text(&printer, occurrence->what));
  case OCCURRENCE_VALUE:
    return arena_printf(arena, "%s : %s", occurrence->name,
                        nesl_value_text(&printer, occurrence->what));
  case OCCURRENCE_TYPE:
  case OCCURRENCE_SIZE:
  case OCCURRENCE_TYPE_PARAMETER:
  case OCCURRENCE_MODULE:
  case OCCURRENCE_MODULE_TYPE:
  case OCCURRENCE_FIELD:
  case OCCURRENCE_KEYWORD: break;
  }
  return occurrence->name;
}

static const char *signature(Arena *arena, const Occurrence *occurrence) {
  if (occurrence->kind != OCCURRENCE_FUNCTION) return NULL;
  NeslPrinter printer = {.arena = arena};
  return nesl_function_text(&printer, occurrence->what);
}

static void members(const FrontAnalysis *analysis, Name qualifier, FrontMembers *out) {
  const NeslChecked *checked = analysis->scope;
  if (qualifier != NULL || checked == NULL) return;
  for (size_t i = 0; i < checked->forms.count; i++) {
    const NeslForm *form = checked->forms.data[i];
    FrontMember member = {.kind = OCCURRENCE_FUNCTION};
    if (form->kind == NESL_FORM_FUNCTION) {
      member.name = form->function.name.name;
      member.what = form->function.function;
    } else if (form->kind == NESL_FORM_DATATYPE && form->datatype.datatype != NULL) {
      member.name = form->datatype.name.name;
      member.what = form->datatype.datatype->constructor;
    } else if (form->kind == NESL_FORM_BINDING &&
               form->binding.pattern->kind == NESL_PATTERN_NAME) {
      member.kind = OCCURRENCE_VALUE;
      member.name = form->binding.pattern->variable.name;
      member.what = form->binding.pattern->variable.value;
    }
    bool is_private = member.name == NULL || strncmp(member.name, "__", 2) == 0;
    if (!is_private && member.what != NULL) vec_push(analysis->arena, out, member);
  }
}

static void tree(Arena *arena, Interner *names, const SourceFile *file, Diag *diag, StrBuf *out) {
  nesl_program_print(nesl_parse(arena, names, file, diag), out);
}

const FrontEditor nesl_editor = {.lex = nesl_lex,
                                 .tokens = NESL_TOKENS,
                                 .token_count = NESL_TOKEN_DATATYPE + 1,
                                 .name_token = NESL_TOKEN_NAME,
                                 .ignores_case = true,
                                 .analyze = analyze,
                                 .describe = describe,
                                 .signature = signature,
                                 .members = members,
                                 .layout = nesl_layout,
                                 .tree = tree};
