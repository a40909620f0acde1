static volatile int sink;
static int down(int n) { char pad[64]; pad[n & 63] = 1; sink = pad[n & 7]; return down(n + 1) + pad[3]; }
int main(void) { return down(0); }
