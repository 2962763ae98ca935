/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's headers, and the only place that knows their versions: those of CUDA 13.0 and newer.
 * Records are read through the names below, which newer headers keep among the deprecated ones; how
 * much of each the loaded libcupti writes says layouts.h.
 */
#ifndef WARPWISE_CUPTI_COMPAT_H
#define WARPWISE_CUPTI_COMPAT_H

#include <cuda.h>
#include <cupti.h>
#include <cupti_activity_deprecated.h>
#include <cupti_pcsampling.h>
#include <cupti_target.h>

/* These need what stands above. */
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_sass_metrics.h>

#if CUPTI_API_VERSION < 130000
#error "the collector needs the CUPTI headers of CUDA 13.0 or newer"
#endif

typedef CUpti_ActivityKernel10 kernel_record;
typedef CUpti_ActivityMemcpy6 copy_record;
typedef CUpti_ActivityMemcpyPtoP4 peer_copy_record;
typedef CUpti_ActivityMemset4 fill_record;
typedef CUpti_ActivityAPI call_record;
typedef CUpti_ActivityCudaEvent2 event_record;
typedef CUpti_ActivityStream stream_record;
typedef CUpti_ActivityContext3 context_record;
typedef CUpti_ActivityDevice5 device_record;
typedef CUpti_ActivityNvLink4 nvlink_record;
typedef CUpti_ActivityMemory4 allocation_record;
typedef CUpti_ActivityMarker2 marker_record;
typedef CUpti_ActivityOverhead3 overhead_record;
typedef CUpti_ActivityGraphTrace2 graph_record;
typedef CUpti_ActivityUnifiedMemoryCounter2 migration_record;

#endif
