#include <string.h>

#include "ir/ir.h"

// The table's flags and levels, as it spells them.
enum {
  FAILS = FLAG_FAILS,
  COMMUTES = FLAG_COMMUTES,
  SHAPED = FLAG_SHAPED,
  VIEW = FLAG_VIEW,
  CONSUMES = FLAG_CONSUMES,
  BODIES = FLAG_BODIES,
  ACTS = FLAG_ACTS
};

static const OpInfo op_infos[OP_COUNT] = {
#define OP(id, text, shape, operands, levels, work, flags)                                         \
  {#text, SHAPE_##shape, CLASS_##operands, LEVEL_##levels, WORK_##work, flags},
#include "ir/ops.def"
#undef OP
};

static const ScalarInfo scalar_infos[SCALAR_COUNT] = {
#define SCALAR(id, text, ctype, member, width, class) {#text, width, CLASS_##class},
#include "ir/scalars.def"
#undef SCALAR
};

static const EffectInfo effect_infos[EFFECT_COUNT] = {
#define X(id, text, numbers, texts, results) {text, numbers, texts, results},
    EFFECTS(X)
#undef X
};

const EffectInfo *effect_info(EffectKind kind) { return &effect_infos[kind]; }

bool effect_from_text(const char *text, EffectKind *kind) {
  for (size_t i = 0; i < EFFECT_COUNT; i++) {
    if (strcmp(effect_infos[i].text, text) == 0) {
      *kind = (EffectKind)i;
      return true;
    }
  }
  return false;
}

const OpInfo *op_info(Op op) { return &op_infos[op]; }

const ScalarInfo *scalar_info(Scalar scalar) { return &scalar_infos[scalar]; }

bool op_from_text(const char *text, Op *op) {
  for (size_t i = 0; i < OP_COUNT; i++) {
    if (strcmp(op_infos[i].text, text) == 0) {
      *op = (Op)i;
      return true;
    }
  }
  return false;
}

bool scalar_from_text(const char *text, Scalar *scalar) {
  for (size_t i = 0; i < SCALAR_COUNT; i++) {
    if (strcmp(scalar_infos[i].text, text) == 0) {
      *scalar = (Scalar)i;
      return true;
    }
  }
  return false;
}

bool op_has(Op op, OpFlags flag) { return (op_infos[op].flags & flag) != 0; }

bool op_is_scalar(Op op) { return op_infos[op].shape != SHAPE_SPECIAL; }

bool obstacle_note(Obstacle *obstacle, const char *why, Span where) {
  if (obstacle && !obstacle->why) *obstacle = (Obstacle){why, where};
  return false;
}

void program_obstruct(Program *program, const char *version, const char *why, Span span) {
  for (size_t i = 0; i < program->obstacles.count; i++) {
    const VersionObstacle *other = &program->obstacles.data[i];
    bool is_there = other->span.file == span.file && other->span.start == span.start &&
                    other->span.end == span.end;
    if (is_there && strcmp(other->version, version) == 0 && strcmp(other->why, why) == 0) return;
  }
  VersionObstacle obstacle = {.version = version, .why = why, .span = span};
  vec_push(program->arena, &program->obstacles, obstacle);
}

Program *program_new(Arena *arena, Interner *names, IrLevel level) {
  Program *program = arena_make(arena, Program);
  program->arena = arena;
  program->names = names;
  program->level = level;
  return program;
}

Fun *program_find(const Program *program, Name name) {
  for (size_t i = 0; i < program->funs.count; i++) {
    if (program->funs.data[i]->name == name) return program->funs.data[i];
  }
  return NULL;
}
