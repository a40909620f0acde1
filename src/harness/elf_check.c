// SPDX-License-Identifier: Apache-2.0
#include "harness/elf_check.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

struct file {
	int fd;
	Elf *elf;
};

static bool open_file(struct file *file, const char *path)
{
	elf_version(EV_CURRENT);
	file->elf = NULL;
	file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd >= 0) {
		file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
	}
	return file->elf && elf_kind(file->elf) == ELF_K_ELF;
}

static void close_file(struct file *file)
{
	elf_end(file->elf);
	if (file->fd >= 0) {
		close(file->fd);
	}
}

static bool has_interpreter(Elf *elf)
{
	size_t count = 0;
	elf_getphdrnum(elf, &count);
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;
		if (gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP) {
			return true;
		}
	}
	return false;
}

enum hd_elf_kind hd_elf_kind(const char *path)
{
	enum hd_elf_kind kind = HD_ELF_NONE;
	struct file file;
	GElf_Ehdr header;
	if (open_file(&file, path) && gelf_getehdr(file.elf, &header)) {
		switch (header.e_type) {
		case ET_REL:
			kind = HD_ELF_OBJECT;
			break;
		case ET_EXEC:
			kind = HD_ELF_EXECUTABLE;
			break;
		case ET_DYN:
			kind = has_interpreter(file.elf) ? HD_ELF_EXECUTABLE : HD_ELF_SHARED;
			break;
		}
	}
	close_file(&file);
	return kind;
}

static bool table_has(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *symbol, bool defined)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	for (size_t i = 0; i < count; i++) {
		GElf_Sym entry;
		const char *name;
		if (gelf_getsym(data, (int)i, &entry) && (entry.st_shndx != SHN_UNDEF) == defined &&
			(name = elf_strptr(elf, header->sh_link, entry.st_name)) && strcmp(name, symbol) == 0) {
			return true;
		}
	}
	return false;
}

static bool tables_have(Elf *elf, const char *symbol, bool defined)
{
	Elf_Scn *section = NULL;
	bool found = false;
	while (!found && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		if (gelf_getshdr(section, &header) && (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)) {
			found = table_has(elf, section, &header, symbol, defined);
		}
	}
	return found;
}

bool hd_elf_defines(const char *path, const char *symbol)
{
	struct file file;
	bool found = open_file(&file, path) && tables_have(file.elf, symbol, true);
	close_file(&file);
	return found;
}

static bool members_use(const struct file *archive, const char *symbol)
{
	Elf *member;
	Elf_Cmd command = ELF_C_READ_MMAP;
	bool found = false;
	while (!found && (member = elf_begin(archive->fd, command, archive->elf))) {
		found = elf_kind(member) == ELF_K_ELF && tables_have(member, symbol, false);
		command = elf_next(member);
		elf_end(member);
	}
	return found;
}

bool hd_elf_uses(const char *path, const char *symbol)
{
	struct file file;
	bool found = open_file(&file, path) ? tables_have(file.elf, symbol, false)
					    : file.elf && elf_kind(file.elf) == ELF_K_AR && members_use(&file, symbol);
	close_file(&file);
	return found;
}

static bool notes_have(Elf_Data *data, const unsigned char *id, size_t size)
{
	size_t at = 0, next, name, description;
	GElf_Nhdr note;
	while (data && (next = gelf_getnote(data, at, &note, &name, &description)) > 0) {
		const char *bytes = data->d_buf;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(bytes + name, "GNU", 4) == 0 &&
			note.n_descsz == size && memcmp(bytes + description, id, size) == 0) {
			return true;
		}
		at = next;
	}
	return false;
}

bool hd_elf_has_build_id(const char *path, const unsigned char *id, size_t size)
{
	bool found = false;
	struct file file;
	if (open_file(&file, path)) {
		Elf_Scn *section = NULL;
		while (!found && (section = elf_nextscn(file.elf, section))) {
			GElf_Shdr header;
			if (gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE) {
				found = notes_have(elf_getdata(section, NULL), id, size);
			}
		}
	}
	close_file(&file);
	return found;
}

bool hd_elf_archive_defines(const char *path, const char *symbol)
{
	bool defines = false;
	struct file file;
	size_t count = 0;
	open_file(&file, path); // says no: it is not an ELF file itself
	const Elf_Arsym *index = file.elf && elf_kind(file.elf) == ELF_K_AR ? elf_getarsym(file.elf, &count) : NULL;
	for (size_t i = 0; index && i < count && !defines; i++) {
		defines = index[i].as_name && strcmp(index[i].as_name, symbol) == 0;
	}
	close_file(&file);
	return defines;
}
