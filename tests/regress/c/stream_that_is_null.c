// truth: unsafe
// options: --check null
#include <stdio.h>
int main(void) { FILE *f = fopen("data.txt", "r"); return fgetc(f); }
