// truth: unsafe or unknown
#include <assert.h>
static int priv; void cb(void){priv=1;}
void reg(void(*)(void)); int step(int); int flag(void);
int main(){ reg(cb); priv=0; step(3); assert(priv==0);}
