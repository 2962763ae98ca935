-- SPDX-License-Identifier: MIT
-- As fires-host-stands-still.sql, but behind each kernel something is prefetched: to the host, it may be.
-- abstains: managed memory is in use
-- include: behind.sql
UPDATE string SET text = 'cudaMemPrefetchAsync_v8000' WHERE text = 'cudaPeekAtLastError';
