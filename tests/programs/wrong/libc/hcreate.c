// heddle: assertion
// A lost update between two locked sections, with a hash table from hcreate_r in between.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *held; // by whoever counted last

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	int v = counter;
	pthread_mutex_unlock(&lock);
	struct hsearch_data table = {0};
	ENTRY e = {.key = "key", .data = NULL}, *found;
	assert(hcreate_r(30, &table) && hsearch_r(e, ENTER, &found, &table));
	int next = v + (hsearch_r(e, FIND, &found, &table) != 0);
	pthread_mutex_lock(&lock);
	counter = next;
	held = table.table;
	pthread_mutex_unlock(&lock);
	hdestroy_r(&table);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
