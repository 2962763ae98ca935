-- SPDX-License-Identifier: MIT
-- Raised, with change_count, in each transaction that takes reports from a project: what never changes is kept for as
-- long as this stays (web/server/http/answers.h). And what uploads of traces that stopped are looked for by.

ALTER TABLE project ADD COLUMN removal_count @integer NOT NULL DEFAULT 0;
CREATE INDEX trace_unfinished ON trace (changed_ns) WHERE is_complete = 0;
