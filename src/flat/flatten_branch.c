// if and switch with parallelism in an arm.
//
//   par@grid (i < n) { … let y = if c then A else B … }
//     becomes
//   (k, l, order) = par@grid (i < n) { … split 2 (select c, 0, 1) i }
//   A over (p < k), where i is order[p];  B over (p < l), where i is order[k + p]
//   ys = what A gives, put to its points, and what B gives
//
// When all points are in the arm that has the work, what it gives is the result as it is.
// Only the points of an arm run it, so that it fails only for them. Rows are written to where their
// offsets say once all lengths are known. Until then an arm that gives rows of arrays from outside
// would hold those; a copy of its rows does not, and a recursive function in a later arm can give
// up its arguments.
#include "flat/flatten.h"
#include "ir/rules.h"

bool flatten_can_lift_branches(const Stm *stm) { return !flatten_is_unstorable(stm); }

// ---- Results ----

// Values at some points of a context, the subset, that become values of all.
typedef struct FlattenPart {
  Context *subset;
  const Atom *values; // per variable
} FlattenPart;

Var *host_room(Lift *lift, const char *name, Scalar scalar, size_t rank, const Dim *dims,
               bool is_overwritten) {
  Program *program = lift->program;
  Par *par = par_new(program, PAR_GRID, dims, rank, "i", lift->host.span);
  par->is_overwritten = is_overwritten;
  Atom zero = atom_constant((Constant){.type = scalar});
  thunk_give_maps(program, &par->body, &zero, 1, lift->host.span);
  return build_infer(&lift->host, name, exp_par(program, par))->vars[0];
}

// Room for a scalar, or a row of one size, at each point.
static Var *room_for(Lift *lift, const Context *context, const Var *var) {
  size_t rank = 1 + (size_t)var->type->rank;
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  dims[0] = dim_atom(context->count);
  for (size_t i = 1; i < rank; i++)
    dims[i] = var->type->dims[i - 1];
  return host_room(lift, var->name, var->type->scalar, rank, dims, true);
}

// The array under the sizes that the other variable has.
static Atom build_shaped(Builder *builder, Atom array, const Var *like) {
  if (type_equal(array.var->type, like->type)) return array;
  Var *shaped = var_like(builder->program, like, like->type);
  build_stm(builder, exp_new(builder->program, OP_COERCE, &array, 1), &shaped, 1);
  return atom_var(shaped);
}

Output output_put(Program *program, Var *dest, Atom at, Atom value, Span span) {
  Output output = {.mode = MODE_PUT, .value_count = 1, .index_count = 1, .span = span};
  output.dests = arena_make(program->arena, Atom);
  output.values = arena_make(program->arena, Atom);
  output.indices = arena_make(program->arena, Atom);
  *output.dests = atom_var(dest);
  *output.values = value;
  *output.indices = at;
  return output;
}

static bool is_plain(const Lift *lift, const Var *var) {
  return !type_is_array(var->type) || !flatten_is_sized_inside(lift, var->type);
}

// Writes the scalars and rows of one size of a part to their points.
static void put_plain(Lift *lift, Context *context, Var *const *vars, size_t count,
                      const FlattenPart *part, Var **rooms) {
  Program *program = lift->program;
  Emission emission = emission_new(lift, part->subset, false);
  emission_need(&emission, atom_var(context->pos));
  for (size_t i = 0; i < count; i++)
    if (is_plain(lift, vars[i])) emission_need(&emission, part->values[i]);
  emission_settle(&emission, false);
  emission_begin(&emission);
  Atom at = emission_atom(&emission, atom_var(context->pos));
  for (size_t i = 0; i < count; i++) {
    if (!is_plain(lift, vars[i])) continue;
    Atom value = emission_atom(&emission, part->values[i]);
    if (type_is_array(vars[i]->type)) value = build_shaped(&emission.body, value, vars[i]);
    Output output = output_put(program, rooms[i], at, value, lift->host.span);
    vec_push(program->arena, &emission.outputs, output);
  }
  Stm *stm = emission_end(&emission, "merged");
  for (size_t i = 0, k = 0; i < count; i++)
    if (is_plain(lift, vars[i])) rooms[i] = stm->vars[k++];
}

static void merge_plain(Lift *lift, Context *context, Var *const *vars, size_t count,
                        const FlattenPart *parts, size_t part_count) {
  Var **rooms = arena_array(lift->program->arena, Var *, count);
  size_t plain = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_plain(lift, vars[i])) continue;
    rooms[i] = room_for(lift, context, vars[i]);
    plain++;
  }
  for (size_t i = 0; i < part_count && plain > 0; i++)
    put_plain(lift, context, vars, count, &parts[i], rooms);
  for (size_t i = 0; i < count; i++)
    if (is_plain(lift, vars[i])) bind_element(lift, context, vars[i], rooms[i]);
}

// Writes the elements of a part's rows to their offsets.
static Var *put_rows(Lift *lift, Context *context, const FlattenSegments *segments, Context *subset,
                     Var *row, size_t leading, Var *room) {
  Program *program = lift->program;
  Builder builder = context_builder(lift, subset);
  size_t first = subset->prefix.count;
  bool is_regular = true;
  for (size_t i = 0; i < leading; i++)
    is_regular = is_regular && !flatten_is_atom_at_point(lift, dim_size(row->type->dims[i]));
  Atom length = build_length(is_regular ? &lift->host : &builder, row->type, leading, NULL);
  context_built(lift, subset, first);
  Var *at = var_new(program, "j", type_scalar(SCALAR_I64), lift->host.span);
  Context *inner = context_inner(lift, subset, at, length);
  Emission emission = emission_new(lift, inner, true);
  emission_need(&emission, atom_var(row));
  emission_need(&emission, atom_var(context->pos));
  for (size_t i = 0; i < row->type->rank; i++)
    emission_need(&emission, dim_size(row->type->dims[i]));
  emission_settle(&emission, true);
  emission_begin(&emission);
  Builder *body = &emission.body;
  Atom j = emission_atom(&emission, atom_var(at));
  Atom x = build_element(body, emission_atom(&emission, atom_var(row)).var, leading, j);
  Atom pos = emission_atom(&emission, atom_var(context->pos));
  Atom offset = atom_var(build_index(body, "offset", segments->offsets, &pos, 1));
  Atom target = build_binary(body, "target", OP_ADD, offset, j);
  Output output = output_put(program, room, target, x, lift->host.span);
  vec_push(program->arena, &emission.outputs, output);
  return emission_end(&emission, row->name)->vars[0];
}

static void merge_rows(Lift *lift, Context *context, Var *var, size_t number,
                       const FlattenPart *parts, size_t part_count) {
  size_t leading = leading_rank(lift, var->type);
  FlattenSegments *segments = segments_of(lift, context, context_length(lift, context, var->type));
  size_t rank = 1 + var->type->rank - leading;
  Dim *dims = arena_array(lift->program->arena, Dim, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = i == 0 ? dim_var(segments->total) : var->type->dims[leading - 1 + i];
  Var *room = host_room(lift, var->name, var->type->scalar, rank, dims, true);
  for (size_t i = 0; i < part_count; i++)
    room = put_rows(lift, context, segments, parts[i].subset, parts[i].values[number].var, leading,
                    room);
  bind_rows(lift, context, var, room, segments);
}

// Binds the variables, a telescope, at each point of the context to the value of the part that the
// point is in.
static void merge_all(Lift *lift, Context *context, Var *const *vars, size_t count,
                      const FlattenPart *parts, size_t part_count) {
  merge_plain(lift, context, vars, count, parts, part_count);
  for (size_t i = 0; i < count; i++)
    if (!is_plain(lift, vars[i])) merge_rows(lift, context, vars[i], i, parts, part_count);
}

// ---- All points in one arm ----

// The arm's values are those of all points, in their order.
static Body *take_part(Lift *lift, const Context *context, const FlattenPart *part,
                       const Stm *stm) {
  Stms stms = {0};
  HostScope *scope = host_enter(lift, part->subset, &stms);
  Atoms values = {0};
  give_values(lift, part->subset, part->values, stm->vars, stm->var_count, &values);
  for (size_t i = 0, k = 0; i < stm->var_count; i++, k++) {
    if (type_is_array(stm->vars[i]->type))
      k++;
    else
      values.data[k] = atom_var(host_coerce(lift, values.data[k].var, context->count));
  }
  host_leave(lift, scope);
  return body_new(lift->program, stms, values.data, values.count);
}

static Body *merge_body(Lift *lift, Context *context, const Stm *stm, const FlattenPart *parts,
                        size_t count) {
  Stms stms = {0};
  HostScope *scope = host_enter(lift, context, &stms);
  merge_all(lift, context, stm->vars, stm->var_count, parts, count);
  Atoms vars = {0}, values = {0};
  for (size_t i = 0; i < stm->var_count; i++)
    vec_push(lift->program->arena, &vars, atom_var(stm->vars[i]));
  give_values(lift, context, vars.data, stm->vars, stm->var_count, &values);
  host_leave(lift, scope);
  return body_new(lift->program, stms, values.data, values.count);
}

static bool has_rows(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_array(stm->vars[i]->type)) return true;
  return false;
}

// Is the work of the branch in this arm? Then all points may well be there.
static bool is_main_arm(const Lift *lift, const Body *body) {
  for (size_t i = 0; i < body->stms.count; i++)
    if (flatten_is_worth_lifting(lift, body->stms.data[i])) return true;
  return false;
}

// The results of the branch at all points.
static void merge_parts(Lift *lift, Context *context, const Stm *stm, const FlattenPart *parts,
                        size_t count) {
  Program *program = lift->program;
  size_t main = 0;
  while (main < count && !is_main_arm(lift, stm->exp->as.branches.bodies[main]))
    main++;
  if (main == count || !has_rows(stm)) {
    lift->certs = stm->certs;
    lift->cert_count = stm->cert_count;
    merge_all(lift, context, stm->vars, stm->var_count, parts, count);
  } else {
    Atom is_all =
        build_binary(&lift->host, "is_all", OP_EQ, parts[main].subset->count, context->count);
    Body *all = take_part(lift, context, &parts[main], stm);
    Body *some = merge_body(lift, context, stm, parts, count);
    Vars given = given_vars(lift, context, stm->vars, stm->var_count, stm->span);
    build_stm(&lift->host, exp_if(program, is_all, all, some), given.data, given.count);
    lift->certs = stm->certs;
    lift->cert_count = stm->cert_count;
    bind_values(lift, context, stm->vars, stm->var_count, given.data);
  }
  lift->certs = NULL;
  lift->cert_count = 0;
}

// ---- Arms ----

// The number of the arm that the point takes.
static Atom build_arm(Builder *builder, const Exp *exp, Atom value) {
  Program *program = builder->program;
  const Branches *branches = &exp->as.branches;
  size_t last = branches->body_count - 1;
  if (exp->op == OP_IF) {
    Atom args[3] = {value, atom_i64(0), atom_i64(1)};
    return atom_var(build_let(builder, "arm", exp_new(program, OP_SELECT, args, 3)));
  }
  Atom arm = atom_i64((int64_t)last);
  for (size_t i = last; i-- > 0;) {
    Atom is_case =
        build_binary(builder, "is_case", OP_EQ, value, atom_constant(branches->cases[i]));
    Atom args[3] = {is_case, atom_i64((int64_t)i), arm};
    arm = atom_var(build_let(builder, "arm", exp_new(program, OP_SELECT, args, 3)));
  }
  return arm;
}

// The same at each point of the context, where everything has been checked before.
static Atom context_arm(Lift *lift, Context *context, const Exp *exp, const Vars *certs) {
  Builder builder = context_builder(lift, context);
  builder.certs = certs->data;
  builder.cert_count = certs->count;
  size_t first = context->prefix.count;
  Atom arm = build_arm(&builder, exp, exp->args[0]);
  context_built(lift, context, first);
  return arm;
}

// The points ordered by arm, and how many each has.
static Stm *split_points(Lift *lift, Context *context, const Stm *stm, const Vars *certs) {
  Program *program = lift->program;
  Atom arm = context_arm(lift, context, stm->exp, certs);
  // In an inner dimension it is computed in that dimension's own space.
  Var *arms = context->kind == CONTEXT_INNER ? store_scalar(lift, context, arm) : NULL;
  Emission emission = emission_new(lift, context, false);
  emission_need(&emission, atom_var(context->pos));
  if (!arms) emission_need(&emission, arm);
  emission_settle(&emission, true);
  emission_begin(&emission);
  Atom pos = emission_atom(&emission, atom_var(context->pos));
  Output output = {.mode = MODE_SPLIT, .value_count = 1, .span = stm->span};
  output.class_count = (uint32_t)stm->exp->as.branches.body_count;
  output.selector = arms ? atom_var(build_index(&emission.body, "arm", arms, &pos, 1))
                         : emission_atom(&emission, arm);
  output.values = arena_make(program->arena, Atom);
  *output.values = pos;
  vec_push(program->arena, &emission.outputs, output);
  return emission_end(&emission, "points");
}

static bool calls_later(const Lift *lift, const Branches *branches, size_t arm) {
  for (size_t i = arm + 1; i < branches->body_count; i++)
    for (size_t k = 0; k < branches->bodies[i]->stms.count; k++)
      if (flatten_has_parallel_call(lift, branches->bodies[i]->stms.data[k])) return true;
  return false;
}

// The results of an arm as rows of its own.
static Atom *settle_results(Lift *lift, Context *arm, const Body *body) {
  Program *program = lift->program;
  Atom *results = arena_array(program->arena, Atom, body->result_count);
  for (size_t i = 0; i < body->result_count; i++) {
    Var *var = body->results[i].var;
    results[i] = body->results[i];
    if (!var || !type_is_array(var->type) || !flatten_is_at_point(lift, var)) continue;
    if (rows_known(lift, arm, var)) continue;
    Rows *rows = rows_of(lift, arm, var);
    Var *settled = var_like(program, var, var->type);
    map_put(lift->inside, map_key(settled), settled);
    if (rows->is_owned) made_add(lift, rows->data);
    if (rows->segments)
      bind_rows(lift, arm, settled, rows->data, rows->segments);
    else
      bind_element(lift, arm, settled, rows->data);
    results[i] = atom_var(settled);
  }
  return results;
}

void lift_branches(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  const Branches *branches = &stm->exp->as.branches;
  size_t count = branches->body_count;
  Vars certs = checks_pending(lift, context);
  Stm *split = split_points(lift, context, stm, &certs);
  Var *order = split->vars[count];
  FlattenPart *parts = arena_array(program->arena, FlattenPart, count);
  Atom first = atom_i64(0);
  for (size_t i = 0; i < count; i++) {
    Atom size = atom_var(split->vars[i]);
    Atom atoms[3] = {first, size, atom_i64(1)};
    Exp *slice = exp_slice(program, order, selector_of(program, 1, true), atoms, 3);
    Context *arm = context_subset(lift, context, build_let(&lift->host, "arm", slice), size);
    arm->given = certs;
    stms_need(lift, &branches->bodies[i]->stms, stm);
    lift_stms(lift, arm, &branches->bodies[i]->stms);
    parts[i] = (FlattenPart){.subset = arm, .values = branches->bodies[i]->results};
    if (calls_later(lift, branches, i))
      parts[i].values = settle_results(lift, arm, branches->bodies[i]);
    if (i + 1 < count) first = build_binary(&lift->host, "first", OP_ADD, first, size);
  }
  merge_parts(lift, context, stm, parts, count);
}
