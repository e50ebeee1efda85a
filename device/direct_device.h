/* SPDX-License-Identifier: MIT
 * Predictions of a DIRECT model in integers: C99, <stdint.h>, and nothing else. No memory is allocated, nothing is
 * kept between calls, no floating point, no recursion, no arithmetic wider than 32 bits.
 *
 * `direct export` copies this file into the header of a model, with the model's name in place of `direct`, and the host
 * includes it as it is: both compute the same integers. All sums wrap modulo 2^32, and the exporter proves that what is
 * read off them does not: see docs/device.md.
 *
 *   codes x -> features, centre -> a sum for each draw -> mean, std_model, std_total
 *
 * The sums are those of draws of the weights, or of deviations about a centre. In the second case the mean is that of
 * the centre, and the law of the target is Student's t.
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

/* Of an integer v: v * 2^left * multiplier / 2^(16 + right), rounded. One of left and right is 0. */
typedef struct {
  uint16_t multiplier;
  uint8_t left, right;
} direct_ratio;

/* The tables and constants of a model. Pointers are to DIRECT_ROM; 0 where there is no such table. */
typedef struct {
  uint16_t num_inputs;
  const int16_t *least, *most; /* codes of each input: the ends of its range */
  uint16_t num_features;       /* in the buffer */
  uint8_t num_draws;
  /* Fourier features: `words` has num_inputs for each pair of frequencies, then for each single one. */
  uint16_t num_pairs, num_singles;
  const uint32_t* words;
  const int8_t* cosines; /* of 8 bits, 320: the sine of entry i, the cosine of entry i + 64 */
  /* Of 12 bits, likewise, to interpolate in: 25536 times the sine, and 107. One of the two is 0. */
  const int16_t* fine_cosines;
  int32_t fine_offset; /* 8 times the sum of the centres */
  /* Trained features: cosines of sums, 2^32 to a turn, that start at `phases`. The words of an input have 16 bits,
   * times 2^shift, or 32; an input that turns no cosine has none. */
  uint16_t num_cosines;
  const uint32_t* phases;
  uint16_t num_short, num_long;               /* inputs with words of 16 bits, and of 32 */
  const uint16_t *short_inputs, *long_inputs; /* which; 0: the first ones */
  const uint8_t* shifts;                      /* of short_inputs; 0: no shifts */
  const int16_t* short_words;                 /* num_short for each cosine; `words` has num_long */
  const int16_t* quarter_sines; /* in place of fine_cosines, 64 of a quarter of a turn: 25536 times the sine */
  /* Features of 16 bits in the buffer, else of 8. */
  uint8_t is_wide;
  /* Inputs as features, those of trained ones too: the codes of `columns` (all of them where it is 0), after
   * `constant` unless 0. */
  int16_t constant;
  const uint16_t* columns;
  /* Of each feature: what its centre is multiplied by, and its step, of 8 bits or 16 where it is wide. */
  const int16_t* centres;
  const uint8_t* steps;
  const uint16_t* wide_steps;
  /* Draws */
  uint8_t encoding, levels;
  uint8_t num_values;     /* magnitudes of lists, largest first; entries of `values` */
  const int16_t* values;  /* of DIRECT_VALUES */
  uint8_t long_lists;     /* worth taking four at a time */
  const uint16_t* counts; /* of lists: features of each draw, magnitude and sign, plus before minus */
  const uint8_t* indices; /* of lists, where there are at most 256 features, and of gaps */
  const uint16_t* wide_indices;
  uint16_t run;                  /* dense: so many features times codes of up to 15 fit in 16 bits */
  const uint32_t* nibbles;       /* dense: of each feature, code + 8 of every draw, (num_draws + 7) / 8 words, */
  const uint16_t* short_nibbles; /* or, of up to four draws, half a word */
  const int8_t* codes;           /* dense, of more than 4 bits: those of one draw after another */
  /* Output */
  int32_t offset;
  direct_ratio centre, draw, mean, std;
  uint32_t noise;         /* standard deviation */
  direct_ratio distance;  /* to 1024ths of the noise */
  uint8_t interval_whole; /* std_total times this, and times this ratio, is half an interval */
  direct_ratio interval;
} direct_tables;

/* The law of a model with deviations. Its degrees of freedom nu are by 1 / nu = model share^2 / K + noise share^2 /
 * nu_noise. Tables are over 1 / nu, from 0 to its largest value, in 16 equal segments. */
typedef struct {
  uint16_t model, noise; /* 65536ths: 1 / K and 1 / nu_noise over the largest 1 / nu */
  direct_ratio root;     /* 1 / sqrt(K) */
  /* What half an interval is in units of std_total: the multipliers of a ratio. 0 where the model is calibrated. */
  const uint16_t* interval;
  uint8_t interval_left, interval_right;
  /* Quantiles of the t over those of a Gaussian, at 0, 1/4, ..., 4 deviations: 17 tables of multipliers. */
  const uint16_t* quantiles;
  uint8_t quantile_left;
} direct_student;

typedef struct {
  int32_t mean;
  uint32_t std_model; /* what the weights leave open */
  uint32_t std_total; /* and what every measurement adds */
  uint8_t flags;
} direct_result;

/* ------------------------------------------------------------------------------------------------ arithmetic */

/* Requires: value and the result are at most 2^30 in magnitude, right is at most 30. */
DIRECT_INLINE int32_t direct_scaled(int32_t value, direct_ratio ratio) {
  const uint32_t bits = (uint32_t)value << ratio.left;
  const int32_t high = (int16_t)(uint16_t)(bits >> 16);
  const uint32_t low = bits & 0xFFFFu;
  const uint32_t middle = (uint32_t)1 << 30;
  const uint32_t half = ratio.right > 0u ? (uint32_t)1 << (ratio.right - 1u) : 0u;
  const uint32_t sum = (uint32_t)high * ratio.multiplier + (low * ratio.multiplier >> 16) + middle + half;
  return (int32_t)(sum >> ratio.right) - (int32_t)(middle >> ratio.right);
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
#define DIRECT_EACH_INPUT(use) \
  use(0) use(1) use(2) use(3) use(4) use(5) use(6) use(7) use(8) use(9) use(10) use(11) use(12) use(13) use(14) use(15)
#define DIRECT_INPUT_FIELD(k) uint32_t x##k;
#define DIRECT_LOAD_INPUT(k) inputs.x##k = count > k##u ? (uint32_t)x[k] : 0u;
#define DIRECT_ADD_INPUT(k) \
  if (count > k##u) sum += inputs.x##k * DIRECT_READ32(words + k);

typedef struct {
  DIRECT_EACH_INPUT(DIRECT_INPUT_FIELD)
} direct_inputs;

DIRECT_INLINE direct_inputs direct_few_inputs(const int16_t* x, uint16_t count) {
  direct_inputs inputs;
  DIRECT_EACH_INPUT(DIRECT_LOAD_INPUT)
  return inputs;
}

DIRECT_INLINE uint32_t direct_phases_of_few(const uint32_t* words, direct_inputs inputs, uint16_t count) {
  uint32_t sum = 0;
  DIRECT_EACH_INPUT(DIRECT_ADD_INPUT)
  return sum;
}

DIRECT_INLINE uint32_t direct_phases_of_many(const uint32_t* words, const int16_t* x, uint16_t count) {
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
DIRECT_INLINE uint32_t direct_phases(const uint32_t* words, const int16_t* x, direct_inputs inputs, uint16_t count) {
  return count <= 16u ? direct_phases_of_few(words, inputs, count) : direct_phases_of_many(words, x, count);
}

/* Feature j is `feature`, times its step over 256; returns its part of the centre. */
DIRECT_INLINE uint32_t direct_put(const direct_tables* t, uint8_t* features, uint16_t j, int8_t feature) {
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

/* A sum of centres times features: of their upper 8 bits, and of the 4 below. */
typedef struct {
  uint32_t high, low;
} direct_fine_sum;

/* 2^17 times feature j, of 12 bits, and 8: the buffer has it rounded to 8 bits, and the centre all of it. */
DIRECT_INLINE void direct_put_fine(const direct_tables* t, uint8_t* features, uint16_t j, uint32_t value,
                                   direct_fine_sum* centre) {
  if (t->centres) {
    const int32_t weight = (int16_t)DIRECT_READ16(t->centres + j);
    centre->low += (uint32_t)weight * (value >> 17 & 15u);
  }
  centre->high += direct_put(t, features, j, (int8_t)(uint8_t)(value >> 21));
}

/* Between two entries the cosine goes on along its tangent, cos(t + a) = cos t - a sin t. 10430 phases are a = 1. */
DIRECT_INLINE void direct_put_fine_phase(const direct_tables* t, uint8_t* features, uint16_t j, uint16_t stride,
                                         uint16_t phase, direct_fine_sum* centre) {
  const int16_t* entry = t->fine_cosines + (phase >> 8);
  const int32_t sine = (int16_t)DIRECT_READ16(entry), cosine = (int16_t)DIRECT_READ16(entry + 64);
  const int32_t angle = (int32_t)(phase & 255u) - 128;
  direct_put_fine(t, features, j, (uint32_t)(cosine * 10430 - sine * angle), centre);
  direct_put_fine(t, features, (uint16_t)(j + stride), (uint32_t)(sine * 10430 + cosine * angle), centre);
}

/* The cosine of a phase, 2^16 to a turn, becomes feature j, its sine feature j + stride. */
DIRECT_INLINE void direct_put_phase(const direct_tables* t, uint8_t* features, uint16_t j, uint16_t stride,
                                    uint16_t phase, direct_fine_sum* centre) {
  if (t->fine_cosines) {
    direct_put_fine_phase(t, features, j, stride, phase, centre);
  } else {
    const int8_t* entry = t->cosines + (phase >> 8);
    centre->high += direct_put(t, features, j, (int8_t)DIRECT_READ8(entry + 64));
    centre->high += direct_put(t, features, (uint16_t)(j + stride), (int8_t)DIRECT_READ8(entry));
  }
}

/* In units of the features of 8 bits, rounded. The lower part is below 2^27: adding 2^30 makes it positive. */
DIRECT_INLINE int32_t direct_rounded_sum(const direct_tables* t, direct_fine_sum sum) {
  const uint32_t low = sum.low - (uint32_t)t->fine_offset;
  return (int32_t)(sum.high + ((low + ((uint32_t)1 << 30) + 8u) >> 4) - ((uint32_t)1 << 26));
}

/* In the buffer: cosines of the lower frequencies of all pairs, their sines, cosines of the upper ones, their sines;
 * cosines of the single ones, their sines. */
DIRECT_INLINE int32_t direct_fourier(const direct_tables* t, const int16_t* x, uint8_t* features) {
  const direct_inputs inputs = direct_few_inputs(x, t->num_inputs);
  const uint16_t pairs = t->num_pairs, singles = t->num_singles;
  const uint32_t* words = t->words;
  direct_fine_sum centre = {0, 0};
  uint16_t w;
  for (w = 0; w < pairs; ++w, words += t->num_inputs) {
    const uint32_t phases = direct_phases(words, x, inputs, t->num_inputs);
    direct_put_phase(t, features, w, pairs, (uint16_t)phases, &centre);
    direct_put_phase(t, features, (uint16_t)(w + 2u * pairs), pairs, (uint16_t)(phases >> 16), &centre);
  }
  for (w = 0; w < singles; ++w, words += t->num_inputs) {
    const uint32_t phases = direct_phases(words, x, inputs, t->num_inputs);
    direct_put_phase(t, features, (uint16_t)(w + 4u * pairs), singles, (uint16_t)(phases >> 16), &centre);
  }
  return direct_rounded_sum(t, centre);
}

/* The column of an input that is a feature. */
DIRECT_INLINE uint16_t direct_column(const direct_tables* t, uint16_t k) {
  return t->columns ? DIRECT_READ16(t->columns + k) : k;
}

DIRECT_INLINE int32_t direct_wide(const direct_tables* t, const int16_t* x, int16_t* features) {
  const uint16_t first = t->constant != 0 ? 1u : 0u;
  uint32_t centre = 0;
  uint16_t j;
  for (j = 0; j < t->num_features; ++j) {
    int16_t feature = t->constant;
    if (j >= first) feature = x[direct_column(t, (uint16_t)(j - first))];
    if (t->centres) centre += (uint32_t)((int32_t)feature * (int16_t)DIRECT_READ16(t->centres + j));
    if (t->wide_steps) {
      const uint32_t product = (uint32_t)feature * DIRECT_READ16(t->wide_steps + j) + 32768u;
      feature = (int16_t)(uint16_t)(product >> 16);
    }
    features[j] = feature;
  }
  return (int32_t)centre;
}

/* -------------------------------------------------------------------------------------------- trained features */

/* Feature j, 16 times itself, is bits 13 to 28 of `value`, less 136. The centre takes up 12 bits of it, as that of
 * direct_put_fine() does; the buffer has 16, or 8. */
DIRECT_INLINE void direct_put_trained(const direct_tables* t, void* features, uint16_t j, uint32_t value,
                                      direct_fine_sum* centre) {
  const uint16_t bits = (uint16_t)(value >> 13);
  int16_t feature = (int16_t)((int16_t)bits - 136);
  if (!t->is_wide) {
    direct_put_fine(t, (uint8_t*)features, j, value, centre);
    return;
  }
  if (t->centres) {
    const int16_t weight = (int16_t)DIRECT_READ16(t->centres + j);
    centre->low += (uint32_t)((int32_t)weight * (int16_t)(bits >> 4 & 15u));
    centre->high += (uint32_t)((int32_t)weight * (int8_t)(uint8_t)(bits >> 8));
  }
  if (t->wide_steps) {
    const uint32_t product = (uint32_t)feature * DIRECT_READ16(t->wide_steps + j) + 32768u;
    feature = (int16_t)(uint16_t)(product >> 16);
  }
  ((int16_t*)features)[j] = feature;
}

/* A number of 16 bits, within +-32512, as direct_put_trained() takes a feature. */
DIRECT_INLINE uint32_t direct_trained_input(int16_t code) {
  const int16_t within = code > 32512 ? 32512 : code < -32512 ? -32512 : code;
  return (uint32_t)(within + (int32_t)136) << 13;
}

DIRECT_INLINE uint32_t direct_short_word(const int16_t* word) {
  const int32_t value = (int16_t)DIRECT_READ16(word);
  return (uint32_t)value;
}

/* What words of 16 bits are multiplied by. */
DIRECT_INLINE uint32_t direct_shifted_code(const direct_tables* t, const int16_t* x, uint16_t k) {
  const uint32_t code = (uint32_t)x[t->short_inputs ? DIRECT_READ16(t->short_inputs + k) : k];
  return t->shifts ? code << DIRECT_READ8(t->shifts + k) : code;
}

#define DIRECT_LOAD_SHIFTED(k) inputs.x##k = t->num_short > k##u ? direct_shifted_code(t, x, k) : 0u;
#define DIRECT_ADD_SHORT(k) \
  if (count > k##u) sum += inputs.x##k * direct_short_word(words + k);

DIRECT_INLINE direct_inputs direct_few_shifted(const direct_tables* t, const int16_t* x) {
  direct_inputs inputs;
  DIRECT_EACH_INPUT(DIRECT_LOAD_SHIFTED)
  return inputs;
}

DIRECT_INLINE uint32_t direct_short_sum_of_few(const int16_t* words, direct_inputs inputs, uint16_t count) {
  uint32_t sum = 0;
  DIRECT_EACH_INPUT(DIRECT_ADD_SHORT)
  return sum;
}

DIRECT_INLINE uint32_t direct_short_sum_of_many(const direct_tables* t, const int16_t* words, const int16_t* x) {
  uint32_t sum = 0;
  uint16_t k;
  for (k = 0; k < t->num_short; ++k) sum += direct_shifted_code(t, x, k) * direct_short_word(words + k);
  return sum;
}

/* Of words of 32 bits. */
DIRECT_INLINE uint32_t direct_long_sum(const direct_tables* t, const uint32_t* words, const int16_t* x) {
  uint32_t sum = 0;
  uint16_t k;
  for (k = 0; k < t->num_long; ++k)
    sum += (uint32_t)x[t->long_inputs ? DIRECT_READ16(t->long_inputs + k) : k] * DIRECT_READ32(words + k);
  return sum;
}

/* The upper halves of the sums, phases of 2^16 to a turn. */
DIRECT_INLINE void direct_turns(const direct_tables* t, const int16_t* x, int16_t* turns) {
  const direct_inputs inputs = direct_few_shifted(t, x);
  const int16_t* short_words = t->short_words;
  const uint32_t* long_words = t->words;
  uint16_t k;
  for (k = 0; k < t->num_cosines; ++k, short_words += t->num_short, long_words += t->num_long) {
    uint32_t sum = DIRECT_READ32(t->phases + k) + direct_long_sum(t, long_words, x);
    sum += t->num_short <= 16u ? direct_short_sum_of_few(short_words, inputs, t->num_short)
                               : direct_short_sum_of_many(t, short_words, x);
    turns[k] = (int16_t)(uint16_t)(sum >> 16);
  }
}

/* Minus `value` where the mask is all ones, else `value`. */
DIRECT_INLINE int16_t direct_signed(int16_t value, int16_t mask) { return (int16_t)((value ^ mask) - mask); }

/* As direct_put_fine_phase(), from sines of a quarter of a turn: in the second and the fourth they run backwards. The
 * sine is negative in the second half, the cosine in the second and the third quarter. 1116010 is 107 times 10430. */
DIRECT_INLINE uint32_t direct_folded_cosine(const int16_t* sines, int16_t turn) {
  const uint16_t phase = (uint16_t)turn;
  const int16_t backwards = (int16_t) - (int16_t)(phase >> 14 & 1u), second_half = turn < 0 ? -1 : 0;
  const uint8_t index = (uint8_t)((phase ^ (uint16_t)backwards) >> 8 & 63u);
  const int16_t sine = direct_signed((int16_t)DIRECT_READ16(sines + index), second_half);
  const int16_t cosine = direct_signed((int16_t)DIRECT_READ16(sines + (63 - index)), second_half ^ backwards);
  const int16_t angle = (int16_t)((int16_t)(phase & 255u) - 128);
  return (uint32_t)((int32_t)cosine * 10430 + 1116010 - (int32_t)(int16_t)(sine + 107) * angle);
}

/* The cosine of a phase as direct_put_trained() takes it. */
DIRECT_INLINE uint32_t direct_fine_cosine(const direct_tables* t, int16_t turn) {
  const uint16_t phase = (uint16_t)turn;
  const int16_t* entry;
  if (t->quarter_sines) return direct_folded_cosine(t->quarter_sines, turn);
  entry = t->fine_cosines + (phase >> 8);
  return (uint32_t)((int32_t)(int16_t)DIRECT_READ16(entry + 64) * 10430 -
                    (int32_t)(int16_t)DIRECT_READ16(entry) * (int16_t)((int16_t)(phase & 255u) - 128));
}

/* In the buffer: the constant, inputs, cosines. `turns` has room for num_cosines; it may be where the cosines go. */
DIRECT_INLINE int32_t direct_trained(const direct_tables* t, const int16_t* x, int16_t* turns, void* features) {
  const uint16_t first = t->constant != 0 ? 1u : 0u, end = (uint16_t)(t->num_features - t->num_cosines);
  direct_fine_sum centre = {0, 0};
  uint16_t j;
  if (t->constant != 0) direct_put_trained(t, features, 0, direct_trained_input(t->constant), &centre);
  for (j = first; j < end; ++j)
    direct_put_trained(t, features, j, direct_trained_input(x[direct_column(t, (uint16_t)(j - first))]), &centre);
  direct_turns(t, x, turns);
  for (j = 0; j < t->num_cosines; ++j)
    direct_put_trained(t, features, (uint16_t)(end + j), direct_fine_cosine(t, turns[j]), &centre);
  return direct_rounded_sum(t, centre);
}

/* ------------------------------------------------------------------------------------------------------- draws */

/* `features` are int16_t where t->is_wide, else int8_t. */
DIRECT_INLINE int direct_feature(const direct_tables* t, const void* features, uint16_t j) {
  return t->is_wide ? ((const int16_t*)features)[j] : ((const int8_t*)features)[j];
}

/* The sum of the features that are listed from `index` to `end`; four of 8 bits fit in any int. */
DIRECT_INLINE int32_t direct_bytes_sum(const direct_tables* t, const void* features, const uint8_t* index,
                                       const uint8_t* end) {
  int32_t sum = 0;
  if (t->long_lists && !t->is_wide) {
    for (; end - index >= 4; index += 4) {
      sum += direct_feature(t, features, DIRECT_READ8(index)) + direct_feature(t, features, DIRECT_READ8(index + 1)) +
             direct_feature(t, features, DIRECT_READ8(index + 2)) +
             direct_feature(t, features, DIRECT_READ8(index + 3));
    }
  }
  for (; index != end; ++index) sum += direct_feature(t, features, DIRECT_READ8(index));
  return sum;
}

DIRECT_INLINE int32_t direct_words_sum(const direct_tables* t, const void* features, const uint16_t* index,
                                       const uint16_t* end) {
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
  const uint8_t* bytes;
  const uint16_t* words;
} direct_cursor;

DIRECT_INLINE int32_t direct_list_sum(const direct_tables* t, const void* features, direct_cursor* cursor,
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
DIRECT_INLINE void direct_lists(const direct_tables* t, const void* features, int32_t* sums) {
  const uint16_t* counts = t->counts;
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
DIRECT_INLINE void direct_gaps(const direct_tables* t, const void* features, int32_t* sums) {
  const uint8_t* bytes = t->indices;
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

/* Adds the halves of a word to the sums of two draws; `is_first`: puts them there. */
DIRECT_INLINE void direct_add_halves(uint32_t halves, uint8_t draw, uint8_t other, uint8_t num_draws, uint8_t is_first,
                                     int32_t* sums) {
  const int32_t low = (int16_t)(uint16_t)halves;
  const int32_t high = (int16_t)(uint16_t)((halves - (uint32_t)low) >> 16);
  if (draw < num_draws) sums[draw] = low + (is_first ? 0 : sums[draw]);
  if (other < num_draws) sums[other] = high + (is_first ? 0 : sums[other]);
}

/* Where the features end whose products with codes a half holds. */
DIRECT_INLINE uint16_t direct_end_of_run(const direct_tables* t, uint16_t j) {
  const uint16_t left = (uint16_t)(t->num_features - j);
  return (uint16_t)(j + (left < t->run ? left : t->run));
}

/* Up to four draws, two in the halves of each of two words. */
DIRECT_INLINE void direct_short_nibbles(const direct_tables* t, const void* features, int32_t* sums) {
  int32_t all = 0;
  uint16_t j = 0;
  uint8_t s;
  do {
    const uint8_t is_first = j == 0u;
    const uint16_t end = direct_end_of_run(t, j);
    uint32_t a = 0, b = 0;
    for (; j < end; ++j) {
      const uint32_t codes = DIRECT_READ16(t->short_nibbles + j), apart = codes | codes << 12;
      const int feature = direct_feature(t, features, j);
      all += feature;
      a += (apart & 0x000F000Fu) * (uint32_t)feature;
      b += (apart >> 8 & 0x000F000Fu) * (uint32_t)feature;
    }
    direct_add_halves(a, 0, 1, t->num_draws, is_first, sums);
    direct_add_halves(b, 2, 3, t->num_draws, is_first, sums);
  } while (j < t->num_features);
  for (s = 0; s < t->num_draws; ++s) sums[s] -= 8 * all;
}

/* Eight draws, two in the halves of each of four words. */
DIRECT_INLINE void direct_nibbles(const direct_tables* t, const void* features, uint8_t first_draw, int32_t* sums) {
  const uint8_t per_feature = (uint8_t)((t->num_draws + 7u) / 8u);
  const uint32_t* nibbles = t->nibbles + first_draw / 8u;
  int32_t all = 0;
  uint16_t j = 0;
  uint8_t s;
  do {
    const uint8_t is_first = j == 0u;
    const uint16_t end = direct_end_of_run(t, j);
    uint32_t a = 0, b = 0, c = 0, d = 0;
    for (; j < end; ++j, nibbles += per_feature) {
      const uint32_t codes = DIRECT_READ32(nibbles);
      const int feature = direct_feature(t, features, j);
      all += feature;
      a += (codes & 0x000F000Fu) * (uint32_t)feature;
      b += (codes >> 4 & 0x000F000Fu) * (uint32_t)feature;
      c += (codes >> 8 & 0x000F000Fu) * (uint32_t)feature;
      d += (codes >> 12 & 0x000F000Fu) * (uint32_t)feature;
    }
    direct_add_halves(a, first_draw, (uint8_t)(first_draw + 4u), t->num_draws, is_first, sums);
    direct_add_halves(b, (uint8_t)(first_draw + 1u), (uint8_t)(first_draw + 5u), t->num_draws, is_first, sums);
    direct_add_halves(c, (uint8_t)(first_draw + 2u), (uint8_t)(first_draw + 6u), t->num_draws, is_first, sums);
    direct_add_halves(d, (uint8_t)(first_draw + 3u), (uint8_t)(first_draw + 7u), t->num_draws, is_first, sums);
  } while (j < t->num_features);
  for (s = first_draw; s < first_draw + 8u && s < t->num_draws; ++s) sums[s] -= 8 * all;
}

/* Four draws with codes of 8 bits, so that a feature is read once for all. */
DIRECT_INLINE void direct_four_codes(const direct_tables* t, const void* features, uint8_t draw, int32_t* sums) {
  const uint16_t count = t->num_features;
  const int8_t* first = t->codes + (uint32_t)draw * count;
  const int8_t *second = first + count, *third = second + count, *fourth = third + count;
  int32_t a = 0, b = 0, c = 0, d = 0;
  uint16_t j;
  for (j = 0; j < count; ++j) {
    const int32_t feature = (int16_t)direct_feature(t, features, j);
    a += feature * (int16_t)(int8_t)DIRECT_READ8(first + j);
    b += feature * (int16_t)(int8_t)DIRECT_READ8(second + j);
    c += feature * (int16_t)(int8_t)DIRECT_READ8(third + j);
    d += feature * (int16_t)(int8_t)DIRECT_READ8(fourth + j);
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

DIRECT_INLINE void direct_dense(const direct_tables* t, const void* features, int32_t* sums) {
  uint8_t s;
  if (t->short_nibbles) {
    direct_short_nibbles(t, features, sums);
    return;
  }
  if (t->nibbles) {
    for (s = 0; s < t->num_draws; s = (uint8_t)(s + 8u)) direct_nibbles(t, features, s, sums);
    return;
  }
  for (s = 0; s + 4u <= t->num_draws; s = (uint8_t)(s + 4u)) direct_four_codes(t, features, s, sums + s);
  for (; s < t->num_draws; ++s) {
    const int8_t* codes = t->codes + (uint32_t)s * t->num_features;
    int32_t total = 0;
    uint16_t j;
    for (j = 0; j < t->num_features; ++j)
      total += (int32_t)direct_feature(t, features, j) * (int8_t)DIRECT_READ8(codes + j);
    sums[s] = total;
  }
}

DIRECT_INLINE void direct_sums(const direct_tables* t, const void* features, int32_t* sums) {
  if (t->encoding == DIRECT_LISTS) {
    direct_lists(t, features, sums);
  } else if (t->encoding == DIRECT_GAP) {
    direct_gaps(t, features, sums);
  } else {
    direct_dense(t, features, sums);
  }
}

/* ------------------------------------------------------------------------------------------------------ results */

/* The quantiser leaves an input that is out of range at an end of its codes. */
DIRECT_INLINE uint8_t direct_flags(const direct_tables* t, const int16_t* x) {
  uint8_t flags = 0;
  uint16_t j;
  for (j = 0; j < t->num_inputs; ++j)
    if (x[j] <= (int16_t)DIRECT_READ16(t->least + j) || x[j] >= (int16_t)DIRECT_READ16(t->most + j))
      flags = DIRECT_SATURATED;
  return flags;
}

/* value * 2^exponent, rounded; 0 where nothing is left of it. */
DIRECT_INLINE uint32_t direct_power_scaled(uint32_t value, int8_t exponent) {
  if (exponent >= 0) return value << exponent;
  return exponent < -31 ? 0u : (value >> -exponent) + (value >> (-exponent - 1) & 1u);
}

/* The root of the sum of squares of times * sums[s] - sum, times multiplier * 2^exponent. A common shift makes the
 * largest of them one of 13 bits, so that the sum of 64 squares fits in 32. */
DIRECT_FUNCTION uint32_t direct_spread(const int32_t* sums, uint8_t times, int32_t sum, uint8_t count,
                                       uint16_t multiplier, int8_t exponent) {
  uint32_t largest = 0, squares = 0;
  uint8_t bits, left, right, s;
  for (s = 0; s < count; ++s) {
    const uint32_t deviation = direct_magnitude(sums[s] * (int32_t)times - sum);
    if (deviation > largest) largest = deviation;
  }
  bits = direct_bits(largest);
  if (bits == 0u) return 0;
  left = (uint8_t)(bits < 13u ? 13u - bits : 0u);
  right = (uint8_t)(bits > 13u ? bits - 13u : 0u);
  for (s = 0; s < count; ++s) {
    const uint32_t deviation = direct_magnitude(sums[s] * (int32_t)times - sum) << left >> right;
    squares += deviation * deviation;
  }
  return direct_power_scaled((uint32_t)direct_root(squares) * multiplier, (int8_t)(right - left + exponent));
}

/* The power of two that a ratio multiplies by, beside its multiplier. */
DIRECT_INLINE int8_t direct_exponent(direct_ratio ratio) { return (int8_t)(ratio.left - ratio.right - 16); }

DIRECT_INLINE void direct_summarise(const direct_tables* t, int32_t centre, const int32_t* sums,
                                    direct_result* result) {
  int32_t sum = 0;
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) sum += sums[s];
  result->mean = t->offset + direct_scaled(sum, t->mean);
  if (t->centres) result->mean += direct_scaled(centre, t->centre);
  result->std_model = direct_spread(sums, t->num_draws, sum, t->num_draws, t->std.multiplier, direct_exponent(t->std));
  result->std_total = direct_hypotenuse(result->std_model, t->noise);
}

/* What the centre predicts. */
DIRECT_INLINE int32_t direct_middle(const direct_tables* t, int32_t centre) {
  return t->centres ? t->offset + direct_scaled(centre, t->centre) : t->offset;
}

/* Deviations lie about the centre in pairs: nothing is to be subtracted from their sums. */
DIRECT_INLINE void direct_summarise_deviations(const direct_tables* t, int32_t centre, const int32_t* sums,
                                               direct_result* result) {
  result->mean = direct_middle(t, centre);
  result->std_model = direct_spread(sums, 1u, 0, t->num_draws, t->std.multiplier, direct_exponent(t->std));
  result->std_total = direct_hypotenuse(result->std_model, t->noise);
}

/* From sums to what each draw predicts, in place. */
DIRECT_INLINE void direct_draw_values(const direct_tables* t, int32_t centre, int32_t* sums) {
  const int32_t middle = direct_middle(t, centre);
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) sums[s] = middle + direct_scaled(sums[s], t->draw);
}

/* From num_draws sums to twice as many values, in place: the mean plus and minus each deviation in turn. */
DIRECT_INLINE void direct_pair_values(const direct_tables* t, int32_t centre, int32_t* sums) {
  const int32_t middle = direct_middle(t, centre);
  uint8_t s;
  for (s = t->num_draws; s > 0u; --s) {
    const int32_t deviation = direct_scaled(sums[s - 1u], t->draw);
    sums[2u * s - 2u] = middle + deviation;
    sums[2u * s - 1u] = middle - deviation;
  }
}

/* Half the interval: what std_total is multiplied by is a whole number and a fraction. */
DIRECT_INLINE void direct_interval_of(const direct_tables* t, const direct_result* result, int32_t* lower,
                                      int32_t* upper) {
  const int32_t std = (int32_t)result->std_total;
  const int32_t half = std * t->interval_whole + direct_scaled(std, t->interval);
  *lower = result->mean - half;
  *upper = result->mean + half;
}

/* 65536 times the probability that a standard Gaussian is below 0, 1/16, ..., 4. */
static const uint16_t direct_gaussian[65] DIRECT_ROM = {
    32768, 34401, 36028, 37642, 39237, 40807, 42347, 43852, 45316, 46735, 48104, 49422, 50684,
    51888, 53033, 54116, 55138, 56099, 56997, 57835, 58612, 59331, 59994, 60602, 61158, 61664,
    62123, 62537, 62911, 63245, 63544, 63810, 64045, 64253, 64435, 64595, 64735, 64856, 64961,
    65051, 65129, 65195, 65252, 65300, 65341, 65375, 65404, 65428, 65448, 65464, 65478, 65489,
    65498, 65506, 65512, 65517, 65521, 65524, 65527, 65529, 65530, 65531, 65533, 65533, 65534};

/* 65536 times the probability that a Gaussian about `draw` is below `value`. */
DIRECT_INLINE uint32_t direct_probability(const direct_tables* t, int32_t value, int32_t draw) {
  const uint32_t distance = direct_magnitude(value - draw);
  uint32_t below = 65535u;
  if (distance >> 2 < t->noise) {
    const uint32_t z = (uint32_t)direct_scaled((int32_t)distance, t->distance);
    const uint8_t index = (uint8_t)(z < 4096u ? z >> 6 : 63u);
    const uint32_t first = DIRECT_READ16(direct_gaussian + index);
    below = first + ((DIRECT_READ16(direct_gaussian + index + 1) - first) * (z - 64u * index) >> 6);
  }
  return value < draw ? 65536u - below : below;
}

/* The least integer below which a share of probability / 65536 lies of Gaussians about the draws. */
DIRECT_INLINE int32_t direct_quantile_of(const direct_tables* t, const int32_t* draws, uint16_t probability) {
  const uint32_t wanted = (uint32_t)probability * t->num_draws;
  const int32_t reach = (int32_t)(4u * t->noise);
  int32_t low = draws[0], high = draws[0];
  uint8_t s;
  for (s = 1; s < t->num_draws; ++s) {
    if (draws[s] < low) low = draws[s];
    if (draws[s] > high) high = draws[s];
  }
  low -= reach;
  high += reach;
  while (low < high) {
    const int32_t middle = low + (int32_t)(((uint32_t)high - (uint32_t)low) >> 1);
    uint32_t below = 0;
    for (s = 0; s < t->num_draws; ++s) below += direct_probability(t, middle, draws[s]);
    if (below < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* --------------------------------------------------------------------------------------------------- Student's t */

/* 65536 * part / whole, cut off, at most 65535. Requires: part <= whole < 2^31, whole > 0. */
DIRECT_INLINE uint32_t direct_share(uint32_t part, uint32_t whole) {
  uint32_t share = 0;
  uint8_t bit;
  for (bit = 0; bit < 16u; ++bit) {
    part <<= 1;
    share <<= 1;
    if (part >= whole) {
      part -= whole;
      share |= 1u;
    }
  }
  return share;
}

/* 65536 times 1 / nu over its largest value, by Satterthwaite's rule. Requires: noise > 0, both below 2^31. */
DIRECT_FUNCTION uint16_t direct_inverse_degrees(const direct_student* student, uint32_t std_model, uint32_t noise) {
  const uint8_t bits = direct_bits(std_model | noise);
  const uint8_t shift = (uint8_t)(bits > 15u ? bits - 15u : 0u);
  const uint32_t a = std_model >> shift, b = noise >> shift;
  const uint32_t model = direct_share(a * a, a * a + b * b), rest = 65535u - model;
  return (uint16_t)(((model * model >> 16) * student->model + (rest * rest >> 16) * student->noise) >> 16);
}

/* A table of 17 entries, none below the one before it, at `position` / 65536 of its length, rounded up. */
DIRECT_INLINE uint16_t direct_interpolated(const uint16_t* table, uint16_t position) {
  const uint32_t first = DIRECT_READ16(table + (position >> 12)), next = DIRECT_READ16(table + (position >> 12) + 1);
  return (uint16_t)(first + (((next - first) * (position & 4095u) + 4095u) >> 12));
}

DIRECT_INLINE void direct_student_interval(const direct_tables* t, const direct_student* student,
                                           const direct_result* result, int32_t* lower, int32_t* upper) {
  const uint16_t position = direct_inverse_degrees(student, result->std_model, t->noise);
  direct_ratio ratio;
  int32_t half;
  ratio.multiplier = direct_interpolated(student->interval, position);
  ratio.left = student->interval_left;
  ratio.right = student->interval_right;
  half = direct_scaled((int32_t)result->std_total, ratio);
  *lower = result->mean - half;
  *upper = result->mean + half;
}

/* 1024 times the quantile of a standard Gaussian at probability / 65536, which is 32768 or more; at most 4096. */
DIRECT_INLINE uint16_t direct_gaussian_quantile(uint32_t probability) {
  uint32_t first, next;
  uint8_t index = 0;
  while (index < 63u && DIRECT_READ16(direct_gaussian + index + 1) <= probability) ++index;
  first = DIRECT_READ16(direct_gaussian + index);
  next = DIRECT_READ16(direct_gaussian + index + 1);
  if (probability >= next) return (uint16_t)(64u * (index + 1u));
  return (uint16_t)(64u * index + (direct_share(probability - first, next - first) >> 10));
}

/* Quantile of the t over that of a Gaussian at z / 1024 deviations, times that of the Gaussian: a multiplier. */
DIRECT_INLINE uint16_t direct_student_multiplier(const direct_student* student, uint16_t z, uint16_t position) {
  const uint8_t row = (uint8_t)(z < 4096u ? z >> 8 : 15u);
  const uint16_t first = direct_interpolated(student->quantiles + 17u * row, position);
  const uint16_t next = direct_interpolated(student->quantiles + 17u * row + 17u, position);
  const uint32_t ratio = first + (((uint32_t)(next - first) * (z - 256u * row)) >> 8);
  return (uint16_t)(ratio * z >> 12);
}

/* The quantile at probability / 65536. `draws` are those of direct_pair_values(), and `deviations` has room for half as
 * many. */
DIRECT_INLINE int32_t direct_student_quantile(const direct_tables* t, const direct_student* student,
                                              const int32_t* draws, int32_t* deviations, uint16_t probability) {
  const uint8_t is_above = probability >= 32768u;
  const uint16_t z = direct_gaussian_quantile(is_above ? probability : 65536u - probability);
  int32_t distance;
  uint32_t std_model;
  direct_ratio ratio;
  uint8_t s;
  for (s = 0; s < t->num_draws; ++s) deviations[s] = (draws[2u * s] - draws[2u * s + 1u]) / 2;
  std_model = direct_spread(deviations, 1u, 0, t->num_draws, student->root.multiplier, direct_exponent(student->root));
  ratio.multiplier = direct_student_multiplier(student, z, direct_inverse_degrees(student, std_model, t->noise));
  ratio.left = (uint8_t)(student->quantile_left + 2u);
  ratio.right = 0;
  distance = direct_scaled((int32_t)direct_hypotenuse(std_model, t->noise), ratio);
  return draws[0] - deviations[0] + (is_above ? distance : -distance);
}

/* ----------------------------------------------------------------------------------------------------- quantiser */

/* A reading is an integer in units of 2^-bits of the input. code = least + (reading - lowest) * multiplier / 2^shift,
 * rounded, and no farther than the ends of the range. */
typedef struct {
  int32_t lowest;      /* the reading of the least code */
  uint32_t multiplier; /* 2^17 at most */
  uint8_t shift;       /* 5 at least */
  int16_t least, most;
} direct_quantiser;

DIRECT_INLINE int16_t direct_quantised(int32_t reading, direct_quantiser q) {
  const uint32_t above = (uint32_t)reading - (uint32_t)q.lowest;
  uint32_t sixteenth, codes;
  if (reading < q.lowest) return q.least;
  if (above >= (uint32_t)1 << 18) return q.most;
  sixteenth = (above >> 4) * q.multiplier + ((above & 15u) * q.multiplier >> 4); /* of the product */
  codes = (sixteenth + ((uint32_t)1 << (q.shift - 5u))) >> (q.shift - 4u);
  return codes >= (uint32_t)((int32_t)q.most - q.least) ? q.most : (int16_t)(q.least + (int32_t)codes);
}

#endif
