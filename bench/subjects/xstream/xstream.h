// SPDX-License-Identifier: Apache-2.0
// Writes objects as XML and reads them, by rules that can be changed.
#ifndef XSTREAM_H
#define XSTREAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct driver driver;
typedef struct xstream xstream;

/** Who writes and reads the XML. */
enum driver_kind {
	DRIVER_XPP,
	DRIVER_DOM,
	DRIVER_SJSXP,
	DRIVER_WSTX,
};

/** A driver of a kind; NULL when there is no memory. */
driver *driver_new(enum driver_kind kind);

/** Free the driver. No stream may use it any more. */
void driver_free(driver *driver);

/** With the driver given, which is not owned; NULL when there is no memory. */
xstream *xstream_new(driver *driver);

/** Free it. No other thread may use it any more. */
void xstream_free(xstream *stream);

/** Write objects of a type under a name; -1 when there are too many rules. */
int xstream_alias(xstream *stream, const char *name, const char *type);

/** The same, and what to make when the name is read. */
int xstream_alias_default(xstream *stream, const char *name, const char *type, const char *implementation);

/** Write objects of a type and of those derived from it under a name. */
int xstream_alias_type(xstream *stream, const char *name, const char *type);

/** Write a field under a name. */
int xstream_alias_field(xstream *stream, const char *alias, const char *type, const char *field);

/** Write an attribute under a name. */
int xstream_alias_attribute(xstream *stream, const char *alias, const char *attribute);

/** Write an attribute of a type under a name. */
int xstream_alias_attribute_of(xstream *stream, const char *type, const char *field, const char *alias);

/** Write an attribute of the system under a name; without one it is not written. */
int xstream_alias_system_attribute(xstream *stream, const char *alias, const char *attribute);

/** Write the types of a package under another. */
int xstream_alias_package(xstream *stream, const char *name, const char *package);

/** Write a field as an attribute. */
int xstream_use_attribute_for(xstream *stream, const char *field);

/** Write a field of a type as an attribute, if it has that type. */
int xstream_use_attribute_for_typed(xstream *stream, const char *field, const char *type);

/** Write a field that a type defines as an attribute. */
int xstream_use_attribute_for_defined(xstream *stream, const char *type, const char *field);

/** Write everything of a type as attributes. */
int xstream_use_attribute_for_type(xstream *stream, const char *type);

/** Do not write a field. */
int xstream_omit_field(xstream *stream, const char *type, const char *field);

/** Objects of a type never change and are never referred to. */
int xstream_add_immutable_type(xstream *stream, const char *type);

/** What to make for a type. */
int xstream_add_default_implementation(xstream *stream, const char *implementation, const char *type);

/** The elements of a field are written without it. */
int xstream_add_implicit_collection(xstream *stream, const char *type, const char *field);

/** The same for elements of one type. */
int xstream_add_implicit_collection_of(xstream *stream, const char *type, const char *field, const char *item);

/** The same under a name for each element. */
int xstream_add_implicit_collection_named(xstream *stream, const char *type, const char *field, const char *name, const char *item);

/** The elements of an array are written without it. */
int xstream_add_implicit_array(xstream *stream, const char *type, const char *field);

/** The entries of a map are written without it. */
int xstream_add_implicit_map(xstream *stream, const char *type, const char *field, const char *key);

/** How a type is converted. */
int xstream_register_converter(xstream *stream, const char *type, int priority);

/** How a type is converted to a single value. */
int xstream_register_single_value_converter(xstream *stream, const char *type, int priority);

/** How a field is converted. */
int xstream_register_local_converter(xstream *stream, const char *type, const char *field, const char *converter);

/** Follow the annotations of a type. */
int xstream_process_annotations(xstream *stream, const char *type);

/** A type that may be read. */
int xstream_allow_type(xstream *stream, const char *type);

/** A type that may not be read. */
int xstream_deny_type(xstream *stream, const char *type);

/** What is unknown is left out if it matches. */
int xstream_ignore_unknown_elements(xstream *stream, const char *pattern);

/** Names of types that are not found are replaced. */
int xstream_alias_dynamic_proxy(xstream *stream, const char *name);

/** Set how references to the same object are written. */
void xstream_set_mode(xstream *stream, int mode);

/** How references to the same object are written. */
int xstream_get_mode(xstream *stream);

/** Set whether annotations of all types are followed. */
void xstream_set_autodetect_annotations(xstream *stream, bool autodetect_annotations);

/** Whether annotations of all types are followed. */
bool xstream_is_autodetect_annotations(xstream *stream);

/** Set the number of the loader of types. */
void xstream_set_class_loader(xstream *stream, int class_loader);

/** The number of the loader of types. */
int xstream_get_class_loader(xstream *stream);

/** Set the number of the way objects are walked. */
void xstream_set_marshalling_strategy(xstream *stream, int marshalling_strategy);

/** The number of the way objects are walked. */
int xstream_get_marshalling_strategy(xstream *stream);

/** Set whether unknown elements are left out. */
void xstream_set_ignore_unknown(xstream *stream, bool ignore_unknown);

/** Whether unknown elements are left out. */
bool xstream_is_ignore_unknown(xstream *stream);

/** Set the number of the way fields are set. */
void xstream_set_reflection_provider(xstream *stream, int reflection_provider);

/** The number of the way fields are set. */
int xstream_get_reflection_provider(xstream *stream);

/** Set how strictly types are checked. */
void xstream_set_security_level(xstream *stream, int security_level);

/** How strictly types are checked. */
int xstream_get_security_level(xstream *stream);

/** Set the number of the way names are escaped. */
void xstream_set_name_coder(xstream *stream, int name_coder);

/** The number of the way names are escaped. */
int xstream_get_name_coder(xstream *stream);

/** Set whether lines are broken and indented. */
void xstream_set_pretty(xstream *stream, bool pretty);

/** Whether lines are broken and indented. */
bool xstream_is_pretty(xstream *stream);

/** The name under which a type is written; how long it is. */
size_t xstream_get_mapper(xstream *stream, const char *type, char *name, size_t size);

/** Whether a type has a converter of its own. */
bool xstream_get_converter_lookup(xstream *stream, const char *type);

/** Whether a field is written. */
bool xstream_is_omitted(xstream *stream, const char *field);

/** Whether objects of a type never change. */
bool xstream_is_immutable(xstream *stream, const char *type);

/** A text as XML; how long that is. */
size_t xstream_to_xml(xstream *stream, const char *object, char *xml, size_t size);

/** A number as XML; how long that is. */
size_t xstream_to_xml_int(xstream *stream, int object, char *xml, size_t size);

/** A truth value as XML; how long that is. */
size_t xstream_to_xml_bool(xstream *stream, bool object, char *xml, size_t size);

/** A text as XML, under a name. */
size_t xstream_marshal(xstream *stream, const char *name, const char *object, char *xml, size_t size);

/** Begin and end a stream of objects; how long the XML is. */
size_t xstream_create_object_output_stream(xstream *stream, char *xml, size_t size);

/** Begin and end a stream of objects with a root of this name. */
size_t xstream_create_object_output_stream_named(xstream *stream, const char *root, char *xml, size_t size);

/** The length of the text in an XML element; -1 when it is none. */
int xstream_from_xml(xstream *stream, const char *xml);

/** The number in an XML element; -1 when it is none. */
int xstream_from_xml_int(xstream *stream, const char *xml);

/** The text in an XML element; how long it is, -1 when it is none. */
int xstream_unmarshal(xstream *stream, const char *xml, char *text, size_t size);

/** How many elements a stream of objects has; -1 when it is none. */
int xstream_create_object_input_stream(xstream *stream, const char *xml);

#endif
