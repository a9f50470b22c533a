// truth: unsafe
extern void reach_error(void);
int main(void) {
  int y = 0;
  __asm__("" : "=r"(y));
  if (y == 77) reach_error();
}
