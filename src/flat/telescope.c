// telescope: where lengths are differences of neighbours, elements are where they are counted.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//
//   let ls: [n]i64 = par@grid (i < n) {          let ls: [n]i64 = … the same
//     … let l: i64 = sub b, a  map l }           let d: seg[n] = seg_make ls
//   let d: seg[n] = seg_make ls                  let starts: [n]i64 = seg_offsets d
//   … par@grid (i < n, j < d) {             =>   … par@grid (i < n, j < d) {
//     let first: i64 = index s[i]                  let start: i64 = index starts[i]
//     let at: i64 = add first, j                   let inside: i64 = add start, j
//     …                                            let base: i64 = index s[0]
//   }                                              let at: i64 = add base, inside
//                                                  … }
//
// where a is s[i] and b is s[i + 1], as in a sparse matrix. The sum of s[i + 1] - s[i] over i < k
// is s[k] - s[0], and sums wrap around like differences do; so s[k] = s[0] + starts[k], whatever
// the numbers are. A kernel knows `start + j` as the number of the element, and then nothing looks
// for the segment: what is read at `at` is read in order. Element j of a slice that begins at s[i]
// is such a place too.
//
// Lengths smax (x, 0) are x where the statement needs a check of 0 <= x: if that failed there is no
// descriptor.
#include "flat/flat.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/walk.h"

typedef struct Telescope {
  Program *program;
  Mapper mapper;
  Map *defs; // Var -> Stm that binds it
} Telescope;

// An element of an array of integers: number index + offset of the root, as the statement `read`
// has it with `here` in the place of the offset, and the conversion after that, if there is one.
typedef struct TelescopeElement {
  const Var *root;
  int64_t offset, here;
  const Stm *read, *conversion;
} TelescopeElement;

static const Stm *def_of(const Telescope *telescope, const Var *var) {
  return var ? map_get(telescope->defs, map_key(var)) : NULL;
}

static bool define(Walker *walker, Stm *stm) {
  Telescope *telescope = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(telescope->defs, map_key(stm->vars[i]), stm);
  return true;
}

// ---- What an atom is ----

static bool is_constant(Atom atom, int64_t *value) {
  if (atom.var || !type_is_scalar(atom_type(atom), SCALAR_I64)) return false;
  *value = constant_to_i64(atom.constant);
  return true;
}

// Is it the index, or the index and a small number?
static bool is_shifted(const Telescope *telescope, Atom atom, const Var *index, int64_t *shift) {
  *shift = 0;
  if (!atom.var || atom.var == index) return atom.var != NULL;
  const Stm *def = def_of(telescope, atom.var);
  if (!def || def->exp->op != OP_ADD) return false;
  const Atom *args = def->exp->args;
  return (args[0].var == index && is_constant(args[1], shift)) ||
         (args[1].var == index && is_constant(args[0], shift));
}

// The array behind slices of neighbours, and where they begin in it.
static const Var *root_of(const Telescope *telescope, const Var *array, int64_t *offset) {
  for (const Stm *def; (def = def_of(telescope, array)) != NULL; array = def->exp->args[0].var) {
    const Exp *exp = def->exp;
    int64_t start = 0, stride = 1;
    bool is_slice = exp->op == OP_SLICE && !exp->as.selector.is_lmad;
    if (is_slice && (exp->as.selector.rank != 1 || !exp->as.selector.is_range[0] ||
                     !is_constant(exp->args[1], &start) || !is_constant(exp->args[3], &stride)))
      return array;
    if ((!is_slice && exp->op != OP_COERCE) || stride != 1 || def->vars[0] != array) return array;
    *offset += start;
  }
  return array;
}

static bool is_element(const Telescope *telescope, Atom atom, const Var *index,
                       TelescopeElement *element) {
  enum { FAR = 1 << 20 };
  const Stm *def = def_of(telescope, atom.var);
  *element = (TelescopeElement){0};
  if (def && (def->exp->op == OP_SEXT || def->exp->op == OP_ZEXT)) {
    element->conversion = def;
    def = def_of(telescope, def->exp->args[0].var);
  }
  if (!def || def->exp->op != OP_INDEX || def->exp->arg_count != 2) return false;
  if (def->exp->args[0].var->type->rank != 1) return false;
  if (!is_shifted(telescope, def->exp->args[1], index, &element->here)) return false;
  element->read = def;
  element->offset = element->here;
  element->root = root_of(telescope, def->exp->args[0].var, &element->offset);
  return element->here >= 0 && element->offset >= element->here && element->offset < FAR;
}

static bool is_same_kind(const TelescopeElement *a, const TelescopeElement *b) {
  if (a->root != b->root || !a->conversion != !b->conversion) return false;
  return !a->conversion || a->conversion->exp->op == b->conversion->exp->op;
}

// ---- Lengths ----

// Is `low <= high` the condition, or a part of it?
static bool is_part(const Telescope *telescope, Atom condition, Atom low, Atom high) {
  const Stm *test = def_of(telescope, condition.var);
  if (!test) return false;
  const Atom *args = test->exp->args;
  if (test->exp->op == OP_AND)
    return is_part(telescope, args[0], low, high) || is_part(telescope, args[1], low, high);
  return test->exp->op == OP_SLE && atom_equal(args[0], low) && atom_equal(args[1], high);
}

// Does the condition say that the number is not negative? That of a slice says 0 <= a and a <= b
// for b - a.
static bool is_natural(const Telescope *telescope, Atom condition, Var *number) {
  Atom zero = atom_i64(0);
  if (is_part(telescope, condition, zero, atom_var(number))) return true;
  const Stm *def = def_of(telescope, number);
  return def && def->exp->op == OP_SUB && is_part(telescope, condition, zero, def->exp->args[1]) &&
         is_part(telescope, condition, def->exp->args[1], def->exp->args[0]);
}

// Does the statement need a check that the number is not negative?
static bool is_checked(const Telescope *telescope, const Stm *stm, Var *number) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Stm *check = def_of(telescope, stm->certs[i]);
    if (check && check->exp->op == OP_ASSERT && is_natural(telescope, check->exp->args[0], number))
      return true;
  }
  return false;
}

// The length of a point, without what makes negative ones zero.
static const Stm *length_of(const Telescope *telescope, Atom length) {
  const Stm *def = def_of(telescope, length.var);
  int64_t zero;
  if (!def || def->exp->op != OP_SMAX) return def;
  Var *number = def->exp->args[0].var;
  if (!number || !is_constant(def->exp->args[1], &zero) || zero != 0) return NULL;
  return is_checked(telescope, def, number) ? def_of(telescope, number) : NULL;
}

// Is length i of the descriptor s[i + 1] - s[i]? Then `low` is s[i].
static bool is_telescope(const Telescope *telescope, const Var *descriptor, TelescopeElement *low) {
  const Stm *made = def_of(telescope, descriptor);
  if (!made || made->exp->op != OP_SEG_MAKE) return false;
  const Var *lengths = made->exp->args[0].var;
  const Stm *stm = def_of(telescope, lengths);
  if (!stm || stm->exp->op != OP_PAR || par_block_count(stm) > 0) return false;
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || dim_is_varying(par->space[0]) || par->has_epilogue) return false;
  size_t at = 0, first = 0;
  while (stm->vars[at] != lengths)
    at++;
  const Output *output = par_output_at(par, at, &first);
  if (!mode_has(output->mode, TRAIT_ELEMENTS)) return false;
  const Stm *length = length_of(telescope, output->values[at - first]);
  TelescopeElement high;
  return length && length->exp->op == OP_SUB &&
         is_element(telescope, length->exp->args[0], par->indices[0], &high) &&
         is_element(telescope, length->exp->args[1], par->indices[0], low) &&
         is_same_kind(&high, low) && high.offset == low->offset + 1;
}

// ---- Rewriting ----

// Is it s[i] + j?
static bool is_place(const Telescope *telescope, const Stm *stm, const Par *par,
                     const TelescopeElement *low, TelescopeElement *element) {
  const Atom *args = stm->exp->args;
  if (stm->exp->op != OP_ADD) return false;
  for (size_t k = 0; k < 2; k++)
    if (args[k].var == par->indices[1] &&
        is_element(telescope, args[1 - k], par->indices[0], element) &&
        is_same_kind(element, low) && element->offset == low->offset)
      return true;
  return false;
}

// The slice in `values[s[i] : …][j]`, or NULL.
static const Stm *slice_of(const Telescope *telescope, const Stm *stm, const Par *par,
                           const TelescopeElement *low, TelescopeElement *element) {
  if (stm->exp->op != OP_INDEX || stm->exp->arg_count != 2) return NULL;
  if (stm->exp->args[1].var != par->indices[1]) return NULL;
  const Stm *def = def_of(telescope, stm->exp->args[0].var);
  if (!def || def->exp->op != OP_SLICE || def->exp->as.selector.is_lmad) return NULL;
  int64_t stride;
  bool is_line = def->exp->as.selector.rank == 1 && def->exp->as.selector.is_range[0] &&
                 is_constant(def->exp->args[3], &stride) && stride == 1;
  if (!is_line || !is_element(telescope, def->exp->args[1], par->indices[0], element)) return NULL;
  return is_same_kind(element, low) && element->offset == low->offset ? def : NULL;
}

// s[0] and starts[i] + j, which are s[i] + j.
static void build_parts(Builder *builder, const Par *par, Var *starts,
                        const TelescopeElement *element, Atom parts[2]) {
  Atom segment = atom_var(par->indices[0]);
  Atom start = atom_var(build_index(builder, "start", starts, &segment, 1));
  parts[1] = build_binary(builder, "inside", OP_ADD, start, atom_var(par->indices[1]));
  Atom here = atom_i64(element->here);
  builder->certs = element->read->certs;
  builder->cert_count = element->read->cert_count;
  parts[0] = atom_var(build_index(builder, "base", element->read->exp->args[0].var, &here, 1));
  builder->cert_count = 0;
  if (element->conversion)
    parts[0] = build_convert(builder, "base", element->conversion->exp->op, parts[0], SCALAR_I64);
}

static void needs_add(Telescope *telescope, Vars *certs, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++)
    vec_push(telescope->program->arena, certs, stm->certs[i]);
}

// Adds the statement, in terms of the number of the element where it is about s[i] + j.
static void build_inside(Telescope *telescope, Builder *builder, const Par *par, Var *starts,
                         const TelescopeElement *low, Stm *stm) {
  Program *program = telescope->program;
  TelescopeElement element;
  Atom parts[2];
  const Stm *slice = slice_of(telescope, stm, par, low, &element);
  if (!slice && !is_place(telescope, stm, par, low, &element)) {
    vec_push(program->arena, builder->stms, stm);
    return;
  }
  build_parts(builder, par, starts, &element, parts);
  Exp *exp = exp_new(program, OP_ADD, parts, 2);
  Vars certs = {0};
  needs_add(telescope, &certs, stm);
  if (slice) {
    Atom at = build_binary(builder, "at", OP_ADD, parts[0], parts[1]);
    exp = exp_index(program, slice->exp->args[0].var, &at, 1);
    needs_add(telescope, &certs, slice);
  }
  builder->certs = certs.data;
  builder->cert_count = certs.count;
  build_stm(builder, exp, stm->vars, stm->var_count);
}

static bool has_place(const Telescope *telescope, const Par *par, const TelescopeElement *low) {
  TelescopeElement element;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    if (is_place(telescope, stm, par, low, &element)) return true;
    if (slice_of(telescope, stm, par, low, &element)) return true;
  }
  return false;
}

static bool telescope_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Telescope *telescope = mapper->context;
  Program *program = telescope->program;
  if (stm->exp->op != OP_PAR) return false;
  const Par *par = stm->exp->as.par;
  TelescopeElement low;
  if (par->rank != 2 || dim_is_varying(par->space[0]) || !dim_is_varying(par->space[1]))
    return false;
  Dim inner = par->space[1];
  if (inner.var->type->kind != TYPE_SEG || dim_rank(inner) != 1 || inner.skip > 0) return false;
  if (!is_telescope(telescope, inner.var, &low) || !has_place(telescope, par, &low)) return false;
  Builder host = builder_new(program, out, stm->span);
  host.certs = stm->certs;
  host.cert_count = stm->cert_count;
  Atom descriptor = atom_var(inner.var);
  Var *starts = build_let(&host, "starts", exp_new(program, OP_SEG_OFFSETS, &descriptor, 1));
  Par *made = arena_make(program->arena, Par);
  *made = *par;
  made->body.stms = (Stms){0};
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *inside = par->body.stms.data[i];
    Builder builder = builder_new(program, &made->body.stms, inside->span);
    build_inside(telescope, &builder, par, starts, &low, inside);
  }
  Stm *copy = arena_make(program->arena, Stm);
  *copy = *stm;
  copy->exp = exp_par(program, made);
  vec_push(program->arena, out, copy);
  return true;
}

static Program *telescope_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *scratch = arena_new();
  Telescope telescope = {.program = program, .defs = map_new(scratch)};
  Walker walker = {.context = &telescope, .enter = define};
  walk_program(&walker, program);
  telescope.mapper = (Mapper){.program = program, .context = &telescope, .stm = telescope_stm};
  map_program(&telescope.mapper, program);
  arena_free(scratch);
  return program;
}

const Pass pass_telescope = {.name = "telescope",
                             .purpose = "count elements where lengths are differences",
                             .from = LEVEL_FLAT,
                             .to = LEVEL_FLAT,
                             .is_for_device = true,
                             .run = telescope_run};
