// `par` and `with_acc` in text.
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/print.h"
#include "ir/print_internal.h"
#include "ir/type.h"

// `(a: f64, b: f64 => { ... }; 0.0)`
static void operator_print(Printer *printer, const Lambda *op, const Atom *neutral, size_t count) {
  strbuf_putc(printer->out, '(');
  vars_print(printer->out, op->params, op->param_count, true);
  strbuf_puts(printer->out, op->param_count > 0 ? " => " : "=> ");
  body_print_short(printer, op->body);
  strbuf_puts(printer->out, count > 0 ? "; " : ";");
  atoms_print(printer->out, neutral, count);
  strbuf_putc(printer->out, ')');
}

static void put_print(StrBuf *out, const Output *output) {
  values_print(out, output->dests, output->value_count);
  strbuf_puts(out, " [");
  atoms_print(out, output->indices, output->index_count);
  strbuf_puts(out, "] ");
}

const char *mode_text(Mode mode) {
  static const char *const texts[] = {
#define MODE(id, text, traits, purpose) text,
#include "ir/modes.def"
#undef MODE
  };
  return texts[mode];
}

static void output_print(Printer *printer, const Output *output) {
  StrBuf *out = printer->out;
  strbuf_puts(out, mode_text(output->mode));
  strbuf_putc(out, ' ');
  if (output->is_commutative) strbuf_puts(out, "commutative ");
  if (output->is_exclusive) strbuf_puts(out, "exclusive ");
  if (mode_has(output->mode, TRAIT_OPERATES)) {
    operator_print(printer, output->op, output->neutral, output->value_count);
    strbuf_putc(out, ' ');
  }
  if (mode_has(output->mode, TRAIT_SORTS)) strbuf_printf(out, "%u ", output->class_count);
  if (mode_has(output->mode, TRAIT_SELECTS)) {
    atoms_print(out, &output->selector, 1);
    strbuf_putc(out, ' ');
  }
  if (mode_has(output->mode, TRAIT_WRITES)) put_print(out, output);
  values_print(out, output->values, output->value_count);
}

static void thunk_print(Printer *printer, const Thunk *thunk) {
  if (printer->is_brief) {
    strbuf_puts(printer->out, "{ ... }");
    return;
  }
  strbuf_putc(printer->out, '{');
  printer->indent++;
  stms_print(printer, &thunk->stms);
  for (size_t i = 0; i < thunk->output_count; i++) {
    printer_newline(printer);
    output_print(printer, &thunk->outputs[i]);
  }
  printer->indent--;
  if (thunk->stms.count + thunk->output_count > 0) printer_newline(printer);
  strbuf_putc(printer->out, '}');
}

static void inputs_print(StrBuf *out, const char *word, const ParInput *inputs, size_t count) {
  if (count == 0) return;
  strbuf_printf(out, "%s (", word);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    var_print(out, inputs[i].inside);
    strbuf_puts(out, " = ");
    var_print(out, inputs[i].outside);
  }
  strbuf_puts(out, ") ");
}

// `by tile(side 128) if is_large else map(depth 2)`
static void plan_print(StrBuf *out, const Plan *plan) {
  strbuf_puts(out, "by ");
  for (; plan; plan = plan->otherwise) {
    strbuf_puts(out, kernel_traits(plan->kernel)->text);
    if (plan->depth > 0) strbuf_printf(out, "(depth %u)", (unsigned)plan->depth);
    if (plan->side > 0) strbuf_printf(out, "(side %u)", (unsigned)plan->side);
    if (plan->otherwise) {
      strbuf_puts(out, " if ");
      atom_print(out, plan->condition);
      strbuf_puts(out, " else ");
    }
  }
  strbuf_putc(out, ' ');
}

void par_print(Printer *printer, const Par *par) {
  StrBuf *out = printer->out;
  if (par->level != PAR_ANY) strbuf_printf(out, "@%s", par_level_text(par->level));
  strbuf_puts(out, " (");
  for (size_t i = 0; i < par->rank; i++) {
    if (i > 0) strbuf_puts(out, ", ");
    var_print(out, par->indices[i]);
    strbuf_puts(out, " < ");
    dim_print(out, par->space[i]);
  }
  strbuf_puts(out, ") ");
  if (par->is_turned) strbuf_puts(out, "turned ");
  if (par->is_overwritten) strbuf_puts(out, "overwritten ");
  if (par->plan) plan_print(out, par->plan);
  inputs_print(out, "consume", par->consumed, par->consumed_count);
  inputs_print(out, "acc", par->accs, par->acc_count);
  thunk_print(printer, &par->body);
  if (!par->has_epilogue) return;
  strbuf_puts(out, " then (");
  vars_print(out, par->scan_params, par->scan_param_count, false);
  strbuf_puts(out, ") ");
  thunk_print(printer, &par->epilogue);
}

void with_acc_print(Printer *printer, const WithAcc *with_acc) {
  StrBuf *out = printer->out;
  strbuf_putc(out, '(');
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    if (i > 0) strbuf_puts(out, ", ");
    var_print(out, acc->param);
    strbuf_puts(out, " = ");
    if (acc->op) {
      operator_print(printer, acc->op, acc->neutral, acc->dest_count);
      strbuf_putc(out, ' ');
    }
    values_print(out, acc->dests, acc->dest_count);
    strbuf_printf(out, " rank %u", acc->param->type->acc_rank);
    if (acc->is_once) strbuf_puts(out, " once");
  }
  strbuf_puts(out, ") ");
  body_print(printer, with_acc->body);
}
