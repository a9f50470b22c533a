// truth: safe
extern void reach_error(void);
int c;
static void step(int x) {
  static int table[] = {&&one - &&none, &&two - &&none};
  goto *(&&none + table[x]);
one:
  c += 2;
two:
  c++;
none:;
}
int main(void) {
  step(0);
  if (c != 3) reach_error();
  step(1);
  if (c != 4) reach_error();
}
