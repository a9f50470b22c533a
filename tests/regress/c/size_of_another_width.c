// truth: safe or unknown
typedef unsigned size;
extern int snprintf(char *, size, const char *, ...);
extern void reach_error(void);
int main(void) {
  char text[8];
  if (snprintf(text, 8U, "%d", 12) != 2) reach_error();
  if (text[1] != '2') reach_error();
}
