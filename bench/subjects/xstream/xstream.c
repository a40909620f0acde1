// SPDX-License-Identifier: Apache-2.0
// The rules are kept under a lock. The driver has none: the one of kind SJSXP
// makes its factory when it is needed first, and that uses the last writer
// again, for whoever asks.
#include "xstream.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 24
#define RULES 16
#define DEPTH 4

struct writer {
	char *out;
	size_t size;
	size_t used; // also what did not fit
	const char *open[DEPTH];
	int depth;
	struct writer *older;
};

struct factory {
	struct writer *cached;
	struct writer *all;
};

struct driver {
#ifdef FIXED
	pthread_mutex_t monitor;
#endif
	enum driver_kind kind;
	struct factory *factory;
};

enum rule_kind {
	ALIAS, ALIAS_TYPE, FIELD, ATTRIBUTE, SYSTEM, PACKAGE, AS_ATTRIBUTE, OMITTED, IMMUTABLE, IMPLEMENTATION,
	IMPLICIT, CONVERTER, ANNOTATED, ALLOWED, DENIED, IGNORED,
};

struct rule {
	enum rule_kind kind;
	char key[TEXT];
	char value[TEXT];
};

struct xstream {
	pthread_mutex_t monitor;
	driver *driver;
	struct rule rules[RULES];
	int nrules;
	int mode;
	bool autodetect_annotations;
	int class_loader;
	int marshalling_strategy;
	bool ignore_unknown;
	int reflection_provider;
	int security_level;
	int name_coder;
	bool pretty;
};

// Java's synchronized: until the end of the block.
#define SYNCHRONIZED(object) __attribute__((cleanup(leave), unused)) struct xstream *held = enter(object)

static xstream *enter(xstream *object)
{
	pthread_mutex_lock(&object->monitor);
	return object;
}

static void leave(xstream **object)
{
	pthread_mutex_unlock(&(*object)->monitor);
}

static void monitor_init(xstream *object)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&object->monitor, &attributes);
	pthread_mutexattr_destroy(&attributes);
}


static size_t copy_text(const char *text, char *out, size_t size)
{
	size_t length = strlen(text);
	if (size > 0) {
		size_t n = length < size - 1 ? length : size - 1;
		memcpy(out, text, n);
		out[n] = '\0';
	}
	return length;
}

// ---- writers ---------------------------------------------------------------

static struct writer *new_writer(void)
{
	struct writer *writer = calloc(1, sizeof *writer);
	if (!writer) {
		abort();
	}
	return writer;
}

static void put(struct writer *writer, const char *text)
{
	for (; *text; text++) {
		if (writer->used + 1 < writer->size) {
			writer->out[writer->used] = *text;
		}
		writer->used++;
	}
}

static void start_document(struct writer *writer)
{
	put(writer, "<?xml?>");
}

static void start_element(struct writer *writer, const char *name)
{
	put(writer, "<");
	put(writer, name);
	put(writer, ">");
	writer->open[writer->depth++ % DEPTH] = name;
}

static void end_element(struct writer *writer)
{
	put(writer, "</");
	put(writer, writer->open[--writer->depth % DEPTH]);
	put(writer, ">");
}

static size_t end_document(struct writer *writer)
{
	if (writer->size > 0) {
		writer->out[writer->used < writer->size ? writer->used : writer->size - 1] = '\0';
	}
	return writer->used;
}

// ---- drivers ---------------------------------------------------------------

driver *driver_new(enum driver_kind kind)
{
	driver *driver = calloc(1, sizeof *driver);
	if (driver) {
		driver->kind = kind;
#ifdef FIXED
		pthread_mutex_init(&driver->monitor, NULL);
#endif
	}
	return driver;
}

void driver_free(driver *driver)
{
	if (!driver) {
		return;
	}
	while (driver->factory && driver->factory->all) {
		struct writer *writer = driver->factory->all;
		driver->factory->all = writer->older;
		free(writer);
	}
#ifdef FIXED
	pthread_mutex_destroy(&driver->monitor);
#endif
	free(driver->factory);
	free(driver);
}

static struct factory *output_factory(driver *driver)
{
	if (driver->factory == NULL) {
		driver->factory = calloc(1, sizeof *driver->factory);
		if (!driver->factory) {
			abort();
		}
	}
	return driver->factory;
}

static struct writer *factory_writer(struct factory *factory, char *out, size_t size)
{
	struct writer *writer = factory->cached;
	if (writer) {
		writer->out = NULL;
		writer->used = 0;
		writer->depth = 0;
	} else {
		writer = new_writer();
		writer->older = factory->all;
		factory->all = writer;
		factory->cached = writer;
	}
	writer->size = size;
	writer->out = out;
	return writer;
}

static struct writer *create_writer(driver *driver, char *out, size_t size)
{
#ifndef FIXED
	if (driver->kind == DRIVER_SJSXP) {
		return factory_writer(output_factory(driver), out, size);
	}
#else
	// Writers are not used again: the factory only remembers them.
	if (driver->kind == DRIVER_SJSXP) {
		pthread_mutex_lock(&driver->monitor);
		struct factory *factory = output_factory(driver);
		factory->cached = NULL;
		struct writer *writer = factory_writer(factory, out, size);
		pthread_mutex_unlock(&driver->monitor);
		return writer;
	}
#endif
	struct writer *writer = new_writer();
	writer->out = out;
	writer->size = size;
	return writer;
}

static size_t write_document(xstream *stream, const char *name, const char *text, char *xml, size_t size)
{
	struct writer *writer = create_writer(stream->driver, xml, size);
	start_document(writer);
	start_element(writer, name);
	put(writer, text);
	end_element(writer);
	size_t length = end_document(writer);
	if (stream->driver->kind != DRIVER_SJSXP) {
		free(writer);
	}
	return length;
}

// The text of the first element and how long it is; -1 when there is none.
static long find_text(const char *xml, const char **text)
{
	const char *end = xml ? strchr(xml, '>') : NULL;
	if (!end) {
		return -1;
	}
	*text = end + 1;
	const char *next = strchr(*text, '<');
	return next ? next - *text : (long)strlen(*text);
}

// ---- rules -----------------------------------------------------------------

xstream *xstream_new(driver *driver)
{
	xstream *stream = driver ? calloc(1, sizeof *stream) : NULL;
	if (stream) {
		stream->driver = driver;
		monitor_init(stream);
	}
	return stream;
}

void xstream_free(xstream *stream)
{
	if (stream) {
		pthread_mutex_destroy(&stream->monitor);
		free(stream);
	}
}

static struct rule *find_rule(xstream *stream, enum rule_kind kind, const char *key)
{
	for (int i = 0; key && i < stream->nrules; i++) {
		if (stream->rules[i].kind == kind && strncmp(stream->rules[i].key, key, TEXT - 1) == 0) {
			return &stream->rules[i];
		}
	}
	return NULL;
}

static int add_rule(xstream *stream, enum rule_kind kind, const char *key, const char *value)
{
	struct rule *rule = find_rule(stream, kind, key);
	if (!rule && stream->nrules == RULES) {
		return -1;
	}
	rule = rule ? rule : &stream->rules[stream->nrules++];
	rule->kind = kind;
	strncpy(rule->key, key, TEXT - 1);
	strncpy(rule->value, value, TEXT - 1);
	return 0;
}

int xstream_alias(xstream *stream, const char *name, const char *type)
{
	SYNCHRONIZED(stream);
	return !name || !type ? -1 : add_rule(stream, ALIAS, type, name);
}

int xstream_alias_default(xstream *stream, const char *name, const char *type, const char *implementation)
{
	SYNCHRONIZED(stream);
	return !name || !type || !implementation ? -1 : add_rule(stream, ALIAS, type, name);
}

int xstream_alias_type(xstream *stream, const char *name, const char *type)
{
	SYNCHRONIZED(stream);
	return !name || !type ? -1 : add_rule(stream, ALIAS_TYPE, type, name);
}

int xstream_alias_field(xstream *stream, const char *alias, const char *type, const char *field)
{
	SYNCHRONIZED(stream);
	return !alias || !type || !field ? -1 : add_rule(stream, FIELD, field, alias);
}

int xstream_alias_attribute(xstream *stream, const char *alias, const char *attribute)
{
	SYNCHRONIZED(stream);
	return !alias || !attribute ? -1 : add_rule(stream, ATTRIBUTE, attribute, alias);
}

int xstream_alias_attribute_of(xstream *stream, const char *type, const char *field, const char *alias)
{
	SYNCHRONIZED(stream);
	return !type || !field || !alias ? -1 : add_rule(stream, ATTRIBUTE, field, alias);
}

int xstream_alias_system_attribute(xstream *stream, const char *alias, const char *attribute)
{
	SYNCHRONIZED(stream);
	return !attribute ? -1 : add_rule(stream, SYSTEM, attribute, alias ? alias : "");
}

int xstream_alias_package(xstream *stream, const char *name, const char *package)
{
	SYNCHRONIZED(stream);
	return !name || !package ? -1 : add_rule(stream, PACKAGE, package, name);
}

int xstream_use_attribute_for(xstream *stream, const char *field)
{
	SYNCHRONIZED(stream);
	return !field ? -1 : add_rule(stream, AS_ATTRIBUTE, field, "");
}

int xstream_use_attribute_for_typed(xstream *stream, const char *field, const char *type)
{
	SYNCHRONIZED(stream);
	return !field || !type ? -1 : add_rule(stream, AS_ATTRIBUTE, field, type);
}

int xstream_use_attribute_for_defined(xstream *stream, const char *type, const char *field)
{
	SYNCHRONIZED(stream);
	return !field || !type ? -1 : add_rule(stream, AS_ATTRIBUTE, field, type);
}

int xstream_use_attribute_for_type(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, AS_ATTRIBUTE, type, type);
}

int xstream_omit_field(xstream *stream, const char *type, const char *field)
{
	SYNCHRONIZED(stream);
	return !type || !field ? -1 : add_rule(stream, OMITTED, field, type);
}

int xstream_add_immutable_type(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, IMMUTABLE, type, "");
}

int xstream_add_default_implementation(xstream *stream, const char *implementation, const char *type)
{
	SYNCHRONIZED(stream);
	return !implementation || !type ? -1 : add_rule(stream, IMPLEMENTATION, type, implementation);
}

int xstream_add_implicit_collection(xstream *stream, const char *type, const char *field)
{
	SYNCHRONIZED(stream);
	return !type || !field ? -1 : add_rule(stream, IMPLICIT, field, type);
}

int xstream_add_implicit_collection_of(xstream *stream, const char *type, const char *field, const char *item)
{
	SYNCHRONIZED(stream);
	return !type || !field || !item ? -1 : add_rule(stream, IMPLICIT, field, item);
}

int xstream_add_implicit_collection_named(xstream *stream, const char *type, const char *field, const char *name, const char *item)
{
	SYNCHRONIZED(stream);
	return !type || !field || !name || !item ? -1 : add_rule(stream, IMPLICIT, field, name);
}

int xstream_add_implicit_array(xstream *stream, const char *type, const char *field)
{
	SYNCHRONIZED(stream);
	return !type || !field ? -1 : add_rule(stream, IMPLICIT, field, type);
}

int xstream_add_implicit_map(xstream *stream, const char *type, const char *field, const char *key)
{
	SYNCHRONIZED(stream);
	return !type || !field || !key ? -1 : add_rule(stream, IMPLICIT, field, key);
}

int xstream_register_converter(xstream *stream, const char *type, int priority)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, CONVERTER, type, priority > 0 ? "first" : "last");
}

int xstream_register_single_value_converter(xstream *stream, const char *type, int priority)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, CONVERTER, type, priority > 0 ? "first" : "last");
}

int xstream_register_local_converter(xstream *stream, const char *type, const char *field, const char *converter)
{
	SYNCHRONIZED(stream);
	return !type || !field || !converter ? -1 : add_rule(stream, CONVERTER, field, converter);
}

int xstream_process_annotations(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, ANNOTATED, type, "");
}

int xstream_allow_type(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, ALLOWED, type, "");
}

int xstream_deny_type(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return !type ? -1 : add_rule(stream, DENIED, type, "");
}

int xstream_ignore_unknown_elements(xstream *stream, const char *pattern)
{
	SYNCHRONIZED(stream);
	return !pattern ? -1 : add_rule(stream, IGNORED, pattern, "");
}

int xstream_alias_dynamic_proxy(xstream *stream, const char *name)
{
	SYNCHRONIZED(stream);
	return !name ? -1 : add_rule(stream, ALIAS, "proxy", name);
}

void xstream_set_mode(xstream *stream, int mode)
{
	SYNCHRONIZED(stream);
	stream->mode = mode;
}

int xstream_get_mode(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->mode;
}

void xstream_set_autodetect_annotations(xstream *stream, bool autodetect_annotations)
{
	SYNCHRONIZED(stream);
	stream->autodetect_annotations = autodetect_annotations;
}

bool xstream_is_autodetect_annotations(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->autodetect_annotations;
}

void xstream_set_class_loader(xstream *stream, int class_loader)
{
	SYNCHRONIZED(stream);
	stream->class_loader = class_loader;
}

int xstream_get_class_loader(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->class_loader;
}

void xstream_set_marshalling_strategy(xstream *stream, int marshalling_strategy)
{
	SYNCHRONIZED(stream);
	stream->marshalling_strategy = marshalling_strategy;
}

int xstream_get_marshalling_strategy(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->marshalling_strategy;
}

void xstream_set_ignore_unknown(xstream *stream, bool ignore_unknown)
{
	SYNCHRONIZED(stream);
	stream->ignore_unknown = ignore_unknown;
}

bool xstream_is_ignore_unknown(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->ignore_unknown;
}

void xstream_set_reflection_provider(xstream *stream, int reflection_provider)
{
	SYNCHRONIZED(stream);
	stream->reflection_provider = reflection_provider;
}

int xstream_get_reflection_provider(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->reflection_provider;
}

void xstream_set_security_level(xstream *stream, int security_level)
{
	SYNCHRONIZED(stream);
	stream->security_level = security_level;
}

int xstream_get_security_level(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->security_level;
}

void xstream_set_name_coder(xstream *stream, int name_coder)
{
	SYNCHRONIZED(stream);
	stream->name_coder = name_coder;
}

int xstream_get_name_coder(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->name_coder;
}

void xstream_set_pretty(xstream *stream, bool pretty)
{
	SYNCHRONIZED(stream);
	stream->pretty = pretty;
}

bool xstream_is_pretty(xstream *stream)
{
	SYNCHRONIZED(stream);
	return stream->pretty;
}

size_t xstream_get_mapper(xstream *stream, const char *type, char *name, size_t size)
{
	SYNCHRONIZED(stream);
	const struct rule *rule = find_rule(stream, ALIAS, type);
	return copy_text(rule ? rule->value : type ? type : "", name, size);
}

bool xstream_get_converter_lookup(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return find_rule(stream, CONVERTER, type) != NULL;
}

bool xstream_is_omitted(xstream *stream, const char *field)
{
	SYNCHRONIZED(stream);
	return find_rule(stream, OMITTED, field) != NULL;
}

bool xstream_is_immutable(xstream *stream, const char *type)
{
	SYNCHRONIZED(stream);
	return find_rule(stream, IMMUTABLE, type) != NULL;
}

// ---- writing and reading ---------------------------------------------------

size_t xstream_to_xml(xstream *stream, const char *object, char *xml, size_t size)
{
	return write_document(stream, "string", object ? object : "", xml, size);
}

size_t xstream_to_xml_int(xstream *stream, int object, char *xml, size_t size)
{
	char text[16];
	snprintf(text, sizeof text, "%d", object);
	return write_document(stream, "int", text, xml, size);
}

size_t xstream_to_xml_bool(xstream *stream, bool object, char *xml, size_t size)
{
	return write_document(stream, "boolean", object ? "true" : "false", xml, size);
}

size_t xstream_marshal(xstream *stream, const char *name, const char *object, char *xml, size_t size)
{
	return write_document(stream, name && name[0] ? name : "string", object ? object : "", xml, size);
}

size_t xstream_create_object_output_stream(xstream *stream, char *xml, size_t size)
{
	return write_document(stream, "object-stream", "", xml, size);
}

size_t xstream_create_object_output_stream_named(xstream *stream, const char *root, char *xml, size_t size)
{
	return write_document(stream, root && root[0] ? root : "object-stream", "", xml, size);
}

int xstream_from_xml(xstream *stream, const char *xml)
{
	const char *text;
	(void)stream;
	return (int)find_text(xml, &text);
}

int xstream_from_xml_int(xstream *stream, const char *xml)
{
	const char *text;
	(void)stream;
	return find_text(xml, &text) < 0 ? -1 : atoi(text);
}

int xstream_unmarshal(xstream *stream, const char *xml, char *text, size_t size)
{
	const char *from;
	(void)stream;
	long length = find_text(xml, &from);
	if (length >= 0 && size > 0) {
		size_t n = (size_t)length < size - 1 ? (size_t)length : size - 1;
		memcpy(text, from, n);
		text[n] = '\0';
	}
	return (int)length;
}

int xstream_create_object_input_stream(xstream *stream, const char *xml)
{
	const char *text;
	(void)stream;
	if (find_text(xml, &text) < 0) {
		return -1;
	}
	int n = 0;
	for (; *text && *text != '\0'; text++) {
		n += *text == '<' && text[1] != '/';
	}
	return n;
}
