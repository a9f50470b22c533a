// truth: unsafe
// options: --check bounds
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(){ unsigned n=__VERIFIER_nondet_int(); if(n<1||n>8) return 0; int x; int *p = __VERIFIER_nondet_int()? malloc(n):&x; *p=1; return 0;}
