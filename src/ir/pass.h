// A pass is a value: what it is called, what it takes and gives, and the function that does it. The
// driver's table (driver/passes.def) lists them; dumping, skipping, timing and stopping follow from
// that. A pass that keeps the level may always be skipped without changing what a program computes.
#ifndef RAVEL_IR_PASS_H
#define RAVEL_IR_PASS_H

#include "ir/ir.h"
#include "ir/target.h"

// Facts about a program that a pass may establish, need or destroy.
typedef enum Property {
  PROPERTY_SIMPLE = 1, // nothing left for simplify
} Property;

typedef struct Pass {
  const char *name;
  const char *purpose; // one line, for --help
  IrLevel from, to;
  unsigned needs;       // bits of Property
  unsigned establishes; // bits of Property
  unsigned breaks;      // bits of Property
  bool is_for_device;   // only targets with a device need it
  // Changes the program in place, or returns a new one in the arena of the old one. NULL after
  // reporting an error in the user's program.
  Program *(*run)(Program *program, const Target *target, Diag *diag);
} Pass;

#endif
