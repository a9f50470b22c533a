// truth: safe
#include <assert.h>
static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static void reverse(char *text, int n) {
  char kept[1] = {text[0]};
  if (n < 2) return;
  text[0] = text[n - 1];
  text[n - 1] = kept[0];
  reverse(text + 1, n - 2);
}
int main(void) {
  assert(factorial(6) == 720);
  assert(fibonacci(6) == 8);
  assert(even(7) == 0 && odd(7) == 1);
  char text[] = "abcde";
  reverse(text, 5);
  assert(text[0] == 'e' && text[1] == 'd' && text[4] == 'a');
  return 0;
}
