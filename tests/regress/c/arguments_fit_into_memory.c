// truth: safe
// options: -m32
extern void reach_error(void);
int main(int argc, char **argv) { if (argc == 0x7FFFFFFF) reach_error(); }
