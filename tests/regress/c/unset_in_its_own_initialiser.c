// truth: unsafe
// options: --check uninitialised
int main(void) { int x = x; return x; }
