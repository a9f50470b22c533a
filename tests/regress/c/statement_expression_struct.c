// truth: safe
extern void reach_error(void);
struct s { int a[3]; int b; };
static void touch(struct s *p) { p->b = 4; }
int main(void) {
  {
    struct s r = ({ struct s t; t.a[1] = 3; touch(&t); t; });
    if (r.b != 4 || r.a[1] != 3) reach_error();
  }
  if (({ struct s t; t.a[1] = 3; touch(&t); t; }).b != 4) reach_error();
}
