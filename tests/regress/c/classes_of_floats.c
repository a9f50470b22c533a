// truth: safe
#include <math.h>
extern void reach_error(void);
int main(void) {
  if (__builtin_fpclassify(1, 2, 3, 4, 5, 1.5) != 3) reach_error();
  if (__builtin_fpclassify(1, 2, 3, 4, 5, -0.0f) != 5) reach_error();
  if (__builtin_fpclassify(1, 2, 3, 4, 5, 1e-310) != 4) reach_error();
  if (__builtin_fpclassify(1, 2, 3, 4, 5, __builtin_inf()) != 2) reach_error();
  if (fpclassify(__builtin_nan("")) != FP_NAN) reach_error();
}
