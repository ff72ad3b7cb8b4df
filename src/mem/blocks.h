// What is known about the blocks of memory that a list of statements uses: how long, and whether
// the list may overwrite them. reuse and double_buffer ask this.
//
// A list owns the blocks that it allocates, those of parameters that are consumed, those that a
// function gives it, and those of loop parameters that own every block they get. A block that is
// handed on by itself (to a loop, a function, as a result) may live on under another name: after
// that nothing is known about it.
#ifndef RAVEL_MEM_BLOCKS_H
#define RAVEL_MEM_BLOCKS_H

#include "mem/lmad.h"

typedef struct MemBlock {
  Var *var;
  size_t last;       // the position of the last statement that uses it
  size_t escape;     // of the first that hands it on by itself; BLOCK_NEVER: none
  bool is_owned;     // the list may overwrite it when it is not used any more
  const Exp *alloc;  // how it is allocated, when the list does so itself
  const Type *array; // an array that fills it from its start on, when it is known otherwise
} MemBlock;

#define BLOCK_NEVER SIZE_MAX

// The list that is being worked on.
typedef struct BlockList {
  Arena *scratch;
  const Map *replaced; // Var -> Var: see block_resolve; NULL when no block is replaced
  const Stms *stms;
  Map *blocks;         // Var -> Block
  Vec(MemBlock *) all; // in order of appearance
  size_t position;     // of the statement that is worked on
  unsigned depth;      // how many lists it is looked at from
} BlockList;

// Visits the atoms that a statement hands on by themselves: its operands, and the results of its
// bodies; not those of statements inside.
typedef void HandedOn(void *context, const Atom *atoms, size_t count);
void stm_hands_on(const Stm *stm, HandedOn *visit, void *context);

// The block that stands for this one, after replacements.
Var *block_resolve(const Map *replaced, Var *var);

// Finds all uses of blocks in the statements, and in the results of the body or thunk that they
// belong to; one of these is NULL.
BlockList *blocks_new(Arena *scratch, const Map *replaced, const Stms *stms, const Body *body,
                      const Thunk *thunk);
MemBlock *block_of(BlockList *list, Var *var);
// The list owns the blocks of the parameters that the function consumes.
void blocks_own_consumed(BlockList *list, const Fun *fun);
// The list owns the loop's parameters for which this is true; it is the list of the loop's body.
void blocks_own_params(BlockList *list, const Loop *loop, const bool *is_owned);
// The list is that of an arm of the statement at the position of the list around it: it owns what
// that owns and does not need afterwards.
void blocks_own_dying(BlockList *list, const BlockList *around);
// Afterwards: what the arm hands on lives on under another name, and the list around it owns it no
// more. The list is a new one of the arm.
void blocks_lose_handed(BlockList *around, BlockList *list);
// Notes what the statement at the position makes: what it allocates, and blocks that it gives. For
// a loop, says which parameters are blocks that only the loop has, in every iteration; else NULL.
bool *blocks_pass(BlockList *list, const Stm *stm);
// How many results of the body may be in this block, by whatever name.
size_t block_leaving_count(Arena *scratch, const Body *body, Var *block);
// Is the initial block of the loop's parameter used by nothing else from the position on?
bool block_is_given_up(BlockList *list, const Exp *exp, size_t k);
// Does the block have room for what is allocated here, as far as names tell? The counts may stand
// in another order.
bool block_fits(Arena *scratch, const MemBlock *block, const Exp *alloc);

// The same where what is allocated has one count, which is computed otherwise: n * m for a block of
// n rows of m elements. The block is there, so the product of its counts did not wrap around.
bool block_fits_number(const Lmads *numbers, const MemBlock *block, const Exp *alloc);

// How many elements a block has that may be a local array of whoever allocates it; -1 when it is
// too large, or its size is not known.
int64_t mem_local_count(const Exp *alloc);

#endif
