/* SPDX-License-Identifier: MIT
 * Runs a program for an ATmega328p: its UART is our output, GPIOR0 at its end our exit code. 98: it crashed.
 * Usage: avr_run FILE.elf; gcc avr_run.c -lsimavr -lelf
 */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GPIOR0 = 0x3E, CRASHED = 98, UNUSABLE = 99 };

static void print_byte(struct avr_irq_t *irq, uint32_t value, void *data) {
  (void)irq;
  (void)data;
  putchar((int)value);
}

/* Without the colours that it would print lines in. */
static void connect_uart(avr_t *avr) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), print_byte, NULL);
}

static void log_nothing(avr_t *avr, const int level, const char *format, va_list arguments) {
  (void)avr;
  (void)level;
  (void)format;
  (void)arguments;
}

int main(int count, char **arguments) {
  static elf_firmware_t firmware;
  avr_t *avr = avr_make_mcu_by_name("atmega328p");
  int state = cpu_Running;
  avr_global_logger_set(log_nothing);
  if (count != 2 || avr == NULL || elf_read_firmware(arguments[1], &firmware) != 0) return UNUSABLE;
  avr_init(avr);
  avr->frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  connect_uart(avr);
  while (state != cpu_Done && state != cpu_Crashed) state = avr_run(avr);
  fflush(stdout);
  return state == cpu_Done ? avr->data[GPIOR0] : CRASHED;
}
