// truth: safe
// options: --check use-after-free
void inc(int*p){(*p)++;} int sw(int k){ switch(k){ int z; case 1: z=4; inc(&z); return z;} return 0;} int main(){ sw(1); sw(1); return 0; }
