// SPDX-License-Identifier: Apache-2.0
// Names of fields, from the debug info of the module.
#include "pass/pass.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

using namespace llvm;

// By name; the first of several that share one.
struct hd_types {
	StringMap<const DICompositeType *> records;
};

static const DICompositeType *as_record(const DIType *type)
{
	auto *composite = dyn_cast_or_null<DICompositeType>(type);
	if (!composite || composite->isForwardDecl()) {
		return nullptr;
	}
	switch (composite->getTag()) {
	case dwarf::DW_TAG_structure_type:
	case dwarf::DW_TAG_union_type:
	case dwarf::DW_TAG_class_type:
		return composite;
	default:
		return nullptr;
	}
}

struct hd_types *hd_types_create(LLVMModuleRef module)
{
	auto *types = new hd_types;
	DebugInfoFinder finder;

	finder.processModule(*unwrap(module));
	for (const DIType *type : finder.types()) {
		const DICompositeType *record = as_record(type);
		// `typedef struct { ... } name;` gives the unnamed struct its name.
		if (type->getTag() == dwarf::DW_TAG_typedef) {
			record = as_record(cast<DIDerivedType>(type)->getBaseType());
			record = record && record->getName().empty() ? record : nullptr;
		}
		if (record && !type->getName().empty()) {
			types->records.try_emplace(type->getName(), record);
		}
	}
	return types;
}

void hd_types_destroy(struct hd_types *types)
{
	delete types;
}

const char *hd_types_field(const struct hd_types *types, const char *type, uint64_t offset, size_t *length)
{
	const DICompositeType *record = types->records.lookup(type);

	if (!record) {
		return nullptr;
	}
	for (const DINode *element : record->getElements()) {
		auto *member = dyn_cast_or_null<DIDerivedType>(element);
		if (member && member->getTag() == dwarf::DW_TAG_member && !member->isStaticMember() &&
			member->getOffsetInBits() == offset && !member->getName().empty()) {
			*length = member->getName().size();
			return member->getName().data();
		}
	}
	return nullptr;
}
