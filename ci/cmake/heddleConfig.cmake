# SPDX-License-Identifier: Apache-2.0
# find_package(heddle) for CMake, with tests for ctest:
#
#   enable_testing()
#   find_package(heddle REQUIRED)        # before the targets, so that their flags are known
#   add_library(queue queue.c)
#   heddle_add_test(NAME queue-threads HEADERS queue.h EXECUTIONS 20000)
#   heddle_add_check(NAME queue-regressions FINDINGS tests/heddle)
#
# heddle_add_test(NAME name HEADERS header... [SOURCES source...] [CLASS class] [TIME time]
#                 [EXECUTIONS n] [BASELINE file] [ARGS option...])
#   Without SOURCES, those that define what the headers declare are found in this build.
# heddle_add_check(NAME name FINDINGS directory)
#   Stored findings (heddle check): the test fails while one of them is still there.
#
# HEDDLE_EXECUTABLE is the program. heddle needs clang 19 by itself, whichever compiler this build uses.

find_program(HEDDLE_EXECUTABLE heddle HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${heddle_ROOT}/bin"
	DOC "heddle, which finds thread-safety bugs")
if(HEDDLE_EXECUTABLE)
	execute_process(COMMAND "${HEDDLE_EXECUTABLE}" --version OUTPUT_VARIABLE heddle_version_text
		OUTPUT_STRIP_TRAILING_WHITESPACE)
	string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" heddle_VERSION "${heddle_version_text}")
	set(heddle_FOUND TRUE)
else()
	set(heddle_FOUND FALSE)
	set(heddle_NOT_FOUND_MESSAGE "the program heddle was not found; set HEDDLE_EXECUTABLE")
endif()

# heddle reads the flags of each file from there.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(heddle_absolute result)
	set(paths)
	foreach(path IN LISTS ARGN)
		get_filename_component(full "${path}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
		list(APPEND paths "${full}")
	endforeach()
	set(${result} "${paths}" PARENT_SCOPE)
endfunction()

function(heddle_add_test)
	cmake_parse_arguments(PARSE_ARGV 0 heddle "" "NAME;CLASS;TIME;EXECUTIONS;BASELINE" "HEADERS;SOURCES;ARGS")
	if(NOT heddle_NAME OR NOT heddle_HEADERS)
		message(FATAL_ERROR "heddle_add_test needs NAME and HEADERS")
	endif()
	if(heddle_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "heddle_add_test does not know ${heddle_UNPARSED_ARGUMENTS}")
	endif()
	heddle_absolute(files ${heddle_HEADERS} ${heddle_SOURCES})
	set(options --keep-going --out "${CMAKE_CURRENT_BINARY_DIR}/heddle-${heddle_NAME}")
	if(NOT heddle_SOURCES)
		list(APPEND options -p "${CMAKE_BINARY_DIR}")
	endif()
	if(heddle_CLASS)
		list(APPEND options --class "${heddle_CLASS}")
	endif()
	if(heddle_TIME)
		list(APPEND options --time "${heddle_TIME}")
	endif()
	if(heddle_EXECUTIONS)
		list(APPEND options --executions "${heddle_EXECUTIONS}")
	endif()
	if(heddle_BASELINE)
		heddle_absolute(baseline "${heddle_BASELINE}")
		list(APPEND options --baseline "${baseline}")
	endif()
	add_test(NAME "${heddle_NAME}" COMMAND "${HEDDLE_EXECUTABLE}" test ${options} ${heddle_ARGS} ${files}
		WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()

function(heddle_add_check)
	cmake_parse_arguments(PARSE_ARGV 0 heddle "" "NAME;FINDINGS" "")
	if(NOT heddle_NAME OR NOT heddle_FINDINGS)
		message(FATAL_ERROR "heddle_add_check needs NAME and FINDINGS")
	endif()
	heddle_absolute(findings "${heddle_FINDINGS}")
	add_test(NAME "${heddle_NAME}" COMMAND "${HEDDLE_EXECUTABLE}" check
		--out "${CMAKE_CURRENT_BINARY_DIR}/heddle-${heddle_NAME}" "${findings}"
		WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()
