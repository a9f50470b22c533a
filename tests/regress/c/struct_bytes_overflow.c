// truth: unsafe
// An index of a pointer to the first member reaches the rest of the struct.
#include <assert.h>
struct record { char key[2]; short count; int total; };
int main(void) {
  struct record r = {"", 0, 0};
  unsigned char *bytes = (unsigned char *)&r;
  for (unsigned i = 0; i < sizeof r; i++) bytes[i] = 0x11;
  assert(r.total == 0);
  return 0;
}
