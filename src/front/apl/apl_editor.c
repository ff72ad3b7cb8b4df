// APL in an editor (front/editor.h). What a name is depends on how it is called, so that only the
// compiler knows types; the editor gets an outline.
#include "front/apl/apl.h"
#include "front/apl/lex.h"
#include "front/editor.h"

// `name←` outside of braces defines.
static void analyze(FrontAnalysis *analysis, Diag *diag) {
  Diag *silent = diag_new(analysis->arena, diag_sources(diag));
  diag_configure(silent, (DiagSettings){.is_silent = true});
  FrontLexer lexer = apl_lex(analysis->arena, analysis->names, analysis->file, silent);
  size_t depth = 0;
  for (size_t i = 0; i + 1 < lexer.tokens.count; i++) {
    const FrontToken *token = &lexer.tokens.data[i], *next = token + 1;
    if (token->kind == APL_TOKEN_LBRACE) depth++;
    if (token->kind == APL_TOKEN_RBRACE && depth > 0) depth--;
    bool is_definition =
        depth == 0 && token->kind == APL_TOKEN_NAME && next->kind == APL_TOKEN_ARROW;
    if (!is_definition) continue;
    bool is_function = i + 2 < lexer.tokens.count && token[2].kind == APL_TOKEN_LBRACE;
    Span span = span_new(analysis->file->id, token->start, token->end);
    FrontDeclaration declaration = {is_function ? OCCURRENCE_FUNCTION : OCCURRENCE_VALUE,
                                    token->name, span, span, 0};
    vec_push(analysis->arena, &analysis->declarations, declaration);
  }
  apl_compile(analysis->arena, analysis->names, analysis->file, diag);
}

const FrontEditor apl_editor = {.lex = apl_lex,
                                .tokens = APL_TOKENS,
                                .token_count = APL_TOKEN_ANNOTATION + 1,
                                .name_token = APL_TOKEN_NAME,
                                .analyze = analyze};
