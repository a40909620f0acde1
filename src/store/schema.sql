-- SPDX-License-Identifier: Apache-2.0
-- campaign.db: what every heddle campaign with this output directory did and
-- found. The one source for reports. Change HD_STORE_VERSION with it.

CREATE TABLE campaigns (
	id INTEGER PRIMARY KEY,
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

CREATE INDEX pairs_of_campaign ON pairs (campaign);
CREATE INDEX coverage_of_campaign ON coverage (campaign);
