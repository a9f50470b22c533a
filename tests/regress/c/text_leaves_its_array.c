// truth: unsafe or unknown
#include <stdio.h>
#include <assert.h>
struct{char n[4]; int x;} s;
int main(){ sprintf(s.n,"%f",1.5); assert(s.x==0); }
