// SPDX-License-Identifier: Apache-2.0
// Nothing of the library needs this; it would not link.
extern int nobody_defines_this(void);
int unused_call(void)
{
	return nobody_defines_this();
}
