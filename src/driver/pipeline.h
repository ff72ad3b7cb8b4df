// The pipeline: which passes run over a program, in which order, and what is watched meanwhile.
#ifndef RAVEL_DRIVER_PIPELINE_H
#define RAVEL_DRIVER_PIPELINE_H

#include "driver/driver.h"
#include "ir/pass.h"

// One run of a pass. The label is the name of the pass, with a number from its second run on.
typedef struct Step {
  const Pass *pass;
  const char *label;
  IrLevel level;    // left out for a program that is past this level already; 0: never left out
  bool is_for_text; // left out unless the program is unguarded (Program)
  bool is_dumped;   // print the program to stderr afterwards
} Step;

typedef struct Pipeline {
  Vec(Step) steps;
  Target target;    // what the passes are told
  bool is_timed;    // print a table of times and sizes to stderr
  bool is_json;     // the table too
  bool is_verified; // verify after every step
} Pipeline;

// The passes, each once, in the order of the table; and the one of this name or NULL.
size_t pass_count(void);
const Pass *pass_at(size_t position);
const Pass *pass_named(const char *name);
// Is it a pass of the default pipeline of every program?
bool pipeline_has(const Pass *pass);
// How a level is called.
const char *level_name(IrLevel level);
// Does it lead to another level? Such a pass cannot be skipped.
bool pipeline_is_lowering(const Pass *pass);

// The default pipeline as far as this level: Core is what the interpreter runs, Mem what code is
// generated from.
Pipeline pipeline_default(Arena *arena, IrLevel goal);
// The pipeline to Mem for targets with a device.
Pipeline pipeline_device(Arena *arena);
// The default pipeline for the target of the options in group FOR, as far as --to says, or, where
// it says nothing, as far as a pass to stop after needs. `stop` may be NULL.
Pipeline pipeline_for(Driver *driver, const Arguments *arguments, const char *last,
                      const char *stop);
// The passes of the default pipeline that lead from one level to the next, up to Mem, and no other.
Pipeline pipeline_lowering(Arena *arena);
// How far to go when the options say `--to=last` and `--stop-after=stop`, either of which may be
// NULL.
IrLevel goal_from(const char *last, const char *stop);
// The default pipeline to the last level at which the pass runs, without that pass and without
// those that need what it establishes.
Pipeline pipeline_without(Arena *arena, const Pass *pass);
// The pipeline of exactly these passes. The first word may be a target, which they are told then;
// alone it stands for all its passes, down to Mem. False after an unknown one was reported.
bool pipeline_of(Driver *driver, const Words *passes, Pipeline *pipeline);
// Removes the steps that a name or label stands for. False after reporting an unknown or lowering
// one.
bool pipeline_skip(Driver *driver, Pipeline *pipeline, const char *name);
// Cuts the pipeline after the first step that the name stands for, or before all steps for `parse`;
// false after reporting.
bool pipeline_stop_after(Driver *driver, Pipeline *pipeline, const char *name);
// The pipeline that the options in the groups PIPELINE and PASSES ask for; false after reporting.
bool pipeline_from(Driver *driver, const Arguments *arguments, Pipeline *pipeline);
// The pipeline to Mem, for a target with or without a device, as the options in group PASSES change
// it; false after reporting.
bool pipeline_to_mem(Driver *driver, const Arguments *arguments, bool has_device,
                     Pipeline *pipeline);
// Is a program to be verified after every pass, whatever the options say?
bool pipeline_is_verify_forced(void);

// Runs the pipeline. NULL after something was reported; *status is then the exit code. When a pass
// turns out to be wrong, the program before it is saved in the driver's crash folder.
Program *pipeline_run(Driver *driver, const Pipeline *pipeline, Program *program, int *status);

// How many statements a program has, nested ones included.
size_t program_size(Program *program);

#endif
