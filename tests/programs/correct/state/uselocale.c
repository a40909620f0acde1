// heddle: none executions=500
// Takes another locale for its thread.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>

int main(void)
{
	assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
	locale_t mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
	assert(mine != (locale_t)0);
	assert(uselocale(mine) == LC_GLOBAL_LOCALE);
	return 0;
}
