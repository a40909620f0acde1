// Formats, by an attribute that is often behind a macro.
#define LIKE_PRINTF(text, first) __attribute__((format(printf, text, first)))

typedef struct journal journal;

journal *journal_new(void);
void journal_free(journal *j);
int journal_print(journal *j, int level, const char *format, ...) __attribute__((__format__(__printf__, 3, 4)));
int journal_note(journal *j, const char *format, const char *name, ...) LIKE_PRINTF(2, 4);
int journal_format(journal *j, const char *format, int number); // no such attribute
