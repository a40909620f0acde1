// SPDX-License-Identifier: Apache-2.0
// Keys of messages as symbols. HD_KEY(finding, kind) is the key "kind" of a finding; a key
// that messages.def does not list does not compile, and neither does writing a number under
// one that is a text.
#ifndef HD_ABI_MESSAGES_H
#define HD_ABI_MESSAGES_H

// A key, by the type of its value.
#define HD_KEY_TYPE(type)                                                                          \
	struct hd_##type##_key {                                                                   \
		const char *name;                                                                  \
	};                                                                                         \
	static inline const char *hd_##type##_name(struct hd_##type##_key key)                     \
	{                                                                                          \
		return key.name;                                                                   \
	}
HD_KEY_TYPE(text)
HD_KEY_TYPE(number)
HD_KEY_TYPE(real)
HD_KEY_TYPE(flag)
HD_KEY_TYPE(list)
HD_KEY_TYPE(object)
#undef HD_KEY_TYPE

#define HD_DEFINE_KEY(object, key, type)                                                           \
	static const struct hd_##type##_key hd_key_##object##_##key __attribute__((unused)) = {#key};
#define HD_FIELD(object, key, type, of, presence) HD_DEFINE_KEY(object, key, type)
#include "abi/messages.def"

#define HD_KEY(object, key) hd_key_##object##_##key

// Its name, for readers of JSON; only if it has this type.
#define HD_TEXT(object, key) hd_text_name(HD_KEY(object, key))
#define HD_NUMBER(object, key) hd_number_name(HD_KEY(object, key))
#define HD_REAL(object, key) hd_real_name(HD_KEY(object, key))
#define HD_FLAG(object, key) hd_flag_name(HD_KEY(object, key))
#define HD_LIST(object, key) hd_list_name(HD_KEY(object, key))
#define HD_OBJECT_AT(object, key) hd_object_name(HD_KEY(object, key))

// Of every message, besides its own keys: its type, by name.
#define HD_MESSAGE_TYPE "type"
enum hd_message {
#define HD_MESSAGE(name) HD_MESSAGE_##name,
#include "abi/messages.def"
	HD_MESSAGE_COUNT
};
static inline const char *hd_message_name(enum hd_message message)
{
	static const char *const names[] = {
#define HD_MESSAGE(name) #name,
#include "abi/messages.def"
	};
	return names[message];
}

#endif
