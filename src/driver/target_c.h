// The compiled targets of the tests; target.h says what these functions do.
#ifndef RAVEL_DRIVER_TARGET_C_H
#define RAVEL_DRIVER_TARGET_C_H

#include "driver/target.h"

bool compiled_is_available(void);
void *c_prepare(Driver *driver, Program *program, const TargetOptions *options);
void *multicore_prepare(Driver *driver, Program *program, const TargetOptions *options);
bool opencl_is_available(void);
bool cuda_is_available(void);
void *opencl_prepare(Driver *driver, Program *program, const TargetOptions *options);
void *cuda_prepare(Driver *driver, Program *program, const TargetOptions *options);
bool compiled_run(void *prepared, Fun *entry, const Values *arguments, Values *results, Said *said,
                  Failure *failure);
void compiled_release(void *prepared);

#endif
