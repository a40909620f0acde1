// heddle: data-race
// One thread copies a struct while another changes one of its fields.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static struct { int id; char name[20]; int age; } person, copy;

static void *copier(void *arg) {
    (void)arg;
    memcpy(&copy, &person, sizeof copy);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, copier, NULL);
    person.age = 30;
    pthread_join(t, NULL);
    return 0;
}
