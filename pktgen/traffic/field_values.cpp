#include "traffic/field_values.h"

#include <algorithm>
#include <fmt/format.h>

#include "base/random.h"
#include "base/text.h"

namespace pktgen {
namespace {

constexpr unsigned kMostBits = 64;  // of a field, from its end, that change

/// The part of a field that changes, and where its bits lie in the frame.
Field changing_part(Field field) {
  if (field.bits <= kMostBits) return field;
  const unsigned left_out = field.bits - kMostBits;  // of whole bytes: only addresses are so long
  field.at += left_out / 8;
  field.bits = kMostBits;
  return field;
}

std::size_t first_bit(const Field& field) { return field.at * 8 + field.first_bit; }

bool overlap(const Field& a, const Field& b) {
  return first_bit(a) < first_bit(b) + b.bits && first_bit(b) < first_bit(a) + a.bits;
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

/// Draws of `count` values; the bias is below 2^-32 for what a field holds.
std::uint64_t drawn(std::uint64_t seed, std::uint64_t n, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t number = draw(seed, n);
  return count == 0 ? number : static_cast<std::uint64_t>((static_cast<Wide>(number) * count) >> 64);
}

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
    Program program{.kind = modifier.kind,
                    .first = modifier.first,
                    .step = static_cast<std::uint64_t>(modifier.step),
                    .count = modifier.count,
                    .mask = mask,
                    .seed = modifier.seed,
                    .values = modifier.values,
                    .frames = modifier.carries ? frames : 1};
    if (program.kind == Modifier::Kind::list) program.count = program.values.size();
    else if (program.count == 0) program.count = mask + 1;  // 0 for 64 bits
    const bool begins_again = program.kind != Modifier::Kind::random && program.count != 0;
    const bool is_short = begins_again && program.frames <= ~std::uint64_t{0} / program.count;
    frames = is_short ? program.frames * program.count : 0;
    made.fields_.push_back(std::move(*field));
    made.programs_.push_back(std::move(program));
  }
  return made;
}

std::uint64_t FieldValues::Program::at(std::uint64_t where) const {
  switch (kind) {
    case Modifier::Kind::count:
      return (first + step * where) & mask;
    case Modifier::Kind::list:
      return values[where];
    case Modifier::Kind::random:
      return (first + drawn(seed, where, count)) & mask;
  }
  return 0;
}

/// Draws have a place for each number; the others begin again.
void FieldValues::Program::seek(std::uint64_t n) {
  stayed = n % frames;
  place = n / frames;
  if (kind != Modifier::Kind::random && count != 0) place %= count;
}

void FieldValues::Program::fill_slowly(std::uint32_t wanted, std::uint64_t* out) {
  for (std::uint32_t i = 0; i < wanted; ++i) {
    out[i] = at(place);
    if (++stayed < frames) continue;
    stayed = 0;
    ++place;
    if (kind != Modifier::Kind::random && place == count) place = 0;
  }
}

// Plain loops of one length, so that the compiler makes vectors of them; the row has room for all.
PKTGEN_CLONES static void count_on(std::uint64_t first, std::uint64_t step, std::uint64_t mask,
                                   std::uint64_t* out) {
  for (std::uint64_t i = 0; i < FieldColumns::kMost; ++i) out[i] = (first + step * i) & mask;
}

void FieldValues::Program::fill(std::uint32_t wanted, std::uint64_t* out) {
  const bool is_run =
      frames == 1 && kind == Modifier::Kind::count && wanted > 1 && (count == 0 || count - place >= wanted);
  if (!is_run) return fill_slowly(wanted, out);
  count_on(first + step * place, step, mask, out);
  place += wanted;
  if (place == count) place = 0;
}

std::uint64_t FieldValues::value_at(std::size_t field, std::uint64_t n) const {
  Program program = programs_[field];
  program.seek(n);
  return program.at(program.place);
}

void FieldValues::fill(std::uint64_t n, std::uint32_t count, FieldColumns& columns) {
  if (n != next_) [[unlikely]]
    for (Program& program : programs_) program.seek(n);
  for (std::size_t i = 0; i < programs_.size(); ++i) programs_[i].fill(count, columns.of[i].data());
  next_ = n + count;
}

}  // namespace pktgen
