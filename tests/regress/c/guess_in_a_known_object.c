// truth: unsafe
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void); extern int __VERIFIER_nondet_int(void);
int a[2];
int main(){ int *p; uintptr_t n=__VERIFIER_nondet_ulong(); if(__VERIFIER_nondet_int()) p=&a[0]; else p=(int*)n; if(p==&a[1]){ *p=7; assert(a[1]==0);} }
