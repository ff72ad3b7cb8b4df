// Types, dimensions, constants and atoms: making, comparing and taking them apart.
#ifndef RAVEL_IR_TYPE_H
#define RAVEL_IR_TYPE_H

#include "ir/ir.h"

// ---- Making types. Dimensions are copied into the program's arena. ----

const Type *type_scalar(Scalar scalar);
const Type *type_cert(void);
const Type *type_mem(void);
// With rank 0 this is the scalar type.
const Type *type_array(Program *program, Scalar scalar, size_t rank, const Dim *dims);
// With rank 0 this is i64: the length of one segment.
const Type *type_seg(Program *program, size_t rank, const Dim *dims);
const Type *type_acc(Program *program, size_t count, const Type *const *types, uint32_t index_rank);
// The same kind of type (array, scalar or seg) with other dimensions.
const Type *type_with_dims(Program *program, const Type *type, size_t rank, const Dim *dims);

// The same array type at another place; NULL: at none. The strides are copied.
const Type *type_with_place(Program *program, const Type *type, const Place *place);

// ---- Asking about types ----

// Equal kind, element and dimensions, wherever they are placed; dimensions are equal when they are
// the same constant or name.
bool type_equal(const Type *a, const Type *b);
bool type_is_scalar(const Type *type, Scalar scalar);
bool type_is_array(const Type *type);
// Does any dimension vary?
bool type_is_irregular(const Type *type);
// Are two arrays of this rank at the same place of the same block, as far as names tell?
bool place_equal(const Place *a, const Place *b, size_t rank);
// The number of dimensions; 0 for everything without.
size_t type_rank(const Type *type);
// Appends `[n][3]f32` and the like to the text.
void type_print(StrBuf *out, const Type *type);

// ---- Dimensions ----

Dim dim_const(int64_t size);
Dim dim_var(Var *var);
Dim dim_result(int32_t result);
// The dimension whose size is this i64 atom.
Dim dim_atom(Atom atom);
// The size as an atom; not for a varying dimension.
Atom dim_size(Dim dim);
bool dim_equal(Dim a, Dim b);
// How many enclosing dimensions the size depends on: 0 unless it varies.
size_t dim_rank(Dim dim);
bool dim_is_varying(Dim dim);
void dim_print(StrBuf *out, Dim dim);
// Are these the dimensions of a type or space: sizes that are i64, lengths over just the dimensions
// that they depend on? Otherwise `why` says what is wrong.
bool dims_check(size_t rank, const Dim *dims, StrBuf *why);

// Is the place of this array type well formed: a block, i64 offset and strides? Otherwise `why`
// says what is wrong.
bool place_check(const Type *type, StrBuf *why);

// Where the size of an inner dimension comes from, as seen from outside: LIFT_OUTSIDE when it is
// known there, the number of the result that holds it, or LIFT_ESCAPES when there is none.
typedef int32_t DimLift(void *context, Var *var);
enum { LIFT_OUTSIDE = -1, LIFT_ESCAPES = -2 };
// The type of what `inner` is at every point of a space: the dimensions of the space, then its own,
// which vary over the space when they come from inside. NULL, with the reason, when there is none.
const Type *type_lift(Program *program, size_t rank, const Dim *space, const Type *inner,
                      DimLift *lift, void *context, StrBuf *why);

// ---- Constants and atoms ----

Constant constant_bool(bool value);
Constant constant_i64(int64_t value);
// An integer constant of the given type, wrapped to its width; a float's nearest value.
Constant constant_int(Scalar type, int64_t value);
Constant constant_float(Scalar type, double value);
// The value of an integer or bool constant, sign-extended.
int64_t constant_to_i64(Constant constant);
// The value of a float constant.
double constant_to_double(Constant constant);
// Bit for bit: distinguishes 0.0 from -0.0, and a nan equals itself.
bool constant_equal(Constant a, Constant b);

Atom atom_var(Var *var);
Atom atom_constant(Constant constant);
Atom atom_i64(int64_t value);
Atom atom_bool(bool value);
bool atom_equal(Atom a, Atom b);
const Type *atom_type(Atom atom);
// Is it this very i64 constant?
bool atom_is_i64(Atom atom, int64_t value);

// ---- Variables ----

// A fresh variable; its spelling is new in the whole program. `name` need not be interned.
Var *var_new(Program *program, const char *name, const Type *type, Span span);
// A fresh variable named after another one.
Var *var_like(Program *program, const Var *model, const Type *type);
// Appends its spelling.
void var_print(StrBuf *out, const Var *var);

// ---- Attributes ----

bool stm_has(const Stm *stm, const char *attr);
// Gives the statement the attribute, if it does not have it.
void stm_mark(Program *program, Stm *stm, const char *attr);

#endif
