// truth: unsafe
// options: --check overflow
#include <stdlib.h>
#include <limits.h>
int main(){ volatile int m=INT_MIN; int r=abs(m); return r; }
