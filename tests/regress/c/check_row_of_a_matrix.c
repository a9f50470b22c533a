// truth: unsafe
// options: --check bounds
#include <assert.h>
int a[2][3];
extern int __VERIFIER_nondet_int(void);
int main(){ int i=__VERIFIER_nondet_int(); if(i<0||i>5) return 0; a[0][i]=1; return 0;}
