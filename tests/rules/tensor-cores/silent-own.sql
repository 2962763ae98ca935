-- SPDX-License-Identifier: MIT
-- A program's own product: whether that could run on tensor cores its name does not say.
UPDATE function SET name = '_Z12sgemm_kernelPf' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
