// heddle: none
// A list that constructors build is taken apart, grown and put together again by two threads under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value)
{
	struct node *n = malloc(sizeof(*n));

	n->next = head;
	n->value = value;
	head = n;
}

__attribute__((constructor(201))) static void first(void)
{
	push(1);
	push(2);
}

__attribute__((constructor(202))) static void second(void)
{
	push(3);
	struct node *n = head; // and gone again
	head = n->next;
	free(n);
	push(4);
}

static int sum(void)
{
	int all = 0;

	for (struct node *n = head; n; n = n->next) {
		all += n->value;
	}
	return all;
}

static void *change(void *value)
{
	pthread_mutex_lock(&lock);
	struct node *n = head;
	head = n->next;
	free(n);
	push(*(int *)value);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int a = 10, b = 20;

	assert(sum() == 7);
	pthread_create(&t, NULL, change, &a);
	change(&b);
	pthread_join(t, NULL);
	assert(sum() == 3 + 10 || sum() == 3 + 20);
	while (head) {
		struct node *n = head;
		head = n->next;
		free(n);
	}
	return 0;
}
