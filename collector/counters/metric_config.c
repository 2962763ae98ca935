/* SPDX-License-Identifier: MIT */
/* Metrics, as CUPTI's host API knows them. Runs on the caller's thread. */
#include "counters/metric_config.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"

/*
 * ---- sets ----
 *
 * The default set needs one pass on every chip that CUPTI 13.0 knows. An SM's part has room for two
 * of threads per instruction, the same predicated on, issue active and eligible warps. So
 * predicated on is counted on the SM as a whole, where the ratio is the same, and issuing by
 * instructions executed per cycle, which lacks only the few that are issued again
 * (scripts/compare-ncu prints by how much it is off); `stalls` has issue active.
 */

static const char *const default_set[] = {
	"sm__warps_active.avg.pct_of_peak_sustained_active", /* achieved occupancy */
	"smsp__thread_inst_executed_per_inst_executed.ratio",
	"sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio",
	"sm__inst_executed.avg.per_cycle_active",
	"smsp__warps_eligible.avg.per_cycle_active",
	"smsp__inst_executed.sum",
	"smsp__inst_executed.max", /* of one scheduler: its warps have more to do than others */
	"sm__cycles_active.avg",
	"sm__cycles_active.max", /* beside the average: SMs that have more to do than others */
	"dram__bytes_read.sum",
	"dram__bytes_write.sum",
	"gpu__time_duration.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
	"lts__d_sectors_fill_sysmem.sum", /* sectors that came from the host, over the bus */
	NULL,
};

static const char *const memory_set[] = {
	"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
	"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
	"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
	"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
	"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
	"l1tex__t_sector_hit_rate.pct",
	"lts__t_sector_hit_rate.pct",
	"smsp__inst_executed_op_shared_ld.sum",
	"smsp__inst_executed_op_shared_st.sum",
	"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
	"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
	"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
	"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
	"smsp__inst_executed_op_local_ld.sum",
	"smsp__inst_executed_op_local_st.sum",
	"l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum",
	"l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum",
	"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
	"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
	"smsp__inst_executed_op_shared_atom.sum",
	"lts__t_sectors_op_atom.sum",
	"lts__t_sectors_op_red.sum",
	"lts__throughput.avg.pct_of_peak_sustained_elapsed",
	"dram__throughput.avg.pct_of_peak_sustained_elapsed",
	"dram__bytes_read.sum",
	"dram__bytes_write.sum",
	"gpu__time_duration.sum",
	NULL,
};

#define STALLED(reason) "smsp__average_warps_issue_stalled_" reason "_per_issue_active.ratio"

static const char *const stalls_set[] = {
	STALLED("barrier"),
	STALLED("branch_resolving"),
	STALLED("dispatch_stall"),
	STALLED("drain"),
	STALLED("gmma"),
	STALLED("imc_miss"),
	STALLED("lg_throttle"),
	STALLED("long_scoreboard"),
	STALLED("math_pipe_throttle"),
	STALLED("membar"),
	STALLED("mio_throttle"),
	STALLED("misc"),
	STALLED("no_instruction"),
	STALLED("not_selected"),
	STALLED("selected"),
	STALLED("short_scoreboard"),
	STALLED("sleeping"),
	STALLED("tex_throttle"),
	STALLED("wait"),
	"sm__warps_active.avg.pct_of_peak_sustained_active",
	"smsp__average_warps_active_per_issue_active.ratio",
	"smsp__average_warp_latency_per_inst_issued.ratio",
	"smsp__issue_active.avg.pct_of_peak_sustained_active",
	"smsp__warps_eligible.avg.per_cycle_active",
	"smsp__inst_executed.sum",
	"gpu__time_duration.sum",
	NULL,
};

static const char *const roofline_set[] = {
	"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum",
	"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
	"sm__inst_executed_pipe_tensor.sum",
	"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
	"sm__throughput.avg.pct_of_peak_sustained_elapsed",
	"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
	"dram__throughput.avg.pct_of_peak_sustained_elapsed",
	"dram__bytes_read.sum",
	"dram__bytes_write.sum",
	"gpu__time_duration.sum",
	"sm__cycles_elapsed.max",
	"sm__cycles_elapsed.avg.per_second",
	NULL,
};

/*
 * Counted by instructions that CUPTI adds to the kernel: one pass, but a far slower one. Where a
 * count is 0, so is its average (CUPTI 13.0): that means none, not bad ones.
 */
static const char *const efficiency_set[] = {
	"smsp__sass_average_branch_targets_threads_uniform.pct",
	"smsp__sass_branch_targets_threads_uniform.sum",
	"smsp__sass_branch_targets_threads_divergent.sum",
	"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
	"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
	"smsp__sass_average_data_bytes_per_sector_mem_local.pct",
	"smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct",
	"smsp__sass_data_bytes_mem_global_op_ld.sum",
	"smsp__sass_data_bytes_mem_global_op_st.sum",
	"smsp__sass_data_bytes_mem_local.sum",
	"smsp__sass_data_bytes_mem_shared.sum",
	NULL,
};

/* What the rules read: other sets, by name. */
static const char *const rules_set[] = { "default", "memory", "roofline", "efficiency", NULL };

const struct metric_set metric_sets[] = {
#define METRIC_SET(name) { #name, name##_set },
#include "counters/metric_sets.def"
#undef METRIC_SET
	{ NULL, NULL },
};

const char *const metric_gpu_names[GPU_METRICS] = {
	"sm__cycles_active.avg.pct_of_peak_sustained_elapsed", /* SMs with a warp */
	"sm__warps_active.avg.pct_of_peak_sustained_elapsed",  /* warps, of those that fit */
	"dram__bytes_read.sum",                                /* of the GPU's memory */
	"dram__bytes_write.sum",
	"smsp__issue_active.avg.pct_of_peak_sustained_elapsed", /* cycles with an instruction */
};

const struct metric_set *metric_set_find(const char *name)
{
	for (const struct metric_set *set = metric_sets; set->name; set++)
		if (strcmp(set->name, name) == 0)
			return set;
	return NULL;
}

/* ---- lists ---- */

static int add_name(struct metric_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->names[i], name) == 0)
			return 0;
	if (list->count == METRICS_MAX)
		return -E2BIG;
	list->names[list->count++] = name;
	return 0;
}

static int add_word(struct metric_list *list, const char *word, const char **wrong)
{
	const struct metric_set *set = metric_set_find(word);
	int err = 0;

	if (!set && !strstr(word, "__")) {
		*wrong = word;
		return -EINVAL;
	}
	if (!set)
		return add_name(list, word);
	for (int i = 0; set->metrics[i] && !err; i++)
		err = metric_set_find(set->metrics[i]) ? add_word(list, set->metrics[i], wrong)
		                                       : add_name(list, set->metrics[i]);
	return err;
}

int metric_list_init(struct metric_list *list, const char *text, const char **wrong)
{
	char *word, *rest;
	int err = 0;

	*list = (struct metric_list){ .text = strdup(text), .text_bytes = strlen(text) };
	rest = list->text;
	if (!rest)
		return -ENOMEM;
	while (!err && (word = strsep(&rest, ",")))
		err = add_word(list, word, wrong);
	return err;
}

void metric_list_release(struct metric_list *list)
{
	free(list->text);
	*list = (struct metric_list){ 0 };
}

/* ---- the chip ---- */

static CUptiResult initialized;

static void initialize(void)
{
	CUpti_Profiler_Initialize_Params params = {
		.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE,
	};

	initialized = cupti.cuptiProfilerInitialize(&params);
}

CUptiResult metric_config_chip(CUcontext context, const char **chip, uint32_t *device)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	CUpti_Device_GetChipName_Params params = {
		.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE,
	};
	uint32_t number = 0;
	CUptiResult result;

	pthread_once(&once, initialize);
	result = initialized;
	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiGetDeviceId(context, &number);
	params.deviceIndex = number;
	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiDeviceGetChipName(&params);
	*chip = params.pChipName;
	if (device)
		*device = number;
	return result;
}

/* ---- configuration ---- */

bool metric_config_is_available(void)
{
	return cupti.cuptiProfilerInitialize && cupti.cuptiGetDeviceId &&
	       cupti.cuptiDeviceGetChipName && cupti.cuptiProfilerHostInitialize &&
	       cupti.cuptiProfilerHostDeinitialize && cupti.cuptiProfilerHostConfigAddMetrics &&
	       cupti.cuptiProfilerHostGetConfigImageSize && cupti.cuptiProfilerHostGetConfigImage &&
	       cupti.cuptiProfilerHostGetNumOfPasses && cupti.cuptiProfilerHostEvaluateToGpuValues;
}

static CUptiResult open_host(CUpti_Profiler_Host_Object **host, CUpti_ProfilerType type,
                             const char *chip)
{
	CUpti_Profiler_Host_Initialize_Params params = {
		.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE,
		.profilerType = type,
		.pChipName = chip,
	};
	CUptiResult result = cupti.cuptiProfilerHostInitialize(&params);

	*host = result == CUPTI_SUCCESS ? params.pHostObject : NULL;
	return result;
}

static void close_host(CUpti_Profiler_Host_Object *host)
{
	CUpti_Profiler_Host_Deinitialize_Params params = {
		.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE,
		.pHostObject = host,
	};

	if (host)
		cupti.cuptiProfilerHostDeinitialize(&params);
}

/* A host object with these metrics. After a failure it would take no others: there is none then. */
static CUptiResult open_with(CUpti_Profiler_Host_Object **host, CUpti_ProfilerType type,
                             const char *chip, const char **names, size_t count)
{
	CUpti_Profiler_Host_ConfigAddMetrics_Params params = {
		.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE,
		.ppMetricNames = names,
		.numMetrics = count,
	};
	CUptiResult result = open_host(host, type, chip);

	if (result != CUPTI_SUCCESS)
		return result;
	params.pHostObject = *host;
	if (cupti.cuptiProfilerHostConfigAddMetrics(&params) == CUPTI_SUCCESS)
		return CUPTI_SUCCESS;
	close_host(*host);
	*host = NULL;
	return CUPTI_ERROR_INVALID_METRIC_NAME;
}

/* Takes away those names that the chip does not know. */
static void drop_unknown(struct metric_config *config, const struct metric_wish *wish)
{
	size_t known = 0;

	for (size_t i = 0; i < config->count; i++) {
		CUpti_Profiler_Host_Object *host = NULL;
		CUptiResult result = open_with(&host, wish->type, wish->chip, &config->names[i], 1);

		close_host(host);
		if (result != CUPTI_ERROR_INVALID_METRIC_NAME)
			config->names[known++] = config->names[i];
		else if (wish->unknown)
			wish->unknown(wish->data, config->names[i]);
	}
	config->count = known;
}

static CUptiResult make_image(struct metric_config *config)
{
	CUpti_Profiler_Host_GetConfigImageSize_Params size = {
		.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE,
		.pHostObject = config->host,
	};
	CUpti_Profiler_Host_GetConfigImage_Params get = {
		.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE,
		.pHostObject = config->host,
	};
	CUpti_Profiler_Host_GetNumOfPasses_Params passes = {
		.structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE,
	};
	CUptiResult result = cupti.cuptiProfilerHostGetConfigImageSize(&size);

	if (result != CUPTI_SUCCESS)
		return result;
	config->image = malloc(size.configImageSize);
	if (!config->image)
		return CUPTI_ERROR_OUT_OF_MEMORY;
	config->image_bytes = get.configImageSize = passes.configImageSize = size.configImageSize;
	get.pConfigImage = passes.pConfigImage = config->image;
	result = cupti.cuptiProfilerHostGetConfigImage(&get);
	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiProfilerHostGetNumOfPasses(&passes);
	config->passes = passes.numOfPasses;
	return result;
}

CUptiResult metric_config_init(struct metric_config *config, const struct metric_wish *wish)
{
	CUptiResult result;

	*config = (struct metric_config){ .names = calloc(wish->count + 1, sizeof *config->names) };
	if (!config->names)
		return CUPTI_ERROR_OUT_OF_MEMORY;
	for (config->count = 0; config->count < wish->count; config->count++)
		config->names[config->count] = wish->names[config->count];
	result = open_with(&config->host, wish->type, wish->chip, config->names, config->count);
	if (result == CUPTI_ERROR_INVALID_METRIC_NAME) {
		drop_unknown(config, wish);
		if (config->count)
			result = open_with(&config->host, wish->type, wish->chip, config->names,
			                   config->count);
	}
	if (result == CUPTI_SUCCESS)
		result = make_image(config);
	if (result != CUPTI_SUCCESS)
		metric_config_release(config);
	return result;
}

void metric_config_release(struct metric_config *config)
{
	close_host(config->host);
	free(config->names);
	free(config->image);
	*config = (struct metric_config){ 0 };
}

CUptiResult metric_config_evaluate(const struct metric_config *config, const uint8_t *image,
                                   size_t image_bytes, size_t index, double *values)
{
	CUpti_Profiler_Host_EvaluateToGpuValues_Params params = {
		.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
		.pHostObject = config->host,
		.pCounterDataImage = image,
		.counterDataImageSize = image_bytes,
		.rangeIndex = index,
		.ppMetricNames = config->names,
		.numMetrics = config->count,
		.pMetricValues = values,
	};

	return cupti.cuptiProfilerHostEvaluateToGpuValues(&params);
}

void metric_sets_list(char *text, size_t size)
{
	size_t used = 0;

	for (const struct metric_set *set = metric_sets; set->name && used < size; set++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
		                         set->name);
}
