// Names of variables. A variable keeps its name from the source where C allows that and nothing
// else in the function has it; otherwise its number is added.
#include <string.h>

#include "target/cgen/cgen.h"

// Words that C or the runtime uses. Names of the runtime's functions have an underscore, and names
// with one always get a number, so they need not be here.
static const char *const RESERVED[] = {
    "auto",    "bool",   "break",    "case",    "char",    "const",    "continue", "ctx",
    "default", "do",     "double",   "else",    "enum",    "errno",    "error",    "extern",
    "false",   "float",  "for",      "goto",    "if",      "inline",   "int",      "long",
    "main",    "memcpy", "register", "return",  "short",   "restrict", "signed",   "sizeof",
    "static",  "stderr", "stdin",    "stdout",  "struct",  "switch",   "true",     "typedef",
    "union",   "unix",   "unsigned", "void",    "while",   "volatile", "assert",   "memmove",
    "linux",   "code",   "stopped",  "alignas", "alignof", "noreturn", "asm",      "typeof",
    "table",   "turns",  "own",      "step",
};

// Words of OpenCL C and CUDA C++, and what the functions of kernels have beside their variables.
static const char *const RESERVED_DEVICE[] = {
    "acc",      "other",     "results",  "failure",   "launch",  "locks",     "kernel",  "global",
    "local",    "constant",  "private",  "half",      "uchar",   "ushort",    "uint",    "ulong",
    "sampler",  "event",     "pipe",     "generic",   "class",   "new",       "delete",  "this",
    "template", "operator",  "public",   "namespace", "using",   "try",       "catch",   "throw",
    "virtual",  "friend",    "explicit", "export",    "mutable", "typename",  "not",     "and",
    "or",       "xor",       "bitand",   "bitor",     "compl",   "protected", "nullptr", "max",
    "min",      "clamp",     "step",     "mix",       "sign",    "dot",       "cross",   "length",
    "distance", "normalize", "exp",      "log",       "sin",     "cos",       "tan",     "pow",
    "sqrt",     "floor",     "ceil",     "round",     "trunc",   "fabs",      "fma",     "fmod",
    "select",   "all",       "any",      "rotate",    "abs",     "mad",       "hypot",   "barrier",
    "wait",     "prefetch",  "shuffle",  "printf",    "erf",     "gamma",     "cbrt",    "rint",
    "isnan",    "isinf",     "popcount", "clz",       "ctz",     "atan",      "acos",    "asin",
    "room",     "slots",     "lane",     "image1d",   "image2d", "image3d",   "bool2",   "concept",
    "requires", "decltype",  "wchar",
};

static bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_hex_digit(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
}

// Does the text look like a byte that was replaced?
static bool is_replacement(const char *text) {
  return text[0] == '_' && text[1] == 'x' && is_hex_digit(text[2]) && is_hex_digit(text[3]);
}

void cgen_mangle(StrBuf *out, Name name) {
  for (const char *at = name; *at != '\0'; at++) {
    bool is_allowed = is_letter(*at) || (*at >= '0' && *at <= '9') || *at == '_';
    if (is_allowed && !is_replacement(at))
      strbuf_putc(out, *at);
    else
      strbuf_printf(out, "_x%02x", (unsigned char)*at);
  }
}

static bool is_among(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

// May a variable be called just this?
static bool is_free(const Cgen *cgen, const char *name) {
  if (!is_letter(*name) || (*name >= 'A' && *name <= 'Z') || strchr(name, '_')) return false;
  if (is_among(name, RESERVED, sizeof RESERVED / sizeof *RESERVED)) return false;
  // A digit at the end may make it a vector type.
  bool has_digit = strpbrk(name, "0123456789") != NULL;
  return !cgen->is_device ||
         (!has_digit &&
          !is_among(name, RESERVED_DEVICE, sizeof RESERVED_DEVICE / sizeof *RESERVED_DEVICE));
}

void cgen_names_clear(Cgen *cgen) {
  cgen->names = map_new(cgen->arena);
  cgen->taken = map_new(cgen->arena);
  cgen->used = map_new(cgen->arena);
  cgen->numbers = 0;
}

static const char *choose(Cgen *cgen, const ImpVar *var) {
  StrBuf text = {0};
  if (cgen->is_nameless)
    strbuf_puts(&text, "_");
  else
    cgen_mangle(&text, var->name);
  Name name = intern_str(cgen->texts, strbuf_text(&text));
  bool is_plain = !var->is_global && !cgen->is_numbered && is_free(cgen, name) &&
                  !map_get(cgen->taken, map_key(name));
  if (!is_plain) {
    // A leading underscore or digit would be C's own or no name at all.
    const char *front = is_letter(*name) ? "" : "v";
    // Kernels that do the same are to have the same text.
    unsigned number = cgen->is_device ? ++cgen->numbers : (unsigned)var->number;
    name = intern_str(cgen->texts, arena_printf(cgen->arena, "%s%s_%u", front, name, number));
  }
  strbuf_free(&text);
  map_put(cgen->taken, map_key(name), var);
  map_put(cgen->names, map_key(var), name);
  return name;
}

const char *cgen_name(Cgen *cgen, const ImpVar *var) {
  if (var->access) return var->access;
  const char *name = map_get(cgen->names, map_key(var));
  map_put(cgen->used, map_key(var), var);
  if (!name) name = choose(cgen, var);
  if (!var->is_global) return name;
  return arena_printf(cgen->arena, "ctx->globals->%s", name);
}

void cgen_name_end(Cgen *cgen, const ImpVar *var) {
  const char *name = map_get(cgen->names, map_key(var));
  if (name) map_remove(cgen->taken, map_key(name));
}
