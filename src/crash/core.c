// SPDX-License-Identifier: Apache-2.0
// Core files: libdwfl unwinds; the registers and the memory it starts from are read here. It could
// do that itself, but not from where a call of a null or wild pointer came from, which is a common
// end of a race: the caller is on top of the stack then.
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/procfs.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/path.h"
#include "crash/blame.h"
#include "crash/resolve.h"
#include "crash/stacks.h"

enum { MOST_INLINED = 32, MOST_CORE_THREADS = 4096, NULL_PAGE = 4096 };

#if defined(__x86_64__)
#define MACHINE EM_X86_64
enum { REGISTERS = 17, STACK_POINTER = 7 };
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
enum { REGISTERS = 32, STACK_POINTER = 31 };
#endif

// The state of a thread in the order of DWARF's registers.
struct core_thread {
	pid_t id;
	int signal;
	Dwarf_Word registers[REGISTERS], pc;
	bool nowhere;      // it was called, but nothing is there
	Dwarf_Addr called; // what
};

struct core {
	struct hd_crash_stacks stacks;
	int fd;
	Elf *elf;
	Dwfl *dwfl;
	struct core_thread *threads;
	size_t count, next;
	struct core_thread *current;
	bool first_frame;
	int signal;            // from the notes; 0: none
	uint64_t fault_address;
	bool has_fault_address;
};

// ---- notes ---------------------------------------------------------------------------

static void read_registers(struct core_thread *thread, const struct elf_prstatus *status)
{
	const elf_greg_t *regs = status->pr_reg;
#if defined(__x86_64__)
	// rax rdx rcx rbx rsi rdi rbp rsp r8..r15 rip, as indices into user_regs_struct
	static const unsigned char order[REGISTERS] = {10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16};
	for (int i = 0; i < REGISTERS; i++) {
		thread->registers[i] = regs[order[i]];
	}
	thread->pc = thread->registers[16];
#else
	for (int i = 0; i < REGISTERS; i++) {
		thread->registers[i] = regs[i];
	}
	thread->pc = regs[32];
#endif
}

static void add_thread(struct core *core, const void *data, size_t size)
{
	struct elf_prstatus status;
	if (size < sizeof(status) || core->count == MOST_CORE_THREADS) {
		return;
	}
	memcpy(&status, data, sizeof(status));
	core->threads = hd_arena_grow(&core->stacks.crash.arena, core->threads, core->count, sizeof(*core->threads));
	struct core_thread *thread = &core->threads[core->count++];
	*thread = (struct core_thread){.id = status.pr_pid, .signal = status.pr_cursig};
	read_registers(thread, &status);
}

static void read_siginfo(struct core *core, const void *data, size_t size)
{
	siginfo_t info;
	if (size < sizeof(info) || core->signal != 0) {
		return;
	}
	memcpy(&info, data, sizeof(info));
	core->signal = info.si_signo;
	core->has_fault_address = info.si_code > 0 && info.si_code != SI_KERNEL;
	core->fault_address = (uint64_t)(uintptr_t)info.si_addr;
}

static void read_notes(struct core *core, const GElf_Phdr *header)
{
	Elf_Data *data = elf_getdata_rawchunk(core->elf, (int64_t)header->p_offset, header->p_filesz, ELF_T_NHDR);
	GElf_Nhdr note;
	size_t at = 0, name, contents;
	while (data && at < data->d_size && (at = gelf_getnote(data, at, &note, &name, &contents)) > 0) {
		const char *bytes = data->d_buf;
		if (note.n_namesz < 4 || memcmp(bytes + name, "CORE", 4) != 0) {
			continue;
		}
		if (note.n_type == NT_PRSTATUS) {
			add_thread(core, bytes + contents, note.n_descsz);
		} else if (note.n_type == NT_SIGINFO) {
			read_siginfo(core, bytes + contents, note.n_descsz);
		}
	}
}

// ---- memory --------------------------------------------------------------------------

static bool read_word(struct core *core, Dwarf_Addr address, Dwarf_Word *result)
{
	size_t count = 0;
	elf_getphdrnum(core->elf, &count);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;
		if (!gelf_getphdr(core->elf, (int)i, &header) || header.p_type != PT_LOAD || address < header.p_vaddr ||
			header.p_filesz < sizeof(*result) ||
			address - header.p_vaddr > header.p_filesz - sizeof(*result)) {
			continue;
		}
		uint64_t at = header.p_offset + (address - header.p_vaddr);
		return at <= INT64_MAX && pread(core->fd, result, sizeof(*result), (off_t)at) == sizeof(*result);
	}
	return false;
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *context)
{
	(void)dwfl;
	return read_word(context, address, result);
}

// ---- unwinding -----------------------------------------------------------------------

// A call of what is no code: goes back to the caller.
static void return_from_nowhere(struct core *core, struct core_thread *thread)
{
	Dwarf_Word caller;
	if (dwfl_addrmodule(core->dwfl, thread->pc)) {
		return;
	}
#if defined(__x86_64__)
	if (!read_word(core, thread->registers[STACK_POINTER], &caller)) {
		return;
	}
#else
	caller = thread->registers[30];
#endif
	if (!dwfl_addrmodule(core->dwfl, caller)) {
		return;
	}
	thread->nowhere = true;
	thread->called = thread->pc;
	thread->pc = caller;
#if defined(__x86_64__)
	thread->registers[16] = caller;
	thread->registers[STACK_POINTER] += sizeof(caller);
#endif
}

static pid_t next_thread(Dwfl *dwfl, void *context, void **argument)
{
	(void)dwfl;
	struct core *core = context;
	if (core->next == core->count) {
		return 0;
	}
	*argument = &core->threads[core->next];
	return core->threads[core->next++].id;
}

static bool set_registers(Dwfl_Thread *thread, void *argument)
{
	const struct core_thread *state = argument;
	dwfl_thread_state_register_pc(thread, state->pc);
	return dwfl_thread_state_registers(thread, 0, REGISTERS, state->registers);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.memory_read = memory_read,
	.set_initial_registers = set_registers,
};

static void add_symbols(struct core *core, Dwarf_Addr pc, bool exact)
{
	struct hd_crash_stacks *stacks = &core->stacks;
	struct hd_symbol found[MOST_INLINED];
	Dwfl_Module *module = dwfl_addrmodule(core->dwfl, pc - !exact);
	size_t count = module ? hd_symbols_at(module, pc - !exact, found, MOST_INLINED) : 0;
	Dwarf_Addr start = 0;
	const char *name = module ? dwfl_module_info(module, NULL, &start, NULL, NULL, NULL, NULL, NULL) : NULL;
	struct hd_crash_place place = {.address = pc, .offset = module ? pc - start : 0};
	if (name) {
		place.module = (struct hd_piece){name, strlen(name)};
	}
	for (size_t i = 0; i < count || i == 0; i++) {
		if (count > 0) {
			const char *function = found[i].function ? found[i].function : "",
				   *file = found[i].file ? found[i].file : "";
			place.function = (struct hd_piece){function, strlen(function)};
			place.file = (struct hd_piece){file, strlen(file)};
			place.line = found[i].line > 0 ? (unsigned)found[i].line : 0;
			place.inlined = i + 1 < count;
		}
		hd_crash_add_frame(stacks, &place);
	}
}

// The frame of a function that was left with a jump.
static void add_called(struct core *core, Dwarf_Addr pc, bool exact)
{
	struct hd_crash_thread *thread = core->stacks.thread;
	Dwfl_Module *module = exact ? NULL : dwfl_addrmodule(core->dwfl, pc - 1);
	if (module && thread && thread->count > 0) {
		thread->count = hd_crash_add_called(&core->stacks.crash, &thread->frames, thread->count,
			hd_symbols_called_at(module, pc));
	}
}

static int add_frame(Dwfl_Frame *frame, void *context)
{
	struct core *core = context;
	Dwarf_Addr pc;
	bool exact;
	if (!dwfl_frame_pc(frame, &pc, &exact)) {
		return DWARF_CB_ABORT;
	}
	if (core->first_frame && core->current->nowhere) {
		exact = false; // a return address
	} else if (exact && !core->first_frame) {
		hd_crash_add_frame(&core->stacks, &(struct hd_crash_place){.handler = true});
	}
	core->first_frame = false;
	add_called(core, pc, exact);
	add_symbols(core, pc, exact);
	return core->stacks.problem.length > 0 ? DWARF_CB_ABORT : DWARF_CB_OK;
}

static void unwind(struct core *core, struct core_thread *thread, bool crashed)
{
	char *title = hd_arena_format(&core->stacks.crash.arena, "thread %d", (int)thread->id);
	hd_crash_begin_thread(&core->stacks, (struct hd_piece){title, strlen(title)}, crashed);
	return_from_nowhere(core, thread);
	if (thread->nowhere) {
		hd_crash_add_frame(&core->stacks, &(struct hd_crash_place){.address = thread->called});
	}
	core->current = thread;
	core->first_frame = true;
	core->next = 0;
	dwfl_getthread_frames(core->dwfl, thread->id, add_frame, core); // as far as it gets
	if (core->first_frame && !thread->nowhere) {
		add_symbols(core, thread->pc, true);
	}
}

// ---- the file ------------------------------------------------------------------------

static enum hd_status check_header(struct core *core, const char *path, struct hd_error *error)
{
	GElf_Ehdr header;
	if (!core->elf || !gelf_getehdr(core->elf, &header) || header.e_type != ET_CORE) {
		return hd_fail(error, HD_BAD_INPUT, "'%s' is not a core file", path);
	}
	if (header.e_machine != MACHINE || header.e_ident[EI_CLASS] != ELFCLASS64) {
		return hd_fail(error, HD_BAD_INPUT, "'%s' is a core file of another kind of machine", path);
	}
	return HD_OK;
}

// Notes and memory must be there: limits on the size of core files cut them off at the end.
static enum hd_status read_headers(struct core *core, const char *path, struct hd_error *error)
{
	struct stat info;
	size_t count = 0;
	if (fstat(core->fd, &info) != 0 || elf_getphdrnum(core->elf, &count) != 0) {
		return hd_fail(error, HD_BAD_INPUT, "cannot read the core file '%s'", path);
	}
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;
		if (!gelf_getphdr(core->elf, (int)i, &header) || header.p_offset > (uint64_t)info.st_size ||
			header.p_filesz > (uint64_t)info.st_size - header.p_offset) {
			return hd_fail(error, HD_BAD_INPUT, "the core file '%s' is truncated", path);
		}
		if (header.p_type == PT_NOTE) {
			read_notes(core, &header);
		}
	}
	return core->count > 0 ? HD_OK : hd_fail(error, HD_BAD_INPUT, "the core file '%s' has no threads", path);
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
};

static enum hd_status report_modules(struct core *core, const char *path, const char *exe, struct hd_error *error)
{
	hd_check(core->count > 0 && core->threads != NULL);
	hd_symbols_ask_no_servers();
	core->dwfl = dwfl_begin(&callbacks);
	if (!core->dwfl || dwfl_core_file_report(core->dwfl, core->elf, exe) < 0 ||
		dwfl_report_end(core->dwfl, NULL, NULL) != 0 ||
		!dwfl_attach_state(core->dwfl, core->elf, core->threads[0].id, &thread_callbacks, core)) {
		return hd_fail(error, HD_BAD_INPUT, "cannot read the core file '%s': %s", path, dwfl_errmsg(-1));
	}
	return HD_OK;
}

static enum hd_crash_kind kind_of_signal(const struct core *core)
{
	hd_check(core->count > 0 && core->threads != NULL);
	switch (core->signal ? core->signal : core->threads[0].signal) {
	case SIGSEGV:
	case SIGBUS:
		return core->has_fault_address && core->fault_address < NULL_PAGE ? HD_CRASH_NULL : HD_CRASH_FAULT;
	case SIGILL:
	case SIGFPE:
	case SIGTRAP:
	case SIGSYS:
		return HD_CRASH_FAULT;
	case SIGABRT:
		return HD_CRASH_ABORT;
	default:
		return HD_CRASH_UNKNOWN; // somebody ended it, perhaps because it was stuck
	}
}

static enum hd_status read_core(struct core *core, const char *path, const char *exe, struct hd_error *error)
{
	enum hd_status status = check_header(core, path, error);
	if (status == HD_OK) {
		status = read_headers(core, path, error);
	}
	if (status == HD_OK) {
		status = report_modules(core, path, exe, error);
	}
	for (size_t i = 0; status == HD_OK && i < core->count; i++) {
		unwind(core, &core->threads[i], i == 0); // the kernel puts the one with the signal first
	}
	return status;
}

static enum hd_status check_functions(const struct hd_crash *crash, const char *path, const char *exe,
	struct hd_error *error)
{
	struct hd_error reason = {0};
	enum hd_status status = hd_crash_check_functions(crash, exe, &reason);
	if (status != HD_OK) {
		hd_fail(error, status, "cannot read a stack from '%s': %s", path, hd_str_text(&reason.text));
	}
	hd_error_finish(&reason);
	return status;
}

enum hd_status hd_crash_read_core(struct hd_crash *crash, const char *path, const char *exe, struct hd_error *error)
{
	struct core core = {.fd = -1};
	struct hd_crash_lines none = {0};
	*crash = (struct hd_crash){0};
	enum hd_status status = hd_path_check_readable(path, error);
	if (status == HD_OK && exe) {
		status = hd_path_check_readable(exe, error);
	}
	if (status == HD_OK && (core.fd = open(path, O_RDONLY | O_CLOEXEC)) < 0) {
		status = hd_fail(error, HD_BAD_INPUT, "cannot read '%s': %s", path, strerror(errno));
	}
	if (status == HD_OK) {
		elf_version(EV_CURRENT);
		core.elf = elf_begin(core.fd, ELF_C_READ_MMAP, NULL);
		status = read_core(&core, path, exe, error);
	}
	if (status == HD_OK) {
		core.stacks.crash.format = "core";
		core.stacks.crash.kind = kind_of_signal(&core);
		hd_crash_blame(&core.stacks.crash, &none);
		hd_crash_join_parts(&core.stacks.crash);
		status = check_functions(&core.stacks.crash, path, exe, error);
	}
	if (status == HD_OK) {
		*crash = core.stacks.crash;
		core.stacks.crash = (struct hd_crash){0};
	}
	dwfl_end(core.dwfl);
	elf_end(core.elf);
	if (core.fd >= 0) {
		close(core.fd);
	}
	hd_crash_stacks_finish(&core.stacks);
	return status;
}
