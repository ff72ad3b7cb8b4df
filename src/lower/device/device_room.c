// What the threads of a kernel would allocate. A kernel cannot: the host allocates a block with
// room for all threads in front of it, and each thread has its share.
//
//   par@grid (i < n) {                 let threads = room(n, 8*m)
//     let b: mem = alloc m : f64   =>  alloc b : f64, threads, m
//     ...                              launch kernel[n, threads threads](b, m)
//   }                                  in the kernel: element k is b[k*threads + thread]
//
// Neighbours among the threads have neighbours in memory. A block that is handed on, or that has
// elements of different sizes, has its elements together: `share b', b : f64, thread*m`.
//
// That takes a size that is known in front of the kernel, and a block that does not live on in the
// next iteration of a loop around its allocation. The rest is allocated while the kernel runs, from
// a heap (rts/gpu/heap.h).
#include "lower/lower_internal.h"
#include "mem/blocks.h"

// The bodies around a statement, inside the par.
typedef struct DeviceFrame {
  const Body *body; // NULL for a thunk
  const Stm *stm;   // the statement that has it
  const struct DeviceFrame *outer;
} DeviceFrame;

typedef struct Finder {
  Lower *lower;
  LowerRoom *room;
  const VarSet *inside;
  ImpExp *bytes;
} Finder;

// Does a block that is allocated here live on in another iteration of the loop around it, by
// whatever name?
static bool is_carried(Arena *scratch, const DeviceFrame *frame, Var *var) {
  while (frame && !(frame->body && frame->stm->exp->op == OP_LOOP))
    frame = frame->body ? frame->outer : NULL;
  return frame && block_leaving_count(scratch, frame->body, var) > 0;
}

// The number of elements, as the host knows it; NULL when it does not.
static ImpExp *host_count(Finder *finder, const Stm *stm) {
  Lower *lower = finder->lower;
  ImpExp *count = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom size = stm->exp->args[i];
    if (size.var && varset_has(finder->inside, size.var)) return NULL;
    // In a branch that is not taken the size may be anything.
    ImpExp *some = imp_binary(lower->imp, OP_SMAX, lower_atom(lower, size), imp_i64(lower->imp, 0));
    if (!size.var) some = lower_atom(lower, size);
    count = imp_mul(lower->imp, count, some);
  }
  return count;
}

static bool is_interleaved(Lower *lower, const Stm *stm) {
  const Usage *usage = usage_of(lower, stm->vars[0]);
  return !usage->escapes && usage->scalars == 1u << stm->exp->as.to;
}

static void expand(Finder *finder, const Stm *stm, const DeviceFrame *frame) {
  Lower *lower = finder->lower;
  Var *var = stm->vars[0];
  lower->is_device = true;
  bool is_local = local_count(lower, stm) >= 0;
  lower->is_device = false;
  if (is_local || is_carried(lower->arena, frame, var)) return;
  ImpExp *count = host_count(finder, stm);
  if (!count) return;
  ImpProgram *imp = lower->imp;
  count = imp_use(imp, imp_let(&lower->out, name_of(lower, "size"), count));
  int64_t width = scalar_info(stm->exp->as.to)->width / 8;
  finder->bytes = imp_add(imp, finder->bytes, imp_mul(imp, count, imp_i64(imp, width)));
  vec_push(lower->arena, &finder->room->blocks,
           (Expanded){.var = var,
                      .scalar = stm->exp->as.to,
                      .size = count,
                      .is_interleaved = is_interleaved(lower, stm)});
}

static void find_stms(Finder *finder, const Stms *stms, const DeviceFrame *frame);

static void find_body(Finder *finder, const Body *body, const Stm *stm, const DeviceFrame *outer) {
  DeviceFrame frame = {.body = body, .stm = stm, .outer = outer};
  find_stms(finder, &body->stms, &frame);
}

static void find_thunk(Finder *finder, const Thunk *thunk, const Stm *stm,
                       const DeviceFrame *outer) {
  DeviceFrame frame = {.stm = stm, .outer = outer};
  find_stms(finder, &thunk->stms, &frame);
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].op) find_body(finder, thunk->outputs[i].op->body, stm, NULL);
}

static void find_stm(Finder *finder, const Stm *stm, const DeviceFrame *frame) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_ALLOC) {
    expand(finder, stm, frame);
  } else if (exp->op == OP_PAR) {
    find_thunk(finder, &exp->as.par->body, stm, frame);
    find_thunk(finder, &exp->as.par->epilogue, stm, frame);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      find_body(finder, exp->as.branches.bodies[i], stm, frame);
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) find_body(finder, exp->as.loop->condition, stm, frame);
    find_body(finder, exp->as.loop->body, stm, frame);
  } else if (exp->op == OP_WITH_ACC) {
    find_body(finder, exp->as.with_acc->body, stm, frame);
  }
}

static void find_stms(Finder *finder, const Stms *stms, const DeviceFrame *frame) {
  for (size_t i = 0; i < stms->count; i++)
    find_stm(finder, stms->data[i], frame);
}

void room_open(Lower *lower, LowerRoom *room, const Par *par, ImpExp *size) {
  ImpProgram *imp = lower->imp;
  *room = (LowerRoom){0};
  VarSet inside = bound_vars_par(lower->arena, par);
  Finder finder = {.lower = lower, .room = room, .inside = &inside, .bytes = imp_i64(imp, 0)};
  find_thunk(&finder, &par->body, NULL, NULL);
  find_thunk(&finder, &par->epilogue, NULL, NULL);
  if (room->blocks.count == 0) return;
  ImpExp *threads = imp_room(imp, size, finder.bytes);
  room->threads = imp_use(imp, imp_let(&lower->out, name_of(lower, "threads"), threads));
  for (size_t i = 0; i < room->blocks.count; i++) {
    Expanded *expanded = &room->blocks.data[i];
    expanded->block = imp_block(&lower->out, expanded->var->name);
    ImpExp *counts[] = {room->threads, expanded->size};
    imp_alloc(&lower->out, expanded->block, expanded->scalar, counts, 2);
  }
}

void room_bind(Lower *lower, const LowerRoom *room) {
  ImpProgram *imp = lower->imp;
  for (size_t i = 0; i < room->blocks.count; i++) {
    const Expanded *expanded = &room->blocks.data[i];
    Name name = expanded->var->name;
    ImpVar *all = part_take(lower, name, imp_use(imp, expanded->block))->as.var;
    if (expanded->is_interleaved) {
      Bound *bound = bind(lower, expanded->var);
      Name label = usage_of(lower, expanded->var)->label;
      bound->block = all;
      bound->is_lent = bound->is_hoisted = true;
      bound->step = part_take(lower, "threads", room->threads);
      bound->pointers[expanded->scalar] =
          imp_pointer_at(&lower->out, label, expanded->scalar, all, imp_thread(imp));
      continue;
    }
    ImpExp *size = part_take(lower, "size", expanded->size);
    ImpVar *mine = imp_block(&lower->out, name);
    imp_share(&lower->out, mine, all, expanded->scalar, imp_mul(imp, imp_thread(imp), size));
    bind_block(lower, expanded->var, mine, true);
    lower->bound[expanded->var->index].is_hoisted = true;
  }
}

void room_close(Lower *lower, const LowerRoom *room) {
  for (size_t i = 0; i < room->blocks.count; i++) {
    imp_release(&lower->out, room->blocks.data[i].block);
    lower->bound[room->blocks.data[i].var->index].is_hoisted = false;
  }
}
