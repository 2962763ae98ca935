-- SPDX-License-Identifier: MIT
-- THE LIST of statements: each runs on SQLite and on PostgreSQL (tests/dashboard/ does everything on both).
-- "-- name: x" makes STATEMENT_X. Sums are of @real: two times that a report may have can be more than an @integer
-- takes, which is an error on both, and PostgreSQL's sums of integers are NUMERIC. SQLite's LIKE is told to heed case,
-- as PostgreSQL's does. lower(x @ascii) folds ASCII alone, on both. A row that was read with @share stays as it is until
-- the transaction ends, on SQLite without a word.

-- name: project_get
SELECT id, retention_days, change_count, removal_count FROM project WHERE name = $1;

-- name: project_insert
INSERT INTO project (id, name, created_ns) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING;

-- name: project_change
UPDATE project SET change_count = change_count + 1, removal_count = removal_count + $2 WHERE id = $1;

-- name: project_list
SELECT project.id, name, retention_days,
	(SELECT max(received_ns) FROM report WHERE project_id = project.id) AS last_ns,
	(SELECT count(*) FROM report WHERE project_id = project.id) AS reports
FROM project WHERE name >= $1 AND coalesce(retention_days, 1) > 0 ORDER BY name;

-- name: project_names
SELECT id, name FROM project WHERE name > $1 AND coalesce(retention_days, 1) > 0 ORDER BY name;

-- name: project_retention
SELECT id, name, retention_days FROM project WHERE retention_days >= $1;

-- name: project_set_retention
UPDATE project SET retention_days = $2 WHERE id = $1;

-- A deleted project has a name that nobody can ask for, and keeps nothing for longer than 0 days.
-- name: project_drop
UPDATE project SET name = $2, retention_days = 0 WHERE id = $1;

-- A project of that kind for what is deleted of one that stays.
-- name: project_insert_dropped
INSERT INTO project (id, name, created_ns, retention_days) VALUES ($1, $2, $3, 0);

-- name: project_delete
DELETE FROM project WHERE id = $1;

-- name: report_insert
INSERT INTO report (id, project_id, hash, name, command_line, branch, commit_id, host, gpu, gpu_count, process_count,
	tags, search, recorded_ns, received_ns, duration_ns, gpu_busy_percent, note_count, warning_count, error_count,
	rule, headline, gain_ns, gain_percent, tool_version, size_bytes, uploader)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
	$25, $26, $27)
ON CONFLICT (project_id, hash) DO NOTHING RETURNING id;

-- name: report_body_insert
INSERT INTO report_body (report_id, body) VALUES ($1, $2);

-- 15 at once: each statement is a way to PostgreSQL and back. One that comes again is left out.
-- name: measure_insert
INSERT INTO measure (report_id, name, value) VALUES
	($1, $2, $3), ($1, $4, $5), ($1, $6, $7), ($1, $8, $9), ($1, $10, $11), ($1, $12, $13), ($1, $14, $15), ($1,
	$16, $17), ($1, $18, $19), ($1, $20, $21), ($1, $22, $23), ($1, $24, $25), ($1, $26, $27), ($1, $28, $29),
	($1, $30, $31)
ON CONFLICT (report_id, name) DO NOTHING;

-- name: finding_insert
INSERT INTO finding (report_id, position, rule, subject, title, severity, headline, cost_ns, gain_ns)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: run_get
SELECT * FROM run WHERE project_id = $1 AND hash = $2;

-- name: run_projects
SELECT project.name AS project, report.id FROM project CROSS JOIN report
WHERE report.project_id = project.id AND hash = $1 AND coalesce(retention_days, 1) > 0
ORDER BY report.id DESC LIMIT 100;

-- name: report_body_get
SELECT body, size_bytes FROM report_body JOIN report ON report.id = report_id WHERE project_id = $1 AND hash = $2;

-- name: run_list_recorded
SELECT * FROM run
WHERE project_id = $1 AND recorded_ns <= $2 AND (recorded_ns < $2 OR id < $3)
	AND recorded_ns >= $4 AND recorded_ns < $5
	AND ($6 = '' OR lower(branch @ascii) LIKE $6 ESCAPE '!') AND ($7 = '' OR lower(host @ascii) LIKE $7 ESCAPE '!')
	AND ($8 = '' OR lower(gpu @ascii) LIKE $8 ESCAPE '!') AND ($9 = '' OR lower(commit_id @ascii) LIKE $9 ESCAPE '!')
	AND ($10 = '' OR tags LIKE $10 ESCAPE '!') AND ($11 = '' OR search LIKE $11 ESCAPE '!')
	AND ($14 = '' OR search LIKE $14 ESCAPE '!') AND ($15 = '' OR search LIKE $15 ESCAPE '!')
	AND ($16 = '' OR search LIKE $16 ESCAPE '!') AND ($17 = '' OR search LIKE $17 ESCAPE '!')
	AND ($18 = '' OR search LIKE $18 ESCAPE '!') AND ($19 = '' OR search LIKE $19 ESCAPE '!')
	AND ($20 = '' OR search LIKE $20 ESCAPE '!')
	AND ($13 = '' OR EXISTS (SELECT 1 FROM finding WHERE finding.report_id = run.id AND finding.rule = $13))
ORDER BY recorded_ns DESC, id DESC LIMIT $12;

-- name: run_list_duration
SELECT * FROM run
WHERE project_id = $1 AND duration_ns <= $2 AND (duration_ns < $2 OR id < $3)
	AND recorded_ns >= $4 AND recorded_ns < $5
	AND ($6 = '' OR lower(branch @ascii) LIKE $6 ESCAPE '!') AND ($7 = '' OR lower(host @ascii) LIKE $7 ESCAPE '!')
	AND ($8 = '' OR lower(gpu @ascii) LIKE $8 ESCAPE '!') AND ($9 = '' OR lower(commit_id @ascii) LIKE $9 ESCAPE '!')
	AND ($10 = '' OR tags LIKE $10 ESCAPE '!') AND ($11 = '' OR search LIKE $11 ESCAPE '!')
	AND ($14 = '' OR search LIKE $14 ESCAPE '!') AND ($15 = '' OR search LIKE $15 ESCAPE '!')
	AND ($16 = '' OR search LIKE $16 ESCAPE '!') AND ($17 = '' OR search LIKE $17 ESCAPE '!')
	AND ($18 = '' OR search LIKE $18 ESCAPE '!') AND ($19 = '' OR search LIKE $19 ESCAPE '!')
	AND ($20 = '' OR search LIKE $20 ESCAPE '!')
	AND ($13 = '' OR EXISTS (SELECT 1 FROM finding WHERE finding.report_id = run.id AND finding.rule = $13))
ORDER BY duration_ns DESC, id DESC LIMIT $12;

-- name: run_list_gain
SELECT * FROM run
WHERE project_id = $1 AND gain_ns <= $2 AND (gain_ns < $2 OR id < $3)
	AND recorded_ns >= $4 AND recorded_ns < $5
	AND ($6 = '' OR lower(branch @ascii) LIKE $6 ESCAPE '!') AND ($7 = '' OR lower(host @ascii) LIKE $7 ESCAPE '!')
	AND ($8 = '' OR lower(gpu @ascii) LIKE $8 ESCAPE '!') AND ($9 = '' OR lower(commit_id @ascii) LIKE $9 ESCAPE '!')
	AND ($10 = '' OR tags LIKE $10 ESCAPE '!') AND ($11 = '' OR search LIKE $11 ESCAPE '!')
	AND ($14 = '' OR search LIKE $14 ESCAPE '!') AND ($15 = '' OR search LIKE $15 ESCAPE '!')
	AND ($16 = '' OR search LIKE $16 ESCAPE '!') AND ($17 = '' OR search LIKE $17 ESCAPE '!')
	AND ($18 = '' OR search LIKE $18 ESCAPE '!') AND ($19 = '' OR search LIKE $19 ESCAPE '!')
	AND ($20 = '' OR search LIKE $20 ESCAPE '!')
	AND ($13 = '' OR EXISTS (SELECT 1 FROM finding WHERE finding.report_id = run.id AND finding.rule = $13))
ORDER BY gain_ns DESC, id DESC LIMIT $12;

-- name: program_list
SELECT name, branch, host, gpu, count(*) AS runs, max(recorded_ns) AS last_ns FROM
	(SELECT name, branch, host, gpu, recorded_ns FROM report WHERE project_id = $1 ORDER BY recorded_ns DESC, id DESC LIMIT $2) AS newest
GROUP BY name, branch, host, gpu ORDER BY last_ns DESC, name, branch, host, gpu;

-- What a program's latest runs took, by the index report_series; in the order of latest_runs. MATERIALIZED: PostgreSQL would
-- look for since_ns once for each report. CROSS JOIN: SQLite begins with the series.
-- name: latest_points
WITH series AS (
	SELECT branch, name, gpu, gpu_count, max(recorded_ns) AS last_ns, count(*) AS runs FROM report WHERE project_id = $1
	GROUP BY branch, name, gpu, gpu_count HAVING max(recorded_ns) >= $2
	ORDER BY last_ns DESC, branch, name, gpu, gpu_count LIMIT $3),
reach AS MATERIALIZED (
	SELECT series.*, coalesce((SELECT one.recorded_ns FROM report AS one WHERE one.project_id = $1 AND one.branch = series.branch
		AND one.name = series.name AND one.gpu = series.gpu AND one.gpu_count = series.gpu_count
		ORDER BY one.recorded_ns DESC LIMIT 1 OFFSET $5), -9223372036854775807) AS since_ns
	FROM series)
SELECT hash, commit_id, report.branch, report.recorded_ns,
	(SELECT value FROM measure WHERE report_id = report.id AND measure.name = $4) AS value, report.name, report.gpu,
	report.gpu_count, duration_ns
FROM reach CROSS JOIN report
WHERE report.project_id = $1 AND report.branch = reach.branch AND report.name = reach.name AND report.gpu = reach.gpu
	AND report.gpu_count = reach.gpu_count AND report.recorded_ns >= since_ns
ORDER BY last_ns DESC, report.branch, report.name, report.gpu, report.gpu_count, report.recorded_ns DESC, report.id DESC;

-- name: latest_runs
WITH series AS (
	SELECT branch, name, gpu, gpu_count, max(recorded_ns) AS last_ns, count(*) AS runs FROM report WHERE project_id = $1
	GROUP BY branch, name, gpu, gpu_count HAVING max(recorded_ns) >= $2
	ORDER BY last_ns DESC, branch, name, gpu, gpu_count LIMIT $3)
SELECT run.*, runs FROM series CROSS JOIN run
WHERE run.project_id = $1 AND run.branch = series.branch AND run.name = series.name AND run.gpu = series.gpu
	AND run.gpu_count = series.gpu_count AND run.recorded_ns = last_ns
ORDER BY last_ns DESC, run.branch, run.name, run.gpu, run.gpu_count, run.id DESC;

-- name: report_find
SELECT id FROM report WHERE project_id = $1 AND hash = $2;

-- name: report_labels
SELECT branch, commit_id, host, tags FROM report WHERE project_id = $1 AND hash = $2;

-- name: report_expired
SELECT id FROM report WHERE project_id = $1 AND received_ns < $2 ORDER BY received_ns LIMIT $3;

-- name: report_count_expired
SELECT count(*) FROM report WHERE project_id = $1 AND received_ns < $2;

-- name: project_delete_tokens
DELETE FROM token WHERE project_id = $1;

-- name: report_move
UPDATE report SET project_id = $2 WHERE id = $1;

-- name: report_delete_body
DELETE FROM report_body WHERE report_id = $1;

-- name: report_delete_measures
DELETE FROM measure WHERE report_id = $1;

-- name: report_delete_findings
DELETE FROM finding WHERE report_id = $1;

-- name: report_delete_links
DELETE FROM report_trace WHERE report_id = $1;

-- name: report_delete_links_of_traces
DELETE FROM report_trace WHERE trace_id IN (SELECT id FROM trace WHERE report_id = $1);

-- name: report_delete_pieces
DELETE FROM trace_piece WHERE trace_id IN (SELECT id FROM trace WHERE report_id = $1);

-- name: report_delete_traces
DELETE FROM trace WHERE report_id = $1;

-- name: report_delete
DELETE FROM report WHERE id = $1;

-- name: measure_list
SELECT name, value FROM measure WHERE report_id = $1 ORDER BY name;

-- name: measure_names
SELECT DISTINCT name FROM measure WHERE report_id IN
	(SELECT id FROM report WHERE project_id = $1 AND ($3 = '' OR name = $3) ORDER BY recorded_ns DESC, id DESC LIMIT $2)
ORDER BY name;

-- name: finding_list
SELECT rule, subject, title, severity, headline, cost_ns, gain_ns FROM finding WHERE report_id = $1 ORDER BY position;

-- name: trend
SELECT hash, commit_id, branch, recorded_ns, value, report.name, gpu, gpu_count FROM report
JOIN measure ON report_id = report.id AND measure.name = $2
WHERE project_id = $1 AND ($3 = '' OR branch = $3) AND ($4 = '' OR report.name = $4) AND recorded_ns < $5 AND ($7 = '' OR gpu = $7)
ORDER BY recorded_ns DESC, report.id DESC LIMIT $6;

-- name: trend_branch
SELECT hash, commit_id, branch, recorded_ns, value, report.name, gpu, gpu_count FROM report
JOIN measure ON report_id = report.id AND measure.name = $2
WHERE project_id = $1 AND branch = $3 AND ($4 = '' OR report.name = $4) AND recorded_ns < $5 AND ($7 = '' OR gpu = $7)
ORDER BY recorded_ns DESC, report.id DESC LIMIT $6;

-- Found by the index report_program; what they cost, by report_recorded, in the order of the findings.
-- name: finding_open
WITH program AS (
	SELECT branch, name FROM report WHERE project_id = $1 AND ($2 = '' OR branch = $2)
	GROUP BY branch, name HAVING max(recorded_ns) >= $3),
newest AS (
	SELECT (SELECT id FROM report WHERE project_id = $1 AND branch = program.branch AND name = program.name
		ORDER BY recorded_ns DESC, id DESC LIMIT 1) AS id
	FROM program),
open AS (
	SELECT finding.*, hash, recorded_ns, report.name,
		row_number() OVER (PARTITION BY report.name, finding.rule, subject ORDER BY recorded_ns DESC, report_id DESC, position) AS place
	FROM newest JOIN report ON report.id = newest.id JOIN finding ON report_id = report.id),
total AS (
	SELECT report.name, finding.rule, subject, count(DISTINCT report_id) AS runs, sum(CAST(cost_ns AS @real)) AS cost_ns
	FROM report JOIN finding ON report_id = report.id
	WHERE project_id = $1 AND ($2 = '' OR branch = $2) AND recorded_ns >= $3 GROUP BY report.name, finding.rule, subject)
SELECT open.rule, open.subject, title, severity, runs, total.cost_ns, gain_ns, hash, recorded_ns, headline, open.name,
	position + 1
FROM open JOIN total ON total.name = open.name AND total.rule = open.rule AND total.subject = open.subject
WHERE place = 1 ORDER BY total.cost_ns DESC, open.name, open.rule, open.subject LIMIT $4;

-- name: rule_costs
SELECT finding.rule, count(DISTINCT report_id) AS runs, sum(CAST(cost_ns AS @real)) AS cost_ns, max(title) AS title
FROM report JOIN finding ON report_id = report.id
WHERE project_id = $1 AND recorded_ns >= $2 AND recorded_ns < $3
GROUP BY finding.rule ORDER BY finding.rule;

-- name: trace_get
SELECT trace.id, trace.size_bytes, received_bytes, is_complete, report.hash, hash_state, report_id FROM trace
JOIN report ON report.id = report_id WHERE trace.project_id = $1 AND trace.hash = $2;

-- name: trace_insert
INSERT INTO trace (id, project_id, report_id, hash, size_bytes, received_bytes, is_complete, changed_ns, hash_state)
VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7) ON CONFLICT (project_id, hash) DO NOTHING;

-- name: trace_advance
UPDATE trace SET received_bytes = $3, is_complete = $4, changed_ns = $5, hash_state = $6 WHERE id = $1 AND received_bytes = $2 RETURNING id;

-- name: trace_piece_insert
INSERT INTO trace_piece (trace_id, offset_bytes, size_bytes, body) VALUES ($1, $2, $3, $4);

-- name: trace_piece_get
SELECT offset_bytes, size_bytes, body FROM trace_piece WHERE trace_id = $1 AND offset_bytes <= $2
ORDER BY offset_bytes DESC LIMIT 1;

-- name: trace_delete_last_piece
DELETE FROM trace_piece WHERE trace_id = $1 AND offset_bytes IN (SELECT max(offset_bytes) FROM trace_piece WHERE trace_id = $1)
RETURNING trace_id;

-- name: trace_delete
DELETE FROM trace WHERE id = $1;

-- name: trace_list
SELECT hash, size_bytes FROM trace WHERE is_complete = 1 AND id IN
	(SELECT id FROM trace WHERE report_id = $1 UNION SELECT trace_id FROM report_trace WHERE report_id = $1)
ORDER BY id;

-- name: trace_link
INSERT INTO report_trace (report_id, trace_id) VALUES ($1, $2) ON CONFLICT (report_id, trace_id) DO NOTHING;

-- name: trace_is_linked
SELECT trace_id FROM report_trace WHERE report_id = $1 AND trace_id = $2;

-- name: trace_delete_links
DELETE FROM report_trace WHERE trace_id = $1;

-- What a report leaves behind to others that have it, too.
-- name: trace_hand_over
UPDATE trace SET report_id = (SELECT min(other.report_id) FROM report_trace AS other WHERE other.trace_id = trace.id)
WHERE report_id = $1 AND EXISTS (SELECT 1 FROM report_trace AS other WHERE other.trace_id = trace.id);

-- name: trace_of_report
SELECT id FROM trace WHERE report_id = $1 LIMIT 1;

-- name: trace_of_project
SELECT id FROM trace WHERE project_id = $1 LIMIT 1;

-- name: trace_move
UPDATE trace SET project_id = $2 WHERE id = $1;

-- name: trace_move_of_report
UPDATE trace SET project_id = $2 WHERE report_id = $1;

-- name: trace_exists
SELECT id FROM trace WHERE id = $1;

-- name: trace_stale
SELECT trace.id FROM trace JOIN project ON project.id = project_id
WHERE is_complete = 0 AND changed_ns < $1 AND coalesce(retention_days, 1) > 0 LIMIT $2;

-- name: token_find
SELECT token.id, role, token.project_id, project.name, expires_ns, description FROM token
LEFT JOIN project ON project.id = token.project_id WHERE hash = $1;

-- name: token_insert
INSERT INTO token (id, hash, role, project_id, description, created_ns, created_by, expires_ns)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: token_list
SELECT token.id, role, project.name, description, token.created_ns, created_by, expires_ns FROM token
LEFT JOIN project ON project.id = token.project_id WHERE token.id >= $1 ORDER BY token.id;

-- name: token_delete
DELETE FROM token WHERE id = $1 RETURNING id, description;

-- name: account_get
SELECT id, password_hash FROM account WHERE name = $1;

-- name: account_insert
INSERT INTO account (id, name, password_hash, created_ns) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING RETURNING id;

-- name: account_set_password
UPDATE account SET password_hash = $2 WHERE id = $1;

-- Unless it is not the verified one any more, which then gives no row.
-- name: account_change_password
UPDATE account SET password_hash = $2 WHERE id = $1 AND password_hash = $3 RETURNING id;

-- name: account_rights
SELECT account.id, name, created_ns, project_name, role FROM account
LEFT JOIN account_right ON account_id = account.id WHERE name >= $1 ORDER BY name, project_name;

-- name: account_delete
DELETE FROM account WHERE id = $1;

-- name: right_list
SELECT project_name, role FROM account_right WHERE account_id = $1 ORDER BY project_name;

-- name: right_set
INSERT INTO account_right (account_id, project_name, role) VALUES ($1, $2, $3)
ON CONFLICT (account_id, project_name) DO UPDATE SET role = excluded.role;

-- name: right_delete
DELETE FROM account_right WHERE account_id = $1 AND project_name = $2;

-- name: right_delete_all
DELETE FROM account_right WHERE account_id = $1;

-- name: session_find
SELECT account_id, name, csrf_token, expires_ns FROM session JOIN account ON account.id = account_id WHERE hash = $1;

-- The same for who signs in: no session comes behind the change that ends them all.
-- name: session_insert
INSERT INTO session (hash, account_id, csrf_token, created_ns, expires_ns)
SELECT $1, id, $3, $4, $5 FROM account WHERE id = $2 AND password_hash = $6 @share RETURNING account_id;

-- name: session_delete
DELETE FROM session WHERE hash = $1;

-- name: session_delete_of_account
DELETE FROM session WHERE account_id = $1;

-- name: session_delete_expired
DELETE FROM session WHERE expires_ns < $1;

-- name: audit_insert
INSERT INTO audit (id, at_ns, actor, address, action, project, subject) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: audit_list
SELECT id, at_ns, actor, address, action, project, subject FROM audit
WHERE ($1 = '' OR project = $1) AND id < $2 ORDER BY id DESC LIMIT $3;

-- name: ping
SELECT CAST($1 AS @integer);
