#include <ctype.h>

const unsigned short **__ctype_b_loc(void);

int main(void) {
  CHECK(isalpha('x') && isalpha('Q') && !isalpha('3') && !isalpha(-1) && !isalpha(0xe4));
  CHECK(isdigit('0') && isdigit('9') && !isdigit('a'));
  CHECK(isalnum('z') && isalnum('7') && !isalnum('_'));
  CHECK(isspace(' ') && isspace('\n') && isspace('\v') && !isspace('a'));
  CHECK(isupper('A') && !isupper('a') && islower('a') && !islower('A'));
  CHECK(isxdigit('f') && isxdigit('F') && !isxdigit('g'));
  CHECK(ispunct('!') && !ispunct(' ') && !ispunct('a'));
  CHECK(isprint(' ') && !isprint('\n') && isgraph('!') && !isgraph(' '));
  CHECK(iscntrl('\n') && iscntrl(127) && !iscntrl(' ') && isblank('\t') && !isblank('\n'));
  CHECK(toupper('x') == 'X' && toupper('3') == '3' && tolower('X') == 'x' && tolower(-1) == -1);
  CHECK(((*__ctype_b_loc())['x'] & 1024) != 0);
  CHECK(((*__ctype_b_loc())['5'] & 2048) != 0 && ((*__ctype_b_loc())['5'] & 1024) == 0);
  return 0;
}
