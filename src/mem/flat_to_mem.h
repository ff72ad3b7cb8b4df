// The inside of flat_to_mem: what its files share.
//
// The lowering goes through a function once, forward, and writes new statements; variables stay the
// same and get their place. So when a statement is lowered, its operands have places already.
#ifndef RAVEL_MEM_FLAT_TO_MEM_H
#define RAVEL_MEM_FLAT_TO_MEM_H

#include "analysis/sizes.h"
#include "ir/alias.h"
#include "ir/build.h"
#include "mem/early.h"
#include "mem/lmad.h"
#include "mem/report.h"

typedef struct WishList WishList;

typedef struct Settler {
  Program *program;
  Diag *diag;
  Arena *scratch;
  Lmads *lmads;
  Aliases *aliases; // of the Flat program
  Builder builder;  // where statements go at the moment
  Map *loops;       // Loop -> its parameters' FormKinds, which only ever become more general
  Map *heads;       // Fun -> FunHead: how it was called at Flat
  Map *wishes;      // Var -> Wish: see flat_to_mem_wish.c
  Map *planned;     // Var -> Place: where what is not made yet will be
  Map *uses;        // Var -> how often it is used, in the function or global that is settled
  WishList *list;   // the statements that are being settled
  const Fun *fun;   // of which function, NULL for a global
  const Body *body;
  Sizes *sizes;        // facts about it; NULL until they are needed
  Early *early;        // and about its updates
  Map *segments;       // descriptor -> Segments
  Stms windows;        // slices whose indices may have elements in common
  Map *threads;        // the functions that a point of a par may call
  bool is_device;      // the target has one
  unsigned par_depth;  // how many pars the statements are inside
  Vec(uint32_t) bound; // by Var.index: when it was bound
  uint32_t last_bound;
  bool has_failed;
} Settler;

// ---- Statements (flat_to_mem.c) ----

// Settles the statements, in order, to where the builder writes.
void settle_stms(Settler *settler, const Stms *stms);
// The same, with places where the variables that the list makes should be.
typedef struct PlaceWish {
  Atom value;
  Place place; // without a block: in order in any block
} PlaceWish;
typedef Vec(PlaceWish) PlaceWishes;
void settle_stms_at(Settler *settler, const Stms *stms, const PlaceWishes *wishes);
void settle_stm(Settler *settler, Stm *stm);
// Appends what stands for `stm`: the expression, with its certificates, attributes and span.
void settle_emit(Settler *settler, const Stm *stm, Exp *exp, Var *const *vars, size_t count);
void settle_bind(Settler *settler, Var *var);
// Says that the program has something that has no place yet.
void settle_refuse(Settler *settler, Span span, const char *what);

// Everything that is bound between open and close is out of scope at the close. Statements go to
// `stms` in between.
typedef struct SettleScope {
  Stms *stms;
  size_t known;
  uint32_t bound;     // how many bindings there were
  uint32_t var_count; // how many variables
} SettleScope;

SettleScope settle_open(Settler *settler, Stms *stms);
void settle_close(Settler *settler, const SettleScope *scope);
// Was the variable bound before the scope was opened?
bool placing_is_outside(const Settler *settler, const SettleScope *scope, const Var *var);
bool placing_is_place_outside(const Settler *settler, const SettleScope *scope, const Type *type);

// ---- Places of variables (flat_to_mem.c) ----

// The number of placed arrays that a type speaks of: one for an array, for an accumulator its
// destinations, otherwise none.
size_t part_count(const Type *type);
const Type *part_type(const Type *type, size_t part);
// Gives the parts of the variable's type these places.
void settle_place(Settler *settler, Var *var, const Place *places);
// Gives them the places of the parts of another, like type.
void settle_place_like(Settler *settler, Var *var, const Type *model);
// A fresh block, named after an array, for the product of these counts of elements.
Var *settle_alloc(Settler *settler, const char *name, Scalar scalar, const Atom *counts,
                  size_t count);
// A place in a fresh block.
Place settle_fresh(Settler *settler, const Var *var);
// Where the array that the statement is about to make goes: where it belongs, or to a new block.
Place settle_destination(Settler *settler, Var *var);
// Is it an array with a known and so small number of elements that a copy costs less than a block?
bool placing_is_small(const Type *type);
// The array itself, or a copy when several of its indices may be one element: then it cannot be
// written in place.
Atom settle_apart(Settler *settler, Atom array);
// May the place of the array, which has one, give one element to several indices?
bool placing_is_repeated(Settler *settler, const Var *array);
// The array itself when it is row-major at offset 0, otherwise a copy that is.
Atom settle_plain(Settler *settler, Atom atom);
// A copy of the array in a block of its own, or at the given place, and the reason for it.
Atom settle_copy(Settler *settler, Var *var, ErrorCode reason);
Atom settle_copy_to(Settler *settler, Var *var, const Place *place, ErrorCode reason);

// ---- Forms: what of a place is bound in a telescope ----

typedef enum FormKind {
  FORM_FIXED,  // nothing: the place is known outside
  FORM_HOME,   // nothing: a small array, copied to a block of its own
  FORM_BLOCK,  // the block; the array is row-major at offset 0
  FORM_OFFSET, // the block and the offset; row-major
  FORM_STRIDES // everything
} FormKind;

// The least form that describes the place of this array without fixing it.
FormKind form_needed(const Type *type);
// Binds what the form leaves open in fresh variables named after `model`, appends them to `vars`,
// and gives the place made of them. `fixed` is the place for FORM_FIXED.
Place form_bind(Settler *settler, FormKind form, const Var *model, const Type *type,
                const Place *fixed, Vars *vars);
// Appends the values for the variables that form_bind makes, of an array that is placed.
void form_values(Settler *settler, FormKind form, const Type *type, Atoms *atoms);

// ---- Wishes (flat_to_mem_wish.c) ----

// Begins a function or global.
void wish_begin_fun(Settler *settler, Fun *fun);
void wish_begin_global(Settler *settler, Global *global);

// Begins a list of statements, and forgets what was known about its variables.
WishList *wish_list_new(Settler *settler, const Stms *stms);
// Finds what the arrays of the list wish for.
void wish_scan(Settler *settler, WishList *list);
// The array, if the list makes it, wishes to be at this place, where it goes after the list.
void wish_place(Settler *settler, const WishList *list, Atom atom, Place place);
// The array, if it is a view that the list makes for this use alone, wishes to stand in order.
void wish_fresh(Settler *settler, const WishList *list, Atom atom);
// The statement at this position is next; false when it was settled early.
bool wish_next(WishList *list, size_t position);

// The place where the array, which is made next, wishes to be; false when there is none. May settle
// later statements of the list.
bool wish_grant(Settler *settler, Var *var, Place *place);
// A place in a fresh block for an array whose sizes may not have been checked yet.
Place wish_early(Settler *settler, const Var *var);
// The array, which is not made yet, will be here.
void wish_plan(Settler *settler, Var *var, Place place);
bool wish_is_used_once(const Settler *settler, const Var *var);
// Is it proved that the slice selects no element twice?
bool wish_selects_once(Settler *settler, const Stm *slice);
// Is the array made by the list, in storage of its own, for one use?
bool wish_is_fresh(const Settler *settler, Var *var);
// ---- Where arrays come from (flat_to_mem_origin.c) ----

// Is this result of a branch a fresh array, of a size that is known outside, in every body?
bool wish_all_fresh(const Stm *stm, size_t result);
// The variable in whose place the atom is after the statements: through updates, writes, and
// branches and loops of such, back to where it is made.
Var *wish_origin(const Stms *stms, Atom atom);
// The same for a result of a branch: the one array from outside in whose place it always is.
Var *wish_branch_origin(const Branches *branches, size_t result);

// The array that a par writes or combines into for a result; no variable when it does not.
Atom wish_par_origin(const Stm *stm, size_t result);
// Does the body of a loop that certainly runs make this value in storage of its own?
bool wish_fresh_in_loop(const Exp *exp, size_t result);

// ---- The operations ----

void settle_index(Settler *settler, Stm *stm);
void settle_slice(Settler *settler, Stm *stm);
void settle_update(Settler *settler, Stm *stm);
void settle_reshape(Settler *settler, Stm *stm);
void settle_coerce(Settler *settler, Stm *stm);
void settle_permute(Settler *settler, Stm *stm);
void settle_opaque(Settler *settler, Stm *stm);
// concat, array, copy: a fresh array.
void settle_make(Settler *settler, Stm *stm);
void settle_effect(Settler *settler, Stm *stm);
void settle_receive(Settler *settler, Stm *stm);

void settle_branches(Settler *settler, Stm *stm);
void settle_loop(Settler *settler, Stm *stm);
void settle_call(Settler *settler, Stm *stm);
void settle_with_acc(Settler *settler, Stm *stm);
void settle_acc_update(Settler *settler, Stm *stm);
void settle_par(Settler *settler, Stm *stm);
Lambda *settle_operator(Settler *settler, const Lambda *op, Span span);

// ---- Segment descriptors, and what is irregular (flat_to_mem_seg.c) ----

// What a descriptor consists of: where the segments start and end, and the sum of their lengths.
typedef struct Segments {
  Var *starts, *ends;
  Atom total;
} Segments;

void settle_seg_make(Settler *settler, Stm *stm);
void settle_seg_offsets(Settler *settler, Stm *stm);
void settle_seg_lengths(Settler *settler, Stm *stm);
void settle_seg_elements(Settler *settler, Stm *stm);
// The functions that may be called by a point of a par.
Map *settle_threads(Arena *scratch, Program *program);
// Refuses irregular arrays but for results of a par that are only reshaped.
void settle_check_joins(Settler *settler);
// Does the space have at most one dimension that varies with the one in front of it, by a
// descriptor?
bool placing_is_settled_space(const Par *par);
// The sizes whose product is the number of elements of such a shape; `counts` has room for its
// rank. Returns how many there are.
size_t irregular_counts(Settler *settler, const Type *type, Atom *counts);

// ---- Functions (flat_to_mem_fun.c) ----

// How many parameters and results were sizes at Flat, and what of their places the function binds.
typedef struct FunHead {
  size_t size_count, result_size_count;
  FormKind *params, *results;
} FunHead;

// Parameters and results of a function get their places; then its body can be lowered.
void settle_fun_head(Settler *settler, Fun *fun);
void settle_fun_body(Settler *settler, Fun *fun);
void settle_global(Settler *settler, Global *global);

#endif
