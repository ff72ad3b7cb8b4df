// Which results of a par belong to which output.
#ifndef RAVEL_IR_PAR_H
#define RAVEL_IR_PAR_H

#include "ir/ir.h"

// How a level is spelled: thread, block, grid; PAR_ANY is not.
const char *par_level_text(ParLevel level);

// Does the mode have one of these traits?
bool mode_has(Mode mode, unsigned traits);
// Has an output of the thunk one of these traits? Has each of them one?
bool thunk_has(const Thunk *thunk, unsigned traits);
bool thunk_has_only(const Thunk *thunk, unsigned traits);
// The results of an output that are counts; they come before its arrays.
size_t output_count_results(const Output *output);
// Do only the epilogue's statements see what the output of the body gives?
bool par_hides(const Par *par, const Output *output);

// How many results an output has: none for a scan that the epilogue takes.
size_t par_result_count(const Par *par, const Output *output);

// How many blocks the pattern of a par binds in front of its results: one for each join, at Mem.
size_t par_block_count(const Stm *stm);

// The output that gives this result of the par, and the number of its first result. Blocks do not
// count.
const Output *par_output_at(const Par *par, size_t result, size_t *first);

// Is it a par whose only result is overwritten before it is read?
bool par_is_overwritten(const Stm *stm);
// Is it a par of which nothing else is said: no attribute, and not that?
bool par_is_plain(const Stm *stm);

// Are scans of one kind, all exclusive or none, all that the par accumulates? Then a kernel can
// show each point its prefix.
bool par_shows_prefix(const Par *par, bool *is_exclusive);

// Does an operator, of which this is the body, only compute scalars, and cannot fail? Then threads
// may combine their values in step.
bool operator_is_plain(const Body *body);

// May a target run the points once for totals or counts, and once more for what they give? What
// they write to storage that is not their own they may then not have read before.
bool par_may_run_twice(const Par *par);

// Has the par pars at level block inside, for which a block of threads shares each of its points?
bool par_has_blocks(const Par *par);

// Does the output combine arrays by an operator over scalars, element by element?
bool output_is_by_element(const Output *output);
// The same for an accumulator.
bool acc_is_by_element(const AccDecl *acc);

// The one map over vectors that an operator is; NULL when it is anything else.
const Par *operator_par(const Lambda *op);
// The scalar operation that combines value number k of `count`, or OP_COUNT when there is more to
// it.
Op operator_primitive(const Lambda *op, size_t k, size_t count);
// May the points of all reductions be combined in any order?
bool par_commutes(const Par *par);

#endif
