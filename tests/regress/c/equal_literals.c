// truth: unsafe or unknown
#include <assert.h>
#include <stdint.h>
int x,y;
int lt(int*a,int*b){return a<b;}
int main(){ assert("abc"=="abc" || 1); const char*a="abc",*b="abc"; assert(a!=b); }
