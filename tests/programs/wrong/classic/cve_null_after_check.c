// heddle: null-dereference
// A device's open checks the driver pointer and uses it again, while another thread unregisters the driver.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct driver {
    int version;
};
static struct driver *volatile driver;
static int seen;

static void *open_device(void *arg) {
    (void)arg;
    if (driver)
        seen = driver->version;
    return NULL;
}

static void *unregister(void *arg) {
    (void)arg;
    driver = NULL;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    driver = calloc(1, sizeof *driver);
    pthread_create(&a, NULL, open_device, NULL);
    pthread_create(&b, NULL, unregister, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
