// truth: unsafe
extern void reach_error(void);
int main(void) { int x = 5; __asm__("" : "=rm"(x)); if (x != 5) reach_error(); }
