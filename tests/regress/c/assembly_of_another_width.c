// truth: safe or unknown
extern void reach_error(void);
int main(void) {
  unsigned u = 0x80000000u;
  long l;
  __asm__("" : "=r"(l) : "0"(u));
  if ((unsigned)l != u) reach_error();
}
