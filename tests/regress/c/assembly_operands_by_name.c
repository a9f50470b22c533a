// truth: safe
extern void reach_error(void);
int main(void) {
  int x = 5, y = 1, z = 2;
  __asm__("" : [o] "=r"(y) : "[o]"(x));
  __asm__("" : "=a"(z) : "a"(x));
  if (y != 5 || z != 5) reach_error();
}
