// ravel lsp: a language server on stdin and stdout.
#include <unistd.h>

#include "driver/driver.h"
#include "lsp/lsp.h"

int command_lsp(Driver *driver, const Arguments *arguments) {
  (void)driver, (void)arguments;
  return lsp_serve(STDIN_FILENO, stdout);
}
