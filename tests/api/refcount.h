// Reference counts, under two pairs of names.
typedef struct buffer buffer;
typedef struct node node;

buffer *buffer_new(unsigned long size);
buffer *buffer_ref(buffer *b);
void buffer_unref(buffer *b);
int buffer_write(buffer *b, const char *data, int len);

node *node_create(int id);
node *node_get(node *n);
void node_put(node *n);
int node_id(const node *n);
void node_close(node *n);
