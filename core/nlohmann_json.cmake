# nlohmann's JSON, headers alone, from where the system keeps them.
#
# Emscripten must not see /usr/include, which has the host's C library. So a folder of the build has a
# link to nlohmann alone, or a copy.
find_path(ATTN_NLOHMANN_JSON_FOLDER nlohmann/json.hpp
          PATHS /usr/include /usr/local/include /opt/homebrew/include NO_CMAKE_FIND_ROOT_PATH
          REQUIRED DOC "The folder that holds nlohmann/json.hpp (Debian: nlohmann-json3-dev)")

set(third_party_folder ${CMAKE_CURRENT_BINARY_DIR}/third_party)
file(MAKE_DIRECTORY ${third_party_folder})
file(CREATE_LINK ${ATTN_NLOHMANN_JSON_FOLDER}/nlohmann ${third_party_folder}/nlohmann
     SYMBOLIC COPY_ON_ERROR)

add_library(nlohmann_json_headers INTERFACE)
target_include_directories(nlohmann_json_headers SYSTEM INTERFACE ${third_party_folder})
target_compile_definitions(nlohmann_json_headers INTERFACE JSON_NO_IO)  # iostreams are long in wasm
