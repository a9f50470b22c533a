// truth: unsafe
// options: --check bounds
const int months = 12;
int main(void) { int *p = (int *)&months; *p = 123; return 0; }
