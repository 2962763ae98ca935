-- SPDX-License-Identifier: MIT
-- Nothing tells what its warps wait for.
-- include: table.sql
-- abstains: record with --stalls
INSERT INTO do_ten_launches VALUES (5);
