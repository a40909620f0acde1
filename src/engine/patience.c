// SPDX-License-Identifier: Apache-2.0
// How long an execution is waited for. One that does not end takes as many steps as ten thousand that do,
// and if one in a hundred does not, there is hardly time for others. So after the first livelock of a program or
// test, an execution that takes far longer than usual is looked at early: if it repeats itself
// as well, it is given up, unless it may be a livelock that is looked for and not known.
#include "engine/engine.h"

#define TIMES 16   // as long as usual
#define LEAST 1000 // steps

void hd_patience_begin(struct hd_run *run, bool fresh)
{
	struct hd_patience *p = &hd_worker->patience;

	if (fresh) {
		*p = (struct hd_patience){0};
	}
	if (unlikely(p->endless)) {
		run->early = p->usual * TIMES > LEAST ? p->usual * TIMES : LEAST;
	}
}

// About one execution in nine is longer than that.
static void adapt(struct hd_patience *p, uint64_t steps)
{
	p->usual = p->usual == 0 ? steps : steps > p->usual ? p->usual + p->usual / 8 + 1 : p->usual - p->usual / 64;
}

void hd_patience_end(const struct hd_outcome *o)
{
	struct hd_patience *p = &hd_worker->patience;

	if (unlikely(hd.fair && (o->verdict == HD_VERDICT_LIVELOCK || o->crashed))) {
		p->endless = true;
	} else if (likely(!hd.fair || !o->cut_off)) { // it ended, perhaps after all
		adapt(p, o->steps);
	}
}
