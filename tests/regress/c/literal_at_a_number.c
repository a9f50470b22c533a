// truth: unsafe
extern void reach_error(void);
int main(void) {
  const char *text = "";
  const char *number = (char *)0x55a8a2e6b007;
  if (number == text) reach_error();
}
