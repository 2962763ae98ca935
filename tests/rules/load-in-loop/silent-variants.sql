-- SPDX-License-Identifier: MIT
-- Ten modules for two kernels: variants are tried.
-- include: loads.sql
INSERT INTO do_load WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, 'cuModuleLoadData' FROM n;
