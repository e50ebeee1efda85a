// SPDX-License-Identifier: MIT
#include "device_measurement.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <sstream>
#include <system_error>

#include "child_process.h"

namespace direct {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

struct Target {
  Chip chip;
  const char* name;
  Words sources;       // of device/, beside measure.c
  std::string script;  // of device/, for the linker; empty: it has its own
  Words compiler, size, emulator;
  Words linking = {};  // of a whole program
  bool in_cycles = false;
};

const Words bare = {"-nostartfiles", "-nostdlib", "-lgcc"};

Target cortex(Chip chip, const char* name, const char* machine, const char* flash_bytes, const Words& flags) {
  return {.chip = chip,
          .name = name,
          .sources = {"cortex_m/start.c", "cortex_m/cost.c"},
          .script = "cortex_m/link.ld",
          .compiler = Words{"arm-none-eabi-gcc", "-mthumb", "-ffreestanding"} + flags,
          .size = {"arm-none-eabi-size"},
          .emulator = {"qemu-system-arm", "-M", machine, "-display", "none", "-monitor", "none", "-serial", "none",
                       "-icount", "shift=8,align=off,sleep=off", "-chardev", "stdio,id=text", "-semihosting-config",
                       "enable=on,target=native,chardev=text", "-kernel"},
          .linking = bare + Words{std::string("-Wl,--defsym=flash_bytes=") + flash_bytes}};
}

std::vector<Target> targets() {
  return {cortex(Chip::cortex_m0, "Cortex-M0", "microbit", "256K", {"-mcpu=cortex-m0"}),
          cortex(Chip::cortex_m3, "Cortex-M3", "mps2-an385", "1M", {"-mcpu=cortex-m3"}),
          cortex(Chip::cortex_m4, "Cortex-M4F", "mps2-an386", "1M",
                 {"-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"}),
          {.chip = Chip::avr,
           .name = "ATmega328p",
           .sources = {"avr/start.c", "avr/cost.c"},
           .script = "",
           .compiler = {"avr-gcc", "-mmcu=atmega328p"},
           .size = {"avr-size"},
           .emulator = {"simavr", "-m", "atmega328p", "-f", "16000000"},
           .in_cycles = true},
          {.chip = Chip::rv32,
           .name = "RV32IMC",
           .sources = {"riscv/start.c", "riscv/cost.c"},
           .script = "riscv/link.ld",
           .compiler = {"riscv64-unknown-elf-gcc", "-march=rv32imc_zicsr", "-mabi=ilp32", "-ffreestanding"},
           .size = {"riscv64-unknown-elf-size"},
           .emulator = {"qemu-system-riscv32", "-M", "virt", "-bios", "none", "-display", "none", "-monitor", "none",
                        "-serial", "stdio", "-icount", "shift=0", "-kernel"},
           .linking = bare}};
}

// Empty where none can be made; gone with all that is in it at the end.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "direct.XXXXXX").string();
    if (!error && mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~ScratchDirectory() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write_source(const std::string& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  std::ofstream(path, std::ios::binary) << text;
}

std::string upper_case_name(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// One header on one chip.
class Bench {
 public:
  Bench(const Target& target, const std::string& header, const std::string& name) : target_(target) {
    if (directory_.path().empty()) return;
    for (const std::string& file : target.sources + Words{"board.h", "exported.h", "measure.c", "predict.c"})
      write_source(directory_ / file, device_file(file));
    if (!target.script.empty()) write_source(directory_ / target.script, device_file(target.script));
    write_source(directory_ / "header.h", header);
    compiler_ = target.compiler + Words{"-std=c99",
                                        "-O2",
                                        "-w",
                                        "-ffunction-sections",
                                        "-fdata-sections",
                                        "-Wl,--gc-sections",
                                        "-DEXPORTED_HEADER=\"header.h\"",
                                        "-DEXPORTED_PREFIX=" + name,
                                        "-DEXPORTED_MACRO_PREFIX=" + upper_case_name(name)};
  }

  std::optional<DeviceMeasurement> measurement() const {
    if (directory_.path().empty()) return {};
    DeviceMeasurement result{.target = target_.name, .in_cycles = target_.in_cycles};
    if (measure_cost(result) && measure_flash(result)) return result;
    return {};
  }

 private:
  std::optional<std::string> run(const Words& program) const { return output_of(program, directory_.path()); }

  // The line of device/measure.c.
  bool measure_cost(DeviceMeasurement& result) const {
    const std::string program = directory_ / "measure.elf";
    Words compile = compiler_ + Words{"-o", program, directory_ / "measure.c"};
    for (const std::string& source : target_.sources) compile.push_back(directory_ / source);
    if (!target_.script.empty()) compile = compile + Words{"-T", directory_ / target_.script};
    if (!run(compile + target_.linking)) return false;
    const std::optional<std::string> text = run(target_.emulator + Words{program});
    const std::size_t line = text ? text->find("selftest 0 ") : std::string::npos;
    if (line == std::string::npos) return false;
    std::istringstream words(text->substr(line));
    std::string word;
    words >> word >> word >> word >> result.instructions >> word >> result.stack_bytes;
    return !words.fail();
  }

  // Code and constants of a prediction alone, and what it takes of the compiler's library.
  bool measure_flash(DeviceMeasurement& result) const {
    const std::string program = directory_ / "predict.elf";
    if (!run(compiler_ + Words{directory_ / "predict.c", "-Wl,-e,predict"} + bare + Words{"-o", program})) return false;
    const std::optional<std::string> text = run(target_.size + Words{program});
    if (!text) return false;
    std::istringstream numbers(text->substr(text->find('\n') + 1));
    std::size_t code = 0, data = 0;
    numbers >> code >> data;
    result.flash_bytes = code + data;
    return !numbers.fail();
  }

  const Target& target_;
  ScratchDirectory directory_;
  Words compiler_;
};

}  // namespace

std::vector<DeviceMeasurement> measure(const std::string& header, const std::string& name) {
  const std::vector<Target> all = targets();
  std::vector<std::future<std::optional<DeviceMeasurement>>> benches;
  for (const Target& target : all)
    benches.push_back(std::async(std::launch::async, [&] { return Bench(target, header, name).measurement(); }));
  std::vector<DeviceMeasurement> measurements;
  for (auto& bench : benches)
    if (const std::optional<DeviceMeasurement> measurement = bench.get()) measurements.push_back(*measurement);
  return measurements;
}

std::vector<std::optional<DeviceMeasurement>> measure_on(Chip chip, const std::vector<std::string>& headers,
                                                         const std::string& name) {
  std::vector<std::optional<DeviceMeasurement>> measurements(headers.size());
  const std::vector<Target> all = targets();
  const auto target = std::ranges::find(all, chip, &Target::chip);
  if (target == all.end()) return measurements;
  std::vector<std::future<std::optional<DeviceMeasurement>>> benches;
  for (const std::string& header : headers)
    benches.push_back(std::async(std::launch::async, [&] { return Bench(*target, header, name).measurement(); }));
  for (std::size_t i = 0; i < headers.size(); ++i) measurements[i] = benches[i].get();
  return measurements;
}

}  // namespace direct
