/* Preloaded into PostgreSQL: every fsync and fdatasync takes a millisecond more, as on a disk that really writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <time.h>

static int then_wait(int result) {
  struct timespec left = {0, 1000000};
  while (nanosleep(&left, &left) != 0) continue;
  return result;
}

int fsync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fsync");
  return then_wait(real(fd));
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fdatasync");
  return then_wait(real(fd));
}
