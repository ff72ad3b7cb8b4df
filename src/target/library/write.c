// Whole files.
#include "target/library/rts_text.h"
#include "target/library/table.h"

static void put_main(StrBuf *out, LibraryForm form) {
  strbuf_printf(out,
                "\nint main(int argc, char **argv) {\n"
                "  threads_settle(argv);\n"
                "  return %s_main(&program_table, argc, argv);\n}\n",
                form == LIBRARY_SERVER ? "server" : "executable");
}

// The run-time system defines two of the structures that the API names.
static void put_prefix(StrBuf *out, const LibraryOptions *options) {
  if (!options->prefix) return;
  strbuf_printf(out,
                "#define futhark_context %s_context\n"
                "#define futhark_context_config %s_context_config\n",
                options->prefix, options->prefix);
}

void library_source(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  Arena *arena = arena_new();
  Model *model = model_new(arena, program);
  strbuf_printf(out, LIBRARY_MARK_C "%s.\n", options->version);
  put_prefix(out, options);
  rts_text(out, options->form, options->device);
  strbuf_puts(out, "\n// ---- The program ----\n\n");
  imp_to_c(out, program, options->cgen);
  if (options->device != DEVICE_NONE) kernels_embed(out, program, options);
  strbuf_puts(out, "\n// ---- Its table ----\n");
  rts_cool_begin(out);
  table_write(out, model, options);
  switch (options->form) {
  case LIBRARY_EXECUTABLE:
  case LIBRARY_SERVER: put_main(out, options->form); break;
  case LIBRARY_LIBRARY:
    strbuf_puts(out, "\n// ---- Its interface ----\n\n");
    api_declare(out, model, options);
    strbuf_putc(out, '\n');
    api_define(out, model, options);
    break;
  case LIBRARY_UNIT: break;
  }
  rts_cool_end(out);
  arena_free(arena);
}

void library_pieces(StrBuf *pieces, size_t count, const ImpProgram *program,
                    const LibraryOptions *options) {
  Arena *arena = arena_new();
  Model *model = model_new(arena, program);
  StrBuf head = {0}, *bodies = arena_array(arena, StrBuf, count);
  if (count > 1) strbuf_puts(&head, "#define PIECE\n");
  rts_text(&head, LIBRARY_UNIT, options->device);
  imp_to_pieces(&head, bodies, count, program, options->cgen);
  for (size_t i = 0; i < count; i++) {
    strbuf_write(&pieces[i], head.data, head.length);
    strbuf_write(&pieces[i], strbuf_text(&bodies[i]), bodies[i].length);
    strbuf_free(&bodies[i]);
  }
  strbuf_free(&head);
  strbuf_puts(&pieces[0], "\nvoid threads_settle(char **argv);\n"
                          "int executable_main(const ProgramTable *, int, char **);\n"
                          "int server_main(const ProgramTable *, int, char **);\n");
  rts_cool_begin(&pieces[0]);
  table_write(&pieces[0], model, options);
  put_main(&pieces[0], options->form);
  rts_cool_end(&pieces[0]);
  arena_free(arena);
}

void library_main(StrBuf *out, size_t unit_count) {
  strbuf_puts(out, "#include <stdlib.h>\n\ntypedef struct ProgramTable ProgramTable;\n"
                   "int executable_main(const ProgramTable *table, int argc, char **argv);\n");
  for (size_t i = 0; i < unit_count; i++)
    strbuf_printf(out, "extern const ProgramTable program_table_%zu;\n", i);
  strbuf_puts(out, "\nstatic const ProgramTable *const UNITS[] = {\n");
  for (size_t i = 0; i < unit_count; i++)
    strbuf_printf(out, "    &program_table_%zu,\n", i);
  strbuf_printf(out,
                "};\n\nint main(int argc, char **argv) {\n"
                "  unsigned long unit = argc > 1 ? strtoul(argv[1], NULL, 10) : %zu;\n"
                "  return unit < %zu ? executable_main(UNITS[unit], argc - 1, argv + 1) : 2;\n}\n",
                unit_count, unit_count);
}

void library_header(StrBuf *out, const ImpProgram *program, const LibraryOptions *options) {
  Arena *arena = arena_new();
  api_declare(out, model_new(arena, program), options);
  arena_free(arena);
}
