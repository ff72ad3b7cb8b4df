// Annotated types in the notation of paper 004:
//
//   mm : ∀α,φ. ([[f64 # φ] # α], [[f64 # φ] # α]) → [[f64 # φ] # α]
//     xs : [f64 # φ(i)]
//
// [τ # v] is a sequence of v elements. Greek letters from α on are sizes, φ ψ χ ω and so on
// functions from an index to a size; an index has its name in the program. int(v) is a number with
// value v: sizes of type i64 are tracked like this, other numbers have their plain type.
#include "core/core.h"
#include "core/shapes.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct Named {
  const Var *var;   // a dimension variable, or the array that is a function
  const Poly *poly; // or a function that does not belong to a variable
  const char *name;
  bool is_function;
} Named;

typedef struct ShapesLine {
  const Var *var;
  char *text;
} ShapesLine;

typedef struct ShapePrinter {
  Arena *arena;
  Solver *solver;
  Vec(Named) names;
  size_t size_count, function_count;
  Vec(ShapesLine) lines;
} ShapePrinter;

// ---- Names ----

static const char *const SIZE_NAMES[] = {"α", "β", "γ", "δ", "ε", "ζ", "η", "θ",
                                         "κ", "λ", "μ", "ν", "ρ", "σ", "τ", "υ"};
static const char *const FUNCTION_NAMES[] = {"φ", "ψ", "χ", "ω"};

static const char *name_make(ShapePrinter *printer, const char *const *names, size_t name_count,
                             size_t number) {
  const char *base = names[number % name_count];
  size_t round = number / name_count;
  return round == 0 ? base : arena_printf(printer->arena, "%s%zu", base, round);
}

static const char *name_of(ShapePrinter *printer, const Var *var, const Poly *poly,
                           bool is_function) {
  for (size_t i = 0; i < printer->names.count; i++) {
    const Named *named = &printer->names.data[i];
    if (var ? named->var == var : named->poly && poly_equal(named->poly, poly)) return named->name;
  }
  const char *name = is_function ? name_make(printer, FUNCTION_NAMES, 4, printer->function_count++)
                                 : name_make(printer, SIZE_NAMES, 16, printer->size_count++);
  Named named = {.var = var, .poly = poly, .name = name, .is_function = is_function};
  vec_push(printer->arena, &printer->names, named);
  return name;
}

// ---- Sizes ----

static void print_size(ShapePrinter *printer, StrBuf *out, const Poly *poly);

static bool is_index(const ShapePrinter *printer, const Var *var) {
  for (size_t i = 0; i < printer->solver->scopes.count; i++)
    if (printer->solver->scopes.data[i].index == var) return true;
  return false;
}

// s(i, p0) leaves the placeholders at the end out: it is s(i).
static void print_instance(ShapePrinter *printer, StrBuf *out, const Instance *instance) {
  Sizes *sizes = printer->solver->sizes;
  if (!instance->array) {
    strbuf_puts(out, "Σ_{k<");
    print_size(printer, out, instance->args[0]);
    strbuf_puts(out, "} ");
    print_size(printer, out, instance->args[1]);
    return;
  }
  strbuf_puts(out, name_of(printer, instance->array, NULL, true));
  size_t count = instance->arg_count, number = 0;
  while (number < PLACEHOLDER_LIMIT && count > 0) {
    const Var *last = poly_is_var(instance->args[count - 1]);
    bool is_free = false;
    for (size_t i = 0; i < PLACEHOLDER_LIMIT && last; i++)
      is_free |= sizes_placeholder(sizes, i) == last;
    if (!is_free) break;
    count--;
    number++;
  }
  for (size_t i = 0; i < count; i++) {
    strbuf_puts(out, i == 0 ? "(" : ", ");
    print_size(printer, out, instance->args[i]);
  }
  if (count > 0) strbuf_puts(out, ")");
}

static void print_factor(ShapePrinter *printer, StrBuf *out, const Var *var) {
  const Instance *instance = sizes_instance(printer->solver->sizes, var);
  if (instance) {
    print_instance(printer, out, instance);
  } else if (var == sizes_sum_placeholder(printer->solver->sizes)) {
    strbuf_puts(out, "k");
  } else if (is_index(printer, var)) {
    var_print(out, var);
  } else {
    strbuf_puts(out, name_of(printer, var, NULL, false));
  }
}

static void print_size(ShapePrinter *printer, StrBuf *out, const Poly *poly) {
  if (!poly) {
    strbuf_puts(out, "?");
    return;
  }
  if (poly->count == 0) strbuf_puts(out, "0");
  for (size_t i = 0; i < poly->count; i++) {
    const Term *term = &poly->terms[i];
    bool is_negative = term->factor < 0;
    uint64_t factor = is_negative ? 0 - (uint64_t)term->factor : (uint64_t)term->factor;
    if (i > 0 || is_negative) strbuf_puts(out, is_negative ? (i > 0 ? " - " : "-") : " + ");
    if (factor != 1 || term->degree == 0) strbuf_printf(out, "%llu", (unsigned long long)factor);
    for (uint32_t k = 0; k < term->degree; k++) {
      if (k > 0 || factor != 1) strbuf_puts(out, "*");
      print_factor(printer, out, term->vars[k]);
    }
  }
}

// Is it an instance whose last indices are the first placeholders, in order?
static bool is_partial(ShapePrinter *printer, const Poly *function, size_t rank) {
  Sizes *sizes = printer->solver->sizes;
  const Var *var = poly_is_var(function);
  const Instance *instance = var ? sizes_instance(sizes, var) : NULL;
  if (!instance || !instance->array || instance->arg_count < rank) return false;
  size_t fixed = instance->arg_count - rank;
  for (size_t i = 0; i < rank; i++) {
    if (poly_is_var(instance->args[fixed + i]) != sizes_placeholder(sizes, i)) return false;
    for (size_t k = 0; k < fixed; k++)
      if (sizes_mentions(sizes, instance->args[k], sizes_placeholder(sizes, i))) return false;
  }
  return true;
}

// A function of this many indices: its name, or a size where it is constant.
static void print_function(ShapePrinter *printer, StrBuf *out, const Poly *function, size_t rank) {
  bool is_constant = function != NULL;
  for (size_t i = 0; i < rank && is_constant; i++)
    is_constant = !sizes_mentions(printer->solver->sizes, function,
                                  sizes_placeholder(printer->solver->sizes, i));
  if (!function || is_constant || is_partial(printer, function, rank))
    print_size(printer, out, function);
  else
    strbuf_puts(out, name_of(printer, NULL, function, true));
}

// ---- Types ----

static void print_element(ShapePrinter *printer, StrBuf *out, const Var *var, const Type *type) {
  bool is_tracked = type->scalar == SCALAR_I64 && type->rank <= PLACEHOLDER_LIMIT;
  if (!is_tracked) {
    strbuf_puts(out, scalar_info(type->scalar)->text);
    return;
  }
  strbuf_puts(out, "int(");
  if (type->kind == TYPE_SCALAR)
    print_size(printer, out, solver_value(printer->solver, atom_var((Var *)var)));
  else
    print_function(printer, out, solver_function(printer->solver, (Var *)var), type->rank);
  strbuf_puts(out, ")");
}

// Dimensions beyond these, the limit of the text, are left out.
enum { PRINT_RANK = 64 };

static void print_type(ShapePrinter *printer, StrBuf *out, const Var *var) {
  const Type *type = var->type;
  if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY) {
    type_print(out, type);
    return;
  }
  // Sizes get their names from the outside in.
  StrBuf sizes[PRINT_RANK] = {{0}};
  size_t rank = type->rank < PRINT_RANK ? type->rank : PRINT_RANK;
  for (size_t i = 0; i < rank; i++) {
    Dim dim = type->dims[i];
    strbuf_puts(out, "[");
    if (!dim_is_varying(dim))
      print_size(printer, &sizes[i], solver_value(printer->solver, dim_size(dim)));
    else
      print_function(printer, &sizes[i], solver_function(printer->solver, dim.var), dim_rank(dim));
  }
  print_element(printer, out, var, type);
  for (size_t i = rank; i-- > 0;) {
    strbuf_printf(out, " # %s]", strbuf_text(&sizes[i]));
    strbuf_free(&sizes[i]);
  }
}

// ---- Functions ----

// The names from one on, sizes first.
static void print_quantified(ShapePrinter *printer, StrBuf *out, const char *sign, size_t from) {
  bool is_first = true;
  for (int functions = 0; functions < 2; functions++) {
    for (size_t i = from; i < printer->names.count; i++) {
      if (printer->names.data[i].is_function != (functions == 1)) continue;
      strbuf_printf(out, "%s%s", is_first ? sign : ",", printer->names.data[i].name);
      is_first = false;
    }
  }
  if (!is_first) strbuf_puts(out, ". ");
}

// The type of a result is that of what the body gives, but for the names of its sizes.
static void print_results(ShapePrinter *printer, StrBuf *out, const Fun *fun) {
  size_t count = fun->result_count - fun->result_size_count;
  if (count != 1) strbuf_puts(out, "(");
  for (size_t i = fun->result_size_count; i < fun->result_count; i++) {
    Atom atom = fun->body->results[i];
    if (i > fun->result_size_count) strbuf_puts(out, ", ");
    if (atom.var) {
      print_type(printer, out, atom.var);
    } else if (atom.constant.type == SCALAR_I64) {
      strbuf_printf(out, "int(%lld)", (long long)constant_to_i64(atom.constant));
    } else {
      strbuf_puts(out, scalar_info(atom.constant.type)->text);
    }
  }
  if (count != 1) strbuf_puts(out, ")");
}

static void print_scheme(ShapePrinter *printer, StrBuf *out, const Fun *fun) {
  StrBuf params = {0}, results = {0};
  strbuf_puts(&params, "(");
  for (size_t i = fun->size_count; i < fun->param_count; i++) {
    if (i > fun->size_count) strbuf_puts(&params, ", ");
    print_type(printer, &params, fun->params[i].var);
  }
  strbuf_puts(&params, ")");
  size_t universal = printer->names.count;
  print_results(printer, &results, fun);
  size_t all = printer->names.count;
  printer->names.count = universal;
  strbuf_printf(out, "%s : ", fun->name);
  print_quantified(printer, out, "∀", 0);
  strbuf_printf(out, "%s → ", strbuf_text(&params));
  printer->names.count = all;
  print_quantified(printer, out, "∃", universal);
  strbuf_printf(out, "%s\n", strbuf_text(&results));
  strbuf_free(&params);
  strbuf_free(&results);
}

// ---- Variables ----

static void report_var(void *context, Solver *solver, const Var *var) {
  ShapePrinter *printer = context;
  if (!type_is_array(var->type)) return;
  StrBuf text = {0};
  printer->solver = solver;
  var_print(&text, var);
  strbuf_puts(&text, " : ");
  print_type(printer, &text, var);
  ShapesLine line = {.var = var,
                     .text = arena_strndup(printer->arena, strbuf_text(&text), text.length)};
  strbuf_free(&text);
  vec_push(printer->arena, &printer->lines, line);
}

typedef struct LineOrder {
  const ShapePrinter *printer;
  Map *lines; // Var -> text
  StrBuf *out;
  Vec(const Stm *) around; // the statements with bodies that this one is in
} LineOrder;

static bool has_var(const Stm *stm, const Var *var) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i] == var) return true;
  return false;
}

static void print_line(Walker *walker, Var *var) {
  LineOrder *order = walker->context;
  const char *text = map_get(order->lines, map_key(var));
  size_t depth = order->around.count;
  if (depth > 0 && has_var(vec_last(&order->around), var)) depth--;
  if (text) strbuf_printf(order->out, "%*s%s\n", (int)(2 + 2 * depth), "", text);
}

static bool enter_stm(Walker *walker, Stm *stm) {
  LineOrder *order = walker->context;
  if (op_has(stm->exp->op, FLAG_BODIES)) vec_push(order->printer->arena, &order->around, stm);
  return true;
}

static void leave_stm(Walker *walker, Stm *stm) {
  LineOrder *order = walker->context;
  if (op_has(stm->exp->op, FLAG_BODIES)) (void)vec_pop(&order->around);
}

// The lines in the order of the program. A pattern is bound after the bodies of its statement.
static void print_lines(ShapePrinter *printer, StrBuf *out, const Body *body) {
  LineOrder order = {.printer = printer, .lines = map_new(printer->arena), .out = out};
  for (size_t i = 0; i < printer->lines.count; i++)
    map_put(order.lines, map_key(printer->lines.data[i].var), printer->lines.data[i].text);
  Walker walker = {.context = &order, .bind = print_line, .enter = enter_stm, .leave = leave_stm};
  walk_body(&walker, body);
}

static void print_body(Shapes *shapes, ShapePrinter *printer, StrBuf *out, const Body *body) {
  shapes->report = report_var;
  shapes->context = printer;
  (void)shapes_body(shapes, printer->solver, body);
  shapes->report = NULL;
  print_lines(printer, out, body);
}

void shapes_print(StrBuf *out, Program *program) {
  Arena *arena = arena_new();
  Shapes *shapes = shapes_new(arena, program);
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    ShapePrinter printer = {.arena = arena};
    Sizes *sizes = sizes_new(arena, program, NULL);
    sizes_learn(sizes, global->body);
    printer.solver = solver_new(arena, sizes);
    (void)shapes_body(shapes, printer.solver, global->body);
    strbuf_puts(out, "global");
    for (size_t k = 0; k < global->var_count; k++)
      strbuf_printf(out, "%s %s", k == 0 ? "" : ",", global->vars[k]->name);
    strbuf_puts(out, "\n");
    print_body(shapes, &printer, out, global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    FunShape *shape = shapes_of_fun(shapes, program->funs.data[i]);
    ShapePrinter printer = {.arena = arena, .solver = shape->solver};
    print_scheme(&printer, out, shape->fun);
    print_body(shapes, &printer, out, shape->fun->body);
  }
  arena_free(arena);
}
