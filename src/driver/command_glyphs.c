// ravel glyphs: APL between glyphs and the keys that type them.
#include <stdio.h>

#include "driver/driver.h"
#include "front/apl/keys.h"

static void print_keys(StrBuf *out) {
  strbuf_puts(out, "A backquote and a key type a glyph, in files and at the prompt.\n\n");
  for (size_t i = 0; i < apl_key_count(); i++) {
    const AplKey *key = apl_key_at(i);
    strbuf_printf(out, "  `%c  %s  %s\n", key->key, key->glyph, key->purpose);
  }
}

int command_glyphs(Driver *driver, const Arguments *arguments) {
  StrBuf out = {0};
  if (arguments->operands.count == 0) {
    print_keys(&out);
  } else {
    const SourceFile *file = diag_load_source(driver->diag, arguments->operands.data[0]);
    if (!file || !diag_check_utf8(driver->diag, file)) return EXIT_SOURCE_ERROR;
    if (option_is_set(arguments, OPTION_TO_KEYS))
      apl_keys_from_glyphs(&out, file->text, file->length);
    else
      apl_glyphs_from_keys(&out, file->text, file->length);
  }
  int status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(&out),
                          out.length);
  strbuf_free(&out);
  return status;
}
