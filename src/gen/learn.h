// SPDX-License-Identifier: Apache-2.0
// What the files that learn share: learn.c (step by step), trial.c (one trial), and what is
// learned of parameters, functions and classes (learn_*.c).
#ifndef HD_GEN_LEARN_H
#define HD_GEN_LEARN_H

#include "gen/test.h"

#define HD_TRIALS 6
#define HD_TRIAL_STATES 6  // that objects are brought to before a call
#define HD_TRIAL_CRASHES 3 // workers that a function may cost

extern struct hd_class *hd_classes; // by number

// ---- trial.c -------------------------------------------------------------------

extern bool (*hd_trial_has_time)(void);
extern struct hd_function_facts *hd_trial_at_hand; // of the function that is tried with plain values

// A test of one call, with drawn values or the plainest; false: there is none, or no time.
bool hd_trial_of(struct hd_test *t, uint16_t function, bool simple, uint64_t *rng);
bool hd_trial_usual(struct hd_test *t, uint16_t function, uint64_t *rng);
bool hd_trial_of_source(struct hd_test *t, uint16_t function, unsigned param, enum hd_source source, uint64_t *rng);
enum hd_verdict hd_trial_run(const struct hd_test *t, bool trace);
bool hd_trial_survives(const struct hd_test *t);
// What the execution just made cost: threads are dear, steps and bytes that are cleared less so.
uint64_t hd_trial_cost(void);
bool hd_trial_constructed(void); // in the trial just made

// ---- learn_parameters.c ----------------------------------------------------------

void hd_learn_arguments(uint16_t function, uint64_t *rng);
// Which integers cost too much.
void hd_learn_costs(uint16_t function, uint64_t *rng);
void hd_learn_null(uint16_t function, unsigned param, uint64_t *rng);

// ---- learn_functions.c -----------------------------------------------------------

// Can it be used? If not, why.
void hd_learn_function(uint16_t function, uint64_t *rng);
void hd_learn_effects(uint16_t function, uint64_t *rng);
// Does it touch what is shared in more than one critical section?
void hd_learn_sections(uint16_t function, uint64_t rng);
bool hd_learn_destroys(uint16_t function, uint64_t *rng);
bool hd_learn_frees(uint16_t destructor, uint64_t *rng); // the object
bool hd_learn_shares(uint16_t function, uint64_t *rng);
// Does the end of an object write or lock something in the object of another class that it was made with?
bool hd_learn_touches_parent(uint16_t destructor, uint16_t class, uint64_t *rng);
bool hd_learn_has_default(uint16_t function, uint64_t *rng); // is NULL an object to it?
// Do methods of a module initialise it if nobody has? Then it is also tested so.
void hd_learn_optional_setup(const struct hd_class *c, uint64_t *rng);
// Do methods lock or update atomically something in the object itself?
bool hd_learn_guards_itself(const struct hd_class *c, uint64_t *rng);

// ---- learn_classes.c -------------------------------------------------------------

// Constructors, destructors and methods are learned in this order: each needs those before it.
void hd_learn_constructor(uint16_t i, bool first_round, uint64_t *rng);
// A constructor that cannot be used: can it be after a function that prepares the library?
void hd_learn_constructor_needs(uint16_t i, uint64_t *rng);
void hd_learn_find_destructor(uint16_t i, uint64_t *rng);
void hd_learn_set_destructor(uint16_t i);
void hd_learn_revise_end(uint16_t class, uint64_t *rng);
void hd_learn_method(uint16_t i, uint64_t *rng);
void hd_learn_inside(uint16_t i, uint64_t *rng);
void hd_learn_method_effects(uint16_t i, uint64_t *rng);
// Is T **, which should be room for a new object, the variable of one that is there? Then it is a method.
void hd_learn_in_out(uint16_t i, uint64_t *rng);
bool hd_learn_is_method(uint16_t i);
bool hd_learn_takes_given(uint16_t i);
void hd_learn_collect(struct hd_class *c, uint16_t class, uint64_t *rng);
void hd_learn_judge(uint16_t class, uint64_t *rng);

// ---- neighbours.c ----------------------------------------------------------------

void hd_learn_neighbours(struct hd_class *c);

// ---- learn_flags.c ---------------------------------------------------------------

void hd_learn_flags(const struct hd_class *c, uint64_t *rng);

// ---- learn_depths.c --------------------------------------------------------------

void hd_learn_depths(struct hd_class *c, uint64_t *rng);

// ---- learn_partners.c ------------------------------------------------------------

void hd_learn_partners(struct hd_class *c, uint64_t *rng);

// ---- contract.c ------------------------------------------------------------------

// What may be concurrent: leaves only those methods in the class.
void hd_contract_decide(struct hd_class *c);

#endif
