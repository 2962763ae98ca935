-- SPDX-License-Identifier: MIT
-- A graph of copy in, kernel and copy out, launched again and again: it has its order from the graph.
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
 INSERT INTO do_copy (call_ns,call_duration_ns,start_ns,duration_ns,size_bytes,copy_kind,stream_id,api) VALUES (12000*new.i,5000, 10000+204000*new.i, 20000, 1000000, 1, 11,'cudaGraphLaunch_v10000');
 UPDATE copy SET graph_id=1,graph_node_id=1 WHERE id=(SELECT max(id) FROM copy);
 INSERT INTO kernel (start_ns,duration_ns,stream_id,launch_shape_id,correlation_id,channel_id,graph_id,graph_node_id) VALUES (31000+204000*new.i,180000,11,3,(SELECT max(id) FROM api_call),11,1,2);
 INSERT INTO copy (start_ns,duration_ns,stream_id,size_bytes,copy_kind,source_kind,target_kind,is_async,correlation_id,channel_id,graph_id,graph_node_id) VALUES (212000+204000*new.i,1000,11,4,2,3,2,1,(SELECT max(id) FROM api_call),102,1,3);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<39) SELECT i FROM n;
INSERT INTO do_wait (call_ns,call_duration_ns) VALUES (12000*40, 7700000);
