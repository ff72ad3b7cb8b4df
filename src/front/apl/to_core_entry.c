// Annotations and entry points.
//
// An annotation says which types a function takes and gives, in the notation of the paper:
//
//   diff←{ ⍝: <κ>(ρ+1) → <κ>ρ
//
// A type is `κ`, a scalar; `[κ]ρ`, an array of rank ρ; or `<κ>ρ`, a vector of length ρ. κ is bool,
// int, double, complex, char or a variable; ρ a number, a variable or sums of these. Whatever is
// in parentheses with an arrow is the type of an operand, which is not looked at. Variables stand
// for what the first type with them has; the others are compared, at run time if need be.
//
// A function at top level whose types have no variables but lengths is an entry point.
#include <ctype.h>
#include <string.h>

#include "front/apl/to_core_internal.h"

enum { TYPE_LIMIT = 8, NAME_LIMIT = 16, TERM_LIMIT = 4 };

// A number, and variables that are added.
typedef struct Measure {
  int64_t number;
  const char *names[TERM_LIMIT];
  size_t lengths[TERM_LIMIT];
  size_t count;
} Measure;

typedef struct Noted {
  const char *kind; // the name
  size_t kind_length;
  bool is_vector; // `<κ>ρ`
  Measure measure;
} Noted;

typedef struct Annotation {
  Noted types[TYPE_LIMIT]; // the last one is the result's
  size_t count;
  Span span;
} Annotation;

// ---- Reading ----

static void skip_blanks(const char **at) {
  while (**at == ' ' || **at == '\t')
    ++*at;
}

static bool accept(const char **at, const char *text) {
  skip_blanks(at);
  size_t length = strlen(text);
  if (strncmp(*at, text, length) != 0) return false;
  *at += length;
  return true;
}

static size_t take_word(const char **at) {
  skip_blanks(at);
  const char *start = *at;
  while (isalnum((unsigned char)**at) || (**at & 0x80) != 0) {
    if (strncmp(*at, "→", 3) == 0) break;
    ++*at;
  }
  return (size_t)(*at - start);
}

static bool read_measure(const char **at, Measure *measure) {
  bool is_closed = accept(at, "(");
  do {
    skip_blanks(at);
    const char *start = *at;
    size_t length = take_word(at);
    if (length == 0) return false;
    if (isdigit((unsigned char)*start)) {
      for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)start[i]) || measure->number > 1000000)
          return false;
        else
          measure->number = measure->number * 10 + (start[i] - '0');
    } else {
      if (measure->count == TERM_LIMIT) return false;
      measure->names[measure->count] = start;
      measure->lengths[measure->count++] = length;
    }
  } while (is_closed && accept(at, "+"));
  return !is_closed || accept(at, ")");
}

static bool read_type(const char **at, Noted *type) {
  bool is_array = accept(at, "["), is_vector = !is_array && accept(at, "<");
  skip_blanks(at);
  type->kind = *at;
  type->kind_length = take_word(at);
  type->is_vector = is_vector;
  if (type->kind_length == 0) return false;
  if (!is_array && !is_vector) return true;
  return accept(at, is_array ? "]" : ">") && read_measure(at, &type->measure);
}

// Skips the type of an operand: `(κ→κ→κ)`.
static bool skip_operand(const char **at) {
  const char *close;
  skip_blanks(at);
  if (**at != '(' || (close = strchr(*at, ')')) == NULL) return false;
  *at = close + 1;
  return true;
}

// An annotation, with the lines on which it goes on.
static const char *annotation_text(AplLower *lower, const AplDfn *dfn, size_t first) {
  const char *text = dfn->annotations.data[first].text;
  for (size_t i = first + 1; i < dfn->annotations.count; i++) {
    const char *next = dfn->annotations.data[i].text;
    if (!accept(&next, "→")) break;
    text = arena_printf(lower->arena, "%s → %s", text, next);
  }
  return text;
}

static void fail_to_read(AplLower *lower, const Annotation *annotation) {
  apl_fail_at(lower, ERROR_APL_SYNTAX, annotation->span,
              "SYNTAX ERROR: this annotation cannot be read; one is `<double>(n+1) → <double>n`, "
              "or `[double]1 → double`");
}

// The annotation of a dfn with types; false when there is none.
static bool read_annotation(AplLower *lower, const AplDfn *dfn, Annotation *annotation) {
  for (size_t i = 0; i < dfn->annotations.count; i++) {
    const char *at = annotation_text(lower, dfn, i);
    *annotation = (Annotation){.span = dfn->annotations.data[i].span};
    if (accept(&at, "assoc")) continue;
    do {
      if (annotation->count == TYPE_LIMIT) break;
      if (skip_operand(&at)) continue;
      if (!read_type(&at, &annotation->types[annotation->count++])) fail_to_read(lower, annotation);
    } while (accept(&at, "→"));
    skip_blanks(&at);
    if (*at != '\0' || annotation->count == 1) fail_to_read(lower, annotation);
    return annotation->count > 1;
  }
  return false;
}

// ---- Checking ----

typedef struct AplBinding {
  const char *name;
  size_t length;
  AplKind kind; // of a κ
  Atom atom;    // of a ρ
} AplBinding;

typedef struct AplBindings {
  AplBinding data[NAME_LIMIT];
  size_t count;
} AplBindings;

static AplBinding *binding_find(AplBindings *bindings, const char *name, size_t length) {
  for (size_t i = 0; i < bindings->count; i++)
    if (bindings->data[i].length == length && memcmp(bindings->data[i].name, name, length) == 0)
      return &bindings->data[i];
  return NULL;
}

static AplBinding *binding_add(AplBindings *bindings, const char *name, size_t length) {
  AplBinding *binding =
      &bindings->data[bindings->count < NAME_LIMIT - 1 ? bindings->count++ : NAME_LIMIT - 1];
  *binding = (AplBinding){.name = name, .length = length};
  return binding;
}

static bool kind_named(const char *name, size_t length, AplKind *kind) {
  for (AplKind k = APL_BOOL; k <= APL_CHAR; k++)
    if (k != APL_SIZE && strlen(apl_kind_name(k)) == length &&
        memcmp(apl_kind_name(k), name, length) == 0)
      return *kind = k, true;
  return false;
}

static AplKind noted_kind(AplBindings *bindings, const Noted *type, AplKind given) {
  AplKind kind;
  if (kind_named(type->kind, type->kind_length, &kind)) return kind;
  AplBinding *binding = binding_find(bindings, type->kind, type->kind_length);
  if (binding == NULL) {
    binding = binding_add(bindings, type->kind, type->kind_length);
    binding->kind = given;
  }
  return binding->kind;
}

// What the measure is, when a variable that is not known yet is what `given` leaves for it.
static Atom measure_value(AplLower *lower, AplBindings *bindings, const Measure *measure,
                          Atom given) {
  Atom sum = atom_i64(measure->number);
  AplBinding *open = NULL;
  for (size_t i = 0; i < measure->count; i++) {
    AplBinding *known = binding_find(bindings, measure->names[i], measure->lengths[i]);
    if (known == NULL && open == NULL)
      open = binding_add(bindings, measure->names[i], measure->lengths[i]);
    else if (known != NULL && known != open)
      sum = apl_add(lower, sum, known->atom);
  }
  if (open == NULL) return sum;
  Atom values[2] = {sum, given};
  open->atom = apl_rest(lower, given, sum);
  apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), open->atom), ERROR_APL_LENGTH,
            "LENGTH ERROR: the annotation asks for {} or more elements, but there are {}", values,
            2);
  open->atom = apl_checked_size(lower, open->atom);
  return given;
}

// The length is what the annotation says. Sums that differ by a number are never equal.
static void check_length(AplLower *lower, Atom wanted, Atom length, const char *what) {
  int64_t more;
  Atom sizes[2] = {wanted, length};
  if (!apl_size_known(apl_sub(lower, length, wanted), &more))
    apl_check(lower, apl_op2(lower, OP_EQ, wanted, length), ERROR_APL_LENGTH,
              "LENGTH ERROR: the annotation says that the length is {}, but it is {}", sizes, 2);
  else if (more != 0 && wanted.var == NULL && length.var == NULL)
    apl_check(lower, atom_bool(false), ERROR_APL_LENGTH,
              "LENGTH ERROR: the annotation says that the length is {}, but it is {}", sizes, 2);
  else if (more != 0)
    apl_check(lower, atom_bool(false), ERROR_APL_LENGTH,
              arena_printf(lower->arena,
                           "LENGTH ERROR: whatever the lengths are, the %s has %llu %s than the "
                           "annotation says",
                           what, more < 0 ? 0 - (unsigned long long)more : (unsigned long long)more,
                           more == 1    ? "element more"
                           : more == -1 ? "element less"
                           : more > 0   ? "elements more"
                                        : "elements less"),
              NULL, 0);
}

// The value, of the type that the annotation says.
static const AplValue *check_type(AplLower *lower, AplBindings *bindings, const Noted *type,
                                  const AplValue *value, const char *what, Span span) {
  const AplArray *array = apl_array(lower, value);
  AplKind kind = noted_kind(bindings, type, array->kind);
  size_t rank = 0;
  Span outer = lower->emit.span;
  if (kind == APL_CHAR ? array->kind != APL_CHAR : array->kind > kind)
    apl_fail_at(lower, ERROR_APL_DOMAIN, span,
                "DOMAIN ERROR: the annotation says that the %s is %s, but it is %s", what,
                apl_kind_name(kind), apl_type_text(lower, value));
  bool is_array = type->measure.count > 0 || type->measure.number > 0 || type->is_vector;
  lower->emit.span = apl_span(lower, span);
  if (type->is_vector) {
    rank = 1;
  } else if (is_array) {
    int64_t number = 0;
    Atom given = atom_i64((int64_t)array->rank);
    Atom wanted = measure_value(lower, bindings, &type->measure, given);
    if (!apl_size_known(wanted, &number)) number = -1;
    rank = (size_t)number;
  }
  if (array->rank != rank)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the annotation says that the rank of the %s is %zu, but it is %s", what,
             rank, apl_type_text(lower, value));
  if (type->is_vector) {
    Atom wanted = measure_value(lower, bindings, &type->measure, array->dims[0]);
    check_length(lower, wanted, array->dims[0], what);
  }
  lower->emit.span = outer;
  return apl_as_kind(lower, value, kind);
}

// A variable stands for the least type that all arguments with it have.
static void bind_kind(AplLower *lower, AplBindings *bindings, const Noted *type,
                      const AplValue *value) {
  AplKind kind;
  if (value->kind != APL_VALUE_ARRAY || kind_named(type->kind, type->kind_length, &kind)) return;
  AplBinding *binding = binding_find(bindings, type->kind, type->kind_length);
  if (binding == NULL) {
    binding = binding_add(bindings, type->kind, type->kind_length);
    binding->kind = value->array.kind;
  }
  bool is_alike = (binding->kind == APL_CHAR) == (value->array.kind == APL_CHAR);
  if (is_alike) binding->kind = apl_kind_join(lower, binding->kind, value->array.kind);
}

typedef struct Noting {
  Annotation annotation;
  AplBindings bindings;
} Noting;

void *apl_annotation_open(AplLower *lower, const AplFunction *function, const AplValue **left,
                          const AplValue **right) {
  Noting *noting = arena_make(lower->arena, Noting);
  if (!read_annotation(lower, function->dfn, &noting->annotation)) return NULL;
  const Annotation *annotation = &noting->annotation;
  bool is_monadic = annotation->count == 2;
  if (annotation->count > 3 || is_monadic != (*left == NULL))
    apl_fail_at(lower, ERROR_APL_SYNTAX, annotation->span,
                "SYNTAX ERROR: the annotation is that of a function of %zu arguments, but it is "
                "called with %d",
                annotation->count - 1, *left == NULL ? 1 : 2);
  if (!is_monadic) bind_kind(lower, &noting->bindings, &annotation->types[0], *left);
  bind_kind(lower, &noting->bindings, &annotation->types[annotation->count - 2], *right);
  if (!is_monadic)
    *left = check_type(lower, &noting->bindings, &annotation->types[0], *left, "left argument",
                       annotation->span);
  *right = check_type(lower, &noting->bindings, &annotation->types[annotation->count - 2], *right,
                      "right argument", annotation->span);
  return noting;
}

const AplValue *apl_annotation_close(AplLower *lower, void *opened, const AplValue *result) {
  Noting *noting = opened;
  const Annotation *annotation = &noting->annotation;
  const Noted *type = &annotation->types[annotation->count - 1];
  AplBinding *binding = binding_find(&noting->bindings, type->kind, type->kind_length);
  // 0 and 1 are ints, too.
  bool is_int = result->kind == APL_VALUE_ARRAY && result->array.kind == APL_INT;
  if (binding != NULL && binding->kind == APL_BOOL && is_int) binding->kind = APL_INT;
  return check_type(lower, &noting->bindings, &annotation->types[annotation->count - 1], result,
                    "result", annotation->span);
}

// ---- Entry points ----

// Has the annotation no variables but lengths?
static bool is_closed(const Annotation *annotation) {
  for (size_t i = 0; i < annotation->count; i++) {
    const Noted *type = &annotation->types[i];
    AplKind kind;
    if (!kind_named(type->kind, type->kind_length, &kind) || kind == APL_COMPLEX) return false;
    if (!type->is_vector && type->measure.count > 0) return false;
  }
  return true;
}

static Name external_type(AplLower *lower, const AplArray *array) {
  StrBuf text = {0};
  for (size_t i = 0; i < array->rank; i++)
    strbuf_puts(&text, "[]");
  strbuf_puts(&text, scalar_info(apl_kind_scalar(array->kind))->text);
  Name name = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return name;
}

typedef struct Interface {
  VarVec sizes, arrays;
  Fun *fun;
} Interface;

// A parameter of a type; every length is a size of its own, which the annotation's check compares.
static const AplValue *entry_param(AplLower *lower, Interface *interface, const Noted *type,
                                   const char *name) {
  AplKind kind = APL_BOOL;
  kind_named(type->kind, type->kind_length, &kind);
  size_t rank = type->is_vector ? 1 : (size_t)type->measure.number;
  Atom *dims = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++) {
    Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
    vec_push(lower->arena, &interface->sizes, size);
    apl_natural(lower, size);
    dims[i] = atom_var(size);
  }
  Var *var =
      var_new(lower->emit.program, name, apl_part_type(lower, kind, rank, dims), lower->emit.span);
  vec_push(lower->arena, &interface->arrays, var);
  Atom data[2] = {atom_var(var), atom_var(var)};
  AplArray array = apl_array_make(lower, kind, rank, dims, data);
  Entry *entry = interface->fun->entry;
  entry->params[entry->param_count++] = (EntryValue){
      .name = intern_str(lower->names, name), .type = external_type(lower, &array), .count = 1};
  return apl_value_array(lower, array);
}

static void entry_result(AplLower *lower, Fun *fun, const AplValue *value, EmitBlock *block) {
  const AplArray *array = apl_stored(lower, value);
  VarVec vars = {0};
  Atoms atoms = {0};
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++) {
    Var *size = var_new(lower->emit.program, "n", type_scalar(SCALAR_I64), lower->emit.span);
    vec_push(lower->arena, &vars, size);
    vec_push(lower->arena, &atoms, array->dims[i]);
    dims[i] = atom_var(size);
  }
  fun->result_size_count = vars.count;
  Var *result = var_new(lower->emit.program, "result",
                        apl_part_type(lower, array->kind, array->rank, dims), lower->emit.span);
  vec_push(lower->arena, &vars, result);
  vec_push(lower->arena, &atoms, array->data[0]);
  fun->result_count = vars.count;
  fun->results = arena_array(lower->arena, Result, vars.count);
  for (size_t i = 0; i < vars.count; i++)
    fun->results[i].var = vars.data[i];
  fun->entry->results = arena_array(lower->arena, EntryValue, 1);
  fun->entry->results[0] = (EntryValue){.type = external_type(lower, array), .count = 1};
  fun->entry->result_count = 1;
  fun->body = body_new(lower->emit.program, block->stms, atoms.data, atoms.count);
}

// The statements of the program are evaluated again, without output, so that the function finds
// the values of its names; what it does not need is dropped.
static void lower_entry(AplLower *lower, Name name, const Annotation *annotation) {
  Interface interface = {.fun = arena_make(lower->arena, Fun)};
  Fun *fun = interface.fun;
  fun->name = name;
  fun->span = lower->emit.span = annotation->span;
  fun->entry = arena_make(lower->arena, Entry);
  fun->entry->name = name;
  fun->entry->params = arena_array(lower->arena, EntryValue, 2);
  AplFrame *outer = lower->frame;
  lower->frame = apl_frame_new(lower);
  apl_frame_of_fun(lower, fun, lower->frame);
  EmitBlock *block = emit_open(&lower->emit);
  Scope *scope = apl_scope_new(lower, lower->top->parent);
  apl_statements(lower, scope, &lower->program->statements);
  const AplValue *left = NULL, *right;
  if (annotation->count == 3) left = entry_param(lower, &interface, &annotation->types[0], "alpha");
  right = entry_param(lower, &interface, &annotation->types[annotation->count - 2], "omega");
  const AplValue *function = apl_scope_find(scope, name)->value;
  Span nowhere = SPAN_NONE;
  entry_result(lower, fun, apl_apply(lower, function, left, right, nowhere), block);
  emit_close(&lower->emit, block);
  emit_uncheck(&lower->emit, 0);
  fun->size_count = interface.sizes.count;
  vec_append(lower->arena, &interface.sizes, interface.arrays.data, interface.arrays.count);
  fun->param_count = interface.sizes.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i].var = interface.sizes.data[i];
  vec_push(lower->arena, &lower->emit.program->funs, fun);
  lower->frame = outer;
}

static bool is_core_name(Name name) {
  if (strcmp(name, "main") == 0) return false;
  for (const char *at = name; *at != '\0'; at++)
    if (!isalnum((unsigned char)*at) && *at != '_') return false;
  return isalpha((unsigned char)name[0]) != 0;
}

void apl_lower_entries(AplLower *lower) {
  MapEntry entry;
  Vec(AplCell *) cells = {0};
  for (size_t cursor = 0; map_each(lower->top->cells, &cursor, &entry);)
    vec_push(lower->arena, &cells, (AplCell *)entry.value);
  lower->is_quiet = true;
  for (size_t i = 0; i < cells.count; i++) {
    const AplValue *value = cells.data[i]->value;
    Annotation annotation;
    bool is_candidate = value->kind == APL_VALUE_FUNCTION && value->function->kind == APL_FN_DFN &&
                        is_core_name(cells.data[i]->name);
    if (!is_candidate || !read_annotation(lower, value->function->dfn, &annotation)) continue;
    if (is_closed(&annotation) && annotation.count <= 3)
      lower_entry(lower, cells.data[i]->name, &annotation);
  }
  lower->is_quiet = false;
}
