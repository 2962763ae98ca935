-- SPDX-License-Identifier: MIT
-- The dashboard's tables, for SQLite and PostgreSQL alike. @integer, @real, @blob and @table are replaced by
-- each engine's words (store_sqlite.c, store_postgres.c). Ids and times are made by the server: times are ns
-- since 1970. Texts that are not known are ''. A statement ends with ; at the end of a line.

CREATE TABLE project (
	id @integer PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	created_ns @integer NOT NULL,
	retention_days @integer -- reports received longer ago are deleted; NULL: none are
) @table;

CREATE TABLE report (
	id @integer PRIMARY KEY,      -- grows with the time of arrival
	project_id @integer NOT NULL REFERENCES project (id),
	hash @blob NOT NULL,          -- SHA-256 of the JSON as it was sent, uncompressed: its identity in the project
	name TEXT NOT NULL,           -- program of the first process
	command_line TEXT NOT NULL,
	branch TEXT NOT NULL,
	commit_id TEXT NOT NULL,
	host TEXT NOT NULL,
	gpu TEXT NOT NULL,            -- name of the first device that did anything
	gpu_count @integer NOT NULL,  -- that did anything, in all processes
	process_count @integer NOT NULL,
	tags TEXT NOT NULL,           -- a line feed, then KEY=VALUE and a line feed for each, sorted
	search TEXT NOT NULL,         -- what a text is looked for in, in lower case
	recorded_ns @integer NOT NULL,
	received_ns @integer NOT NULL,
	duration_ns @integer NOT NULL,
	gpu_busy_percent @real,       -- of the wall time, mean of the active devices; NULL: unknown
	note_count @integer NOT NULL, -- findings by severity
	warning_count @integer NOT NULL,
	error_count @integer NOT NULL,
	rule TEXT NOT NULL,           -- of the first finding, as its headline
	headline TEXT NOT NULL,
	gain_ns @integer NOT NULL,    -- predicted, of the first finding; -1: none
	gain_percent @real,
	tool_version TEXT NOT NULL,
	size_bytes @integer NOT NULL, -- uncompressed
	uploader TEXT NOT NULL,
	UNIQUE (project_id, hash)
) @table;

CREATE INDEX report_recorded ON report (project_id, recorded_ns, id);
CREATE INDEX report_branch ON report (project_id, branch, recorded_ns, id);
CREATE INDEX report_duration ON report (project_id, duration_ns, id);
CREATE INDEX report_gain ON report (project_id, gain_ns, id);
CREATE INDEX report_received ON report (project_id, received_ns);

CREATE TABLE report_body (
	report_id @integer PRIMARY KEY REFERENCES report (id),
	body @blob NOT NULL -- the JSON as it was sent, in zstd
) @table;

CREATE TABLE measure (
	report_id @integer NOT NULL REFERENCES report (id),
	name TEXT NOT NULL, -- its end says the unit: _ns, _percent, _count, _bytes
	value @real NOT NULL,
	PRIMARY KEY (report_id, name)
) @clustered;

CREATE TABLE finding (
	report_id @integer NOT NULL REFERENCES report (id),
	position @integer NOT NULL, -- in the report
	rule TEXT NOT NULL,
	subject TEXT NOT NULL,
	title TEXT NOT NULL,
	severity TEXT NOT NULL,
	headline TEXT NOT NULL,
	cost_ns @integer NOT NULL,
	gain_ns @integer NOT NULL, -- -1: not predicted
	PRIMARY KEY (report_id, position)
) @clustered;

CREATE TABLE trace (
	id @integer PRIMARY KEY,
	project_id @integer NOT NULL REFERENCES project (id),
	report_id @integer NOT NULL REFERENCES report (id),
	hash @blob NOT NULL,             -- SHA-256 of the whole file
	size_bytes @integer NOT NULL,
	received_bytes @integer NOT NULL,
	is_complete @integer NOT NULL,   -- all there, and the hash was right
	changed_ns @integer NOT NULL,
	hash_state @blob NOT NULL,       -- libsodium's, of what is there: the next piece goes on from it
	UNIQUE (project_id, hash)
) @table;

CREATE INDEX trace_report ON trace (report_id);

CREATE TABLE trace_piece (
	trace_id @integer NOT NULL REFERENCES trace (id),
	offset_bytes @integer NOT NULL,
	size_bytes @integer NOT NULL, -- uncompressed
	body @blob NOT NULL,          -- zstd
	PRIMARY KEY (trace_id, offset_bytes)
) @table;

CREATE TABLE token (
	id @integer PRIMARY KEY,
	hash @blob NOT NULL UNIQUE,  -- SHA-256 of the token, which is kept nowhere
	role TEXT NOT NULL,          -- read, upload or admin
	project_id @integer REFERENCES project (id), -- NULL: all
	description TEXT NOT NULL,
	created_ns @integer NOT NULL,
	created_by TEXT NOT NULL,
	expires_ns @integer          -- NULL: never
) @table;

CREATE TABLE account (
	id @integer PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	password_hash TEXT NOT NULL, -- argon2id
	created_ns @integer NOT NULL
) @table;

CREATE TABLE account_right (
	account_id @integer NOT NULL REFERENCES account (id),
	project_name TEXT NOT NULL, -- '': all projects
	role TEXT NOT NULL,
	PRIMARY KEY (account_id, project_name)
) @clustered;

CREATE TABLE session (
	hash @blob PRIMARY KEY,     -- SHA-256 of the cookie
	account_id @integer NOT NULL REFERENCES account (id),
	csrf_token TEXT NOT NULL,
	created_ns @integer NOT NULL,
	expires_ns @integer NOT NULL
) @table;

CREATE INDEX session_expires ON session (expires_ns);

CREATE TABLE audit (
	id @integer PRIMARY KEY,
	at_ns @integer NOT NULL,
	actor TEXT NOT NULL,   -- "token 17", "user ada", "console"
	address TEXT NOT NULL, -- of the client; '': this machine
	action TEXT NOT NULL,  -- "report.upload"
	project TEXT NOT NULL,
	subject TEXT NOT NULL  -- what it was done to
) @table;

CREATE INDEX audit_project ON audit (project, id);

-- A run as lists show it; struct run in run.h has the same order.
CREATE VIEW run AS
SELECT report.id, hash, project.name AS project, report.name, command_line, branch, commit_id, host, gpu, gpu_count,
	process_count, tags, recorded_ns, received_ns, duration_ns, gpu_busy_percent, note_count, warning_count,
	error_count, rule, headline, gain_ns, gain_percent, tool_version, size_bytes, uploader, project_id, search
FROM report JOIN project ON project.id = project_id;
