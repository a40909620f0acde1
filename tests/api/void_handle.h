// A typedef of void as a handle, and a struct whose functions have the verb between the prefix and the type.
#ifndef VOID_HANDLE_H
#define VOID_HANDLE_H

typedef void Till;

Till *Market_TillCreate(int first);
void Market_TillDestroy(Till *till);
void Market_Pay(Till *till, int sum);
int Market_TillTotal(const Till *till);

typedef struct MarketSmallGate {
	int limit, passed;
} MarketSmallGate;

/** For a single reader and a single writer. */
int Market_InitializeSmallGate(MarketSmallGate *gate, int limit);
int Market_WriteSmallGate(MarketSmallGate *gate, int passed);
int Market_GetSmallGateWriteSpace(const MarketSmallGate *gate);
/** To be called when there are no concurrent operations. */
void Market_RepairSmallGate(MarketSmallGate *gate);

#endif
