// Messages of executables, with excerpts of the source. See complain.h.

#include "rts/c/complain.h"

#include <stdio.h>
#include <string.h>

// The place with which a message begins: from a column of a line up to and with another.
typedef struct SourcePlace {
  const SourceLine *line;
  unsigned column, last_line, last_column;
  const char *message; // after the place
} SourcePlace;

// Reads `prog.fut:3:60-71`, `prog.fut:3:60-4:2` or `prog.fut:3:60`, if it is in this line, and a
// message after a colon or the end of the text's own line.
static bool source_place_read(const SourceLine *line, const char *text, SourcePlace *place) {
  size_t length = strlen(line->file);
  unsigned number = 0;
  int used = 0;
  if (strncmp(text, line->file, length) != 0) return false;
  text += length;
  if (sscanf(text, ":%u:%u%n", &number, &place->column, &used) < 2 || number != line->line)
    return false;
  text += used;
  place->line = line;
  place->last_line = number;
  place->last_column = place->column;
  unsigned first, second;
  used = 0;
  if (sscanf(text, "-%u:%u%n", &first, &second, &used) == 2 && used > 0) {
    place->last_line = first;
    place->last_column = second;
    text += used;
  } else if (sscanf(text, "-%u%n", &first, &used) == 1) {
    place->last_column = first;
    text += used;
  }
  bool is_end = *text == '\0' || *text == '\n';
  if (!is_end && strncmp(text, ": ", 2) != 0) return false;
  place->message = is_end ? text : text + 2;
  return true;
}

static bool source_place_find(const ProgramTable *table, const char *text, SourcePlace *place) {
  for (const SourceLine *line = table->lines; line != NULL && line->file != NULL; line++)
    if (source_place_read(line, text, place)) return true;
  return false;
}

// Columns count characters, which have one byte that does not go on with another one's.
static bool is_character_start(char byte) { return ((unsigned char)byte & 0xC0) != 0x80; }

static void complain_excerpt(const SourcePlace *place) {
  char number[16];
  const char *text = place->line->text;
  int width = snprintf(number, sizeof number, "%u", (unsigned)place->line->line);
  fprintf(stderr, "%*s |\n%s | %s\n%*s | ", width, "", number, text, width, "");
  unsigned column = 0;
  bool is_one_line = place->last_line == place->line->line;
  for (const char *at = text; *at != '\0'; at++) {
    if (!is_character_start(*at)) continue;
    column++;
    if (is_one_line && column > place->last_column) break;
    bool is_before = column < place->column;
    const char *widths = place->line->widths;
    for (int left = widths != NULL ? widths[column - 1] - '0' : 1; left > 0; left--)
      fputc(is_before ? (*at == '\t' ? '\t' : ' ') : '^', stderr);
  }
  // At the end of the line or of the file there is no character to point at.
  if (column < place->column) fputc('^', stderr);
  fputc('\n', stderr);
}

static void complain_string(const char *text, size_t length) {
  fputc('"', stderr);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '"' || byte == '\\')
      fprintf(stderr, "\\%c", byte);
    else if (byte < 0x20)
      fprintf(stderr, "\\u%04x", byte);
    else
      fputc(byte, stderr);
  }
  fputc('"', stderr);
}

static void complain_place(const SourcePlace *place) {
  fputs(",\"file\":", stderr);
  if (place != NULL) {
    complain_string(place->line->file, strlen(place->line->file));
    fprintf(stderr, ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u",
            (unsigned)place->line->line, place->column, place->last_line, place->last_column + 1);
  } else {
    fputs("null,\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null", stderr);
  }
}

// Where the lines about the calls around a failure begin; the end of the text if there are none.
static const char *calls_find(const char *text) {
  const char *at = strstr(text, "\ncalled from ");
  return at != NULL ? at : text + strlen(text);
}

// Whether a line about a call says where it is.
static bool call_place_find(const ProgramTable *table, const char *text, SourcePlace *place) {
  static const char CALLED[] = "called from ";
  return strncmp(text, CALLED, sizeof CALLED - 1) == 0 &&
         source_place_find(table, text + sizeof CALLED - 1, place);
}

// Each line is followed by the line of the source with the call.
static void complain_calls(const ProgramTable *table, const char *calls) {
  for (const char *line = calls; *line == '\n';) {
    const char *text = line + 1;
    SourcePlace place;
    size_t length = strcspn(text, "\n");
    fprintf(stderr, "%.*s\n", (int)length, text);
    if (call_place_find(table, text, &place) && place.line->text != NULL) complain_excerpt(&place);
    line = text + length;
  }
}

// Each line is a note, with the place of the call if it has one.
static void complain_notes(const ProgramTable *table, const char *calls) {
  for (const char *line = calls; *line == '\n';) {
    const char *text = line + 1;
    SourcePlace place;
    bool is_placed = call_place_find(table, text, &place);
    size_t length = strcspn(text, "\n");
    fprintf(stderr, "%s{\"message\":", line == calls ? "" : ",");
    complain_string(is_placed ? "called from here" : text, is_placed ? 16 : length);
    complain_place(is_placed ? &place : NULL);
    fputc('}', stderr);
    line = text + length;
  }
}

static void complain_json(const ProgramTable *table, const char *code, const char *text,
                          const SourcePlace *place) {
  const char *message = place != NULL ? place->message : text;
  const char *calls = calls_find(message);
  fprintf(stderr, "{\"code\":\"%s\",\"severity\":\"error\",\"message\":", code);
  complain_string(message, (size_t)(calls - message));
  complain_place(place);
  fputs(",\"notes\":[", stderr);
  complain_notes(table, calls);
  fputs("],\"hints\":[]}\n", stderr);
}

void complain_text(const Settings *settings, const ProgramTable *table, const char *code,
                   const char *text) {
  SourcePlace place;
  bool is_placed = source_place_find(table, text, &place);
  if (settings->is_json) {
    complain_json(table, code, text, is_placed ? &place : NULL);
    return;
  }
  const char *calls = calls_find(text);
  fprintf(stderr, "%s: error[%s]: %.*s\n", settings->program, code, (int)(calls - text), text);
  if (is_placed && place.line->text != NULL) complain_excerpt(&place);
  complain_calls(table, calls);
}
