// truth: unsafe
#include <assert.h>
#include <stdio.h>
int x;
int main(){ unsigned long n; if(scanf("%lu",&n)!=1) return 0; if((int*)n==&x){ *(int*)n=3; assert(x==0);} }
