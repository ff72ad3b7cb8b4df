// Tab: the word before the cursor becomes as long as all choices agree; another Tab lists them.
#include <stdlib.h>
#include <string.h>

#include "edit/edit_internal.h"

static int compare_words(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Sorts the words and leaves out what is there twice.
static void sort_words(EditChoices *choices) {
  size_t kept = 0;
  if (choices->words.count == 0) return;
  qsort(choices->words.data, choices->words.count, sizeof *choices->words.data, compare_words);
  for (size_t i = 0; i < choices->words.count; i++)
    if (kept == 0 || strcmp(choices->words.data[kept - 1], choices->words.data[i]) != 0)
      choices->words.data[kept++] = choices->words.data[i];
  choices->words.count = kept;
}

// How many bytes all words begin with, without a part of a character.
static size_t common_length(const EditChoices *choices) {
  const char *first = choices->words.data[0];
  size_t length = strlen(first);
  for (size_t i = 1; i < choices->words.count; i++) {
    size_t same = 0;
    while (same < length && first[same] == choices->words.data[i][same])
      same++;
    length = same;
  }
  return utf8_valid_prefix(first, length);
}

static void list_words(Editor *editor, const EditChoices *choices) {
  size_t widest = 0, cursor = editor->cursor;
  for (size_t i = 0; i < choices->words.count; i++) {
    size_t width = utf8_display_width(choices->words.data[i], strlen(choices->words.data[i]));
    if (width > widest) widest = width;
  }
  size_t columns = editor->columns > 0 ? (size_t)editor->columns : 80;
  size_t per_row = columns / (widest + 2) > 0 ? columns / (widest + 2) : 1;
  StrBuf out = {0};
  for (size_t i = 0; i < choices->words.count; i++) {
    const char *word = choices->words.data[i];
    bool is_last = (i + 1) % per_row == 0 || i + 1 == choices->words.count;
    strbuf_puts(&out, word);
    if (is_last)
      strbuf_puts(&out, "\r\n");
    else
      strbuf_fill(&out, ' ', widest + 2 - utf8_display_width(word, strlen(word)));
  }
  editor_finish(editor);
  editor_write(editor, strbuf_text(&out));
  editor->cursor = cursor;
  strbuf_free(&out);
}

void editor_complete(Editor *editor) {
  const EditClient *client = editor->options->client;
  if (client->complete == NULL) return;
  EditChoices choices = {.arena = arena_new(), .start = editor->cursor};
  client->complete(client->context, strbuf_text(&editor->text), editor->cursor, &choices);
  sort_words(&choices);
  size_t typed = editor->cursor - choices.start;
  if (choices.words.count > 0) {
    size_t length = common_length(&choices);
    if (length > typed)
      text_replace(editor, choices.start, editor->cursor, choices.words.data[0], length);
    else if (editor->has_tabbed && choices.words.count > 1)
      list_words(editor, &choices);
  }
  arena_free(choices.arena);
  editor->has_tabbed = true;
}
