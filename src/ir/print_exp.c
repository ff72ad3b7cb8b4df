// Statements, expressions and atoms in text.
#include <inttypes.h>
#include <string.h>

#include "ir/build.h"
#include "ir/par.h"
#include "ir/print.h"
#include "ir/print_internal.h"
#include "ir/type.h"
#include "rts/c/value.h"

// ---- Atoms ----

// As values are written everywhere; a suffix that the default makes superfluous is dropped.
static void float_print(StrBuf *out, Constant constant) {
  bool is_double = constant.type == SCALAR_F64;
  Prim prim = is_double ? PRIM_F64 : constant.type == SCALAR_F32 ? PRIM_F32 : PRIM_F16;
  Value value = {.prim = prim, .data = &constant.value};
  ValueError error;
  Writer *writer = writer_to_memory();
  if (!writer || !value_write_text(writer, &value, &error)) fatal_out_of_memory(sizeof value);
  size_t length = 0;
  const char *text = writer_data(writer, &length);
  bool has_suffix = is_double && !strchr(text, 'n'); // neither nan nor inf
  strbuf_write(out, text, has_suffix ? length - strlen("f64") : length);
  writer_free(writer);
}

void constant_print(StrBuf *out, Constant constant) {
  const ScalarInfo *info = scalar_info(constant.type);
  switch (constant.type) {
  case SCALAR_BOOL: strbuf_puts(out, constant.value.b ? "true" : "false"); break;
  case SCALAR_I8:
  case SCALAR_I16:
  case SCALAR_I32:
    strbuf_printf(out, "%lld%s", (long long)constant_to_i64(constant), info->text);
    break;
  case SCALAR_I64: strbuf_printf(out, "%lld", (long long)constant.value.i64); break;
  case SCALAR_F16:
  case SCALAR_F32:
  case SCALAR_F64: float_print(out, constant); break;
  case SCALAR_COUNT: INTERNAL_ERROR("a constant without a type");
  }
}

void atom_print(StrBuf *out, Atom atom) {
  if (atom.var) {
    var_print(out, atom.var);
  } else {
    constant_print(out, atom.constant);
  }
}

void atoms_print(StrBuf *out, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    atom_print(out, atoms[i]);
  }
}

static void bracketed_print(StrBuf *out, char open, const Atom *atoms, size_t count) {
  strbuf_putc(out, open);
  atoms_print(out, atoms, count);
  strbuf_putc(out, open == '(' ? ')' : ']');
}

void values_print(StrBuf *out, const Atom *values, size_t count) {
  if (count == 1) {
    atom_print(out, values[0]);
  } else {
    bracketed_print(out, '(', values, count);
  }
}

void typed_var_print(StrBuf *out, const Var *var) {
  var_print(out, var);
  strbuf_puts(out, ": ");
  type_print(out, var->type);
}

void vars_print(StrBuf *out, Var *const *vars, size_t count, bool are_typed) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    if (are_typed) {
      typed_var_print(out, vars[i]);
    } else {
      var_print(out, vars[i]);
    }
  }
}

// ---- Array operations ----

// `[a : n : d, i]` or `{o; n : d}`.
static void selector_print(StrBuf *out, const Selector *selector, const Atom *atoms) {
  strbuf_putc(out, selector->is_lmad ? '{' : '[');
  if (selector->is_lmad) {
    atom_print(out, *atoms++);
    strbuf_puts(out, selector->rank > 0 ? "; " : ";");
  }
  for (size_t i = 0; i < selector->rank; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    size_t count = selector->is_lmad ? 2 : selector->is_range[i] ? 3 : 1;
    for (size_t k = 0; k < count; k++) {
      if (k > 0) strbuf_puts(out, " : ");
      atom_print(out, *atoms++);
    }
  }
  strbuf_putc(out, selector->is_lmad ? '}' : ']');
}

static void update_print(StrBuf *out, const Exp *exp) {
  atom_print(out, exp->args[0]);
  selector_print(out, &exp->as.selector, exp->args + 2);
  strbuf_puts(out, " = ");
  atom_print(out, exp->args[1]);
}

static void permute_print(StrBuf *out, const Exp *exp) {
  atom_print(out, exp->args[0]);
  strbuf_puts(out, " (");
  size_t rank = type_rank(atom_type(exp->args[0]));
  for (size_t i = 0; i < rank; i++)
    strbuf_printf(out, i > 0 ? ", %u" : "%u", exp->as.permutation[i]);
  strbuf_putc(out, ')');
}

static void acc_update_print(StrBuf *out, const Exp *exp) {
  size_t rank = atom_type(exp->args[0])->acc_rank;
  atom_print(out, exp->args[0]);
  bracketed_print(out, '[', exp->args + 1, rank);
  strbuf_putc(out, ' ');
  values_print(out, exp->args + 1 + rank, exp->arg_count - 1 - rank);
}

// ---- Control ----

static void branches_print(Printer *printer, const Exp *exp) {
  const Branches *branches = &exp->as.branches;
  atom_print(printer->out, exp->args[0]);
  for (size_t i = 0; i + 1 < branches->body_count; i++) {
    if (exp->op == OP_IF) {
      strbuf_puts(printer->out, " then ");
    } else {
      strbuf_puts(printer->out, " case ");
      constant_print(printer->out, branches->cases[i]);
      strbuf_putc(printer->out, ' ');
    }
    body_print(printer, branches->bodies[i]);
  }
  strbuf_puts(printer->out, " else ");
  body_print(printer, branches->bodies[branches->body_count - 1]);
}

static void loop_print(Printer *printer, const Exp *exp) {
  const Loop *loop = exp->as.loop;
  StrBuf *out = printer->out;
  strbuf_putc(out, '(');
  for (size_t i = 0; i < loop->param_count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    typed_var_print(out, loop->params[i]);
    strbuf_puts(out, " = ");
    atom_print(out, exp->args[i]);
  }
  strbuf_puts(out, ") ");
  if (loop->index) {
    strbuf_puts(out, "for ");
    var_print(out, loop->index);
    strbuf_puts(out, " < ");
    atom_print(out, loop_bound(exp));
  } else {
    strbuf_puts(out, "while ");
    body_print(printer, loop->condition);
  }
  strbuf_puts(out, " do ");
  body_print(printer, loop->body);
}

// ---- Expressions ----

// What follows the name of the op.
static void operands_print(Printer *printer, const Exp *exp) {
  StrBuf *out = printer->out;
  switch (exp->op) {
#include "ir/scalar_cases.def"
  case OP_RESHAPE:
  case OP_COERCE:
  case OP_CONCAT:
  case OP_ALLOC:
  case OP_COPY:
  case OP_OPAQUE:
  case OP_SEG_MAKE:
  case OP_SEG_LENGTHS:
  case OP_SEG_OFFSETS:
  case OP_SEG_TOTAL:
  case OP_SEG_INDEX:
  case OP_SEG_FLAGS:
  case OP_RECEIVE: atoms_print(out, exp->args, exp->arg_count); break;
  case OP_INDEX:
    atom_print(out, exp->args[0]);
    bracketed_print(out, '[', exp->args + 1, exp->arg_count - 1);
    break;
  case OP_SLICE:
    atom_print(out, exp->args[0]);
    selector_print(out, &exp->as.selector, exp->args + 1);
    break;
  case OP_UPDATE: update_print(out, exp); break;
  case OP_PERMUTE: permute_print(out, exp); break;
  case OP_ARRAY: bracketed_print(out, '(', exp->args, exp->arg_count); break;
  case OP_ASSERT:
    atom_print(out, exp->args[0]);
    strbuf_puts(out, ", ");
    string_print(out, exp->as.message.text);
    if (exp->arg_count > 1) strbuf_puts(out, ", ");
    atoms_print(out, exp->args + 1, exp->arg_count - 1);
    break;
  case OP_EFFECT:
    string_print(out, effect_info(exp->as.effect.kind)->text);
    strbuf_puts(out, ", ");
    if (exp->as.effect.text) {
      string_print(out, exp->as.effect.text);
      strbuf_puts(out, ", ");
    }
    atoms_print(out, exp->args, exp->arg_count);
    break;
  case OP_ACC_UPDATE: acc_update_print(out, exp); break;
  case OP_THRESHOLD:
    string_print(out, exp->as.threshold.name);
    if (exp->as.threshold.level != PAR_ANY)
      strbuf_printf(out, " for %s", par_level_text(exp->as.threshold.level));
    if (exp->as.threshold.initial == THRESHOLD_THREADS)
      strbuf_puts(out, " from threads");
    else if (exp->as.threshold.initial == THRESHOLD_FAST)
      strbuf_puts(out, " from fast");
    else if (exp->as.threshold.initial == THRESHOLD_NEST)
      strbuf_puts(out, " from nest");
    else if (exp->as.threshold.initial != THRESHOLD_DEFAULT)
      strbuf_printf(out, " from %" PRId64, exp->as.threshold.initial);
    strbuf_puts(out, ", ");
    atoms_print(out, exp->args, exp->arg_count);
    break;
  case OP_IF:
  case OP_SWITCH: branches_print(printer, exp); break;
  case OP_LOOP: loop_print(printer, exp); break;
  case OP_CALL:
    strbuf_puts(out, exp->as.callee->name);
    bracketed_print(out, '(', exp->args, exp->arg_count);
    break;
  case OP_PAR: par_print(printer, exp->as.par); break;
  case OP_WITH_ACC: with_acc_print(printer, exp->as.with_acc); break;
  case OP_COUNT: INTERNAL_ERROR("an expression without an op");
  }
}

void exp_print(Printer *printer, const Exp *exp) {
  StrBuf *out = printer->out;
  strbuf_puts(out, op_info(exp->op)->text);
  if (exp->op == OP_CONCAT && exp->as.dim > 0) strbuf_printf(out, "@%u", exp->as.dim);
  // The level of a par stands directly after the word.
  if (exp->op != OP_PAR) strbuf_putc(out, ' ');
  operands_print(printer, exp);
  if (op_info(exp->op)->shape == SHAPE_CONVERT || exp->op == OP_ALLOC)
    strbuf_printf(out, " : %s", scalar_info(exp->as.to)->text);
}

// ---- Statements ----

// One statement without indentation or newline.
static void stm_print_line(Printer *printer, const Stm *stm) {
  StrBuf *out = printer->out;
  for (size_t i = 0; i < stm->attrs.count; i++)
    strbuf_printf(out, "#[%s] ", stm->attrs.data[i]);
  strbuf_puts(out, "let ");
  if (stm->var_count != 1) strbuf_putc(out, '(');
  vars_print(out, stm->vars, stm->var_count, true);
  if (stm->var_count != 1) strbuf_putc(out, ')');
  strbuf_puts(out, " = ");
  exp_print(printer, stm->exp);
  if (stm->cert_count == 0) return;
  strbuf_puts(out, " needs (");
  vars_print(out, stm->certs, stm->cert_count, false);
  strbuf_putc(out, ')');
}

void stms_print(Printer *printer, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    printer_newline(printer);
    stm_print_line(printer, stms->data[i]);
  }
}

static void results_print(StrBuf *out, const Body *body) {
  strbuf_puts(out, "in (");
  atoms_print(out, body->results, body->result_count);
  strbuf_putc(out, ')');
}

void body_print(Printer *printer, const Body *body) {
  StrBuf *out = printer->out;
  if (printer->is_brief) {
    strbuf_puts(out, "{ ... }");
    return;
  }
  if (body->stms.count == 0) {
    strbuf_puts(out, "{ ");
    results_print(out, body);
    strbuf_puts(out, " }");
    return;
  }
  strbuf_putc(out, '{');
  printer->indent++;
  stms_print(printer, &body->stms);
  printer_newline(printer);
  results_print(out, body);
  printer->indent--;
  printer_newline(printer);
  strbuf_putc(out, '}');
}

void body_print_short(Printer *printer, const Body *body) {
  bool is_short = body->stms.count == 1 && !op_has(body->stms.data[0]->exp->op, FLAG_BODIES);
  if (printer->is_brief || !is_short) {
    body_print(printer, body);
    return;
  }
  strbuf_puts(printer->out, "{ ");
  stm_print_line(printer, body->stms.data[0]);
  strbuf_putc(printer->out, ' ');
  results_print(printer->out, body);
  strbuf_puts(printer->out, " }");
}

void stm_print(StrBuf *out, const Stm *stm, size_t indent) {
  Printer printer = {.out = out, .indent = indent};
  strbuf_fill(out, ' ', 2 * indent);
  stm_print_line(&printer, stm);
  strbuf_putc(out, '\n');
}

void stm_print_brief(StrBuf *out, const Stm *stm) {
  Printer printer = {.out = out, .is_brief = true};
  stm_print_line(&printer, stm);
}
