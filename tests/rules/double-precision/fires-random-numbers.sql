-- SPDX-License-Identifier: MIT
-- A function of cuRAND that was inlined computes floats in doubles: which function is called is the program's to choose.
-- expect: severity=note, subject=large, gain=null, advice~"curand_normal()", evidence~"code of cuRAND, most in curand_normal_double"
-- include: drawn_doubles.sql
INSERT INTO do_ten_launches VALUES (5);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO do_sample (function_id, pc, reason, samples, not_issued) SELECT 2, 16 * i, 'wait', 20, 18 FROM n;
