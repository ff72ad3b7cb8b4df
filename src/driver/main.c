// The entry point of ravel. What it can do stands in commands.def.
#include "driver/driver.h"

int main(int argc, char **argv) {
  Driver driver = driver_open(diag_settings_default());
  int status = driver_run(&driver, argc, argv);
  status = stdout_finish(&driver, status);
  driver_close(&driver);
  return status;
}
