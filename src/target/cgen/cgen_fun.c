// Functions, globals and whole programs.
#include <string.h>

#include "ir/type.h"
#include "target/cgen/cgen.h"

void c_fun_name(StrBuf *out, Name name) {
  strbuf_puts(out, "fun_");
  cgen_mangle(out, name);
}

static void note_failure(void *context, ImpStm *stm) {
  bool *can_fail = context;
  if (stm->kind == IMP_STM_READ || stm->kind == IMP_STM_LAUNCH || stm->kind == IMP_STM_POST ||
      stm->kind == IMP_STM_FETCH)
    *can_fail = true;
  if (stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_EFFECT || stm->kind == IMP_STM_FAIL ||
      stm->kind == IMP_STM_CALL || stm->kind == IMP_STM_RESERVE || stm->kind == IMP_STM_TRIM ||
      stm->kind == IMP_STM_SLOTS)
    *can_fail = true;
}

static void note_device(void *context, ImpStm *stm) {
  bool *can_fail = context;
  if (stm->kind == IMP_STM_COPY || stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_TABLE)
    *can_fail = true;
}

bool cgen_can_fail(const Cgen *cgen, const ImpStms *stms) {
  bool can_fail = false;
  imp_walk(stms, note_failure, &can_fail);
  if (cgen->options.has_device) imp_walk(stms, note_device, &can_fail);
  return can_fail;
}

static void write_depth_check(Cgen *cgen, const ImpFun *fun) {
  StrBuf format = {0};
  cgen_format_position(cgen, &format, fun->span);
  strbuf_puts(&format, "recursion too deep");
  strbuf_printf(cgen->out, "  if (stack_is_deep()) {\n    error = context_fail_as(ctx, \"%s\", ",
                error_code_text(ERROR_RUN_DEPTH));
  c_string(cgen->out, strbuf_text(&format), format.length);
  strbuf_puts(cgen->out, ");\n    goto cleanup;\n  }\n");
  strbuf_free(&format);
}

static void write_param(Cgen *cgen, const ImpVar *var) {
  const char *type = c_scalar_type(var->scalar);
  switch (var->kind) {
  case IMP_SCALAR: strbuf_printf(cgen->out, ", %s %s", type, cgen_name(cgen, var)); return;
  case IMP_BLOCK: strbuf_printf(cgen->out, ", Block *%s", cgen_name(cgen, var)); return;
  case IMP_OWNER: strbuf_printf(cgen->out, ", Block **%s", cgen_name(cgen, var)); return;
  case IMP_POINTER:
    strbuf_printf(cgen->out, ", %s *%s%s", c_stored_type(var->scalar),
                  var->is_restrict ? "restrict " : "", cgen_name(cgen, var));
    return;
  case IMP_LOCAL: break;
  }
  INTERNAL_ERROR("a parameter that is a local array");
}

// `PIECE int fun_name(Context *ctx, out pointers, in values)`
static void write_head(Cgen *cgen, const ImpFun *fun) {
  cgen_names_clear(cgen);
  bool is_glue = imp_fun_is_glue(fun);
  strbuf_puts(cgen->out, is_glue ? "GLUE int " : fun->is_part ? "PART int " : "PIECE int ");
  c_fun_name(cgen->out, fun->name);
  strbuf_puts(cgen->out, "(Context *ctx");
  for (size_t i = 0; i < fun->results.count; i++) {
    const ImpVar *var = fun->results.data[i];
    const char *type = var->kind == IMP_BLOCK ? "Block *" : c_scalar_type(var->scalar);
    strbuf_printf(cgen->out, ", %s%s*out_%zu", type, var->kind == IMP_BLOCK ? "" : " ", i);
  }
  for (size_t i = 0; i < fun->params.count; i++)
    write_param(cgen, fun->params.data[i]);
  strbuf_putc(cgen->out, ')');
}

// What stands between the braces.
static void write_body(Cgen *cgen, const ImpFun *fun) {
  bool can_fail = cgen_can_fail(cgen, &fun->body);
  cgen->depth = 1;
  if (can_fail) strbuf_puts(cgen->out, "  int error = RT_OK;\n");
  for (size_t i = 0; i < fun->blocks.count; i++)
    strbuf_printf(cgen->out, "  Block *%s = NULL;\n", cgen_name(cgen, fun->blocks.data[i]));
  if (can_fail && imp_fun_is_recursive(fun)) write_depth_check(cgen, fun);
  if (cgen->options.has_device) cgen_expect(cgen, &fun->body);
  cgen_stms(cgen, &fun->body);
  if (can_fail && strstr(strbuf_text(cgen->out), "goto cleanup;"))
    strbuf_puts(cgen->out, "cleanup:\n");
  for (size_t i = 0; i < fun->blocks.count; i++)
    if (!fun->blocks.data[i]->is_lent)
      strbuf_printf(cgen->out, "  block_unref(ctx, &%s);\n", cgen_name(cgen, fun->blocks.data[i]));
  strbuf_printf(cgen->out, "  return %s;\n", can_fail ? "error" : "RT_OK");
}

// Parameters that the body does not need: sizes, say, of which only the blocks' makers know.
static void write_unused(Cgen *cgen, const ImpFun *fun, const char *body) {
  if (!strstr(body, "ctx")) strbuf_puts(cgen->out, "  (void)ctx;\n");
  for (size_t i = 0; i < fun->params.count; i++) {
    const ImpVar *var = fun->params.data[i];
    if (!map_find(cgen->used, map_key(var), NULL))
      strbuf_printf(cgen->out, "  (void)%s;\n", cgen_name(cgen, var));
  }
}

static void write_fun(Cgen *cgen, const ImpFun *fun) {
  StrBuf *out = cgen->out, body = {0};
  cgen->fun = fun;
  strbuf_putc(out, '\n');
  if (cgen->options.has_origins) strbuf_puts(out, "#line 1 \"generated\"\n");
  write_head(cgen, fun);
  strbuf_puts(out, " {\n");
  cgen->used = map_new(cgen->arena);
  cgen->out = &body;
  write_body(cgen, fun);
  cgen->out = out;
  write_unused(cgen, fun, strbuf_text(&body));
  strbuf_write(out, body.data, body.length);
  strbuf_puts(out, "}\n");
  strbuf_free(&body);
}

static void write_globals(Cgen *cgen) {
  const ImpVars *globals = &cgen->program->globals;
  cgen_names_clear(cgen);
  strbuf_puts(cgen->out, "struct Globals {\n");
  if (globals->count == 0) strbuf_puts(cgen->out, "  char unused;\n");
  for (size_t i = 0; i < globals->count; i++) {
    const ImpVar *var = globals->data[i];
    const char *name = cgen_name(cgen, var) + sizeof "ctx->globals->" - 1;
    if (var->kind == IMP_BLOCK)
      strbuf_printf(cgen->out, "  Block *%s;\n", name);
    else
      strbuf_printf(cgen->out, "  %s %s;\n", c_scalar_type(var->scalar), name);
  }
  strbuf_puts(cgen->out, "};\n");
}

static void write_globals_functions(Cgen *cgen) {
  const ImpProgram *program = cgen->program;
  strbuf_puts(cgen->out, "\nstatic int globals_init(Context *ctx) {\n  ");
  if (program->init) {
    strbuf_puts(cgen->out, "return ");
    c_fun_name(cgen->out, program->init->name);
    strbuf_puts(cgen->out, "(ctx);\n}\n");
  } else {
    strbuf_puts(cgen->out, "(void)ctx;\n  return RT_OK;\n}\n");
  }
  strbuf_puts(cgen->out, "\nstatic void globals_free(Context *ctx) {\n  (void)ctx;\n");
  for (size_t i = 0; i < program->globals.count; i++) {
    const ImpVar *var = program->globals.data[i];
    if (var->kind != IMP_BLOCK) continue;
    strbuf_printf(cgen->out, "  block_unref(ctx, &%s);\n", cgen_name(cgen, var));
  }
  strbuf_puts(cgen->out, "}\n");
}

static Cgen cgen_new(StrBuf *out, const ImpProgram *program, CgenOptions options, Arena *arena) {
  Cgen cgen = {.out = out, .program = program, .options = options, .arena = arena};
  cgen.texts = interner_new(arena);
  return cgen;
}

// What all pieces see.
static void write_declarations(Cgen *cgen) {
  const ImpProgram *program = cgen->program;
  write_globals(cgen);
  cgen_define_tiles(cgen);
  if (cgen->options.has_device) cgen_host_tables(cgen);
  strbuf_putc(cgen->out, '\n');
  for (size_t i = 0; i < program->funs.count; i++) {
    write_head(cgen, program->funs.data[i]);
    strbuf_puts(cgen->out, ";\n");
  }
}

static void write_last(Cgen *cgen) {
  if (cgen->program->init) write_fun(cgen, cgen->program->init);
  write_globals_functions(cgen);
}

void imp_to_c(StrBuf *out, const ImpProgram *program, CgenOptions options) {
  Arena *arena = arena_new();
  Cgen cgen = cgen_new(out, program, options, arena);
  write_declarations(&cgen);
  for (size_t i = 0; i < program->funs.count; i++)
    write_fun(&cgen, program->funs.data[i]);
  write_last(&cgen);
  arena_free(arena);
}

void imp_to_pieces(StrBuf *declarations, StrBuf *pieces, size_t count, const ImpProgram *program,
                   CgenOptions options) {
  Arena *arena = arena_new();
  Cgen cgen = cgen_new(declarations, program, options, arena);
  write_declarations(&cgen);
  for (size_t i = 0; i < program->funs.count; i++) {
    cgen.out = &pieces[0];
    for (size_t k = 1; k < count; k++)
      if (pieces[k].length < cgen.out->length) cgen.out = &pieces[k];
    write_fun(&cgen, program->funs.data[i]);
  }
  cgen.out = &pieces[0];
  write_last(&cgen);
  arena_free(arena);
}
