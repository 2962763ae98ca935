-- SPDX-License-Identifier: MIT
-- As fires-compiles.sql, but in the function of Triton's compiler.py that launches what was compiled.
-- include: setups.sql
INSERT INTO string (id, text) VALUES (9072, 'CompiledKernel.__getitem__.<locals>.runner');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (11, 9070, 9072, 498);
INSERT INTO host_stack VALUES (12, 2, 11);
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 12, 20 FROM n;
