// SPDX-License-Identifier: Apache-2.0
// The words for roles, kinds and shapes: in listings, JSON and hints alike.
#include "api/model.h"

#include <string.h>

#include "base/typo.h"

static const char *const roles[] = {
	[HD_API_METHOD] = "method",
	[HD_API_CONSTRUCTOR] = "constructor",
	[HD_API_DESTRUCTOR] = "destructor",
	[HD_API_OBSERVER] = "observer",
	[HD_API_REF] = "ref",
	[HD_API_UNREF] = "unref",
	[HD_API_STATIC] = "static",
	[HD_API_SETUP] = "setup",
	[HD_API_EXCLUDED] = "excluded",
};

static const char *const kinds[] = {
	[HD_API_VOID] = "void",
	[HD_API_INT] = "int",
	[HD_API_BOOL] = "bool",
	[HD_API_ENUM] = "enum",
	[HD_API_FLAGS] = "flags",
	[HD_API_FLOAT] = "float",
	[HD_API_STRING] = "string",
	[HD_API_BUFFER] = "buffer",
	[HD_API_LENGTH] = "length",
	[HD_API_OUT] = "out",
	[HD_API_OUT_OBJECT] = "out-object",
	[HD_API_OBJECT] = "object",
	[HD_API_PAYLOAD] = "payload",
	[HD_API_CALLBACK] = "callback",
	[HD_API_USERDATA] = "userdata",
	[HD_API_STRUCT] = "struct",
	[HD_API_STRUCT_POINTER] = "struct-pointer",
	[HD_API_FILE] = "file",
	[HD_API_POINTER] = "pointer",
};

static const char *const shapes[] = {
	[HD_API_OPAQUE] = "opaque",
	[HD_API_CALLER_MEMORY] = "caller-memory",
	[HD_API_HANDLE] = "handle",
	[HD_API_MODULE] = "module",
};

static const char *const contracts[] = {
	[HD_CONTRACT_UNKNOWN] = "unknown",
	[HD_CONTRACT_SHARED] = "shared",
	[HD_CONTRACT_READ_SHARED] = "read-shared",
	[HD_CONTRACT_COUNTED] = "counted",
	[HD_CONTRACT_OWNED] = "owned",
	[HD_CONTRACT_SPSC] = "spsc",
	[HD_CONTRACT_LOCKED] = "locked",
	[HD_CONTRACT_NOTHING] = "nothing",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *hd_role_name(int role)
{
	return roles[role];
}

const char *hd_kind_name(int kind)
{
	return kinds[kind];
}

const char *hd_shape_name(int shape)
{
	return shapes[shape];
}

static int by_name(const char *const *names, size_t count, const char *name, const char **nearest)
{
	struct hd_typo typo;
	hd_typo_init(&typo, name);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(names[i], name) == 0) {
			return (int)i;
		}
		hd_typo_offer(&typo, names[i]);
	}
	*nearest = typo.nearest;
	return -1;
}

int hd_role_by_name(const char *name, const char **nearest)
{
	return by_name(roles, COUNT(roles) - 1, name, nearest); // "excluded" has a key of its own
}

int hd_kind_by_name(const char *name, const char **nearest)
{
	return by_name(kinds, COUNT(kinds), name, nearest);
}

const char *hd_contract_name(int contract)
{
	return contracts[contract];
}

int hd_contract_by_name(const char *name, const char **nearest)
{
	int found = by_name(contracts + 1, COUNT(contracts) - 2, name, nearest); // those that can be asked for
	return found < 0 ? found : found + 1;
}
