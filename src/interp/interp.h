// The interpreter by value: what a program means. It runs Core and Flat alike, keeps no memory
// blocks and no order among the points of a par, and is the oracle that every target is compared
// with.
#ifndef RAVEL_INTERP_INTERP_H
#define RAVEL_INTERP_INTERP_H

#include "base/diag.h"
#include "ir/ir.h"
#include "rts/c/value.h"

typedef struct Interp Interp;

typedef enum FailureKind {
  FAILURE_ASSERT,   // an assert of the program
  FAILURE_BOUNDS,   // an index or slice outside its array
  FAILURE_DIVISION, // by zero, or a negative power
  FAILURE_SHAPE,    // a shape that is not what the pattern says
  FAILURE_ARGUMENT, // a wrong number, type or size of arguments
  FAILURE_DEPTH,    // recursion deeper than the limit
  FAILURE_MEMORY,   // not enough memory
  FAILURE_OUTPUT,   // what the program prints cannot be written
  FAILURE_PLACES,   // by heap: the places of a Mem program are wrong
  FAILURE_CRASH,    // compiled: the process ended as no program should
  FAILURE_SUPPORT   // by heap: something that it cannot run yet
} FailureKind;

// How many of the calls around a failure are kept.
enum { FAILURE_CALLS = 8 };

// A call, and how many times more in a row it is around itself.
typedef struct FailureCall {
  Span span;
  size_t more;
} FailureCall;

typedef struct Failure {
  FailureKind kind;
  Span span;
  char *message;                    // malloc'ed; says index and shape where there are any
  ErrorCode code;                   // in doc/errors.md; given when the message says it
  bool has_code;                    // otherwise the kind does
  FailureCall calls[FAILURE_CALLS]; // that it happened in, the innermost first
  size_t call_count;
  size_t hidden_count; // of further calls around these
} Failure;

// Adds a call around those that a failure knows.
void failure_add_call(Failure *failure, Span call);

// Numbers for `threshold`; a name that is not there has the default.
typedef struct InterpOptions {
  size_t depth_limit;        // calls inside calls; 0: 100,000
  size_t memory_limit;       // bytes in arrays at one time; 0: none
  int64_t default_threshold; // 0: 32768
  FILE *out;                 // where the program prints; NULL: standard output
  FILE *traces;              // where it traces; NULL: standard error
  WorldAct *act;             // carries out its effects; NULL: it does so itself
  void *act_context;
  bool is_plain;     // arrays are shown without brackets (rts/c/layout_apl.h)
  bool is_rehearsed; // by heap: points that a target may run twice do (heap.h)
  bool is_shared;    // by heap: threads of a device share rows (heap.h)
} InterpOptions;

// Prepares a verified program. It must outlive the interpreter and not change meanwhile.
Interp *interp_new(Program *program, InterpOptions options);
void interp_free(Interp *interp);
// From now on the program prints and traces there; NULL: standard output, standard error.
void interp_redirect(Interp *interp, FILE *out, FILE *traces);

// Runs an entry point on its arguments (without sizes), computing the globals first if that has not
// happened yet. On success `results` (malloc'ed, each to be freed with value_free) holds the
// results. False: `failure` says why; free its message.
bool interp_run(Interp *interp, Fun *entry, const Value *args, size_t arg_count, Value **results,
                size_t *result_count, Failure *failure);

// The external types of an entry point's parameters or results, as values are read and shown: one
// per value, malloc'ed.
ValueType *entry_param_types(const Fun *entry, size_t *count);
ValueType *entry_result_types(const Fun *entry, size_t *count);

#endif
