-- SPDX-License-Identifier: MIT
-- Floats are added up in a double, which goes back to a float once: in a loop of its own, and eight at a time.
-- include: sums.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample SELECT f.id, 16 * i.value, 'wait', 100, 90 FROM function f, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]') i;
