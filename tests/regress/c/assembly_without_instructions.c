// truth: safe
extern void reach_error(void);
int main(void) {
  int x = 3, y = 0;
  long z = 5;
  __asm__ volatile("" : "+r"(x));
  __asm__("" : "=r"(y) : "0"(x + 1));
  __asm__ volatile("" : "=m"(z));
  __asm__ volatile("" : : "r"(x), "r"(y) : "memory");
  if (x != 3 || y != 4 || z != 5) reach_error();
}
