// heddle: none executions=500
// Takes another locale.
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void)
{
	assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
	assert(setlocale(LC_ALL, "C.UTF-8"));
	assert(strcmp(setlocale(LC_CTYPE, NULL), "C.UTF-8") == 0);
	return 0;
}
