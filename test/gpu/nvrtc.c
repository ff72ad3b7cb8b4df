// Compiles every part of the kernels of a program with NVRTC, which needs no device. PROGRAM is the
// C file of a library for CUDA. Prints the number of parts, and how long the slowest one took.
#include PROGRAM

int main(void) {
  const GpuProgram *program = &GPU_PROGRAM;
  Nvrtc nvrtc = {.wanted = 13};
  int64_t slowest = 0;
  size_t count = 0;
  char *message = nvrtc_open(&nvrtc);
  for (size_t i = 0; message == NULL && i < program->part_count; i++) {
    char *text = lines_join(program, &i, 1), *binary = NULL;
    size_t size = 0;
    int64_t begin = clock_now();
    if (text != NULL && *text != '\0') {
      message = nvrtc_compile(&nvrtc, 90, NULL, text, &binary, &size);
      count++;
    }
    if (clock_now() - begin > slowest) slowest = clock_now() - begin;
    free(text);
    free(binary);
  }
  if (message != NULL) fprintf(stderr, "%s\n", message);
  printf("%zu parts, at most %.2f s\n", count, (double)slowest / 1e9);
  return message == NULL ? 0 : 1;
}
