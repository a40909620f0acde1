// SPDX-License-Identifier: Apache-2.0
// The vocabulary of C libraries: what words in names say about functions and
// parameters. Lists end with NULL.
#ifndef HD_API_LEXICON_H
#define HD_API_LEXICON_H

extern const char *const hd_lex_make[];        // T *T_new(...)
extern const char *const hd_lex_walk[];        // list_iterator(...), as the last word
extern const char *const hd_lex_open[];        // int pool_open(...), for integer handles
extern const char *const hd_lex_init[];        // T_init(T *)
extern const char *const hd_lex_init_weak[];   // T_open(T *), if there is no better name
extern const char *const hd_lex_copy[];        // T *T_copy(const T *)
extern const char *const hd_lex_lookup[];      // T *T_find(...): creates nothing
extern const char *const hd_lex_destroy[];     // certainly destroys an object
extern const char *const hd_lex_finish[];      // finishes an object that was initialised in place
extern const char *const hd_lex_close[];       // destroys an object if nothing stronger does
extern const char *const hd_lex_destroy_how[]; // may follow: free_full, destroy_sync
extern const char *const hd_lex_module_end[];  // ends a module, without arguments
extern const char *const hd_lex_observe[];     // first word of an observer
extern const char *const hd_lex_property[];    // last word of an observer
extern const char *const hd_lex_change[];      // not an observer, whatever else the name says
extern const char *const hd_lex_wait[];        // may block
extern const char *const hd_lex_waiters[];     // who counts these sees calls that are half done
extern const char *const hd_lex_unlocked[];    // for callers that hold the lock
extern const char *const hd_lex_no_handle[];   // typedef of an integer that is not a handle
extern const char *const hd_lex_length[];      // parameter that is a length
extern const char *const hd_lex_userdata[];    // parameter passed on to a callback
extern const char *const hd_lex_lend[];        // void *pool_take(pool *): the caller has it now
extern const char *const hd_lex_take_back[];   // pool_release(pool *, void *)
extern const char *const hd_lex_reserved[];    // field that must stay zero
extern const char *const hd_lex_allocate[];    // callbacks: what they are for
extern const char *const hd_lex_resize[];
extern const char *const hd_lex_release[];
extern const char *const hd_lex_compare[];
extern const char *const hd_lex_equal[];
extern const char *const hd_lex_hash[];
extern const char *const hd_lex_lock[];
extern const char *const hd_lex_unlock[];
extern const char *const hd_lex_try_lock[];
extern const char *const hd_lex_mutex[];       // callbacks: what they are about
extern const char *const hd_lex_flags[];       // enumerations whose values are combined

struct hd_ref_pair {
	const char *ref, *unref;
};
extern const struct hd_ref_pair hd_lex_refs[]; // {NULL, NULL} at the end

#endif
