# SPDX-License-Identifier: MIT
# The files of device/ as text in the library: `direct export` writes the runtime into headers, and compiles the others to
# measure what a header takes.
file(GLOB device_files CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/device"
  device/*.h device/*.c device/cortex_m/* device/avr/* device/riscv/*)
set(device_text "// SPDX-License-Identifier: MIT\n#include \"deploy/device_files.h\"\n\nnamespace direct {\n\nconst DeviceFile device_files[] = {\n")
foreach(name ${device_files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/device/${name}")
  file(READ "device/${name}" text)
  string(APPEND device_text "    {\"${name}\", R\"device(${text})device\"},\n")
endforeach()
list(LENGTH device_files num_device_files)
string(APPEND device_text "};\n\nconst std::size_t num_device_files = ${num_device_files};\n\n}  // namespace direct\n")
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/generated/device_files.cpp" CONTENT "@device_text@" @ONLY)
target_sources(direct PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/generated/device_files.cpp")
target_include_directories(direct PRIVATE device)
