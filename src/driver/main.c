// The entry point: for now it only knows --version.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("ravel %s\n", RAVEL_VERSION);
    return 0;
  }
  fprintf(stderr, "usage: ravel --version\n");
  return 2;
}
