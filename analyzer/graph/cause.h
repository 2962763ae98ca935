/* SPDX-License-Identifier: MIT */
/*
 * The causes that can hold a GPU operation back, and the shares that a run's time is split
 * into. The lists give enum, id and text; reports, rules and the manual print from them.
 */
#ifndef WARPWISE_CAUSE_H
#define WARPWISE_CAUSE_H

/* CAUSE(name, id, what held the operation back) */
#define CAUSES_LIST(CAUSE)                                                                        \
	CAUSE(ISSUE, "issue", "the host had not issued it yet")                                   \
	CAUSE(STREAM, "stream", "the operation before it in its stream had not ended")            \
	CAUSE(EVENT, "event", "an event its stream waits for had not happened")                   \
	CAUSE(DEFAULT_STREAM, "default-stream", "the legacy default stream's implicit barrier")   \
	CAUSE(QUEUE, "queue", "another stream's operation was at the head of its hardware queue") \
	CAUSE(COPY_ENGINE, "copy-engine", "the copy engine of its direction was busy")            \
	CAUSE(CAPACITY, "capacity", "no SM had room for one of its blocks")                       \
	CAUSE(LOADING, "loading",                                                                 \
	      "a function loaded at its first use put a barrier into the device's order")         \
	CAUSE(HOST_CALLBACK, "host-callback", "a host function ran in its stream")                \
	CAUSE(GRAPH, "graph", "the graph it is a node of had not come to it yet")                 \
	CAUSE(STAGING, "staging", "its other pieces went by way of the host first, unrecorded")   \
	CAUSE(CHILDREN, "children", "kernels that the kernel before it launched were running")    \
	CAUSE(UNEXPLAINED, "unexplained", "nothing that is known")

enum cause {
#define CAUSE(name, id, text) CAUSE_##name,
	CAUSES_LIST(CAUSE)
#undef CAUSE
	        CAUSES
};

/*
 * SHARE(name, id, label, text): where the run's time went, along the walk back from the last
 * operation. The first are work on the GPU, then waits that a change could remove, then what
 * starting costs, then the host.
 */
#define SHARES_LIST(SHARE)                                                                         \
	SHARE(KERNEL, "kernel", "kernels", "kernels running")                                      \
	SHARE(COPY, "copy", "copies", "copies running")                                            \
	SHARE(FILL, "fill", "memory sets", "memory sets running")                                  \
	SHARE(CHILDREN, "children", "kernels of kernels",                                          \
	      "kernels running that kernels launched, of which there are no records")              \
	SHARE(QUEUE, "queue", "hardware queue",                                                    \
	      "false dependencies: waiting in a shared hardware queue")                            \
	SHARE(DEFAULT_STREAM, "default-stream", "default stream",                                  \
	      "waiting at the default stream's barrier")                                           \
	SHARE(LOADING, "loading", "loading code", "loading code at first use")                     \
	SHARE(COPY_ENGINE, "copy-engine", "copy engine", "waiting for a busy copy engine")         \
	SHARE(CAPACITY, "capacity", "room on the SMs", "waiting for room on the SMs")              \
	SHARE(HOST_CALLBACK, "host-callback", "host functions",                                    \
	      "waiting for host functions in streams")                                             \
	SHARE(MIGRATION, "migration", "managed memory", "waiting for pages of managed memory")     \
	SHARE(STARTUP, "start-up", "CUDA starts",                                                  \
	      "in CUDA calls before the first GPU work: CUDA starts there")                        \
	SHARE(TEARDOWN, "teardown", "CUDA ends",                                                   \
	      "in CUDA calls that reset the device: CUDA ends there")                              \
	SHARE(RESTART, "restart", "CUDA restarts",                                                 \
	      "in CUDA calls that end CUDA between parts of the program, and start it again")      \
	SHARE(LIBRARIES, "library-start", "libraries start",                                       \
	      "between the loads of code with which CUDA's libraries start")                       \
	SHARE(LAUNCH, "launch-latency", "launch latency", "from the call to the start on the GPU") \
	SHARE(GAP, "dependency-gap", "between operations",                                         \
	      "between an operation and the one that waited for it")                               \
	SHARE(UNEXPLAINED, "unexplained", "unexplained", "waiting for nothing that is known")      \
	SHARE(HOST, "host", "the program itself", "the program's own work between CUDA calls")     \
	SHARE(CALL_LAUNCH, "launch-call", "launch calls",                                          \
	      "in calls that launch kernels and graphs")                                           \
	SHARE(CALL_COPY, "copy-call", "copy calls", "in calls that copy or set memory")            \
	SHARE(CALL_ALLOCATE, "allocation", "allocation calls",                                     \
	      "in calls that allocate or free memory")                                             \
	SHARE(CALL_SYNCHRONIZE, "synchronization", "synchronisation",                              \
	      "returning from synchronisation")                                                    \
	SHARE(CALL_OTHER, "other-call", "other calls", "in other CUDA calls")                      \
	SHARE(RECORDER, "recorder", "recorder", "the recorder at work while the program went on")

enum share {
#define SHARE(name, id, label, text) SHARE_##name,
	SHARES_LIST(SHARE)
#undef SHARE
	        SHARES
};

extern const char *const cause_ids[CAUSES];
extern const char *const cause_texts[CAUSES];
extern const char *const share_ids[SHARES];
extern const char *const share_labels[SHARES]; /* for a row of a table */
extern const char *const share_texts[SHARES];

#endif
