// lsp: `ravel lsp`, a language server. An editor starts it and speaks with it on stdin and stdout:
// JSON-RPC 2.0, each message after a header that tells its length (version 3.17 of the Language
// Server Protocol).
//
// The server knows no language. It keeps texts, has them analysed by the front end of their
// extension (front/editor.h), and answers from what was found; a language is a row there. It sees
// base and front.
//
//   frame.c      messages in a stream of bytes
//   position.c   UTF-16 positions, which editors count in, and offsets of bytes
//   document.c   the open texts, their changes, and what is known about them
//   names.c      who is called what: definition, references, rename
//   complete.c   completion and signature help
//   answer.c     the other requests; diagnostics
//   server.c     which message asks for what; the loop
//
// A text is analysed when something is asked about it or the editor is silent, so that one who
// types fast waits for nothing. Analysis is the front end's parser and checker; when the editor has
// been silent for a while and there are no errors, the program is compiled to Core as well, for
// what only lowering finds.
//
// Whatever comes in, the server goes on: malformed JSON, unknown methods and wrong positions are
// answered with errors, a text may be broken in any way, and an internal error of a front end is
// told of as a diagnostic of its text.
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include "base/json.h"
#include "base/json_read.h"
#include "front/front.h"

// Serves until the editor ends it, and gives the exit code: 0 when it was asked to shut down first.
int lsp_serve(int input, FILE *output);

// ---- Frames ----

typedef enum LspFrame {
  LSP_FRAME_PARTIAL, // more bytes must come
  LSP_FRAME_WHOLE,
  LSP_FRAME_BAD // no header, or one without a length that makes sense; it is skipped
} LspFrame;

// Longer messages are not read.
enum { LSP_LENGTH_LIMIT = 1 << 28 };

// The first message in the bytes: where its content begins, and its length. *used bytes can be
// dropped after that.
LspFrame lsp_frame_find(const char *bytes, size_t length, size_t *start, size_t *content,
                        size_t *used);

// ---- Positions ----

// A line, and how many UTF-16 code units are before the place in it; both from 0.
typedef struct LspPosition {
  uint32_t line, character;
} LspPosition;

// The offset of a position. After the end of its line it is that end, and after the last line the
// end of the text; inside a character, that character.
size_t lsp_offset(const char *text, size_t length, LspPosition position);
// The position of an offset, which may be the length.
LspPosition lsp_position(const char *text, size_t length, size_t offset);
// The same in a source, where lines need not be counted.
LspPosition lsp_source_position(const SourceFile *file, size_t offset);

// ---- Paths ----

// The path of a `file:` address; NULL for another one. And the address of a path.
const char *lsp_path_from_uri(Arena *arena, const char *uri);
const char *lsp_uri_from_path(Arena *arena, const char *path);

#endif
