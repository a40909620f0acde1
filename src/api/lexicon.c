// SPDX-License-Identifier: Apache-2.0
#include "api/lexicon.h"

#include <stddef.h>

#define LIST(name, ...) const char *const name[] = {__VA_ARGS__, NULL}

LIST(hd_lex_make, "new", "create", "open", "alloc", "allocate", "make", "build", "construct", "init", "initialize",
	"initialise", "spawn", "start", "connect", "dup", "clone", "copy", "from", "parse", "load", "begin", "fork",
	"fopen", "fdopen", "setup", "register");
LIST(hd_lex_walk, "iter", "iterator", "cursor");
LIST(hd_lex_open, "new", "create", "open", "alloc", "allocate", "make", "build", "spawn");
LIST(hd_lex_init, "init", "initialize", "initialise", "construct", "ctor", "setup");
LIST(hd_lex_init_weak, "create", "open", "new", "make", "start", "alloc");
LIST(hd_lex_copy, "dup", "duplicate", "clone", "copy", "fork", "split", "snapshot");
LIST(hd_lex_lookup, "get", "find", "lookup", "peek", "current", "default", "instance", "self", "next", "prev", "first",
	"last", "head", "tail", "parent", "root", "owner", "pop", "take", "dequeue", "value", "key", "at", "nth");
LIST(hd_lex_destroy, "destroy", "free", "delete", "del", "dispose", "dealloc", "deallocate", "discard");
LIST(hd_lex_finish, "fini", "deinit", "uninit", "dtor", "teardown", "destruct", "deinitialize");
LIST(hd_lex_close, "close", "release", "cleanup", "term", "terminate", "finalize", "finish", "shutdown", "drop", "quit",
	"unref", "decref", "put", "disconnect", "stop", "end");
LIST(hd_lex_destroy_how, "full", "with", "deep", "safe", "sync", "now", "all", "recursive");
LIST(hd_lex_module_end, "shutdown", "fini", "cleanup", "teardown", "exit", "deinit", "uninit", "destroy", "term",
	"terminate", "finalize", "finish", "close", "quit");
LIST(hd_lex_observe, "get", "is", "has", "can", "size", "count", "len", "length", "peek", "contains", "empty", "top",
	"find", "lookup", "exists", "first", "last", "front", "back", "head", "tail", "at", "nth", "index", "capacity",
	"num", "full", "available", "used", "state", "status", "value", "min", "max", "search", "equal", "equals",
	"compare", "cmp", "stats", "query", "test", "check", "includes");
LIST(hd_lex_property, "size", "count", "len", "length", "empty", "full", "capacity", "used", "available", "state",
	"status", "depth", "height", "refcount");
LIST(hd_lex_change, "set", "add", "push", "pop", "put", "insert", "remove", "delete", "inc", "dec", "increment",
	"decrement", "reset", "clear", "swap", "update", "take", "enqueue", "dequeue", "append", "prepend", "erase",
	"del", "move", "resize", "grow", "shrink", "reserve", "create", "new", "alloc", "write", "store", "fetch",
	"exchange", "next", "wait", "lock", "acquire", "release", "mark", "drop", "sort", "merge", "rotate", "flush",
	"save", "load", "or", "and");
LIST(hd_lex_wait, "wait", "await", "join", "blocking", "acquire", "lock", "take", "recv", "receive");
LIST(hd_lex_waiters, "waiting", "waiters", "sleeping", "sleepers", "blocked");
LIST(hd_lex_unlocked, "unlocked", "unsafe", "nolock");
LIST(hd_lex_no_handle, "err", "error", "errno", "status", "result", "res", "code", "ret", "rc", "hash", "time", "size",
	"len", "length", "count", "bool", "flag", "flags", "value", "val", "key", "char", "byte", "off", "offset",
	"tick", "ticks", "duration", "level", "mask");
LIST(hd_lex_length, "len", "length", "size", "n", "count", "num", "cap", "capacity", "nbytes", "bytes", "nmemb", "sz",
	"nitems", "items", "nelem", "nelems", "cnt", "elements", "max", "maxlen", "buflen", "bufsize", "bufsz",
	"datalen", "keylen", "vallen", "strlen", "klen", "vlen", "nr");
LIST(hd_lex_userdata, "ctx", "context", "data", "user", "userdata", "arg", "args", "cookie", "opaque", "closure",
	"priv", "private", "state", "baton", "param", "ud", "udata", "aux", "self");
LIST(hd_lex_lend, "alloc", "allocate", "malloc", "calloc", "take", "acquire", "borrow", "lend", "checkout", "obtain",
	"rent", "lease", "reserve");
LIST(hd_lex_take_back, "free", "release", "dealloc", "deallocate", "return", "recycle", "unreserve", "giveback");
LIST(hd_lex_reserved, "reserved", "pad", "padding", "unused", "spare", "dummy", "opaque");
LIST(hd_lex_allocate, "alloc", "allocate", "malloc", "calloc", "zalloc");
LIST(hd_lex_resize, "realloc", "reallocate", "resize");
LIST(hd_lex_release, "free", "dealloc", "deallocate", "release");
LIST(hd_lex_compare, "compare", "cmp", "comparator", "comparer", "order", "less");
LIST(hd_lex_equal, "equal", "equals", "eq", "match");
LIST(hd_lex_hash, "hash", "hasher", "hashfn", "hashfunc");
LIST(hd_lex_lock, "lock", "enter", "acquire");
LIST(hd_lex_unlock, "unlock", "leave", "release");
LIST(hd_lex_try_lock, "trylock", "try");
LIST(hd_lex_mutex, "mutex", "mtx", "lock");
LIST(hd_lex_flags, "flag", "flags", "mask", "bits", "mode", "modes", "options", "opts", "perm", "perms");

const struct hd_ref_pair hd_lex_refs[] = {
	{"ref", "unref"},
	{"ref", "deref"},
	{"ref", "release"},
	{"retain", "release"},
	{"addref", "release"},
	{"addref", "decref"},
	{"addref", "unref"},
	{"addref", "delref"},
	{"incref", "decref"},
	{"reference", "unreference"},
	{"grab", "drop"},
	{"hold", "unhold"},
	{"hold", "release"},
	{"inc_ref", "dec_ref"},
	{"add_ref", "release"},
	{"add_ref", "del_ref"},
	{"ref_inc", "ref_dec"},
	{"ref_get", "ref_put"},
	{"ref_incr", "ref_decr"},
	{"incr_ref", "decr_ref"},
	{"ref_acquire", "ref_release"},
	{"incr", "decr"},
	{"get", "put"},
	{"acquire", "release"},
	{"ref", "destroy"},
	{"ref", "free"},
	{"retain", "destroy"},
	{"retain", "free"},
	{NULL, NULL},
};
