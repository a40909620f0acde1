// SPDX-License-Identifier: Apache-2.0
// Mappings of the code under test. They lie in a region of their own, one behind
// the other, so that the same schedule gets the same addresses; a page in between
// belongs to nobody. A table of pages says what may be accessed there. What the
// program wants at an address of its own choice is mapped there and remembered.
#include "runtime/shim.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ull
#define PAGES (HD_MAP_SIZE / PAGE)
#define MAPPED 8 // of a page; the bits below are PROT_*
#define MAX_RANGES 256
#define MOST_CHECKED (1ull << 20) // of longer ranges races with their end are not looked for

struct range {
	uintptr_t start, end;
};

static uint8_t *pages; // of the region
static uintptr_t next = HD_MAP_BASE;
static struct range elsewhere[MAX_RANGES]; // mapped at addresses that the program chose
static struct range guarded[MAX_RANGES];   // of its heap and stacks, whose protection it changed
static unsigned nelsewhere, nguarded;
bool hd_maps_used;

static void *reserve(uintptr_t start, uintptr_t end)
{
	return mmap((void *)start, end - start, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
		0);
}

void hd_maps_init(void)
{
	pages = hd_private_alloc(PAGES);
	reserve(HD_MAP_BASE, HD_MAP_BASE + HD_MAP_SIZE);
}

void hd_maps_reset(void)
{
	if (next > HD_MAP_BASE) {
		reserve(HD_MAP_BASE, next);
		memset(pages, 0, (next - HD_MAP_BASE) / PAGE);
		next = HD_MAP_BASE;
	}
	for (; nelsewhere > 0; nelsewhere--) {
		munmap((void *)elsewhere[nelsewhere - 1].start,
			elsewhere[nelsewhere - 1].end - elsewhere[nelsewhere - 1].start);
	}
	for (; nguarded > 0; nguarded--) {
		mprotect((void *)guarded[nguarded - 1].start, guarded[nguarded - 1].end - guarded[nguarded - 1].start,
			PROT_READ | PROT_WRITE);
	}
	hd_maps_used = false;
}

static bool is_within(struct range a, uintptr_t start, uintptr_t end)
{
	return a.start >= start && a.end <= end && a.start <= a.end;
}

static bool in_region(struct range r)
{
	return is_within(r, HD_MAP_BASE, HD_MAP_BASE + HD_MAP_SIZE);
}

static struct range range_of(const void *start, size_t size)
{
	uintptr_t a = (uintptr_t)start;
	return (struct range){a, (a + size + PAGE - 1) & ~(PAGE - 1)};
}

static uint8_t *page_of(uintptr_t a)
{
	return &pages[(a - HD_MAP_BASE) / PAGE];
}

bool hd_maps_allow(uintptr_t a)
{
	return *page_of(a) & (PROT_READ | PROT_WRITE);
}

static bool any_mapped(struct range r)
{
	for (uintptr_t a = r.start; a < r.end; a += PAGE) {
		if (*page_of(a)) {
			return true;
		}
	}
	return false;
}

static void set_pages(struct range r, unsigned state)
{
	memset(page_of(r.start), (int)state, (r.end - r.start) / PAGE);
}

// What was mapped there disappears: an access that is not ordered before that is a race. Whoever
// else uses a cell shares it with this thread: the change is a write of all of them.
static void forget_cells(struct range r, bool ends, const struct hd_site *site)
{
	if (r.end - r.start > MOST_CHECKED) {
		struct hd_cell *first = hd_cell_of(r.start);
		madvise(first, (r.end - r.start) / 8 * sizeof(*first), MADV_DONTNEED);
		return;
	}
	for (uintptr_t a = r.start; a < r.end; a += 8) {
		struct hd_cell *c = hd_cell_of(a);
		if (c->gen != hd.gen) {
			continue;
		}
		bool used = !hd.single && (c->write || c->read);
		if (used && c->owner != hd.cur->id + 1) {
			c->shared = hd.test;
		}
		if (used && ends && !hd_access_is_ordered(c, 0xff, true, site)) {
			hd_race_check(c, 0xff, true, false, site, a);
		}
		c->gen = 0;
	}
}

// ---- switch points -----------------------------------------------------------------

// The order of mappings decides on their addresses: they conflict with one another, on this object.
#define ORDER 1

static const struct hd_site *begin(const struct hd_op *op)
{
	hd_sched_point(op);
	hd_maps_used = true;
	return op->site;
}

static const struct hd_site *begin_new(const struct hd_site *site)
{
	return begin(&(struct hd_op){.kind = HD_EV_CALL, .write = true, .object = ORDER, .site = site});
}

static uint32_t size_of(struct range r)
{
	uintptr_t size = r.end > r.start ? r.end - r.start : 0;
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

// What is there goes, or something else comes: this conflicts with every access to it.
static const struct hd_site *begin_change(enum hd_event_kind kind, struct range r, uintptr_t second,
	const struct hd_site *site)
{
	return begin(&(struct hd_op){.kind = kind,
		.write = true,
		.size = size_of(r),
		.object = r.start,
		.second = second,
		.site = site});
}

static void *fail(int error)
{
	errno = error;
	return MAP_FAILED;
}

// Room for so many bytes; an empty range: there is none.
static struct range take(size_t size)
{
	struct range r = range_of((void *)next, size);

	if (size > HD_MAP_SIZE || r.end + PAGE > HD_MAP_BASE + HD_MAP_SIZE) {
		return (struct range){0};
	}
	next = r.end + PAGE;
	return r;
}

// ---- at a fixed address ------------------------------------------------------------

static bool is_elsewhere(struct range r)
{
	for (unsigned i = 0; i < nelsewhere; i++) {
		if (is_within(r, elsewhere[i].start, elsewhere[i].end)) {
			return true;
		}
	}
	return false;
}

static void *map_in_region(struct range r, int prot, int flags, int fd, off_t offset, const struct hd_site *site)
{
	if (flags & MAP_FIXED_NOREPLACE && any_mapped(r)) {
		return fail(EEXIST);
	}
	flags = (flags & ~MAP_FIXED_NOREPLACE) | MAP_FIXED;
	void *p = mmap((void *)r.start, r.end - r.start, prot, flags, fd, offset);
	if (p != MAP_FAILED) {
		forget_cells(r, true, site);
		set_pages(r, MAPPED | (unsigned)prot);
		next = r.end + PAGE > next ? r.end + PAGE : next;
	}
	return p;
}

static void *map_elsewhere(struct range r, int prot, int flags, int fd, off_t offset)
{
	size_t size = r.end - r.start;

	if (!(flags & MAP_FIXED_NOREPLACE) && is_elsewhere(r)) {
		return mmap((void *)r.start, size, prot, flags, fd, offset);
	}
	void *p = mmap((void *)r.start, size, prot, (flags & ~MAP_FIXED) | MAP_FIXED_NOREPLACE, fd, offset);
	if (p == MAP_FAILED) {
		if (errno == EEXIST && !(flags & MAP_FIXED_NOREPLACE)) {
			hd_fault_refuse("mmap (over memory that the program did not map)");
		}
		return p;
	}
	if (nelsewhere == MAX_RANGES) {
		hd.spoilt = "mmap()";
	} else {
		elsewhere[nelsewhere++] = r;
	}
	return p;
}

static void *map_fixed(void *at, size_t size, int prot, int flags, int fd, off_t offset, const struct hd_site *site)
{
	struct range r = range_of(at, size);

	if (r.start % PAGE != 0 || r.end <= r.start) {
		return fail(EINVAL);
	}
	if (in_region(r)) {
		return map_in_region(r, prot, flags, fd, offset, site);
	}
	return map_elsewhere(r, prot, flags, fd, offset);
}

// ---- the functions ------------------------------------------------------------------

SHIM void *__heddle_mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset)
{
	if (!hd.on) {
		return mmap(at, size, prot, flags, fd, offset);
	}
	const struct hd_site *site = hd_callsite();
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) {
		begin_change(HD_EV_FREE, range_of(at, size), ORDER, site);
		return map_fixed(at, size, prot, flags, fd, offset, site);
	}
	begin_new(site);
	if (flags & MAP_32BIT) {
		hd_fault_refuse("mmap (with MAP_32BIT)");
	}
	uintptr_t before = next;
	struct range r = size > 0 ? take(size) : (struct range){0};
	if (r.end == 0) {
		return fail(size == 0 ? EINVAL : ENOMEM);
	}
	void *p = mmap((void *)r.start, size, prot, flags | MAP_FIXED, fd, offset);
	if (p == MAP_FAILED) {
		next = before;
		return p;
	}
	set_pages(r, MAPPED | (unsigned)prot);
	return p;
}

SHIM void *__heddle_mmap64(void *at, size_t size, int prot, int flags, int fd, off_t offset)
{
	return __heddle_mmap(at, size, prot, flags, fd, offset);
}

static void unmap(struct range r, const struct hd_site *site)
{
	forget_cells(r, true, site);
	set_pages(r, 0);
	reserve(r.start, r.end);
}

SHIM int __heddle_munmap(void *at, size_t size)
{
	if (!hd.on) {
		return munmap(at, size);
	}
	struct range r = range_of(at, size);
	const struct hd_site *site = begin_change(HD_EV_FREE, r, 0, hd_callsite());
	if (r.start % PAGE != 0 || r.end <= r.start) {
		errno = EINVAL;
		return -1;
	}
	if (in_region(r)) {
		unmap(r, site);
		return 0;
	}
	if (!is_elsewhere(r)) {
		hd_fault_refuse("munmap (of memory that the program did not map)");
	}
	return munmap(at, size);
}

static void *grow_in_place(struct range old, size_t size)
{
	struct range r = range_of((void *)old.start, size);

	if (old.end + PAGE != next || r.end + PAGE > HD_MAP_BASE + HD_MAP_SIZE) {
		return fail(ENOMEM);
	}
	munmap((void *)old.end, r.end - old.end);
	void *p = mremap((void *)old.start, old.end - old.start, size, 0);
	if (p == MAP_FAILED) {
		int error = errno;
		reserve(old.end, r.end);
		return fail(error);
	}
	set_pages((struct range){old.end, r.end}, *page_of(old.start));
	next = r.end + PAGE;
	return p;
}

static void *grow_elsewhere(struct range old, size_t size, const struct hd_site *site)
{
	uintptr_t before = next;
	struct range r = take(size);

	if (r.end == 0) {
		return fail(ENOMEM);
	}
	void *p = mremap((void *)old.start, old.end - old.start, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)r.start);
	if (p == MAP_FAILED) {
		next = before;
		return p;
	}
	set_pages(r, *page_of(old.start));
	unmap(old, site);
	return p;
}

SHIM void *__heddle_mremap(void *at, size_t size, size_t new_size, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	void *to = va_arg(args, void *);
	va_end(args);
	if (!hd.on) {
		return mremap(at, size, new_size, flags, to);
	}
	struct range old = range_of(at, size), new = range_of(at, new_size);
	const struct hd_site *site = begin_change(HD_EV_FREE, old, ORDER, hd_callsite());
	if (flags & ~MREMAP_MAYMOVE || !in_region(old)) {
		hd_fault_refuse("mremap (from or to an address chosen by the program)");
	}
	if (old.start % PAGE != 0 || new_size == 0 || old.end <= old.start) {
		return fail(EINVAL);
	}
	if (!any_mapped(old)) {
		return fail(EFAULT);
	}
	if (new.end > old.end) {
		return flags & MREMAP_MAYMOVE ? grow_elsewhere(old, new_size, site) : grow_in_place(old, new_size);
	}
	if (new.end < old.end) {
		unmap((struct range){new.end, old.end}, site);
	}
	return at;
}

SHIM int __heddle_mprotect(void *at, size_t size, int prot)
{
	if (!hd.on) {
		return mprotect(at, size, prot);
	}
	const struct hd_site *site = hd_callsite();
	struct range r = range_of(at, size);
	if (in_region(r)) {
		begin_change(HD_EV_WRITE, r, 0, site);
	} else {
		begin_new(site);
	}
	int result = mprotect(at, size, prot);
	if (result != 0 || r.end <= r.start) {
		return result;
	}
	if (in_region(r)) {
		forget_cells(r, false, site); // what may be accessed is asked again
		set_pages(r, MAPPED | (unsigned)prot);
	} else if (is_within(r, HD_ARENA_BASE, HD_ARENA_END) && nguarded < MAX_RANGES) {
		guarded[nguarded++] = r;
	} else if (!is_elsewhere(r)) {
		hd.spoilt = "mprotect()";
	}
	return 0;
}
