-- SPDX-License-Identifier: MIT
-- A trace is stored once in a project, and may be of several reports: of one that it was first sent for
-- (trace.report_id), and of those here. A row may also name that one: the trace was another's when it was written.

CREATE TABLE report_trace (
	report_id @integer NOT NULL REFERENCES report (id),
	trace_id @integer NOT NULL REFERENCES trace (id),
	PRIMARY KEY (report_id, trace_id)
) @clustered;

CREATE INDEX report_trace_trace ON report_trace (trace_id);
