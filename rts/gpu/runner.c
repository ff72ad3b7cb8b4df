// Runs programs that are compiled as shared objects, one after the other, in one process: a context
// on a CUDA device takes 0.2 seconds to make, and processes cannot make theirs at the same time.
// OpenCL takes a while to start too. Only `ravel test` uses this.
//
//   runner DEVICE          reads lines: an object, a file with its standard input and one for its
//                          output, separated by tabs; answers 0 when it begins
//   runner OBJECT WORD...  runs the object's main function with these words

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Holds OpenCL, and the context of the first CUDA device, so that they stay when a program has
// ended. If there is none, the program itself says what is wrong.
static void devices_hold(bool has_cuda) {
  if (!has_cuda) dlopen("libOpenCL.so.1", RTLD_NOW);
  void *library = has_cuda ? dlopen("libcuda.so.1", RTLD_NOW) : NULL;
  if (library == NULL) return;
  int (*init)(unsigned flags), (*retain)(void **context, int device);
  *(void **)&init = dlsym(library, "cuInit");
  *(void **)&retain = dlsym(library, "cuDevicePrimaryCtxRetain");
  void *context = NULL;
  if (init != NULL && retain != NULL && init(0) == 0) retain(&context, 0);
}

static int object_run(const char *path, int argc, char **argv) {
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  int (*run)(int argc, char **argv) = NULL;
  if (object != NULL) *(void **)&run = dlsym(object, "main");
  if (run == NULL) {
    fprintf(stderr, "%s: %s\n", path, dlerror());
    return 127;
  }
  int code = run(argc, argv);
  dlclose(object);
  return code;
}

// Puts a file in the place of a descriptor.
static int redirect(const char *path, int flags, int descriptor) {
  int file = open(path, flags);
  if (file < 0) return -1;
  if (file == descriptor) return 0;
  int status = dup2(file, descriptor);
  close(file);
  return status;
}

// After a failure of a program nothing is certain about the context, so the process ends.
static int lines_run(void) {
  FILE *lines = fdopen(dup(STDIN_FILENO), "r"), *answers = fdopen(dup(STDOUT_FILENO), "w");
  char *line = NULL;
  size_t capacity = 0;
  int code = lines == NULL || answers == NULL ? 127 : 0;
  while (code == 0 && getline(&line, &capacity, lines) > 0) {
    char *path = strtok(line, "\t\n"), *input = strtok(NULL, "\t\n");
    char *output = strtok(NULL, "\t\n");
    fputs("0\n", answers);
    fflush(answers);
    if (output == NULL || redirect(input, O_RDONLY, STDIN_FILENO) < 0 ||
        redirect(output, O_WRONLY, STDOUT_FILENO) < 0) {
      code = 127;
      break;
    }
    code = object_run(path, 4, (char *[]){path, "0", "-b", "--batch", NULL});
    // The reader of the output sees that it has ended.
    if (redirect("/dev/null", O_RDONLY, STDIN_FILENO) < 0 ||
        redirect("/dev/null", O_WRONLY, STDOUT_FILENO) < 0)
      code = 127;
  }
  free(line);
  if (lines != NULL) fclose(lines);
  if (answers != NULL) fclose(answers);
  return code;
}

int main(int argc, char **argv) {
  if (argc > 2) return object_run(argv[1], argc - 1, argv + 1);
  devices_hold(argc > 1 && strcmp(argv[1], "cuda") == 0);
  return lines_run();
}
