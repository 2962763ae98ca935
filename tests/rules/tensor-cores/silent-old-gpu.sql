-- SPDX-License-Identifier: MIT
-- A GPU without tensor cores.
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
UPDATE device SET compute_capability_major = 6, compute_capability_minor = 1;
