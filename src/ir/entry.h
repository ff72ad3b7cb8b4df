// How the outside sees the values of an entry point: external types and whether an interface fits.
#ifndef RAVEL_IR_ENTRY_H
#define RAVEL_IR_ENTRY_H

#include "ir/ir.h"
#include "rts/c/value.h"

// How many leading dimensions are one outside: those up to the innermost varying one.
uint32_t entry_merged_dims(const Type *type);

// The external type of a value of this scalar or array type. `value` is the part of the interface
// that stands for it, or NULL; it may make the elements unsigned.
ValueType entry_value_type(const Type *type, const EntryValue *value);

// The external type of value number `index`, counted from 0, of those that `values` are made of.
// `type` is that of the variable that stands for it.
ValueType entry_leaf_type(const Type *type, const Entry *entry, const EntryValue *values,
                          size_t count, size_t index);

// Names the argument that value number `index` belongs to, as the caller of the entry point sees
// it: `xs (argument 2)`. `var` stands for the value.
void entry_print_argument(StrBuf *out, const Fun *fun, size_t index, const Var *var);

// The message for an irregular array whose lengths are wrong, with places for values: one for a
// negative length, or two for what they sum to and how much there is.
void entry_print_misfit(StrBuf *out, const Fun *fun, size_t index, const Var *var,
                        bool is_negative);

// The description of an opaque type, or NULL when there is none.
const Opaque *entry_opaque(const Entry *entry, Name type);

// Checks that the descriptions of opaque types are complete: names are given once, parts have as
// many values as they should. Otherwise `why` says what is wrong.
bool entry_opaques_fit(const Entry *entry, StrBuf *why);

// May the outside see a value of this scalar or array type like this? A text that is not the type
// of a single value names an opaque type, which always fits. Otherwise `why` says what is wrong.
bool entry_value_fits(const Type *type, const EntryValue *value, StrBuf *why);

// Checks the values of an interface against the variables that they stand for, one by one, as far
// as both go; a variable without a type is left out. False at the first that does not fit.
bool entry_values_fit(const EntryValue *values, size_t count, Var *const *vars, size_t var_count,
                      StrBuf *why);

#endif
