// truth: safe or unknown
// options: --check same-object
int main(int argc, char **argv) {
  int n = 0;
  for (char **a = argv; a < argv + argc; a++) n++;
  return 0;
}
