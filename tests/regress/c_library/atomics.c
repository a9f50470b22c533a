#include <stdatomic.h>

int main(void) {
  atomic_int a = 1;
  int e = 5, s = 3, q = 0;
  CHECK(atomic_fetch_add(&a, 4) == 1 && a == 5);
  CHECK(atomic_compare_exchange_strong(&a, &e, 9) && atomic_load(&a) == 9);
  CHECK(!atomic_compare_exchange_strong(&a, &e, 1) && e == 9);
  CHECK(atomic_exchange(&a, 12) == 9 && atomic_fetch_or(&a, 3) == 12 && a == 15);
  atomic_store(&a, -1);
  CHECK(atomic_fetch_xor(&a, 1) == -1 && a == -2);
  CHECK(__sync_fetch_and_add(&s, 2) == 3 && s == 5 && __sync_add_and_fetch(&s, 1) == 6);
  CHECK(__sync_bool_compare_and_swap(&s, 6, 7) && __sync_val_compare_and_swap(&s, 6, 8) == 7 && s == 7);
  CHECK(__sync_nand_and_fetch(&s, 2) == ~2 && __sync_lock_test_and_set(&s, 1) == ~2);
  __sync_lock_release(&s);
  CHECK(s == 0);
  __sync_synchronize();
  CHECK(__atomic_exchange_n(&s, 4, __ATOMIC_SEQ_CST) == 0 && __atomic_add_fetch(&s, 3, __ATOMIC_SEQ_CST) == 7);
  __atomic_load(&s, &q, __ATOMIC_SEQ_CST);
  CHECK(q == 7);
  q = 11;
  __atomic_store(&s, &q, __ATOMIC_SEQ_CST);
  CHECK(s == 11 && __atomic_load_n(&s, __ATOMIC_RELAXED) == 11);
  CHECK(__atomic_fetch_sub(&s, 1, __ATOMIC_SEQ_CST) == 11 && s == 10);
  e = 10;
  CHECK(__atomic_compare_exchange_n(&s, &e, 20, 0, 5, 5) && s == 20);
  atomic_flag f = ATOMIC_FLAG_INIT;
  CHECK(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
