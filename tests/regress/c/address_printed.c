// truth: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
char c; char b[40];
int main(){ sprintf(b,"%lu",(unsigned long)&c); assert(strlen(b)==5); }
