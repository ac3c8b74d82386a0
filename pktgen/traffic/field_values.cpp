#include "traffic/field_values.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/random.h"
#include "base/text.h"

namespace pktgen {
namespace {

constexpr unsigned kMostBits = 64;  // of a field, from its end, that change
constexpr std::uint64_t kShortDraw = std::uint64_t{1} << 32;
constexpr std::uint64_t kFewValues = 64;  // as many are written down beforehand

/// The part of a field that changes, and where its bits lie in the frame.
Field changing_part(Field field) {
  if (field.bits <= kMostBits) return field;
  const unsigned left_out = field.bits - kMostBits;  // of whole bytes: only addresses are so long
  field.at += left_out / 8;
  field.bits = kMostBits;
  return field;
}

bool overlap(const Field& a, const Field& b) {
  return a.begin_bit() < b.end_bit() && b.begin_bit() < a.end_bit();
}

std::uint64_t mask_of(unsigned bits) {
  return bits >= kMostBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

Result<Field> find(std::span<const Field> fields, const std::string& name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  if (found != fields.end()) return changing_part(*found);
  std::vector<std::string_view> names;
  for (const Field& field : fields) names.push_back(field.name);
  return fail(ErrorKind::plan, fmt::format("there is no field {} in these headers; the nearest is {}, of: {}",
                                           in_quotes(name), nearest(name, names), join(names, ", ")));
}

Result<void> check_values(const Modifier& modifier, std::uint64_t mask) {
  const auto beyond = [&](std::uint64_t value) {
    return fail(ErrorKind::plan,
                fmt::format("{} holds values up to {}, found {}", modifier.field, mask, value));
  };
  if (modifier.first > mask) return beyond(modifier.first);
  if (modifier.count != 0 && modifier.count - 1 > mask) return beyond(modifier.count - 1);
  for (const std::uint64_t value : modifier.values)
    if (value > mask) return beyond(value);
  if (modifier.kind == Modifier::Kind::list && modifier.values.empty())
    return fail(ErrorKind::plan, fmt::format("{} has a list without values", modifier.field));
  return {};
}

/// One of `count` values, the more likely ones by less than 2^-32 of themselves where the field is short.
constexpr std::uint64_t drawn(std::uint64_t seed, std::uint64_t n, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t number = draw(seed, n);
  if (count == 0) return number;
  if (count <= kShortDraw) return ((number >> 32) * count) >> 32;
  return static_cast<std::uint64_t>((static_cast<Wide>(number) * count) >> 64);
}

// Plain loops of one length, so that the compiler makes vectors of them; a row has room for all.
struct Counting {
  std::uint64_t value, step;  // of the first frame, and to the next
  std::uint64_t left, back;   // after `left` frames it goes back by this
  std::uint64_t mask;
};
PKTGEN_CLONES void count_on(const Counting& from, std::uint64_t* out) {
  const Counting c = from;
  const auto left = static_cast<std::int64_t>(std::min<std::uint64_t>(c.left, FieldColumns::kMost));
  std::uint64_t value = c.value;  // added to, for not all vectors multiply
  for (std::int64_t i = 0; i < std::int64_t{FieldColumns::kMost}; ++i, value += c.step)
    out[i] = (value - (i >= left ? c.back : 0)) & c.mask;
}

struct Drawing {
  std::uint64_t seed, n, first, count, mask;
};
PKTGEN_CLONES void draw_short(const Drawing& from, std::uint64_t* out) {
  const Drawing d = from;
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i)
    out[i] = (d.first + (((draw(d.seed, d.n + i) >> 32) * d.count) >> 32)) & d.mask;
}

static_assert(kFewValues >= FieldColumns::kMost);  // so that what counts begins again once in a burst at most

}  // namespace

Result<FieldValues> FieldValues::make(std::span<const Field> fields, std::span<const Modifier> modifiers) {
  if (modifiers.size() > kMostFields)
    return fail(ErrorKind::plan,
                fmt::format("wants {} changing fields at most, found {}", kMostFields, modifiers.size()));
  FieldValues made;
  std::uint64_t frames = 1;  // until the modifier before begins again
  for (const Modifier& modifier : modifiers) {
    auto field = find(fields, modifier.field);
    if (!field) return tl::make_unexpected(field.error());
    for (const Field& other : made.fields_)
      if (overlap(*field, other))
        return fail(ErrorKind::plan,
                    fmt::format("{} and {} change the same bits; keep one of them", other.name, field->name));
    const std::uint64_t mask = mask_of(field->bits);
    if (auto fits = check_values(modifier, mask); !fits) return tl::make_unexpected(fits.error());
    if (modifier.carries && (made.programs_.empty() || frames == 0))
      return fail(ErrorKind::plan,
                  fmt::format("{} carries, but nothing in front of it begins again; give the "
                              "modifier before it a count",
                              modifier.field));
    Program program{.first = modifier.first,
                    .step = static_cast<std::uint64_t>(modifier.step),
                    .count = modifier.count,
                    .mask = mask,
                    .frames = modifier.carries ? frames : 1,
                    .kind = modifier.kind};
    if (program.kind == Modifier::Kind::random) program.step = modifier.seed;
    if (program.kind == Modifier::Kind::list) program.count = modifier.values.size();
    else if (program.count == 0) program.count = mask + 1;  // 0 for 64 bits
    const bool begins_again = program.kind != Modifier::Kind::random && program.count != 0;
    const bool is_short = begins_again && program.frames <= ~std::uint64_t{0} / program.count;
    frames = is_short ? program.frames * program.count : 0;
    made.fields_.push_back(std::move(*field));
    made.write_down(program, modifier.values);
    made.programs_.push_back(program);
  }
  return made;
}

/// What is written down needs no working out: all lists, and counts of few values.
void FieldValues::write_down(Program& program, const std::vector<std::uint64_t>& values) {
  const bool is_list = program.kind == Modifier::Kind::list;
  const bool counts_few =
      program.kind == Modifier::Kind::count && program.count != 0 && program.count <= kFewValues;
  if (!is_list && !counts_few) return;
  const std::size_t begin = written_.size();
  for (std::uint64_t i = 0; i < program.count + FieldColumns::kMost - 1; ++i)
    written_.push_back(is_list ? values[i % program.count] : at(program, i % program.count));
  program.written = static_cast<std::uint32_t>(begin);
}

std::uint64_t FieldValues::at(const Program& program, std::uint64_t place) const {
  if (program.written != kNotWritten) return written_[program.written + place];
  if (program.kind == Modifier::Kind::count) return (program.first + program.step * place) & program.mask;
  return (program.first + drawn(program.step, place, program.count)) & program.mask;
}

/// Draws have a place for each number; the others begin again.
void FieldValues::seek(std::uint64_t n) {
  for (Program& program : programs_) {
    program.stayed = n % program.frames;
    program.place = n / program.frames;
    if (program.kind != Modifier::Kind::random && program.count != 0) program.place %= program.count;
  }
}

void FieldValues::fill_slowly(Program& program, std::uint32_t wanted, std::uint64_t* out) {
  for (std::uint32_t i = 0; i < wanted; ++i) {
    out[i] = at(program, program.place);
    if (++program.stayed < program.frames) continue;
    program.stayed = 0;
    ++program.place;
    if (program.kind != Modifier::Kind::random && program.place == program.count) program.place = 0;
  }
}

void FieldValues::fill(Program& program, std::uint32_t wanted, std::uint64_t* out) {
  if (program.stayed + wanted < program.frames) {  // none of these changes
    std::fill_n(out, wanted, at(program, program.place));
    program.stayed += wanted;
    return;
  }
  const std::uint64_t place = program.place, count = program.count;
  const bool is_drawn = program.kind == Modifier::Kind::random;
  if (program.frames > 1 || wanted == 1) return fill_slowly(program, wanted, out);
  if (program.written != kNotWritten) {
    std::copy_n(&written_[program.written + place], FieldColumns::kMost, out);
    program.place = (place + wanted) % count;
  } else if (is_drawn && count <= kShortDraw && count != 0) {
    draw_short({program.step, place, program.first, count, program.mask}, out);
    program.place += wanted;
  } else if (!is_drawn) {
    const std::uint64_t left = count == 0 ? ~std::uint64_t{0} : count - place;
    count_on({program.first + program.step * place, program.step, left, program.step * count, program.mask},
             out);
    program.place = wanted < left ? place + wanted : wanted - left;
  } else {
    fill_slowly(program, wanted, out);
  }
}

std::uint64_t FieldValues::value_at(std::size_t field, std::uint64_t n) const {
  FieldValues there = *this;
  there.seek(n);
  return at(programs_[field], there.programs_[field].place);
}

void FieldValues::fill(std::uint64_t n, std::uint32_t count, FieldColumns& columns) {
  if (n != next_) [[unlikely]]
    seek(n);
  for (std::size_t i = 0; i < programs_.size(); ++i) fill(programs_[i], count, columns.of[i].data());
  next_ = n + count;
}

}  // namespace pktgen
