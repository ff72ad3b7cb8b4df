#include "front/format.h"

#include <string.h>

#include "base/internal.h"

// The tokens of a text, one in a line, without what is between them; and the tree that they make.
static void put_program(const Front *front, Arena *arena, const SourceFile *file,
                        const FrontToken *tokens, size_t count, Diag *diag, StrBuf *out) {
  for (size_t i = 0; i < count; i++) {
    strbuf_write(out, file->text + tokens[i].start, tokens[i].end - tokens[i].start);
    strbuf_putc(out, '\n');
  }
  front->editor->tree(arena, interner_new(arena), file, diag, out);
}

// Whatever the layout does, it must not change a program.
static void check_same(const Front *front, const FrontLayout *layout, Diag *diag, const char *text,
                       size_t length) {
  StrBuf before = {0}, after = {0};
  const SourceFile *file = layout->file;
  if (length == file->length && memcmp(text, file->text, length) == 0) return;
  const SourceFile *new = source_add(diag_sources(diag), file->path, text, length);
  FrontLexer lexer = front->editor->lex(layout->arena, interner_new(layout->arena), new, diag);
  put_program(front, layout->arena, file, layout->tokens, layout->count, diag, &before);
  put_program(front, layout->arena, new, lexer.tokens.data, lexer.tokens.count - 1, diag, &after);
  if (strcmp(strbuf_text(&before), strbuf_text(&after)) != 0)
    INTERNAL_ERROR("%s would be another program when it is laid out", file->path);
  strbuf_free(&before);
  strbuf_free(&after);
}

bool front_format(const Front *front, Arena *arena, const SourceFile *file, Diag *diag,
                  StrBuf *out) {
  if (!diag_check_utf8(diag, file)) return false;
  if (!front->editor || !front->editor->layout) {
    front_layout_trim(file->text, file->length, out);
    return true;
  }
  FrontLayout layout = {.arena = arena,
                        .names = interner_new(arena),
                        .file = file,
                        .comment = front->comment,
                        .has_closed_comments = front->has_closed_comments};
  size_t errors = diag_error_count(diag);
  FrontLexer lexer = front->editor->lex(arena, layout.names, file, diag);
  layout.tokens = lexer.tokens.data;
  layout.count = lexer.tokens.count - 1;
  if (diag_error_count(diag) > errors) return false;
  if (!front->editor->layout(&layout, diag)) return false;
  size_t start = out->length;
  front_layout_write(&layout, out);
  check_same(front, &layout, diag, strbuf_text(out) + start, out->length - start);
  return true;
}
