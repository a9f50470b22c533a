// truth: safe
extern void reach_error(void);
typedef int four __attribute__((vector_size(16)));
typedef float reals __attribute__((vector_size(16)));
int main(void) {
  four a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  four c = __builtin_shufflevector(a, b, 3, 4, 0, 7);
  if (c[0] != 4 || c[1] != 5 || c[2] != 1 || c[3] != 8) reach_error();
  reals r = __builtin_convertvector(b, reals);
  if (r[2] != 7.0f) reach_error();
}
