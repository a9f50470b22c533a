// SPDX-License-Identifier: MIT
//
// TON, TOF and TP. Time passes between scans, at once for all timers: a timer that is not called
// in a scan sees the whole gap at its next call. While a timer runs it counts; the count stops at
// its duration. With a fixed cycle time and a constant duration it counts scans, for nothing else
// can be observed: T#500ms at 100 ms has six values.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "input/st/compiler.h"

namespace cairn::st {
namespace {

enum : std::size_t { kIn, kPreset, kOutput, kElapsed };
constexpr std::uint64_t kLongest = 0x7FFFFFFF;  // milliseconds of TIME

}  // namespace

bool Compiler::counts_scans(const Type& timer) const {
  return timer.preset.has_value() && least_ms_ == most_ms_;
}

/// The count at which it stops.
std::uint64_t Compiler::elapsed_limit(const Type& timer) const {
  if (!timer.preset) return kLongest;
  const auto duration = static_cast<std::uint64_t>(*timer.preset);
  return counts_scans(timer) ? (duration + least_ms_ - 1) / least_ms_ : duration;
}

std::uint32_t Compiler::elapsed_width(const Type& timer) const {
  if (!timer.preset) return 32;
  return width_of(elapsed_limit(timer));
}

void Compiler::allocate_timer(Storage& node) {
  const auto variable = [&](const char* what, const Sort& scalar, Show show) {
    Sort sort = scalar;
    if (node.in_array) {
      const std::uint32_t width = width_of(node.count - 1);
      sort = Sort::array_of(Sort::bit_vector(width), scalar);
    }
    const std::string name = fmt::format("{}.{}", node.name, what);
    const Term term = out_.variable(name, sort, name, show);
    zeroed_.push_back(term);
    return term;
  };
  node.running = variable("#running", Sort::boolean(), Show::Bool);
  node.elapsed = variable(counts_scans(*node.type) ? "#scans" : "#elapsed",
                          Sort::bit_vector(elapsed_width(*node.type)), Show::Unsigned);
  if (node.type->timer != Timer::OnDelay)
    node.previous = variable("#in", Sort::boolean(), Show::Bool);
  timers_.push_back(&node);
}

/// One more scan, or the milliseconds of the last cycle.
Term Compiler::count_up(Term count, std::uint64_t limit, bool in_scans) {
  const std::uint32_t width = terms().sort(count).width();
  const Term most = terms().bv(width, limit);
  if (in_scans)
    return terms().ite(terms().equal(count, most), count,
                       terms().make(Op::BvAdd, {count, terms().bv(width, 1)}));
  const Term step = step_.valid() ? step_ : terms().bv(32, least_ms_);
  const Term sum =
      terms().make(Op::BvAdd, {terms().zero_extend(count, 33), terms().zero_extend(step, 33)});
  const Term is_over = terms().make(Op::BvUlt, {terms().bv(33, limit), sum});
  return terms().ite(is_over, most, terms().extract(sum, width - 1, 0));
}

void Compiler::advance_timers() {
  std::vector<Term> targets, values;
  for (const Storage* timer : timers_) {
    const std::uint64_t limit = elapsed_limit(*timer->type);
    const bool in_scans = counts_scans(*timer->type);
    targets.push_back(timer->elapsed);
    if (!timer->in_array) {
      values.push_back(
          terms().ite(timer->running, count_up(timer->elapsed, limit, in_scans), timer->elapsed));
      continue;
    }
    Term all = timer->elapsed;
    const std::uint32_t width = terms().sort(timer->elapsed).index_sort().width();
    for (std::uint64_t i = 0; i < timer->count; ++i) {
      const Term index = terms().bv(width, i);
      const Term one = terms().select(timer->elapsed, index);
      all = terms().store(
          all, index,
          terms().ite(terms().select(timer->running, index), count_up(one, limit, in_scans), one));
    }
    values.push_back(all);
  }
  out_.assign_all(std::move(targets), std::move(values));
}

void Compiler::run_timer(const Place& self) {
  const Storage& node = *self.node;
  const Type& type = *node.type;
  const auto get = [&](Term variable) {
    if (!node.in_array) return variable;
    const std::uint32_t width = terms().sort(variable).index_sort().width();
    return terms().select(variable, terms().resize_unsigned(self.index, width));
  };
  std::vector<Term> targets, values;
  const auto set = [&](Term variable, Term value) {
    targets.push_back(variable);
    if (node.in_array) {
      const std::uint32_t width = terms().sort(variable).index_sort().width();
      value = terms().store(variable, terms().resize_unsigned(self.index, width), value);
    }
    values.push_back(value);
  };
  const Term in = read(part(self, kIn));
  const Term not_in = terms().not_(in);
  const Term preset = type.preset ? terms().bv(32, static_cast<std::uint64_t>(*type.preset))
                                  : read(part(self, kPreset));
  const Term elapsed = get(node.elapsed);
  const Term running = get(node.running);
  const std::uint32_t width = elapsed_width(type);
  const Term zero = terms().bv(width, 0);
  const Term zero_time = terms().bv(32, 0);
  const auto is_over = [&](Term count) {
    if (type.preset) return terms().equal(count, terms().bv(width, elapsed_limit(type)));
    return terms().make(Op::BvSle, {preset, count});
  };
  const auto as_time = [&](Term count) {
    const Term wide_count = terms().zero_extend(count, 32);
    const Term time = counts_scans(type)
                          ? terms().make(Op::BvMul, {wide_count, terms().bv(32, least_ms_)})
                          : wide_count;
    return terms().ite(is_over(count), preset, time);
  };
  const Term shown = read(part(self, kElapsed));
  Term output, time;
  if (type.timer == Timer::OnDelay) {
    const Term count = terms().ite(terms().and_(in, running), elapsed, zero);
    output = terms().and_(in, is_over(count));
    time = terms().ite(in, as_time(count), zero_time);
    set(node.elapsed, count);
    set(node.running, in);
  } else if (type.timer == Timer::OffDelay) {
    const Term falls = terms().and_(get(node.previous), not_in);
    const Term runs = terms().and_(not_in, terms().or_(falls, running));
    const Term count = terms().ite(terms().and_(runs, terms().not_(falls)), elapsed, zero);
    const Term over = is_over(count);
    output = terms().or_(in, terms().and_(runs, terms().not_(over)));
    time = terms().ite(in, zero_time, terms().ite(runs, as_time(count), shown));
    const Term goes_on = terms().and_(runs, terms().not_(over));
    set(node.elapsed, terms().ite(goes_on, count, zero));
    set(node.running, goes_on);
    set(node.previous, in);
  } else {
    const Term rises =
        terms().and_(terms().and_(in, terms().not_(get(node.previous))), terms().not_(running));
    const Term runs = terms().or_(rises, running);
    const Term count = terms().ite(rises, zero, elapsed);
    const Term over = is_over(count);
    const Term goes_on = terms().and_(runs, terms().not_(over));
    output = goes_on;
    const Term reached = terms().ite(runs, as_time(count), shown);
    time = terms().ite(terms().and_(not_in, terms().not_(goes_on)), zero_time, reached);
    set(node.elapsed, terms().ite(goes_on, count, zero));
    set(node.running, goes_on);
    set(node.previous, in);
  }
  const auto set_part = [&](std::size_t field, Term value) {
    const Place place = part(self, field);
    targets.push_back(place.node->variable);
    values.push_back(node.in_array ? terms().store(place.node->variable,
                                                   element_index(*place.node, place.index), value)
                                   : value);
  };
  set_part(kOutput, output);
  set_part(kElapsed, time);
  out_.assign_all(std::move(targets), std::move(values));
}

}  // namespace cairn::st
