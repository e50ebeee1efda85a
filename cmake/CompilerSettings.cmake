# SPDX-License-Identifier: MIT
# How our own sources are compiled; users of the library see none of it.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(ccache_program ccache)
if(ccache_program AND PROJECT_IS_TOP_LEVEL)
  # CCACHE_DEPEND: what a file includes is known from the compiler, without preprocessing the file once more.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_DEPEND=1 ${ccache_program})
endif()

add_library(direct_warnings INTERFACE)
target_compile_options(direct_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  -Wno-missing-field-initializers  # designated initialisers leave out what has its default
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>  # which g++'s -Wconversion does not include
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 sees overlaps in "text" + std::string that are not there (GCC bug 105651)
  # With precompiled headers it sees them in more words and in strings of the standard library itself; a plain build has these on.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${DIRECT_UNITY}>>:-Wno-stringop-overflow$<SEMICOLON>-Wno-stringop-overread$<SEMICOLON>-Wno-array-bounds>
  -ffp-contract=off $<$<BOOL:${DIRECT_WERROR}>:-Werror>)
add_library(direct_settings INTERFACE)
target_link_libraries(direct_settings INTERFACE direct_warnings)
# test_settings: the tests themselves. UndefinedBehaviorSanitizer looks at what is tested, not at the tests, which would take twice
# as long to compile.
add_library(test_settings INTERFACE)
target_link_libraries(test_settings INTERFACE direct_warnings)
if(DIRECT_SANITIZE)
  target_compile_options(test_settings INTERFACE -fsanitize=address -fno-omit-frame-pointer)
  target_link_options(test_settings INTERFACE -fsanitize=address,undefined)
  target_compile_options(direct_settings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(direct_settings INTERFACE -fsanitize=address,undefined)
  # The checks at every access to memory cost as much to compile as all others, and AddressSanitizer sees most of what they see;
  # marking every scope costs a quarter. `make test-long` has them all.
  if(NOT DIRECT_SANITIZE STREQUAL "ALL")
    target_compile_options(direct_settings INTERFACE -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr -fno-sanitize-address-use-after-scope)
  endif()
endif()
