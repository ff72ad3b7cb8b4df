#include "ir/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/scalar_eval.h"

MessagePiece message_next(const char **text, char *byte) {
  static const struct {
    const char *text;
    MessagePiece piece;
  } forms[] = {{"{}", MESSAGE_SIGNED},
               {"{:u}", MESSAGE_UNSIGNED},
               {"{{", MESSAGE_CHAR},
               {"}}", MESSAGE_CHAR}};
  *byte = **text;
  if (*byte == '\0') return MESSAGE_END;
  const char *end = **text == '{' && (*text)[1] == '!' ? strchr(*text, '}') : NULL;
  ErrorCode code;
  if (end != NULL && error_code_find(*text + 2, (size_t)(end - *text - 2), &code)) {
    *text = end + 1;
    return MESSAGE_CODE;
  }
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    size_t length = strlen(forms[i].text);
    if (strncmp(*text, forms[i].text, length) != 0) continue;
    *text += length;
    return forms[i].piece;
  }
  ++*text;
  return *byte == '{' || *byte == '}' ? MESSAGE_MALFORMED : MESSAGE_CHAR;
}

const char *message_plain(Arena *arena, const char *text, size_t length) {
  StrBuf message = {0};
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '{' || text[i] == '}') strbuf_putc(&message, text[i]);
    strbuf_putc(&message, text[i]);
  }
  const char *plain = arena_strndup(arena, strbuf_text(&message), message.length);
  strbuf_free(&message);
  return plain;
}

ErrorCode message_code(const char **text) {
  char byte;
  const char *at = *text;
  ErrorCode code = ERROR_RUN_ASSERT;
  if (message_next(&at, &byte) != MESSAGE_CODE) return code;
  error_code_find(*text + 2, (size_t)(at - *text - 3), &code);
  *text = at;
  return code;
}

// ---- Messages with their values ----

// The shortest decimal that reads back as the same number.
static void print_float(StrBuf *out, double value, bool is_double) {
  char text[40];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    double back = strtod(text, NULL);
    if (is_double ? back == value : (float)back == (float)value) break;
  }
  strbuf_puts(out, text);
  if (strpbrk(text, ".en") == NULL) strbuf_puts(out, ".0");
}

static void print_scalar(StrBuf *out, ScalarValue value, Scalar type, bool is_unsigned) {
  ScalarValue wide;
  switch (scalar_info(type)->class) {
  case CLASS_BOOL: strbuf_puts(out, value.b ? "true" : "false"); return;
  case CLASS_FLOAT:
    if (!scalar_eval(OP_FPCONV, type, SCALAR_F64, &value, &wide)) break;
    print_float(out, wide.f64, type == SCALAR_F64);
    return;
  case CLASS_INT:
    if (!scalar_eval(is_unsigned ? OP_ZEXT : OP_SEXT, type, SCALAR_I64, &value, &wide)) break;
    if (is_unsigned)
      strbuf_printf(out, "%llu", (unsigned long long)wide.i64);
    else
      strbuf_printf(out, "%lld", (long long)wide.i64);
    return;
  case CLASS_NONE:
  case CLASS_NUM:
  case CLASS_BITS:
  case CLASS_ANY: break;
  }
  INTERNAL_ERROR("a scalar of no class");
}

bool message_text(StrBuf *out, const char **text) {
  char byte;
  for (;;) {
    const char *before = *text;
    switch (message_next(text, &byte)) {
    case MESSAGE_END: return false;
    case MESSAGE_CHAR: strbuf_putc(out, byte); break;
    case MESSAGE_CODE: break;
    case MESSAGE_SIGNED:
    case MESSAGE_UNSIGNED: *text = before; return true;
    case MESSAGE_MALFORMED: INTERNAL_ERROR("malformed message");
    }
  }
}

void message_value(StrBuf *out, const char **text, ScalarValue value, Scalar type) {
  char byte;
  print_scalar(out, value, type, message_next(text, &byte) == MESSAGE_UNSIGNED);
}
