// truth: unsafe
// options: --check bounds
#include <stdio.h>
int main(){ char b[4]="abcd"; puts(b); return 0;}
