// truth: safe or unknown
extern void reach_error(void);
int main(void) { char *p = __builtin_alloca((unsigned long)1 << 50); if (p == 0) reach_error(); }
