// What a program may expect of files in the sandbox; its argument is the directory heddle is started in.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static void *nothing(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	char b[4096], c[4096];
	FILE *f = fopen("data.txt", "r");
	assert(f && fgets(b, 100, f) && !strcmp(b, "fixture\n"));
	fclose(f);
	assert((f = fopen("sub/deep.txt", "r")));
	fclose(f);
	assert(!access("sub/deep.txt", R_OK));
	assert((f = fopen("sub/new.txt", "w")));
	fclose(f);
	assert(getcwd(c, sizeof c));
	assert(argc == 2 && !strcmp(c, argv[1]));
	snprintf(b, sizeof b, "%.1000s/abs.txt", c);
	int fd = open(b, O_WRONLY | O_CREAT | O_EXCL, 0600);
	assert(fd >= 0);
	close(fd);
	struct stat s;
	assert(!stat("abs.txt", &s));
	assert((fd = inotify_init()) >= 0 && inotify_add_watch(fd, b, IN_MODIFY) >= 0);
	close(fd);
	assert(!rename("abs.txt", "/tmp/zzz"));
	assert(!stat("/tmp/zzz", &s));
	assert(realpath("/tmp/zzz", b) && !strcmp(b, "/tmp/zzz"));
	char name[] = "/tmp/fooXXXXXX";
	assert((fd = mkstemp(name)) >= 0 && !strcmp(name, "/tmp/fooaaaaaa"));
	close(fd);
	assert((f = tmpfile()));
	fclose(f);
	assert((fd = shm_open("/heddle-x", O_CREAT | O_EXCL | O_RDWR, 0600)) >= 0);
	assert(!ftruncate(fd, 4096));
	close(fd);
	assert(!mkdir("d", 0700) && !chdir("d"));
	assert(getcwd(c, sizeof c) && !strcmp(strrchr(c, '/'), "/d"));
	pthread_t th;
	pthread_create(&th, 0, nothing, 0);
	pthread_join(th, 0);
	return 0;
}
