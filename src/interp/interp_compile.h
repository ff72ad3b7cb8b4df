// What interp_compile.c and interp_compile_par.c share: the compiler's state and its emitters.
#ifndef RAVEL_INTERP_INTERP_COMPILE_H
#define RAVEL_INTERP_INTERP_COMPILE_H

#include "interp/interp_internal.h"

typedef Vec(Instr) InstrList;
typedef Vec(Span) SpanList;
typedef Vec(ScalarValue) ConstantList;

typedef struct Compiler {
  Arena *arena;   // of the code
  Arena *scratch; // until all is compiled
  LiveState *live_state;
  const Liveness *live; // of the function at hand
  InstrList instrs;
  SpanList spans; // of the instructions
  ConstantList constants;
  Map *constant_slots;      // bits -> slot
  Map *codes;               // Fun -> Code
  uint32_t *global_numbers; // by Var.index
  Span span;
} Compiler;

// Appends an instruction and returns its number.
uint32_t emit(Compiler *compiler, Instr instr);
// The number of the next instruction.
uint32_t emit_here(const Compiler *compiler);
// Lets the jump at `instr` lead to the next instruction.
void emit_patch(Compiler *compiler, uint32_t instr);
// Releases what dies at this place.
void emit_drops(Compiler *compiler, const Map *drops, const void *place);

uint32_t slot_var(const Compiler *compiler, const Var *var);
uint32_t slot_atom(Compiler *compiler, const Atom *atom);
uint32_t *slots_of(Compiler *compiler, const Atom *atoms, size_t count);
uint32_t *slots_of_vars(Compiler *compiler, Var *const *vars, size_t count);
// The use of a variable that is found at `key`, or of an atom.
Operand operand_var(const Compiler *compiler, const Var *var, const void *key);
Operand operand_atom(Compiler *compiler, const Atom *atom);
Operand *operands_of(Compiler *compiler, const Atom *atoms, size_t count);

DimCode compile_dim(const Compiler *compiler, const Dim *dim);
TypeCode compile_type(Compiler *compiler, const Type *type);

void compile_stm(Compiler *compiler, const Stm *stm);
void compile_stms(Compiler *compiler, const Stms *stms);
// A body that is run by itself: returns its first instruction; its caller reads the results.
uint32_t compile_subroutine(Compiler *compiler, const Body *body);

// interp_compile_par.c
void compile_par(Compiler *compiler, const Stm *stm);
void compile_with_acc(Compiler *compiler, const Exp *exp, uint32_t *dests);
void compile_acc_update(Compiler *compiler, const Exp *exp, uint32_t dest);

#endif
