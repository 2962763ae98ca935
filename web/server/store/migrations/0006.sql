-- SPDX-License-Identifier: MIT
-- A run as lists show it knows what its first finding costs, too: many have no gain that can be predicted.

DROP VIEW run;
CREATE VIEW run AS
SELECT report.id, hash, project.name AS project, report.name, command_line, branch, commit_id, host, gpu, gpu_count,
	process_count, tags, recorded_ns, received_ns, duration_ns, gpu_busy_percent, note_count, warning_count,
	error_count, rule, headline, gain_ns, gain_percent, tool_version, size_bytes, uploader, project_id, search,
	(SELECT cost_ns FROM finding WHERE report_id = report.id AND position = 0) AS cost_ns -- NULL: it has no finding
FROM report JOIN project ON project.id = project_id;
