/* SPDX-License-Identifier: MIT
 * ATmega328p: text by UART 0, exit status in GPIOR0, where an emulator finds it. avr-libc does the start-up.
 */
#include "../board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

void board_print(const char *text) {
  UCSR0B = 1u << TXEN0;
  for (; *text != '\0'; ++text) {
    while ((UCSR0A & (1u << UDRE0)) == 0u) {
    }
    UDR0 = (uint8_t)*text;
  }
}

void board_stop(int status) {
  GPIOR0 = (uint8_t)status;
  cli();
  for (;;) sleep_mode(); /* an emulator takes sleep without interrupts for the end */
}
