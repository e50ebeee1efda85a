/* SPDX-License-Identifier: MIT
 * Predictions of a DIRECT model in integers: C99, <stdint.h>, and nothing else. No memory is allocated, nothing is
 * kept between calls, no floating point, no recursion, no arithmetic wider than 32 bits.
 *
 * `direct export` copies this file into the header of a model, with the model's name in place of `direct`, and the host
 * includes it as it is: both compute the same integers. All sums wrap modulo 2^32, and the exporter proves that what is
 * read off them does not: see docs/device.md.
 *
 *   codes x -> features, centre -> a sum for each draw -> mean, std_model, std_total
 */
#ifndef DIRECT_DEVICE_H
#define DIRECT_DEVICE_H

#include <stdint.h>

/* Where tables are: AVR reads its flash by other instructions than its memory. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define DIRECT_ROM PROGMEM
#define DIRECT_READ8(address) pgm_read_byte(address)
#define DIRECT_READ16(address) pgm_read_word(address)
#define DIRECT_READ32(address) pgm_read_dword(address)
#else
#define DIRECT_ROM
#define DIRECT_READ8(address) (*(address))
#define DIRECT_READ16(address) (*(address))
#define DIRECT_READ32(address) (*(address))
#endif

/* What is known of a model when it is compiled must be known inside these functions. */
#if defined(__GNUC__)
#define DIRECT_INLINE static inline __attribute__((always_inline, unused))
#define DIRECT_FUNCTION static __attribute__((noinline, unused))
#else
#define DIRECT_INLINE static inline
#define DIRECT_FUNCTION static
#endif

#define DIRECT_MAX_DRAWS 64u
#define DIRECT_MAX_INPUTS 1024u

/* How the codes of the draws are stored. */
enum { DIRECT_LISTS, DIRECT_GAP, DIRECT_DENSE };
/* What a code stands for: itself, a sign and an exponent, or an entry of a table. */
enum { DIRECT_EVEN, DIRECT_POW2, DIRECT_VALUES };
/* Flags of a result. */
enum { DIRECT_SATURATED = 1 };

/* Of an integer v: v * multiplier / 2^(16 + shift), rounded. */
typedef struct {
  uint16_t multiplier;
  uint8_t shift;
} direct_ratio;

/* The tables and constants of a model. Pointers are to DIRECT_ROM; 0 where there is no such table. */
typedef struct {
  uint16_t num_inputs;
  uint16_t num_features;   /* in the buffer */
  uint8_t num_draws;
  /* Fourier features of 8 bits: `words` has num_inputs for each pair of frequencies, then for each single one. */
  uint16_t num_pairs, num_singles;
  const uint32_t *words;
  const int8_t *cosines;   /* 320: the sine of entry i, the cosine of entry i + 64 */
  /* Inputs as features of 16 bits: the codes of `columns` (all of them where it is 0), after `constant` unless 0. */
  uint8_t is_wide;
  int16_t constant;
  const uint16_t *columns;
  /* Of each feature: what its centre is multiplied by, and its step, of 8 bits or 16 where it is wide. */
  const int16_t *centres;
  const uint8_t *steps;
  const uint16_t *wide_steps;
  /* Draws */
  uint8_t encoding, levels;
  uint8_t num_values;      /* magnitudes of lists, largest first; entries of `values` */
  const int16_t *values;   /* of DIRECT_VALUES */
  uint8_t long_lists;      /* worth taking four at a time */
  const uint16_t *counts;  /* of lists: features of each draw, magnitude and sign, plus before minus */
  const uint8_t *indices;  /* of lists, where there are at most 256 features, and of gaps */
  const uint16_t *wide_indices;
  const uint32_t *nibbles; /* dense: of each feature, code + 8 of every draw, (num_draws + 7) / 8 words */
  const int8_t *codes;     /* dense, of more than 4 bits: those of one draw after another */
  /* Output */
  int32_t offset;
  direct_ratio centre, draw, mean, std;
  uint32_t noise;
} direct_tables;

typedef struct {
  int32_t mean;
  uint32_t std_model; /* what the weights leave open */
  uint32_t std_total; /* and what every measurement adds */
  uint8_t flags;
} direct_result;

/* ------------------------------------------------------------------------------------------------ arithmetic */

/* Requires: the result is at most 2^30 in magnitude, shift at most 30. */
DIRECT_INLINE int32_t direct_scaled(int32_t value, direct_ratio ratio) {
  const uint32_t bits = (uint32_t)value;
  const int32_t high = (int16_t)(uint16_t)(bits >> 16);
  const uint32_t low = bits & 0xFFFFu;
  const uint32_t middle = ((uint32_t)1 << 30) + (ratio.shift > 0u ? (uint32_t)1 << (ratio.shift - 1u) : 0u);
  const uint32_t sum = (uint32_t)high * ratio.multiplier + (low * ratio.multiplier >> 16) + middle;
  return (int32_t)(sum >> ratio.shift) - (int32_t)(((uint32_t)1 << 30) >> ratio.shift);
}

/* How many bits a number has, 0 for 0. */
DIRECT_INLINE uint8_t direct_bits(uint32_t value) {
#if defined(__ARM_FEATURE_CLZ)
  return value == 0u ? 0u : (uint8_t)(32 - __builtin_clz(value));
#else
  uint8_t bits = 0;
  for (; value > 255u; value >>= 8) bits = (uint8_t)(bits + 8u);
  for (; value != 0u; value >>= 1) ++bits;
  return bits;
#endif
}

/* The largest integer whose square is at most `value`. */
DIRECT_FUNCTION uint16_t direct_root(uint32_t value) {
  uint32_t root = 0, bit = (uint32_t)1 << 30;
  while (bit > value) bit >>= 2;
  for (; bit != 0u; bit >>= 2) {
    if (value >= root + bit) {
      value -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return (uint16_t)root;
}

DIRECT_INLINE uint32_t direct_magnitude(int32_t value) {
  return value < 0 ? (uint32_t)0 - (uint32_t)value : (uint32_t)value;
}

/* The root of the sum of two squares, to 16 bits. Requires: both below 2^31. */
DIRECT_FUNCTION uint32_t direct_hypotenuse(uint32_t a, uint32_t b) {
  const uint8_t bits = direct_bits(a | b);
  const uint8_t shift = (uint8_t)(bits > 15u ? bits - 15u : 0u);
  a >>= shift;
  b >>= shift;
  return (uint32_t)direct_root(a * a + b * b) << shift;
}

/* ---------------------------------------------------------------------------------------------------- features */

/* Up to 16 inputs, in registers where there are enough of them. */
#define DIRECT_EACH_INPUT(use)                                                                                      \
  use(0) use(1) use(2) use(3) use(4) use(5) use(6) use(7) use(8) use(9) use(10) use(11) use(12) use(13) use(14) use(15)
#define DIRECT_INPUT_FIELD(k) uint32_t x##k;
#define DIRECT_LOAD_INPUT(k) inputs.x##k = count > k##u ? (uint32_t)x[k] : 0u;
#define DIRECT_ADD_INPUT(k) \
  if (count > k##u) sum += inputs.x##k * DIRECT_READ32(words + k);

typedef struct {
  DIRECT_EACH_INPUT(DIRECT_INPUT_FIELD)
} direct_inputs;

DIRECT_INLINE direct_inputs direct_few_inputs(const int16_t *x, uint16_t count) {
  direct_inputs inputs;
  DIRECT_EACH_INPUT(DIRECT_LOAD_INPUT)
  return inputs;
}

DIRECT_INLINE uint32_t direct_phases_of_few(const uint32_t *words, direct_inputs inputs, uint16_t count) {
  uint32_t sum = 0;
  DIRECT_EACH_INPUT(DIRECT_ADD_INPUT)
  return sum;
}

DIRECT_INLINE uint32_t direct_phases_of_many(const uint32_t *words, const int16_t *x, uint16_t count) {
  uint32_t sum = 0;
  uint16_t j = 0;
  for (; j + 4u <= count; j = (uint16_t)(j + 4u)) {
    sum += (uint32_t)x[j] * DIRECT_READ32(words + j) + (uint32_t)x[j + 1u] * DIRECT_READ32(words + j + 1u);
    sum += (uint32_t)x[j + 2u] * DIRECT_READ32(words + j + 2u) + (uint32_t)x[j + 3u] * DIRECT_READ32(words + j + 3u);
  }
  for (; j < count; ++j) sum += (uint32_t)x[j] * DIRECT_READ32(words + j);
  return sum;
}

/* Two phases, 2^16 to a turn, one in each half. */
DIRECT_INLINE uint32_t direct_phases(const uint32_t *words, const int16_t *x, direct_inputs inputs, uint16_t count) {
  return count <= 16u ? direct_phases_of_few(words, inputs, count) : direct_phases_of_many(words, x, count);
}

/* Feature j is `feature`, times its step over 256; returns its part of the centre. */
DIRECT_INLINE uint32_t direct_put(const direct_tables *t, uint8_t *features, uint16_t j, int8_t feature) {
  const uint32_t part =
      t->centres ? (uint32_t)((int32_t)feature * (int16_t)DIRECT_READ16(t->centres + j)) : (uint32_t)0;
  if (t->steps) {
    const uint16_t product = (uint16_t)(feature * (int16_t)DIRECT_READ8(t->steps + j) + 128);
    features[j] = (uint8_t)(product >> 8);
  } else {
    features[j] = (uint8_t)feature;
  }
  return part;
}

/* The cosine of the phase whose upper 8 bits these are becomes feature j, its sine feature j + stride. */
DIRECT_INLINE uint32_t direct_put_phase(const direct_tables *t, uint8_t *features, uint16_t j, uint16_t stride,
                                        uint8_t phase) {
  const uint32_t part = direct_put(t, features, j, (int8_t)DIRECT_READ8(t->cosines + 64 + phase));
  return part + direct_put(t, features, (uint16_t)(j + stride), (int8_t)DIRECT_READ8(t->cosines + phase));
}

/* In the buffer: cosines of the lower frequencies of all pairs, their sines, cosines of the upper ones, their sines;
 * cosines of the single ones, their sines. */
DIRECT_INLINE int32_t direct_fourier(const direct_tables *t, const int16_t *x, uint8_t *features) {
  const direct_inputs inputs = direct_few_inputs(x, t->num_inputs);
  const uint16_t pairs = t->num_pairs, singles = t->num_singles;
  const uint32_t *words = t->words;
  uint32_t centre = 0;
  uint16_t w;
  for (w = 0; w < pairs; ++w, words += t->num_inputs) {
    const uint32_t phases = direct_phases(words, x, inputs, t->num_inputs);
    centre += direct_put_phase(t, features, w, pairs, (uint8_t)(phases >> 8));
    centre += direct_put_phase(t, features, (uint16_t)(w + 2u * pairs), pairs, (uint8_t)(phases >> 24));
  }
  for (w = 0; w < singles; ++w, words += t->num_inputs) {
    const uint32_t phases = direct_phases(words, x, inputs, t->num_inputs);
    centre += direct_put_phase(t, features, (uint16_t)(w + 4u * pairs), singles, (uint8_t)(phases >> 24));
  }
  return (int32_t)centre;
}

DIRECT_INLINE int32_t direct_wide(const direct_tables *t, const int16_t *x, int16_t *features) {
  const uint16_t first = t->constant != 0 ? 1u : 0u;
  uint32_t centre = 0;
  uint16_t j;
  for (j = 0; j < t->num_features; ++j) {
    int16_t feature = t->constant;
    if (j >= first) feature = x[t->columns ? DIRECT_READ16(t->columns + (j - first)) : (uint16_t)(j - first)];
    if (t->centres) centre += (uint32_t)((int32_t)feature * (int16_t)DIRECT_READ16(t->centres + j));
    if (t->wide_steps) {
      const uint32_t product = (uint32_t)feature * DIRECT_READ16(t->wide_steps + j) + 32768u;
      feature = (int16_t)(uint16_t)(product >> 16);
    }
    features[j] = feature;
  }
  return (int32_t)centre;
}

/* ------------------------------------------------------------------------------------------------------- draws */

/* `features` are int16_t where t->is_wide, else int8_t. */
DIRECT_INLINE int direct_feature(const direct_tables *t, const void *features, uint16_t j) {
  return t->is_wide ? ((const int16_t *)features)[j] : ((const int8_t *)features)[j];
}

/* The sum of the features that are listed from `index` to `end`; four of 8 bits fit in any int. */
DIRECT_INLINE int32_t direct_bytes_sum(const direct_tables *t, const void *features, const uint8_t *index,
                                       const uint8_t *end) {
  int32_t sum = 0;
  if (t->long_lists && !t->is_wide) {
    for (; end - index >= 4; index += 4) {
      sum += direct_feature(t, features, DIRECT_READ8(index)) + direct_feature(t, features, DIRECT_READ8(index + 1)) +
             direct_feature(t, features, DIRECT_READ8(index + 2)) + direct_feature(t, features, DIRECT_READ8(index + 3));
    }
  }
  for (; index != end; ++index) sum += direct_feature(t, features, DIRECT_READ8(index));
  return sum;
}

DIRECT_INLINE int32_t direct_words_sum(const direct_tables *t, const void *features, const uint16_t *index,
                                       const uint16_t *end) {
  int32_t sum = 0;
  if (t->long_lists && !t->is_wide) {
    for (; end - index >= 4; index += 4) {
      sum += direct_feature(t, features, DIRECT_READ16(index)) + direct_feature(t, features, DIRECT_READ16(index + 1)) +
             direct_feature(t, features, DIRECT_READ16(index + 2)) +
             direct_feature(t, features, DIRECT_READ16(index + 3));
    }
  }
  for (; index != end; ++index) sum += direct_feature(t, features, DIRECT_READ16(index));
  return sum;
}

typedef struct {
  const uint8_t *bytes;
  const uint16_t *words;
} direct_cursor;

DIRECT_INLINE int32_t direct_list_sum(const direct_tables *t, const void *features, direct_cursor *cursor,
                                      uint16_t count) {
  int32_t sum;
  if (t->wide_indices) {
    sum = direct_words_sum(t, features, cursor->words, cursor->words + count);
    cursor->words += count;
  } else {
    sum = direct_bytes_sum(t, features, cursor->bytes, cursor->bytes + count);
    cursor->bytes += count;
  }
  return sum;
}

/* Magnitudes from the largest to the least: M, M - 1, ..., 1 of DIRECT_EVEN; powers of two down to 1. */
DIRECT_INLINE void direct_lists(const direct_tables *t, const void *features, int32_t *sums) {
  const uint16_t *counts = t->counts;
  direct_cursor cursor;
  uint8_t s, v;
  cursor.bytes = t->indices;
  cursor.words = t->wide_indices;
  for (s = 0; s < t->num_draws; ++s) {
    int32_t total = 0, running = 0;
    for (v = 0; v < t->num_values; ++v, counts += 2) {
      const int32_t plus = direct_list_sum(t, features, &cursor, DIRECT_READ16(counts));
      const int32_t part = plus - direct_list_sum(t, features, &cursor, DIRECT_READ16(counts + 1));
      if (t->levels == DIRECT_EVEN) {
        running += part;
        total += running;
      } else if (t->levels == DIRECT_POW2) {
        total = (int32_t)((uint32_t)total << 1) + part;
      } else {
        total += part * (int16_t)DIRECT_READ16(t->values + v);
      }
    }
    sums[s] = total;
  }
}

/* A byte holds how many features to go on, 0 to 15, and a code from -7 to 7 plus 8; of 0, the byte is a gap of 16 and
 * no code. A draw ends with a byte of 8: no gap, and a code that is zero. */
DIRECT_INLINE void direct_gaps(const direct_tables *t, const void *features, int32_t *sums) {
  const uint8_t *bytes = t->indices;
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) {
    uint16_t j = 0;
    int32_t total = 0;
    for (;;) {
      const uint8_t byte = DIRECT_READ8(bytes);
      const uint8_t code = (uint8_t)(byte & 15u);
      ++bytes;
      j = (uint16_t)(j + (byte >> 4));
      if (code == 0u) {
        j = (uint16_t)(j + 16u);
        continue;
      }
      if (code == 8u) break;
      total += (int32_t)direct_feature(t, features, j) * (int32_t)(code - 8);
    }
    sums[s] = total;
  }
}

/* Two draws in the halves of a word; 16 features of 8 bits times codes of up to 15 stay within a half. */
DIRECT_INLINE void direct_nibbles(const direct_tables *t, const void *features, uint8_t group, int32_t *sums) {
  const uint8_t per_feature = (uint8_t)((t->num_draws + 7u) / 8u);
  const uint32_t *nibbles = t->nibbles + group;
  int32_t totals[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int32_t all = 0;
  uint16_t j = 0;
  uint8_t s;
  while (j < t->num_features) {
    const uint16_t left = (uint16_t)(t->num_features - j);
    const uint16_t end = (uint16_t)(j + (left < 16u ? left : 16u));
    uint32_t halves[4] = {0, 0, 0, 0};
    for (; j < end; ++j) {
      const uint32_t codes = DIRECT_READ32(nibbles);
      const int feature = direct_feature(t, features, j);
      nibbles += per_feature;
      all += feature;
      halves[0] += (codes & 0x000F000Fu) * (uint32_t)feature;
      halves[1] += (codes >> 4 & 0x000F000Fu) * (uint32_t)feature;
      halves[2] += (codes >> 8 & 0x000F000Fu) * (uint32_t)feature;
      halves[3] += (codes >> 12 & 0x000F000Fu) * (uint32_t)feature;
    }
    for (s = 0; s < 4u; ++s) {
      const int16_t low = (int16_t)(uint16_t)halves[s];
      totals[s] += low;
      totals[s + 4u] += (int16_t)(uint16_t)((halves[s] - (uint32_t)low) >> 16);
    }
  }
  for (s = 0; s < 8u && group * 8u + s < t->num_draws; ++s) sums[group * 8u + s] = totals[s] - 8 * all;
}

DIRECT_INLINE void direct_dense(const direct_tables *t, const void *features, int32_t *sums) {
  uint8_t s;
  if (t->nibbles) {
    for (s = 0; s * 8u < t->num_draws; ++s) direct_nibbles(t, features, s, sums);
    return;
  }
  for (s = 0; s < t->num_draws; ++s) {
    const int8_t *codes = t->codes + (uint32_t)s * t->num_features;
    int32_t total = 0;
    uint16_t j;
    for (j = 0; j < t->num_features; ++j)
      total += (int32_t)direct_feature(t, features, j) * (int8_t)DIRECT_READ8(codes + j);
    sums[s] = total;
  }
}

DIRECT_INLINE void direct_sums(const direct_tables *t, const void *features, int32_t *sums) {
  if (t->encoding == DIRECT_LISTS) {
    direct_lists(t, features, sums);
  } else if (t->encoding == DIRECT_GAP) {
    direct_gaps(t, features, sums);
  } else {
    direct_dense(t, features, sums);
  }
}

/* ------------------------------------------------------------------------------------------------------ results */

/* The quantiser leaves an input that is out of range at an end of the codes. */
DIRECT_INLINE uint8_t direct_flags(const direct_tables *t, const int16_t *x) {
  uint8_t flags = 0;
  uint16_t j;
  for (j = 0; j < t->num_inputs; ++j)
    if (x[j] == 32767 || x[j] <= -32767) flags = DIRECT_SATURATED;
  return flags;
}

/* The deviation of the draws from their mean. In num_draws-ths they are integers; a common shift makes the largest of
 * them one of 13 bits, so that the sum of 64 squares fits in 32. */
DIRECT_FUNCTION uint32_t direct_spread(const int32_t *sums, int32_t sum, uint8_t count, direct_ratio ratio) {
  uint32_t largest = 0, squares = 0, product;
  uint8_t right = 0, left = 0, s;
  for (s = 0; s < count; ++s) {
    const uint32_t deviation = direct_magnitude(sums[s] * (int32_t)count - sum);
    if (deviation > largest) largest = deviation;
  }
  if (largest == 0u) return 0;
  s = direct_bits(largest);
  if (s > 13u) right = (uint8_t)(s - 13u);
  else left = (uint8_t)(13u - s);
  for (s = 0; s < count; ++s) {
    const uint32_t deviation = direct_magnitude(sums[s] * (int32_t)count - sum) << left >> right;
    squares += deviation * deviation;
  }
  product = (uint32_t)direct_root(squares) * ratio.multiplier; /* times 2^(right - left - 16 - shift) */
  left = (uint8_t)(left + ratio.shift + 16u);
  if (right >= left) return product << (right - left);
  left = (uint8_t)(left - right);
  return left > 31u ? 0u : (product >> left) + (product >> (left - 1u) & 1u);
}

DIRECT_INLINE void direct_summarise(const direct_tables *t, int32_t centre, const int32_t *sums,
                                    direct_result *result) {
  int32_t sum = 0;
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) sum += sums[s];
  result->mean = t->offset + direct_scaled(sum, t->mean);
  if (t->centres) result->mean += direct_scaled(centre, t->centre);
  result->std_model = direct_spread(sums, sum, t->num_draws, t->std);
  result->std_total = direct_hypotenuse(result->std_model, t->noise);
}

/* From sums to what each draw predicts, in place. */
DIRECT_INLINE void direct_draw_values(const direct_tables *t, int32_t centre, int32_t *sums) {
  const int32_t middle = t->centres ? t->offset + direct_scaled(centre, t->centre) : t->offset;
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) sums[s] = middle + direct_scaled(sums[s], t->draw);
}

/* ----------------------------------------------------------------------------------------------------- quantiser */

/* A reading is an integer in units of 2^-bits of the input. code = (reading - lowest) * multiplier / 2^shift - 32767,
 * rounded. */
typedef struct {
  int32_t lowest;      /* the reading of code -32767 */
  uint32_t multiplier; /* below 2^17 */
  uint8_t shift;       /* 4 at least */
} direct_quantiser;

DIRECT_INLINE int16_t direct_quantised(int32_t reading, direct_quantiser q) {
  const uint32_t above = (uint32_t)reading - (uint32_t)q.lowest;
  uint32_t code;
  if (reading < q.lowest) return -32767;
  if (above >= (uint32_t)1 << 18) return 32767;
  code = (above >> 4) * q.multiplier + ((above & 15u) * q.multiplier >> 4); /* the product over 16 */
  if (q.shift > 4u) code = (code + ((uint32_t)1 << (q.shift - 5u))) >> (q.shift - 4u);
  return code > 65534u ? 32767 : (int16_t)((int32_t)code - 32767);
}

#endif
