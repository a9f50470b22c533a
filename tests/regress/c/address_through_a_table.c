// truth: unsafe
#include <assert.h>
#include <stdint.h>
int x=1; unsigned char tab[256];
int main(){ for(int i=0;i<256;i++) tab[i]=i; uintptr_t v=(uintptr_t)&x, w=0; for(int i=0;i<8;i++) w|=(uintptr_t)tab[(v>>(8*i))&255]<<(8*i); int*p=(int*)w; *p=7; assert(x==1);}
