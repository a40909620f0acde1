// The same harm before main().
int harm(const char *name, int number);

__attribute__((constructor)) static void at_load(void)
{
	harm("key", 1);
}
