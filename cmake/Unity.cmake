# SPDX-License-Identifier: MIT
# Unity builds: the files of one room are compiled together, so that Eigen, nlohmann-json and TBB are read once for many files.
# A file that Highway includes once per CPU type stays apart, and so does what a group of its own would not help.
option(DIRECT_UNITY "Compile the files of a room together" OFF)

# What most files of the library include, read once.
set(common_headers <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory>
  <numbers> <numeric> <optional> <random> <ranges> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>
  <fmt/format.h>)

# unity_groups(TARGET FILES_PER_GROUP [HEADER...] [REUSE_FROM OTHER]): groups the sources of a target by their folder, and reads the
# common headers and those named once, if there is more than one group or a header is named; or takes those that another target, compiled alike, has read.
function(unity_groups target files_per_group)
  if(NOT DIRECT_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source ${sources})
    get_filename_component(source "${source}" ABSOLUTE)
    file(STRINGS "${source}" once_per_cpu REGEX "hwy/foreach_target|^#include \".*cpp\"" LIMIT_COUNT 1)
    if(once_per_cpu)
      # Intrinsics that a precompiled header has read for one CPU do not compile for another without optimisation.
      set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    else()
      get_filename_component(folder "${source}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" folder)
      math(EXPR group "0${count_${folder}} / ${files_per_group}")
      math(EXPR count_${folder} "0${count_${folder}} + 1")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
      list(APPEND groups "${folder}_${group}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES groups)
  list(LENGTH groups num_groups)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    if("${ARGN}" MATCHES "REUSE_FROM")
      target_precompile_headers(${target} ${ARGN})
    elseif(num_groups GREATER 1 OR ARGN)
      target_precompile_headers(${target} PRIVATE ${common_headers} ${ARGN})
    endif()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
