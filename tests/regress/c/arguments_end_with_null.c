// truth: safe
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc >= 1 && argv != 0);
  if (argc == 2) assert(argv[2] == 0 && argv[1] != 0);
  return 0;
}
