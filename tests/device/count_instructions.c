/* SPDX-License-Identifier: MIT
 * A plugin of qemu that counts the instructions of every call of one function, from its first instruction to its
 * return, and writes a line for each: `instructions 8422`. Arguments: function=ADDRESS,out=FILE
 *
 * Debian has no header for plugins, so the few prototypes are here. Instructions that an IT block skips count.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction, void (*executed)(unsigned, void *),
                                            int flags, void *data);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*leaving)(plugin_id, void *), void *data);

/* Of the interface; qemu refuses to load a plugin of a version that it no longer knows. */
EXPORTED int qemu_plugin_version = 1;

static uint64_t function, next, return_address, count;
static bool inside;
static FILE *output;

/* `data` is the address of the instruction and, in the lowest three bits, its size. */
static void executed(unsigned cpu, void *data) {
  const uint64_t address = (uint64_t)(uintptr_t)data >> 3;
  (void)cpu;
  if (inside && address == return_address) {
    inside = false;
    fprintf(output, "instructions %" PRIu64 "\n", count);
  } else if (!inside && address == function) {
    inside = true;
    return_address = next; /* what follows the call */
    count = 0;
  }
  ++count;
  next = address + ((uintptr_t)data & 7u);
}

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
  const size_t size = qemu_plugin_tb_n_insns(block);
  (void)id;
  for (size_t i = 0; i < size; ++i) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    const uint64_t data = qemu_plugin_insn_vaddr(instruction) << 3 | qemu_plugin_insn_size(instruction);
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, executed, 0, (void *)(uintptr_t)data);
  }
}

static void leaving(plugin_id id, void *data) {
  (void)id;
  (void)data;
  fclose(output);
}

EXPORTED int qemu_plugin_install(plugin_id id, const void *info, int count_arguments, char **arguments);
EXPORTED int qemu_plugin_install(plugin_id id, const void *info, int count_arguments, char **arguments) {
  (void)info;
  for (int i = 0; i < count_arguments; ++i) {
    if (strncmp(arguments[i], "function=", 9) == 0) function = strtoull(arguments[i] + 9, NULL, 0) & ~(uint64_t)1;
    if (strncmp(arguments[i], "out=", 4) == 0) output = fopen(arguments[i] + 4, "w");
  }
  if (output == NULL) return -1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, leaving, NULL);
  return 0;
}
