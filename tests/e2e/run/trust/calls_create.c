void create(void); // creates.c

int main(void)
{
	create();
	return 0;
}
