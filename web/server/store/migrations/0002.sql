-- SPDX-License-Identifier: MIT
-- What a project's open findings are found by: each program's newest report, and all reports in the order in which
-- their findings are stored.

CREATE INDEX report_program ON report (project_id, branch, name, recorded_ns, id);
DROP INDEX report_recorded;
CREATE INDEX report_recorded ON report (project_id, recorded_ns, id, branch);
