// The help texts, made from the tables.
#include <string.h>

#include "driver/driver.h"

// How wide the left column may become, and the widest line.
enum { LEFT_WIDTH = 30, LINE_WIDTH = 96 };

// Appends the text, broken at blanks so that lines stay within the width.
static void put_wrapped(StrBuf *out, const char *text, size_t indent) {
  size_t column = indent;
  while (*text) {
    size_t length = strcspn(text, " ");
    if (column > indent && column + 1 + length > LINE_WIDTH) {
      strbuf_putc(out, '\n');
      strbuf_fill(out, ' ', indent);
      column = indent;
    } else if (column > indent) {
      strbuf_putc(out, ' ');
      column++;
    }
    strbuf_write(out, text, length);
    column += length;
    text += length;
    text += strspn(text, " ");
  }
  strbuf_putc(out, '\n');
}

// One row of a table: the left side, then the right one in its column.
static void put_row(StrBuf *out, const char *left, const char *right, size_t width) {
  size_t length = utf8_display_width(left, strlen(left));
  strbuf_printf(out, "  %s", left);
  if (length > width) {
    strbuf_putc(out, '\n');
    strbuf_fill(out, ' ', width + 4);
  } else {
    strbuf_fill(out, ' ', width - length + 2);
  }
  put_wrapped(out, right, width + 4);
}

static void option_spell(StrBuf *out, const OptionInfo *info) {
  if (info->letter)
    strbuf_printf(out, "-%c, --%s", info->letter, info->name);
  else
    strbuf_printf(out, "    --%s", info->name);
  if (info->argument) strbuf_printf(out, "=%s", info->argument);
}

// The options of a group that the command, or NULL for any, takes.
static void put_group(StrBuf *out, OptionGroup group, const Command *command) {
  strbuf_printf(out, "\n%s\n", group_heading(group));
  StrBuf left = {0};
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *info = option_info((OptionId)i);
    if (info->group != group || (command && !command_takes(command, (OptionId)i))) continue;
    strbuf_clear(&left);
    option_spell(&left, info);
    put_row(out, strbuf_text(&left), info->help, LEFT_WIDTH);
  }
  strbuf_free(&left);
}

static void put_command(StrBuf *out, const Command *command) {
  strbuf_printf(out, "Usage: ravel %s [OPTION]...%s%s\n\n", command->name,
                *command->operands ? " " : "", command->operands);
  strbuf_printf(out, "ravel %s: %s.\n\n%s", command->name, command->purpose, command->details);
  for (size_t group = GROUP_COUNT; group > 0; group--)
    if (command->groups >> (group - 1) & 1) put_group(out, (OptionGroup)(group - 1), command);
}

static void put_overview(StrBuf *out) {
  strbuf_puts(out, "ravel " RAVEL_VERSION " compiles nested data-parallel array languages.\n\n"
                   "Usage: ravel COMMAND [OPTION]... [FILE]...\n\nCommands\n");
  for (size_t i = 0; i < command_count(); i++)
    put_row(out, command_at(i)->name, command_at(i)->purpose, 10);
  strbuf_puts(out, "\nLanguages\n");
  for (size_t i = 0; i < front_count(); i++) {
    const Front *front = front_at(i);
    StrBuf right = {0};
    strbuf_printf(&right, "%s (%s)", front->purpose, front->extensions);
    put_row(out, front->name, strbuf_text(&right), 10);
    strbuf_free(&right);
  }
  put_group(out, GROUP_ALL, NULL);
  strbuf_puts(out, "\nExit codes\n"
                   "  0   all went well             4   the program failed at run time\n"
                   "  1   an error in a source      5   out of memory\n"
                   "  2   wrong use of ravel        70  a bug in ravel\n"
                   "  3   an unsupported feature\n"
                   "\nExamples\n"
                   "  ravel check prog.core\n"
                   "  echo '[3.0, 4.0]' | ravel run examples/normalise.core\n"
                   "  ravel repl --language=nesl\n"
                   "  ravel multicore prog.fut && ./prog <arguments\n"
                   "  ravel bench --target=c,multicore examples/options.fut\n"
                   "  ravel opt prog.core --time-passes\n"
                   "\nravel help COMMAND says more about a command, ravel explain CODE about an "
                   "error.\n");
}

void help_print(StrBuf *out, const Command *command) {
  if (command)
    put_command(out, command);
  else
    put_overview(out);
}

int command_help(Driver *driver, const Arguments *arguments) {
  const Command *command = NULL;
  if (arguments->operands.count > 0) {
    command = command_find(driver, arguments->operands.data[0]);
    if (!command) return EXIT_USAGE;
  }
  StrBuf text = {0};
  help_print_as(&text, option_text(arguments, OPTION_HELP_FORMAT, "text"), command);
  int status = text_write(driver, NULL, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}
