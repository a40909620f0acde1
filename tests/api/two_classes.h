// Two classes that use each other, and a third that only comes out of one.
typedef struct list list;
typedef struct item item;
typedef struct cursor cursor;

list *list_create(void);
void list_destroy(list *l);
int list_append(list *l, item *i);
item *list_first(list *l);
cursor *list_cursor(list *l);
item *cursor_next(cursor *c);
void cursor_free(cursor *c);
item *item_create(const char *name);
void item_free(item *i);
list *item_owner(item *i);
int item_move(list *to, item *i);
