// No handle at all: functions over hidden state.
int log_init(const char *path);
void log_shutdown(void);
void log_write(int level, const char *text);
void log_printf(int level, const char *format, ...);
int log_get_level(void);
void log_set_level(int level);
