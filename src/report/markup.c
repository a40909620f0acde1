// SPDX-License-Identifier: Apache-2.0
#include "report/markup.h"

void hd_markup_add(struct hd_str *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			hd_str_add(out, "&amp;");
			break;
		case '<':
			hd_str_add(out, "&lt;");
			break;
		case '>':
			hd_str_add(out, "&gt;");
			break;
		case '"':
			hd_str_add(out, "&quot;");
			break;
		case '\xef':
			if (text[1] == '\xbf' && (text[2] == '\xbe' || text[2] == '\xbf')) {
				hd_str_add_char(out, '?'); // U+FFFE and U+FFFF are no characters of XML
				text += 2;
			} else {
				hd_str_add_char(out, *text);
			}
			break;
		default:
			if ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t') {
				hd_str_add_char(out, ' ');
			} else {
				hd_str_add_char(out, *text);
			}
		}
	}
}
