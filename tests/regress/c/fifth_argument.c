// truth: unsafe or unknown
extern void reach_error(void);
int main(int argc, char **argv) { if (argc == 5 && argv[4] != 0) reach_error(); }
