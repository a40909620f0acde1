typedef struct lib lib;
lib *lib_new(int size);
void lib_free(lib *l);
int lib_push(lib *l, int value);
int lib_count(const lib *l);
