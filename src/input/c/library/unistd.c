// SPDX-License-Identifier: MIT
//
// Calls of the system that take names of files: they succeed or fail as they like, and change
// nothing of the program but errno.

static int __cairn_status(void) {
  if (__cairn_any_bool()) return 0;
  __cairn_errno = __cairn_between(1, 133);
  return -1;
}
static int __cairn_descriptor(void) { return __cairn_status() ? -1 : __cairn_not_negative(); }
int open(const char *path, int flags, ...) { (void)path, (void)flags; return __cairn_descriptor(); }
int creat(const char *path, unsigned mode) { (void)path, (void)mode; return __cairn_descriptor(); }
int close(int file) { (void)file; return __cairn_status(); }
int access(const char *path, int mode) { (void)path, (void)mode; return __cairn_status(); }
int unlink(const char *path) { (void)path; return __cairn_status(); }
int rmdir(const char *path) { (void)path; return __cairn_status(); }
int mkdir(const char *path, unsigned mode) { (void)path, (void)mode; return __cairn_status(); }
int chdir(const char *path) { (void)path; return __cairn_status(); }
int chmod(const char *path, unsigned mode) { (void)path, (void)mode; return __cairn_status(); }
int link(const char *from, const char *to) { (void)from, (void)to; return __cairn_status(); }
int symlink(const char *from, const char *to) { (void)from, (void)to; return __cairn_status(); }
int pipe(int *ends) {
  if (__cairn_status()) return -1;
  ends[0] = __cairn_not_negative();
  ends[1] = __cairn_not_negative();
  return 0;
}
