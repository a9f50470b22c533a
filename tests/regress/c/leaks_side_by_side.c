// truth: unsafe
// options: --check leak --property all
#include <stdlib.h>
int main(void) { char *a = malloc(1); char *b = malloc(2); *a = 0; *b = 0; free(a); }
