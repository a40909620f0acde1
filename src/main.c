// SPDX-License-Identifier: Apache-2.0
// heddle, the host program. It builds and supervises harnesses, stores and
// reports what they find, and never runs code under test itself.
//
// The map. A campaign goes through these, in this order:
//
//   main.c                  turns a status into the exit code
//   cli/cli.c               which command; help; the error message
//   cli/options.c           the one option table: parsing, --help, suggestions
//   cli/cmd_*.c             one file per command: test, run, replay, report, cc
//   api/                    test: headers -> API model -> thunks (api/model.h has its steps)
//   cli/test_harness.c      test: files sorted, thunks and sources built
//   cli/list_model.c        test --list-model: what the harness knows statically
//   harness/toolchain.c     clang and heddle's parts; all compile and link flags
//   harness/build.c         files -> instrumented objects -> harness
//   cli/session.c           harness messages -> findings, stored and shown
//   harness/supervisor.c    starts, watches and ends the harness process
//   message/                its messages, decoded (message/message.h names the parts)
//   harness/sandbox.c       confines it meanwhile; harness/sandbox.h names the parts
//   report/finding_create.c a message becomes a finding: symbols, sources, id
//   store/store.c           campaign.db
//   store/finding_dir.c     findings/<id>/
//   cli/test_source.c       test.c of a finding, with its commands and interleaving
//   cli/ranking.c           which findings matter most, and which show the same bug
//   cli/summary.c           what is printed at the end, as text or JSON
//
// Used by them:
//
//   cli/values.c            times, sizes, names of oracles and strategies
//   harness/sandbox_enter.c  into the sandbox, in the harness process
//   harness/filter.c        which system calls it cannot make
//   harness/landlock.c      which files it cannot change
//   harness/ccargs.c        what a compiler command line asks for (heddle cc)
//   harness/libs.c          where libraries are, for the linker and the loader
//   harness/elf_check.c     what kind of ELF file this is
//   harness/flag_check.c    are these flags, which came with a finding, harmless?
//   harness/prune.c         removes old harnesses
//   harness/offspring.c     ends processes that were left behind
//   store/schedule_file.c   the stored schedule
//   report/finding.c        the name of a finding, and the command that replays it
//   report/symbols.c        addresses -> functions and lines (libdw)
//   report/source.c         source lines
//   report/test_text.c      a generated test as text
//   report/interleaving.c   a trace as columns per thread; report/interleaving_text.c prints it
//   report/report.c         table of formats, each in its own file: report/text.c, report/json.c,
//                           report/md.c, report/junit.c, report/sarif.c, report/html.c
//   report/markup.c         text inside XML and HTML
//   report/style.c          colours on a terminal
//   base/                   arenas, strings, lists, errors, messages, paths, temporary directories, processes, JSON
//
// The other program is the harness: code under test, instrumented by pass/ and
// linked with runtime/, model/, metric/, schedule/, gen/, oracle/, strategy/
// and engine/. The two share only abi/; abi/control.h says how they
// communicate, abi/messages.def lists the messages.
#include "cli/cli.h"

int main(int argc, char **argv)
{
	return hd_cli_main(argc, argv);
}
