// The help for other programs: pages for man, and completions for shells. All of it is made from
// the tables of commands and options, when ravel is installed (Makefile).
#include <ctype.h>
#include <string.h>

#include "driver/driver.h"

static bool takes(const Command *command, size_t option) {
  return command->groups >> option_info((OptionId)option)->group & 1 &&
         command_takes(command, (OptionId)option);
}

// ---- Pages for man ----

// A line of text: `\` and `-` are what they are, and a dot at its start is no request.
static void man_text(StrBuf *out, const char *text, size_t length) {
  if (length > 0 && (text[0] == '.' || text[0] == '\'')) strbuf_puts(out, "\\&");
  for (size_t i = 0; i < length; i++)
    switch (text[i]) {
    case '\\': strbuf_puts(out, "\\e"); break;
    case '-': strbuf_puts(out, "\\-"); break;
    case '`': strbuf_puts(out, "\\(ga"); break;
    case '\'': strbuf_puts(out, "\\(aq"); break;
    case '^': strbuf_puts(out, "\\(ha"); break;
    case '~': strbuf_puts(out, "\\(ti"); break;
    default: strbuf_putc(out, text[i]);
    }
}

static void man_words(StrBuf *out, const char *text) { man_text(out, text, strlen(text)); }

static void man_head(StrBuf *out, const char *name, const char *purpose) {
  strbuf_puts(out, ".TH \"");
  for (const char *c = name; *c; c++)
    strbuf_putc(out, (char)toupper((unsigned char)*c));
  strbuf_puts(out, "\" 1 \"\" \"ravel " RAVEL_VERSION "\" \"User Commands\"\n.SH NAME\n");
  man_words(out, name);
  strbuf_puts(out, " \\- ");
  man_words(out, purpose);
  strbuf_puts(out, "\n.SH SYNOPSIS\n");
}

static void man_option(StrBuf *out, const OptionInfo *info) {
  strbuf_puts(out, ".TP\n");
  if (info->letter) strbuf_printf(out, "\\fB\\-%c\\fR, ", info->letter);
  strbuf_puts(out, "\\fB\\-\\-");
  man_words(out, info->name);
  strbuf_puts(out, "\\fR");
  if (info->argument) {
    strbuf_puts(out, "=\\fI");
    man_words(out, info->argument);
    strbuf_puts(out, "\\fR");
  }
  strbuf_putc(out, '\n');
  man_words(out, info->help);
  strbuf_putc(out, '\n');
}

// The groups of a command, its own first; for ravel itself only the common one.
static void man_options(StrBuf *out, const Command *command) {
  for (size_t group = GROUP_COUNT; group > 0; group--) {
    if (!(command->groups >> (group - 1) & 1)) continue;
    strbuf_printf(out, ".SS %s\n", group_heading((OptionGroup)(group - 1)));
    for (size_t i = 0; i < OPTION_COUNT; i++)
      if (option_info((OptionId)i)->group == group - 1 && takes(command, i))
        man_option(out, option_info((OptionId)i));
  }
}

// The details keep their lines, since they have examples and tables.
static void man_details(StrBuf *out, const char *text) {
  strbuf_puts(out, ".SH DESCRIPTION\n.nf\n");
  for (size_t length; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    bool is_heading = strncmp(text, "Examples", length) == 0 && length == strlen("Examples");
    if (is_heading) {
      strbuf_puts(out, ".fi\n.SH EXAMPLES\n.nf\n");
      continue;
    }
    man_text(out, text, length);
    strbuf_putc(out, '\n');
  }
  strbuf_puts(out, ".fi\n");
}

static void man_command(StrBuf *out, const Command *command) {
  StrBuf name = {0};
  strbuf_printf(&name, "ravel-%s", command->name);
  man_head(out, strbuf_text(&name), command->purpose);
  strbuf_printf(out, "\\fBravel %s\\fR [\\fIOPTION\\fR]... ", command->name);
  man_words(out, command->operands);
  strbuf_putc(out, '\n');
  man_details(out, command->details);
  strbuf_puts(out, ".SH OPTIONS\n");
  man_options(out, command);
  strbuf_puts(out, ".SH SEE ALSO\n\\fBravel\\fR(1)\n");
  strbuf_free(&name);
}

static void man_overview(StrBuf *out) {
  man_head(out, "ravel", "compile and run nested data-parallel array programs");
  strbuf_puts(out, "\\fBravel\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n"
                   ".SH DESCRIPTION\nravel compiles programs in Futhark, NESL, APL and FCL for one "
                   "core, all cores, and GPUs.\n.SH COMMANDS\n");
  for (size_t i = 0; i < command_count(); i++) {
    strbuf_printf(out, ".TP\n\\fBravel\\-%s\\fR(1)\n", command_at(i)->name);
    man_words(out, command_at(i)->purpose);
    strbuf_putc(out, '\n');
  }
  strbuf_puts(out, ".SH EXIT STATUS\n"
                   "0: all went well; 1: an error in a source; 2: wrong use of ravel; 3: an "
                   "unsupported feature; 4: the program failed at run time; 5: out of memory; "
                   "70: a bug in ravel.\n.SH ENVIRONMENT\n"
                   "CC and CFLAGS choose the C compiler, NVCC, NVCCFLAGS and CUDAARCHS that for "
                   "CUDA, RAVEL_CACHE_SIZE the size of the cache in MiB, XDG_CACHE_HOME its "
                   "place; NO_COLOR turns colours off.\n");
}

// ---- Completions ----

static void put_choices(StrBuf *out, const char *argument) {
  for (; *argument; argument++)
    strbuf_putc(out, *argument == '|' ? ' ' : *argument);
}

static void put_option_names(StrBuf *out, const Command *command) {
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *info = option_info((OptionId)i);
    if (!takes(command, i)) continue;
    strbuf_printf(out, " --%s%s", info->name, info->argument ? "=" : "");
  }
}

static void bash_put(StrBuf *out) {
  strbuf_puts(out, "# bash completion for ravel, made by `ravel help --as=bash`\n"
                   "_ravel() {\n"
                   "  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options= "
                   "option=\n"
                   "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"");
  for (size_t i = 0; i < command_count(); i++)
    strbuf_printf(out, "%s%s", i > 0 ? " " : "", command_at(i)->name);
  strbuf_puts(out, "\" -- \"$word\"))\n    return\n  fi\n"
                   "  [ \"$word\" = = ] && word=\n"
                   "  option=${COMP_WORDS[COMP_CWORD-1]}\n"
                   "  [ \"$option\" = = ] && option=${COMP_WORDS[COMP_CWORD-2]}\n"
                   "  case $command:$option in\n");
  for (size_t c = 0; c < command_count(); c++)
    for (size_t i = 0; i < OPTION_COUNT; i++) {
      const OptionInfo *info = option_info((OptionId)i);
      if (info->kind != KIND_CHOICE || !takes(command_at(c), i)) continue;
      strbuf_printf(out, "    %s:--%s) COMPREPLY=($(compgen -W \"", command_at(c)->name,
                    info->name);
      put_choices(out, info->argument);
      strbuf_puts(out, "\" -- \"$word\")); return ;;\n");
    }
  strbuf_puts(out, "  esac\n  case $command in\n");
  for (size_t c = 0; c < command_count(); c++) {
    strbuf_printf(out, "    %s) options=\"", command_at(c)->name);
    put_option_names(out, command_at(c));
    strbuf_puts(out, "\" ;;\n");
  }
  strbuf_puts(out, "  esac\n"
                   "  case $word in\n"
                   "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                   "        [ \"${COMPREPLY[0]: -1}\" = = ] && compopt -o nospace ;;\n"
                   "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
                   "  esac\n}\ncomplete -o filenames -F _ravel ravel\n");
}

// Within single quotes; in zsh's specifications also brackets and colons mean something.
static void put_quoted(StrBuf *out, const char *text, const char *escaped) {
  for (; *text; text++) {
    if (*text == '\'') {
      strbuf_puts(out, "'\\''");
      continue;
    }
    if (strchr(escaped, *text)) strbuf_putc(out, '\\');
    strbuf_putc(out, *text);
  }
}

static void zsh_option(StrBuf *out, const OptionInfo *info) {
  static const char SPECIAL[] = "[]:\\";
  strbuf_printf(out, "      '*--%s%s[", info->name, info->argument ? "=" : "");
  put_quoted(out, info->help, SPECIAL);
  strbuf_putc(out, ']');
  if (info->argument) {
    strbuf_putc(out, ':');
    put_quoted(out, info->argument, SPECIAL);
    strbuf_putc(out, ':');
    if (info->kind == KIND_CHOICE) {
      strbuf_putc(out, '(');
      put_choices(out, info->argument);
      strbuf_putc(out, ')');
    } else if (strcmp(info->argument, "FILE") == 0) {
      strbuf_puts(out, "_files");
    }
  }
  strbuf_puts(out, "' \\\n");
}

static void zsh_put(StrBuf *out) {
  strbuf_puts(out, "#compdef ravel\n# made by `ravel help --as=zsh`\n_ravel() {\n"
                   "  local -a commands\n  commands=(\n");
  for (size_t i = 0; i < command_count(); i++) {
    strbuf_printf(out, "    '%s:", command_at(i)->name);
    put_quoted(out, command_at(i)->purpose, ":\\");
    strbuf_puts(out, "'\n");
  }
  strbuf_puts(out, "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    "
                   "return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
                   "  case $command in\n");
  for (size_t c = 0; c < command_count(); c++) {
    strbuf_printf(out, "    %s) _arguments -s \\\n", command_at(c)->name);
    for (size_t i = 0; i < OPTION_COUNT; i++)
      if (takes(command_at(c), i)) zsh_option(out, option_info((OptionId)i));
    strbuf_puts(out, "      '*:file:_files' ;;\n");
  }
  strbuf_puts(out, "  esac\n}\n_ravel \"$@\"\n");
}

static void fish_put(StrBuf *out) {
  strbuf_puts(out, "# fish completion for ravel, made by `ravel help --as=fish`\n");
  for (size_t i = 0; i < command_count(); i++) {
    strbuf_printf(out, "complete -c ravel -n __fish_use_subcommand -f -a %s -d '",
                  command_at(i)->name);
    put_quoted(out, command_at(i)->purpose, "\\");
    strbuf_puts(out, "'\n");
  }
  for (size_t c = 0; c < command_count(); c++)
    for (size_t i = 0; i < OPTION_COUNT; i++) {
      const OptionInfo *info = option_info((OptionId)i);
      if (!takes(command_at(c), i)) continue;
      strbuf_printf(out, "complete -c ravel -n '__fish_seen_subcommand_from %s' -l %s",
                    command_at(c)->name, info->name);
      if (info->letter) strbuf_printf(out, " -s %c", info->letter);
      if (info->kind == KIND_CHOICE) {
        strbuf_puts(out, " -x -a '");
        put_choices(out, info->argument);
        strbuf_putc(out, '\'');
      } else if (info->argument) {
        strbuf_puts(out, " -r");
      }
      strbuf_puts(out, " -d '");
      put_quoted(out, info->help, "\\");
      strbuf_puts(out, "'\n");
    }
}

void help_print_as(StrBuf *out, const char *format, const Command *command) {
  if (strcmp(format, "bash") == 0)
    bash_put(out);
  else if (strcmp(format, "zsh") == 0)
    zsh_put(out);
  else if (strcmp(format, "fish") == 0)
    fish_put(out);
  else if (strcmp(format, "man") == 0 && command)
    man_command(out, command);
  else if (strcmp(format, "man") == 0)
    man_overview(out);
  else
    help_print(out, command);
}
