# SPDX-License-Identifier: MIT
# All private: none of them appears in a public header.
set(CMAKE_THREAD_PREFER_PTHREAD ON)
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
find_library(lbfgs_library lbfgs REQUIRED)
find_path(random123_include Random123/philox.h REQUIRED)

add_library(direct_dependencies INTERFACE)
target_include_directories(direct_dependencies SYSTEM INTERFACE ${random123_include})
target_compile_definitions(direct_dependencies INTERFACE EIGEN_USE_BLAS)
target_link_libraries(direct_dependencies INTERFACE Eigen3::Eigen TBB::tbb fmt::fmt nlohmann_json::nlohmann_json
  ZLIB::ZLIB Boost::headers PkgConfig::openblas PkgConfig::zstd PkgConfig::xxhash PkgConfig::hwy ${lbfgs_library}
  Threads::Threads)

# Only src/statistics/mpi_reduce.cpp sees MPI, through its C interface; without it every process is alone.
set(DIRECT_HAS_MPI FALSE)
if(DIRECT_MPI)
  enable_language(C)  # FindMPI needs it
  find_package(MPI QUIET COMPONENTS C)
  if(MPI_C_FOUND)
    set(DIRECT_HAS_MPI TRUE)
    target_link_libraries(direct_dependencies INTERFACE MPI::MPI_C)
    set_source_files_properties(src/statistics/mpi_reduce.cpp PROPERTIES
      COMPILE_DEFINITIONS "DIRECT_MPI;OMPI_SKIP_MPICXX;MPICH_SKIP_MPICXX")
  endif()
endif()

find_path(cli11_include CLI/CLI.hpp REQUIRED)
set(DIRECT_COMMAND_LIBRARIES fmt::fmt nlohmann_json::nlohmann_json)
