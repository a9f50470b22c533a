// truth: safe
#include <assert.h>
union U { int i; float f; };
int main(void) { union U u = (union U)3; assert(u.i == 3); u = (union U)1.0f; assert(u.i == 0x3f800000); return 0; }
