// Textual IR at the prompt.
#include "front/core_session.h"

#include <string.h>

#include "ir/build.h"
#include "ir/ir.h"
#include "ir/own.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/type.h"
#include "ir/walk.h"

static EntryValue external_value(Program *program, const Var *var) {
  StrBuf text = {0};
  type_print_external(&text, var->type);
  EntryValue value = {.type = intern_str(program->names, strbuf_text(&text)), .count = 1};
  strbuf_free(&text);
  return value;
}

// An entry point that gives the variables of a global. Its name is no name of the text.
static Fun *show_global(Arena *arena, Program *program, const Global *global, size_t number) {
  Fun *fun = arena_make(arena, Fun);
  size_t count = global->var_count;
  fun->name = intern_str(program->names, arena_printf(arena, "Form_%zu", number));
  fun->span = global->span;
  fun->results = arena_array(arena, Result, count);
  fun->result_count = count;
  fun->entry = arena_make(arena, Entry);
  *fun->entry = (Entry){
      .name = fun->name, .results = arena_array(arena, EntryValue, count), .result_count = count};
  Atom *atoms = arena_array(arena, Atom, count);
  for (size_t i = 0; i < count; i++) {
    fun->results[i].var = var_like(program, global->vars[i], global->vars[i]->type);
    fun->entry->results[i] = external_value(program, global->vars[i]);
    atoms[i] = atom_var(global->vars[i]);
  }
  fun->body = body_new(program, (Stms){0}, atoms, count);
  vec_push(arena, &program->funs, fun);
  return fun;
}

// Sizes are told by their names, without the numbers that variables of a session have.
static const char *typing(Arena *arena, const Var *var) {
  StrBuf text = {0}, plain = {0};
  type_print(&text, var->type);
  for (const char *at = strbuf_text(&text); *at;) {
    if (*at == '.')
      at += 1 + strspn(at + 1, "0123456789");
    else
      strbuf_putc(&plain, *at++);
  }
  const char *typing = arena_printf(arena, " : %s", strbuf_text(&plain));
  strbuf_free(&text);
  strbuf_free(&plain);
  return typing;
}

// ---- Who keeps what is hidden ----

typedef struct FrontLooking {
  const Var *var;
  const Fun *fun;
  bool is_found;
} FrontLooking;

static void look_use(Walker *walker, Var *var) {
  FrontLooking *looking = walker->context;
  looking->is_found = looking->is_found || var == looking->var;
}

static bool look_call(Walker *walker, Stm *stm) {
  FrontLooking *looking = walker->context;
  bool is_call = stm->exp->op == OP_CALL && stm->exp->as.callee == looking->fun;
  looking->is_found = looking->is_found || is_call;
  return true;
}

// The functions that use a variable or call a function which the text can name no more.
static SessionNames find_keepers(Arena *arena, const Program *program, const ParsedItems *items,
                                 const Var *var, const Fun *fun) {
  SessionNames keepers = {0};
  for (size_t i = 0; (var || fun) && i < program->funs.count; i++) {
    Fun *user = program->funs.data[i];
    FrontLooking looking = {.var = var, .fun = fun};
    Walker walker = {.context = &looking, .use = look_use, .enter = look_call};
    if (map_find(items->hidden, map_key(user), NULL)) continue;
    walk_fun(&walker, user);
    if (looking.is_found) vec_push(arena, &keepers, user->name);
  }
  return keepers;
}

// The variable of an older global that has the name.
static const Var *hidden_var(const Program *program, const Global *global, Name name) {
  const Var *hidden = NULL;
  for (size_t i = 0; program->globals.data[i] != global; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++)
      if (program->globals.data[i]->vars[k]->name == name)
        hidden = program->globals.data[i]->vars[k];
  return hidden;
}

// ---- Forms ----

// One form for each variable, of which the first has the entry point.
static void add_global(Arena *arena, const ParsedItems *items, const ParsedItem *item, Fun *entry,
                       SessionProgram *result) {
  const Program *program = result->program;
  for (size_t i = 0; i < item->global->var_count; i++) {
    const Var *var = item->global->vars[i];
    SessionForm form = {.name = var->name,
                        .type = typing(arena, var),
                        .entry = i == 0 ? entry : NULL,
                        .span = item->span,
                        .is_expression = item->is_expression};
    const Var *hidden = hidden_var(program, item->global, var->name);
    if (!form.is_expression) form.keepers = find_keepers(arena, program, items, hidden, NULL);
    vec_push(arena, &result->forms, form);
  }
}

static bool compile(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                    SessionProgram *result) {
  ParsedItems items = {0};
  Program *program = program_parse_session(arena, names, inputs.files, inputs.count, diag, &items);
  if (program == NULL) return false;
  result->program = program;
  for (size_t i = 0; i < items.count; i++) {
    const ParsedItem *item = &items.data[i];
    if (item->global != NULL) {
      add_global(arena, &items, item, show_global(arena, program, item->global, i), result);
      continue;
    }
    SessionForm form = {.name = item->name, .kind = "function", .span = item->span};
    form.keepers = find_keepers(arena, program, &items, NULL, item->hidden);
    vec_push(arena, &result->forms, form);
  }
  program_own(program);
  return true;
}

static bool is_open(Arena *arena, Interner *names, const SourceFile *file) {
  return program_text_is_open(arena, names, file);
}

static void list_names(Arena *arena, Interner *names, Diag *diag, SessionInputs inputs,
                       SessionNames *out) {
  ParsedItems items = {0};
  const Program *program =
      program_parse_session(arena, names, inputs.files, inputs.count, diag, &items);
  for (size_t i = 0; program != NULL && i < program->funs.count; i++)
    vec_push(arena, out, program->funs.data[i]->name);
  for (size_t i = 0; program != NULL && i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++)
      vec_push(arena, out, program->globals.data[i]->vars[k]->name);
  for (int op = 0; op < OP_COUNT; op++)
    vec_push(arena, out, intern_str(names, op_info((Op)op)->text));
}

const FrontSession core_session = {.is_open = is_open, .compile = compile, .names = list_names};
