// truth: safe
// options: --check use-after-free
int main(void) { if (0) *(volatile int *)0x900 = 1; *(volatile int *)0x900 = 1; return 0; }
