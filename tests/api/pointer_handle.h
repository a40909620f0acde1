// A typedef that hides the pointer.
typedef struct queue_impl *queue_t;

queue_t queue_open(const char *name, int flags);
int queue_close(queue_t q);
int queue_destroy(queue_t q);
int queue_send(queue_t q, const void *message, unsigned long length);
long queue_receive(queue_t q, void *buffer, unsigned long size);
