// truth: safe
#include <assert.h>
#include <fenv.h>
int main(void) { assert(fegetround() == FE_TONEAREST); fesetround(FE_UPWARD); assert(fegetround() == FE_UPWARD); volatile float a = 1.0f, b = 3.0f; float up = a / b; fesetround(FE_DOWNWARD); float dn = a / b; assert(up > dn); return 0; }
