// truth: safe
int main(void) {
  char *p = malloc(4);
  strcpy(p, "abc");
  if (strlen(p) != 3) reach_error();
  return 0;
}
