// truth: unsafe or unknown
// options: --property all
extern void reach_error(void);
double strtod(const char *, char **);
static char *f(int k) { if (k == 3) reach_error(); return "1"; }
int main(void) {
  f(1);
  double d = strtod(f(3), 0);
  return d > 0;
}
