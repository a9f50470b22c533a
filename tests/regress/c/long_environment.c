// truth: unsafe or unknown
extern void reach_error(void);
int main(int argc, char **argv, char **envp) {
  int n = 0;
  while (envp[n]) n++;
  if (n > 5) reach_error();
}
