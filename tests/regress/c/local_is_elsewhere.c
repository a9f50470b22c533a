// truth: unsafe or unknown
#include <assert.h>
#include <stdint.h>
uintptr_t f(void){int l; return (uintptr_t)&l;} uintptr_t g(void){ int pad[10]; pad[0]=1; return f(); }
int main(){ uintptr_t a=f(), b=g(); assert(a==b); }
