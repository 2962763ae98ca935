-- SPDX-License-Identifier: MIT
-- 500 rounds of 40 launches, which are alike, and then 25 rounds in which they come in another order each time: a
-- graph fits a round of the first loop, whatever the second one does.
-- expect: severity=warning, gain_percent=50..95, advice~"Capture the repeated part", advice!~"differ from round", evidence~"come in another order"
CREATE TEMP TABLE round (i INTEGER);
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 39)
		SELECT 200000 * new.i + 5000 * k, 4700, 200000 * new.i + 7000 + 5000 * k, 1000,
			CASE WHEN new.i < 500 THEN CASE k % 7 WHEN 3 THEN 4 ELSE 3 END
			ELSE CASE WHEN (new.i * new.i * 31 + k * k * 17 + new.i * k * 13) % 11 < 5 THEN 4 ELSE 3 END END FROM n;
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 524) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (105000000, 6000);
