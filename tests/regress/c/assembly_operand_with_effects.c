// truth: safe
extern void reach_error(void);
static int count, dummy;
static int *bar(void) { ++count; return &dummy; }
int main(void) { __asm__("" : "+r"(*bar())); if (count != 1) reach_error(); }
