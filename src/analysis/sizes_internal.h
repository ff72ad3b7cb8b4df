// The inside of sizes: what its files share.
//
//   sizes.c             scopes, statements, the questions
//   sizes_define.c      what a definition says about its variable
//   sizes_condition.c   conditions: what they say, and whether they hold
//   sizes_function.c    arrays of integers as functions of their indices
#ifndef RAVEL_ANALYSIS_SIZES_INTERNAL_H
#define RAVEL_ANALYSIS_SIZES_INTERNAL_H

#include "analysis/sizes.h"
#include "analysis/table.h"

typedef struct VarSize {
  const Poly *poly;          // of an integer; NULL: not asked for yet
  const Stm *def;            // of a boolean, or of an integer that is a choice
  size_t position;           // in the pattern of def
  Var *element_index;        // of an array: element i is `element` with i for this variable
  Atom element;              // bound in a par
  const Poly *element_of;    // of an integer that is read from an array: what sizes_apply gives
  const Poly *function;      // of an array of i64, over the placeholders; NULL: not asked for yet
  const Instance *instance;  // what this variable, which is in no program, stands for
  const Instance *instances; // of an array: its elements that have a name
  bool is_bound;             // of an array: its depth is known
  bool is_lengths;           // of an array: bound with what has these lengths; none is negative
  uint32_t depth;            // how many scopes its binding is in
  uint32_t stepped_by;       // while a loop is entered: the number of its parameter, plus 1
} VarSize;

// An integer that may have wrapped around, and the polynomial that it is modulo 2 to the power of
// its width.
typedef struct Wrap {
  Var *var;
  const Poly *poly;
} Wrap;

// A quotient or remainder of which something is known in scopes only: where no operand is negative.
typedef struct OpenDivision {
  Var *var;
  bool is_quotient;
  const Poly *a, *b;
  uint32_t settled_depth; // of the scope in which it is known; 0: none
} OpenDivision;

// How many of those are remembered at a time.
enum { WRAP_LIMIT = 32, OPEN_DIVISION_LIMIT = 16 };

// How many arrays that are parameters are asked whether one of their sizes is bounded in a scope.
enum { LIMITED_LIMIT = 8 };

struct Sizes {
  Arena *arena;
  Program *program;
  Algebra *algebra;
  Bounds *bounds;
  VarTable vars;               // VarSize
  uint32_t depth;              // of the scope
  Vec(Wrap) wraps;             // of this scope and those around
  Vec(OpenDivision) divisions; // likewise
  Vec(const Type *) limited;   // parameters of several dimensions
  unsigned effort;             // left for the question that is being answered
  Var *placeholders[PLACEHOLDER_LIMIT];
  Var *summed; // the placeholder of sums
  const Instance *sums;
  size_t instance_count;
  SizesVisitor *visit; // of the statements that are walked, or NULL
  void *visit_context;
};

// How many elements and sums get a name; beyond that they are unknown.
enum { INSTANCE_LIMIT = 4096, INSTANCES_PER_ARRAY = 64 };

// Each statement adds this many steps to the effort of all proofs (prove.h).
enum { EFFORT_PER_STATEMENT = 2 };
// Conditions that one question may look at, and nested choices that it may take apart.
enum { TRUTH_EFFORT = 64, CHOICE_DEPTH = 3 };

VarSize *sizes_at(Sizes *sizes, const Var *var);
bool sizes_is_integer(const Type *type);
// The smallest and largest number of the type.
void type_range(const Type *type, int64_t *low, int64_t *high);
// Is the polynomial provably within the type?
bool poly_fits(Sizes *sizes, const Poly *poly, const Type *type);
// The variable is the polynomial, when that fits.
bool define_poly(Sizes *sizes, Var *var, const Poly *poly);
// In a scope more may be known: what cannot have wrapped around there is what its definition says.
void settle_wraps(Sizes *sizes);
// This product is within i64, on the witness: so are the variables that it was the definition of.
void settle_product(Sizes *sizes, const Poly *product, const Type *type, Var *witness);
// Divisions, from this one on, whose operands are known not to be negative by now.
void settle_divisions(Sizes *sizes, size_t first);
// The variable stands for itself, between these numbers.
void define_interval(Sizes *sizes, Var *var, int64_t low, int64_t high);
// var <= poly, var >= poly, for good.
void define_at_most(Sizes *sizes, Var *var, const Poly *poly);
void define_at_least(Sizes *sizes, Var *var, const Poly *poly);

// The variable of a scalar operation, index, `if` or select (sizes_define.c).
void define_var(Sizes *sizes, Stm *stm, size_t position);

// A value that is one of two: `yes` when the condition holds, else `no`. The condition of an
// extremum is left <= right.
typedef struct Choice {
  bool is_extremum;
  Atom condition;   // when it is not an extremum
  Atom left, right; // when it is
  Atom yes, no;
} Choice;

// Is the variable, number `position` of the statement, such a value?
bool choice_of(const Stm *stm, size_t position, Choice *choice);

// The choice was made in favour of `yes`, or of `no`.
void assume_choice(Sizes *sizes, const Choice *choice, bool is_yes);

// ---- Functions (sizes_function.c) ----

void functions_start(Sizes *sizes);
// What the statement says about arrays of i64 and their elements; called after define_var.
void define_functions(Sizes *sizes, const Stm *stm);
// The arrays that give lengths to others of the telescope hold no negative number.
void bind_lengths(Sizes *sizes, Var *const *vars, size_t count);

#endif
