# SPDX-License-Identifier: MIT
# `cmake --install` gives find_package(direct) -> direct::direct, and the command. The tree may be moved afterwards.
include(CMakePackageConfigHelpers)
set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/direct")

install(TARGETS direct EXPORT directTargets)
install(DIRECTORY include/direct DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT directTargets NAMESPACE direct:: DESTINATION "${package_directory}")

configure_package_config_file(cmake/directConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/directConfig.cmake"
  INSTALL_DESTINATION "${package_directory}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/directConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/directConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/directConfigVersion.cmake"
  DESTINATION "${package_directory}")

if(TARGET direct_command)
  file(RELATIVE_PATH library_beside_command "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(direct_command PROPERTIES INSTALL_RPATH "$ORIGIN/${library_beside_command}")
  install(TARGETS direct_command)
endif()
