-- SPDX-License-Identifier: MIT
-- What each program's latest runs are found by: on each branch, and on each kind and number of GPUs.

CREATE INDEX report_series ON report (project_id, branch, name, gpu, gpu_count, recorded_ns, id);
