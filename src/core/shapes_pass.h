// The inside of the pass shapes: what its files share. shapes.c opens with the contract.
//
//   shapes.c         the pass: better arrays, names of sizes and lengths
//   shapes_read.c    reads of arrays that are better
//   shapes_scope.c   where variables are bound
//   shapes_check.c   checks in front of what they are about
//   shapes_nest.c    checks inside nests of pars
//
// The pass may not assume what the inference assumes. What it takes for equal follows from
// definitions, or comes with a certificate: an array gets its better type by a `coerce` that needs
// the certificate, reads go to that array, and a par over the new name needs it. The old name
// stays, as another `coerce`, for code that needs that very type. Dead checks can still be dropped:
// nothing that does not need a check relies on it.
//
// A size is not replaced by one that is known by a certificate, other than as a space. `m` of a row
// stays `s[i]`, because the check may be dropped with the rows while `m` is still used.
#ifndef RAVEL_CORE_SHAPES_PASS_H
#define RAVEL_CORE_SHAPES_PASS_H

#include "analysis/analysis.h"
#include "analysis/table.h"
#include "core/facts.h"
#include "ir/build.h"
#include "ir/map.h"

// Certificates, each once.
typedef struct ShapeCerts {
  Var **data;
  size_t count, capacity;
} ShapeCerts;

typedef struct NestedCheck NestedCheck;

// A body: what is bound in it is seen by the bodies inside.
typedef struct BodyScope {
  uint32_t parent; // 0 is the function's own
  bool is_thunk;   // of a par
  bool only_maps;  // of a par whose results are maps: their types may change
  bool is_nested;  // it, or one around it, is a thunk
} BodyScope;

typedef struct NamedVar {
  uint32_t scope, order; // where it is bound, and when; 0: not in the function
  const Stm *def;
  Var *better;             // of an array: the same with fewer varying dimensions, or older names
  ShapeCerts better_certs; // what a read of it needs that a read of the array did not
  Var *source;             // of an array: what it is a coerce of; an element is read there
  ShapeCerts source_certs;
  bool has_equal; // of a size: it equals the atom
  Atom equal;
  ShapeCerts equal_certs; // what that, or the better type of the array, hangs on
  Var *natural;           // of a size of rows: the larger one of it and 0, known outside
  bool has_every;         // of lengths: all of them are this size, or those of the same place in it
  Dim every;
  ShapeCerts every_certs;
  Var *given;          // of a certificate: the one that says so in front of the par
  NestedCheck *nested; // of a certificate: what was found of it in front of the nest
} NamedVar;

// What is known by a name: a canonical polynomial of an integer, or the function of an array.
typedef struct KnownName {
  const Poly *poly;
  Var *var;
} KnownName;

typedef struct Namer {
  Program *program;
  Arena *scratch; // for one function
  Facts *facts;
  Sizes *sizes;
  VarTable vars; // NamedVar
  Vec(BodyScope) scopes;
  Vec(KnownName) sizes_known, lengths_known;
  uint32_t last_order;
  Subst *subst;
  Mapper mapper;
  unsigned raised; // asserts that were moved up
  Stms *out;       // of the statement that is being visited
} Namer;

NamedVar *namer_at(Namer *namer, const Var *var);

// ---- Scopes (shapes_scope.c) ----

// Binds the variables, later than all others, and all that the statements bind.
void number_vars(Namer *namer, Var *const *vars, size_t count, uint32_t scope, const Stm *def);
void number_stms(Namer *namer, const Stms *stms, uint32_t scope);
// Is the atom bound where a statement of this scope sees it?
bool namer_sees(Namer *namer, uint32_t scope, Atom atom);
// A fresh variable, bound in this scope.
Var *namer_fresh(Namer *namer, const Var *model, const Type *type, uint32_t scope);

// ---- Better arrays (shapes.c) ----

void certs_add(Namer *namer, ShapeCerts *certs, Var *const *more, size_t count);
// Are the sizes the same, perhaps on certificates, which are added?
bool namer_is_same_size(Namer *namer, uint32_t scope, Dim a, Dim b, ShapeCerts *certs);
// The one varying dimension of an array [n][s]…, whose lengths are over the first; NULL: it is
// another type.
Var *simple_lengths(const Type *type);
// The type with another dimension in the place of these lengths and, unless it is NULL, another
// first one.
const Type *type_with_lengths(Program *program, const Type *type, const Var *lengths, Dim by,
                              const Dim *first);
// From here on the array is read as `better`, which is made by coerce with these certificates.
Var *namer_improve(Namer *namer, Var *array, const Type *type, const ShapeCerts *certs,
                   uint32_t scope, Span span);

// The array under another type.
void namer_coerce(Namer *namer, Var *from, Var *to, const ShapeCerts *certs, Span span);
bool namer_sees_all(Namer *namer, uint32_t scope, const ShapeCerts *certs);
// The size equals the atom, on these certificates, unless the scope sees another one that does.
void namer_set_equal(Namer *namer, Var *size, Atom equal, const ShapeCerts *certs, uint32_t scope);
// Likewise all of the lengths: they are this size, or those of the same place in other lengths.
void namer_set_every(Namer *namer, const Var *lengths, Dim every, const ShapeCerts *certs,
                     uint32_t scope);
// An older name for what the lengths are at this index; NULL: there is none.
Var *namer_length(Namer *namer, Var *lengths, Atom index, uint32_t scope);

// ---- Reads (shapes_read.c) ----

// The array to read instead, through all that is better; adds what that needs, and what the better
// type hangs on.
Var *namer_better(Namer *namer, Var *array, uint32_t scope, ShapeCerts *certs, ShapeCerts *proof);
// What the array is under other types, as far back as that can be followed; adds what reading it
// there needs, and what it was made with.
Var *namer_origin(Namer *namer, Var *array, uint32_t scope, ShapeCerts *certs, ShapeCerts *proof);
// Reads a better array instead. True: nothing is left to do for the statement.
bool namer_rewrite_index(Namer *namer, Stm *stm, uint32_t scope);

// ---- Checks (shapes_check.c, shapes_nest.c) ----

// Moves asserts that two sizes are equal up to where both are bound, so that as much as possible is
// after them.
void namer_raise_checks(Namer *namer, const Stms *stms);
// Puts checks of lengths that each point of the par makes in front of it.
void namer_move_checks(Namer *namer, Stm *stm, uint32_t scope);
// Finds in front of the par what pars inside it check of lengths.
void namer_nest_checks(Namer *namer, Stm *stm, uint32_t scope);
// The assert of such a check, which stays where it is.
void namer_emit_nested(Namer *namer, const Stm *stm, uint32_t scope);

enum { NEST_LIMIT = 4 };

// Pars inside each other, all of whose points run.
typedef struct ShapeNest {
  uint32_t scope; // of the outer one's statement
  size_t count;
  Var *indices[NEST_LIMIT];
  Dim spaces[NEST_LIMIT];
} ShapeNest;

// One side of the comparison.
typedef struct CheckSide {
  Atom atom;    // in the thunk
  Var *lengths; // lengths at an index of the nest; NULL: the atom `outside`, which stays the same
  Var *index;
  Dim space;
  Atom outside;
} CheckSide;

typedef Vec(Var *) ShapeArrays;

// Adds the par as the innermost one; whether it can be one.
bool nest_enter(Namer *namer, ShapeNest *nest, const Par *par);
// What the side's atom is; false: nothing that is known in front of the nest.
bool check_side(Namer *namer, const ShapeNest *nest, CheckSide *side, ShapeCerts *certs);
// The comparison of two i64 that is asserted; NULL: it is not one, or is used for something else.
const Exp *checked_equality(Namer *namer, const Stm *assert);
// The arrays with the side's lengths, by whatever name, whose rows the statements read.
void arrays_with(Namer *namer, const ShapeNest *nest, const CheckSide *side, const Stms *stms,
                 ShapeArrays *arrays);
// The first point of the space where the sides differ; the largest number when there is none.
Atom build_first(Builder *builder, Dim space, const CheckSide *a, const CheckSide *b);

#endif
