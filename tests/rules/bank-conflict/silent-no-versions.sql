-- SPDX-License-Identifier: MIT
-- fires-versions.sql with three kernels that are not of one template: none loses enough.
-- include: versions.sql
INSERT INTO function VALUES (3, '_Z4scanIiEvPT_'), (4, '_Z4sortIfEvPT_'), (5, '_Z5scan2IdEvPT_');
INSERT INTO do_versions VALUES (3), (4), (5);
