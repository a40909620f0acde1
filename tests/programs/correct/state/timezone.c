// heddle: none executions=500
// Lives in another time zone.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void)
{
	time_t zero = 0;
	assert(getenv("TZ") == NULL);
	assert(localtime(&zero)->tm_hour == 0);
	assert(setenv("TZ", "XYZ-5", 1) == 0);
	tzset();
	assert(strcmp(tzname[0], "XYZ") == 0);
	assert(localtime(&zero)->tm_hour == 5);
	return 0;
}
