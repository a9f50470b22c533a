// truth: unsafe or unknown
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(){ uintptr_t a=(uintptr_t)malloc(4); free((void*)a); uintptr_t b=(uintptr_t)malloc(4); assert(a-b!=0);}
