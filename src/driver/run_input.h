// What `ravel run` is given on the command line: arguments, and where results go.
#ifndef RAVEL_DRIVER_RUN_INPUT_H
#define RAVEL_DRIVER_RUN_INPUT_H

#include "driver/data.h"
#include "driver/driver.h"

// Are there arguments on the command line? Standard input is not read then.
bool run_has_inputs(const Arguments *arguments);
// Reads them. Gives the exit code, after a report.
int run_inputs_read(Driver *driver, const Fun *entry, const Arguments *arguments, Values *values);
// Makes values the standard input of this process, and of the program that it becomes.
int run_inputs_feed(Driver *driver, const Values *values);

// The file that -o names and its format; NULL when there is none.
const char *run_output(const Arguments *arguments, DataFormat *format);
// Must the results be converted, which the program cannot do itself?
bool run_output_is_converted(const Arguments *arguments);
// Writes results there. Gives the exit code, after a report.
int run_results_write(Driver *driver, const Arguments *arguments, const Fun *entry,
                      const Values *results);

#endif
