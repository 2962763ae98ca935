/* SPDX-License-Identifier: MIT */
/*
 * What was lost, ignored or failed: counted where it happens, from any thread, and written to the
 * trace's diagnostic table by the writer.
 */
#ifndef WARPWISE_COUNTERS_H
#define WARPWISE_COUNTERS_H

#include <stdint.h>

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/* Takes one row of the table diagnostic; DATA is the caller's. COUNT 0: it turned out to be none.
 */
typedef void diagnostic_fn(void *data, const char *code, const char *subject,
                           enum severity severity, int64_t count, const char *message);

/* COUNTER(name, code of the diagnostic, subject, severity, message) */
#define COUNTERS(COUNTER)                                                                        \
	COUNTER(dropped_records, "dropped-records", "CUPTI", SEVERITY_WARNING,                   \
	        "CUPTI had no room for these records: raise --buffers-mib")                      \
	COUNTER(declined_buffers, "declined-buffers", "CUPTI", SEVERITY_WARNING,                 \
	        "all record buffers were full when CUPTI asked for one: raise --buffers-mib")    \
	COUNTER(failed_flushes, "failed-flushes", "CUPTI", SEVERITY_WARNING,                     \
	        "CUPTI did not hand over what it had: records may be missing")                   \
	COUNTER(unanswered_flushes, "unanswered-flushes", "CUPTI", SEVERITY_WARNING,             \
	        "CUPTI did not answer at the end, so that its last records are missing, as "     \
	        "when a program closes the driver's files")                                      \
	COUNTER(unreadable_records, "unreadable-records", "CUPTI", SEVERITY_WARNING,             \
	        "the rest of a buffer could not be read")                                        \
	COUNTER(unknown_records, "unknown-records", "CUPTI", SEVERITY_NOTE,                      \
	        "records of kinds that were not asked for were ignored")                         \
	COUNTER(untimed_operations, "untimed-operations", "GPU", SEVERITY_WARNING,               \
	        "operations ran, but the GPU gave no times for them")                            \
	COUNTER(cut_operations, "cut-operations", "GPU", SEVERITY_NOTE,                          \
	        "operations were under way when the recording was stopped: they have no times")  \
	COUNTER(dropped_oldest, "dropped-oldest", "trace", SEVERITY_NOTE,                        \
	        "rows were deleted, since --last or --max-size keeps the newest alone")          \
	COUNTER(failed_inserts, "failed-inserts", "trace", SEVERITY_ERROR,                       \
	        "records could not be written to the trace")                                     \
	COUNTER(lost_records, "lost-records", "trace", SEVERITY_ERROR,                           \
	        "records came when nothing could be written any more")                           \
	COUNTER(forgotten_streams, "forgotten-streams", "stream", SEVERITY_NOTE,                 \
	        "after so many streams that no more are kept in mind, those that went on are "   \
	        "in the trace as others once more")                                              \
	COUNTER(forgotten_threads, "forgotten-threads", "thread", SEVERITY_NOTE,                 \
	        "after so many threads that no more are kept in mind, those that went on are "   \
	        "in the trace as others once more")                                              \
	COUNTER(further_functions, "further-functions", "function", SEVERITY_WARNING,            \
	        "launches of more functions than are told apart have no name")                   \
	COUNTER(further_shapes, "further-shapes", "launch_shape", SEVERITY_NOTE,                 \
	        "launches of more shapes than are kept in mind have a row each")                 \
	COUNTER(further_domains, "further-domains", "marker", SEVERITY_WARNING,                  \
	        "ranges of more NVTX domains than are told apart have no domain of their own")   \
	COUNTER(further_ranges, "further-ranges", "--range", SEVERITY_WARNING,                   \
	        "ranges of this name did not begin a recording: of a thread those in 16 NVTX "   \
	        "domains are seen, 64 that may end on another thread, the name in 16 domains")   \
	COUNTER(further_pauses, "further-pauses", "unrecorded", SEVERITY_NOTE,                   \
	        "after 65,535 pauses the recording made no more: what followed was recorded")    \
	COUNTER(further_waits, "further-waits", "synchronization", SEVERITY_NOTE,                \
	        "of more than 256 threads that wait for events some do not say for which "       \
	        "record")                                                                        \
	COUNTER(nested_calls, "nested-calls", "api_call", SEVERITY_NOTE,                         \
	        "driver calls made by a recorded runtime call stand for the same work and were " \
	        "left out")                                                                      \
	COUNTER(dropped_waits, "dropped-waits", "synchronization", SEVERITY_WARNING,             \
	        "waits and recorded events came faster than they could be written: raise "       \
	        "--buffers-mib")                                                                 \
	COUNTER(missing_addresses, "missing-addresses", "copy", SEVERITY_NOTE,                   \
	        "CUPTI does not call back for these calls that copy: which memory of the host "  \
	        "they copied is not known")                                                      \
	COUNTER(unknown_streams, "unknown-streams", "synchronization", SEVERITY_WARNING,         \
	        "CUPTI did not say which streams these waits or recorded events were in")        \
	COUNTER(unmatched_times, "unmatched-times", "event_record", SEVERITY_WARNING,            \
	        "times of events whose record is not in the trace were left out")                \
	COUNTER(markers_elsewhere, "markers-elsewhere", "marker", SEVERITY_WARNING,              \
	        "NVTX_INJECTION64_PATH named another library before: NVTX ranges went there. "   \
	        "Unset it")                                                                      \
	COUNTER(refused_profilers, "refused-profilers", "CUPTI", SEVERITY_WARNING,               \
	        "the program profiled itself with CUPTI, as torch.profiler does, and saw "       \
	        "nothing of the GPU: only one can; --step-aside lets it")                        \
	COUNTER(stepped_aside, "stepped-aside", "CUPTI", SEVERITY_WARNING,                       \
	        "the recording ended when the program began to profile itself: --step-aside")    \
	COUNTER(modules_left_out, "modules-left-out", "module", SEVERITY_NOTE,                   \
	        "GPU code beyond --modules-mib was not kept: no source lines for its kernels")   \
	COUNTER(further_modules, "further-modules", "module", SEVERITY_NOTE,                     \
	        "launches were of code that was loaded before the recording and of more "        \
	        "modules than are told apart: no source lines for these kernels")                \
	COUNTER(untold_samples, "untold-samples", "stalls", SEVERITY_WARNING,                    \
	        "samples of warps were taken, but CUPTI could not tell one kernel's: the "       \
	        "program's kernels were too short, or this libcupti does not know their code")   \
	COUNTER(dropped_samples, "dropped-samples", "stalls", SEVERITY_WARNING,                  \
	        "the GPU had no room for these samples of warps: raise --stall-period")          \
	COUNTER(full_sampling, "sampling-overflow", "stalls", SEVERITY_WARNING,                  \
	        "CUPTI's buffer for samples of warps ran full, and no more were taken: raise "   \
	        "--stall-period")                                                                \
	COUNTER(failed_drains, "failed-drains", "stalls", SEVERITY_WARNING,                      \
	        "CUPTI did not hand over its samples of warps: some may be missing")             \
	COUNTER(unread_contexts, "unread-contexts", "stalls", SEVERITY_WARNING,                  \
	        "the last samples of warps of a context could not be read: its kernels did "     \
	        "not end, or they were too many")                                                \
	COUNTER(unknown_reasons, "unknown-reasons", "stalls", SEVERITY_WARNING,                  \
	        "samples of warps whose stall reason CUPTI did not name were left out")          \
	COUNTER(full_gpu_sampling, "gpu-sampling-overflow", "gpu-metrics", SEVERITY_WARNING,     \
	        "a buffer for samples of the GPU's metrics ran full: raise --gpu-metrics")       \
	COUNTER(lost_gpu_samples, "lost-gpu-samples", "gpu-metrics", SEVERITY_WARNING,           \
	        "samples of the GPU's metrics could not be read")                                \
	COUNTER(missing_gpu_samples, "missing-gpu-samples", "gpu-metrics", SEVERITY_WARNING,     \
	        "CUPTI left out samples of the GPU's metrics, since they came too fast or were " \
	        "read too late: raise --gpu-metrics")                                            \
	COUNTER(failed_gpu_decodes, "failed-gpu-decodes", "gpu-metrics", SEVERITY_WARNING,       \
	        "CUPTI did not hand over its samples of the GPU's metrics: some are missing")    \
	COUNTER(measured_launches, "measured-launches", "metrics", SEVERITY_NOTE,                \
	        "launches were measured: their kernels ran alone and have no times")             \
	COUNTER(unmatched_launches, "unmatched-launches", "metrics", SEVERITY_WARNING,           \
	        "launches were measured whose kernels were not recorded: left out")              \
	COUNTER(shared_windows, "shared-windows", "metrics", SEVERITY_NOTE,                      \
	        "launches could not be measured: other threads launched at the same time")       \
	COUNTER(untimed_beside, "untimed-beside", "metrics", SEVERITY_NOTE,                      \
	        "kernels that ran while another launch was measured have no times")              \
	COUNTER(missed_windows, "missed-windows", "metrics", SEVERITY_NOTE,                      \
	        "launches were not measured: another one was just then")                         \
	COUNTER(during_captures, "during-captures", "metrics", SEVERITY_NOTE,                    \
	        "launches were not measured: a stream was captured just then")                   \
	COUNTER(unmeasured_contexts, "unmeasured-contexts", "metrics", SEVERITY_NOTE,            \
	        "contexts were created while a launch was measured: theirs are not measured")    \
	COUNTER(shared_counts, "shared-counts", "metrics", SEVERITY_WARNING,                     \
	        "other threads launched the measured function at the same time: its counts may " \
	        "include theirs")                                                                \
	COUNTER(unmeasured_shapes, "unmeasured-shapes", "metrics", SEVERITY_NOTE,                \
	        "launches of too many functions and launch shapes: not measured")                \
	COUNTER(untimely_launches, "not-measured-in-time", "metrics", SEVERITY_NOTE,             \
	        "launches were not measured: that had taken as long as it may (--metrics-time)") \
	COUNTER(shortened_launches, "measured-in-part", "metrics", SEVERITY_NOTE,                \
	        "launches were measured by fewer metrics: with all they would take longer than " \
	        "is left (--metrics-time), or a kernel that must run once was measured before")  \
	COUNTER(launches_after_unloading, "not-measured-after-unloading", "metrics",             \
	        SEVERITY_NOTE,                                                                   \
	        "launches were not measured: the program had unloaded a kernel that was, after " \
	        "which CUPTI can crash it")                                                      \
	COUNTER(unknown_metrics, "unknown-metrics", "metrics", SEVERITY_NOTE,                    \
	        "metrics that this GPU does not have were left out")                             \
	COUNTER(no_unwinder, "no-unwinder", "host", SEVERITY_WARNING,                            \
	        "libunwind.so.8 was not found, nor what --unwinder names: stacks of calls were " \
	        "not recorded; install libunwind8 (Debian, Ubuntu) or libunwind (others)")       \
	COUNTER(unwinder_left_out, "unwinder-left-out", "host", SEVERITY_WARNING,                \
	        "the program was built with -fsanitize=thread, beside which libunwind can "      \
	        "crash: stacks of calls were not recorded; --unwinder names it nevertheless")    \
	COUNTER(harmed_unwinder, "harmed-unwinder", "host", SEVERITY_WARNING,                    \
	        "stacks of calls were not recorded: the program closed libunwind's "             \
	        "descriptors, or there were none left for it")                                   \
	COUNTER(no_perf_events, "no-perf-events", "host", SEVERITY_WARNING,                      \
	        "the kernel refused perf events: native code between calls was not sampled; "    \
	        "'warpwise doctor' says what would allow it")                                    \
	COUNTER(unsampled_threads, "unsampled-threads", "host", SEVERITY_NOTE,                   \
	        "threads were not sampled: more than 64 at once, or their samples would take "   \
	        "more than an eighth of the memory that may be locked ('ulimit -l'), or more "   \
	        "than the kernel gives (kernel.perf_event_mlock_kb)")                            \
	COUNTER(copied_stacks, "copied-stacks", "host", SEVERITY_NOTE,                           \
	        "greenlets copy the machine's stack, so that none of a call was recorded")       \
	COUNTER(unseen_calls, "unseen-calls", "host", SEVERITY_WARNING,                          \
	        "CUPTI does not call back for these calls: they have no stacks")                 \
	COUNTER(dropped_stacks, "dropped-stacks", "host", SEVERITY_WARNING,                      \
	        "stacks of the host came faster than they could be written: raise "              \
	        "--host-calls, lower --host-hz")                                                 \
	COUNTER(cut_stacks, "cut-stacks", "host", SEVERITY_NOTE,                                 \
	        "of stacks of 64 frames (of Python 256) and more the outermost were left out")   \
	COUNTER(further_stacks, "further-stacks", "host", SEVERITY_NOTE,                         \
	        "of more stacks of the host than are told apart the innermost frames were left " \
	        "out")                                                                           \
	COUNTER(further_binaries, "further-binaries", "host", SEVERITY_WARNING,                  \
	        "programs and libraries beyond 16,384 are not told apart: no names there")       \
	COUNTER(further_feeders, "further-threads", "host", SEVERITY_NOTE,                       \
	        "more threads called CUDA than are told apart: those are not sampled")           \
	COUNTER(unsampled_python, "unsampled-python", "host", SEVERITY_WARNING,                  \
	        "Python was not sampled: it runs without its global lock, or lets nobody look")  \
	COUNTER(several_interpreters, "several-interpreters", "host", SEVERITY_WARNING,          \
	        "Python was not sampled while it had several interpreters")                      \
	COUNTER(lost_messages, "lost-messages", "collector", SEVERITY_WARNING,                   \
	        "memory ran out: a loaded module, a context or what was measured was not noted")

enum counter {
#define COUNTER(name, ...) COUNTER_##name,
	COUNTERS(COUNTER)
#undef COUNTER
	        COUNTER_COUNT
};

/* Adds N; lock-free, may be called in callbacks. */
void counter_add(enum counter counter, int64_t n);

/* Calls WRITE for each counter that is not 0, or was not when it was called last. By one thread. */
void counters_each(diagnostic_fn *write, void *data);

#endif
