// SPDX-License-Identifier: Apache-2.0
// heddle, the host program. It builds and supervises harnesses, stores and
// reports what they find, and never runs code under test itself.
//
// The map. A campaign goes through these, in this order:
//
//   main.c                  the entry
//   cli/cli.c               which command; help; the error message; status -> exit code
//   cli/options.c           the one option table: parsing, --help, suggestions
//   cli/project_file.c      heddle.ini: files and options that were not given
//   cli/cmd_*.c             one file per command: test, run, reproduce, replay, check, report, merge, doctor, cc
//   api/                    test: headers -> API model -> thunks (api/model.h has its steps)
//   cli/inputs.c            files and flags, given or found in a build (-p, --pkg)
//   cli/test_command.h      what test and reproduce have in common
//   cli/test_harness.c      test: files sorted, thunks and sources built
//   cli/list_model.c        test --list-model: what the harness knows statically
//   harness/toolchain.c     clang and heddle's parts; all compile and link flags
//   harness/build.c         files -> instrumented objects -> harness
//   cli/session.c           harness messages -> findings, stored and shown
//   harness/supervisor.c    starts, watches and ends the harness process
//   message/                its messages, decoded (message/message.h names the parts)
//   harness/sandbox.c       confines it meanwhile; harness/sandbox.h names the parts
//   report/finding_create.c a message becomes a finding: symbols, sources, id
//   store/store.c           campaign.db; store/upgrade.c: of earlier versions
//   store/finding_dir.c     findings/<id>/
//   cli/test_source.c       test.c of a finding, with its commands and interleaving
//   cli/ranking.c           which findings matter most, and which show the same bug
//   cli/summary.c           a finding and the end of a campaign, as text (report/text.c) or JSON
//   cli/reproduction.c      reproduce: the answer
//
// Used by them:
//
//   cli/resume.c            what --resume goes on with
//   cli/replay.c            a stored finding, executed again: replay, check
//   cli/baseline.c          findings that are known and do not fail (--baseline)
//   cli/completion.c        completions for shells, from the option table
//   cli/advice.c            what does not compile: the include or flag that would help
//   cli/missing.c           symbols that the linker missed: which source or library has them
//   cli/values.c            times, sizes, names of oracles and strategies
//   harness/sandbox_enter.c into the sandbox, in the harness process
//   harness/filter.c        which system calls it cannot make
//   harness/landlock.c      which files it cannot change
//   harness/ccargs.c        what a compiler command line asks for (heddle cc)
//   harness/packages.c      flags of installed libraries (pkg-config)
//   harness/libs.c          where libraries are, for the linker and the loader
//   harness/elf_check.c     what kind of ELF file this is
//   harness/flag_check.c    are these flags, which came with a finding, harmless?
//   harness/ranks.c         was heddle started by a launcher of MPI? harness/mpi_module.c calls MPI, in a module of its own
//   cli/ranks.c             one campaign by several such processes
//   base/peer.c             does another process still live?
//   harness/prune.c         removes old harnesses
//   harness/offspring.c     ends processes that were left behind
//   store/schedule_file.c   the stored schedule
//   store/merge.c           the database of another output directory, added to ours; store/store_internal.h
//   cli/merge_harness.c     the harness of a finding that is merged
//   report/finding.c        the name of a finding, and the command that replays it
//   report/symbols.c        addresses -> functions and lines (libdw)
//   report/source.c         source lines
//   report/test_text.c      a generated test as text
//   report/interleaving.c   a trace as columns per thread; report/interleaving_text.c prints it
//   report/report.c         table of formats, each in its own file: report/text.c, report/json.c,
//                           report/md.c, report/junit.c, report/sarif.c, report/html.c
//   report/html_weave.c     the interleaving in the HTML report; report/html_coverage.c what was tested
//   report/explain.c        why a finding is a bug, and what would prevent it, from its trace
//   report/markup.c         text inside XML and HTML
//   report/style.c          colours on a terminal
//   crash/                  stacks from the field, as text or core file -> threads and frames (crash/crash.h names the parts)
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
