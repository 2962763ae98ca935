-- SPDX-License-Identifier: MIT
-- Three versions of a template, scan<int>, scan<float> and scan<double>, lose less than 1 % of the run each, and more together.
-- expect: severity=warning, gain=null, subject="scan<double>", evidence~"versions 3 of this template lose it together, this one 197.6 us of it", cost_ns=580000..600000, occurrences=3
-- expect-count: 1
-- include: versions.sql
INSERT INTO function VALUES (3, '_Z4scanIiEvPT_'), (4, '_Z4scanIfEvPT_'), (5, '_Z4scanIdEvPT_');
INSERT INTO do_versions VALUES (3), (4), (5);
