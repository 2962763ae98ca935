-- SPDX-License-Identifier: MIT
-- A stream was made to wait for an event, but the trace does not say which (--waits 0): it may be what held it.
-- abstains: --waits 0
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id) VALUES
	(0, 6000, 100000, 11, 1), (4000, 107000, 100000, 11, 1), (8000, 208000, 100000, 11, 1);
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (12000, 1000, 'cudaStreamWaitEvent');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id) VALUES (14000, 209200, 100000, 12, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20000, 300000);
