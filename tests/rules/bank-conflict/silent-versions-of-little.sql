-- SPDX-License-Identifier: MIT
-- fires-versions.sql with one version alone: too little is lost, and no other is there to share it.
-- include: versions.sql
INSERT INTO function VALUES (3, '_Z4scanIiEvPT_'), (4, '_Z4scanIfEvPT_'), (5, '_Z4scanIdEvPT_');
INSERT INTO do_versions VALUES (5);
