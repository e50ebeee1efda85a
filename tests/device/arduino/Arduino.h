// SPDX-License-Identifier: MIT
// What a sketch of the examples needs of Arduino, and a main that runs its loop twice.
#pragma once

#include <stdint.h>
#include <stdlib.h>

extern "C" {
#include "board.h"
}

enum { A0, A1, A2, A3 };
inline int analogRead(int pin) {
  const int values[] = {440, 600, 680, 320};
  return values[pin];
}

inline void delay(unsigned long) {}

struct SerialPort {
  void begin(unsigned long) {}
  void print(const char* text) { board_print(text); }
  void print(float value, int digits) {
    char text[24];
    dtostrf(static_cast<double>(value), 1, static_cast<unsigned char>(digits), text);
    board_print(text);
  }
  void println(const char* text) {
    print(text);
    print("\n");
  }
};
static SerialPort Serial;

void setup();
void loop();

int main() {
  setup();
  loop();
  loop();
  board_stop(0);
}
