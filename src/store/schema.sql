-- SPDX-License-Identifier: Apache-2.0
-- campaign.db: what every heddle campaign with this output directory did and
-- found. The one source for reports. Change HD_STORE_VERSION with it, and add a
-- step to upgrade.c.

CREATE TABLE campaigns (
	id INTEGER PRIMARY KEY,
	uid TEXT NOT NULL UNIQUE,     -- the same in every database that has it: heddle merge knows it again
	code TEXT NOT NULL,           -- identity of the harness; "": unknown
	command TEXT NOT NULL,        -- run, test, ...
	version TEXT NOT NULL,        -- of heddle
	started TEXT NOT NULL,        -- UTC, ISO 8601
	arguments TEXT NOT NULL,      -- JSON array: the command line as typed
	class TEXT,                   -- under test; NULL for programs
	strategy TEXT NOT NULL,
	seed INTEGER NOT NULL,
	reason TEXT,                  -- why it ended; NULL: it has not, or heddle died
	seconds REAL NOT NULL DEFAULT 0,
	tests INTEGER NOT NULL DEFAULT 0,
	executions INTEGER NOT NULL DEFAULT 0,
	blocked INTEGER NOT NULL DEFAULT 0,
	traces INTEGER NOT NULL DEFAULT 0,
	cut_off INTEGER NOT NULL DEFAULT 0,
	steps INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE findings (
	id TEXT PRIMARY KEY,          -- also the name of its directory
	campaign INTEGER NOT NULL REFERENCES campaigns (id),
	kind TEXT NOT NULL,
	message TEXT NOT NULL,
	class TEXT,
	file TEXT,
	line INTEGER,
	function TEXT,
	switches INTEGER NOT NULL,
	executions_to_find INTEGER NOT NULL,
	seconds_to_find REAL NOT NULL,
	hash TEXT NOT NULL,
	dir TEXT NOT NULL,            -- relative to the output directory
	pattern INTEGER               -- type of the memory-access pattern behind it, 1 to 17; NULL: none, or unknown
);

CREATE TABLE coverage (
	campaign INTEGER NOT NULL REFERENCES campaigns (id),
	executions INTEGER NOT NULL,
	seconds REAL NOT NULL,
	metric TEXT NOT NULL,
	covered INTEGER NOT NULL,
	total INTEGER                 -- NULL: unknown
);

CREATE TABLE pairs (              -- of methods, at the end of the campaign
	campaign INTEGER NOT NULL REFERENCES campaigns (id),
	class TEXT,
	a TEXT NOT NULL,
	b TEXT NOT NULL,
	tried INTEGER NOT NULL,
	covered INTEGER NOT NULL,
	score INTEGER NOT NULL
);

CREATE TABLE learned (            -- by sequential trial
	campaign INTEGER NOT NULL REFERENCES campaigns (id),
	function TEXT NOT NULL,
	text TEXT NOT NULL
);

CREATE TABLE contracts (          -- of classes: what may be concurrent on one object
	campaign INTEGER NOT NULL REFERENCES campaigns (id),
	class TEXT NOT NULL,
	contract TEXT NOT NULL,       -- shared, owned, ...; nothing; unknown
	why TEXT NOT NULL,
	tested INTEGER NOT NULL,
	problem TEXT,                 -- why it cannot be tested; NULL: it can
	unprotected INTEGER NOT NULL  -- if nothing is promised: variables that calls would race on
);

CREATE TABLE covered (            -- by all campaigns of one version of the code together
	code TEXT NOT NULL,
	metric TEXT NOT NULL,
	goal INTEGER NOT NULL,        -- as the metric numbers them; the same for the same code
	value INTEGER NOT NULL,       -- upper half: how often it was covered; lower half: what else the metric knows
	PRIMARY KEY (code, metric, goal)
) WITHOUT ROWID;

CREATE TABLE states (             -- what --resume goes on with
	code TEXT NOT NULL,
	name TEXT NOT NULL,           -- of what, and under which options
	text TEXT NOT NULL,
	PRIMARY KEY (code, name)
) WITHOUT ROWID;

CREATE INDEX pairs_of_campaign ON pairs (campaign);
CREATE INDEX coverage_of_campaign ON coverage (campaign);
