/* SPDX-License-Identifier: MIT */
/* Whether there is a libcupti that the driver accepts, of which version, and what it has. */
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/cupti/search.h"
#include "collector/cupti/version.h"
#include "record/doctor_checks.h"

enum { HW_TRACE_COMPUTE_MAJOR = 10 };

struct cupti {
	char path[PATH_MAX];
	char error[512]; /* of the last file that could not be loaded */
	uint32_t version;
	void *library;
};

static bool try_cupti(const char *path, void *data)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct cupti *cupti = data;
	int (*get_version)(uint32_t * version);
	const char *error;
	Dl_info info;
	void *symbol;

	if (!library) {
		error = dlerror();
		if (strchr(path, '/')) /* that the loader has none on its path is no error */
			snprintf(cupti->error, sizeof cupti->error, "%s", error ? error : path);
		return false;
	}
	if (!doctor_function(library, "cuptiGetVersion", &get_version) ||
	    get_version(&cupti->version)) {
		snprintf(cupti->error, sizeof cupti->error, "%s: is no CUPTI that answers", path);
		dlclose(library);
		return false;
	}
	symbol = dlsym(library, "cuptiGetVersion");
	snprintf(cupti->path, sizeof cupti->path, "%s",
	         dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : path);
	cupti->library = library;
	return true;
}

/* Whether CUPTI has what each kind of counters needs. */
static void check_profilers(struct doctor *doctor, const struct cupti *cupti)
{
	static const struct {
		const char *option, *what, *function;
	} profilers[] = {
		{ "--stalls", "PC sampling", "cuptiPCSamplingEnable" },
		{ "--metrics", "the range profiler", "cuptiRangeProfilerEnable" },
		{ "--metrics=source", "SASS metrics", "cuptiSassMetricsEnable" },
		{ "--gpu-metrics", "PM sampling", "cuptiPmSamplingEnable" },
	};
	size_t missing = 0;

	for (size_t i = 0; i < sizeof profilers / sizeof *profilers; i++)
		if (!dlsym(cupti->library, profilers[i].function)) {
			missing++;
			doctor_fix(
			        doctor_report(doctor, "profilers", VERDICT_NOTE,
			                      "CUPTI lacks %s (%s): recording works, %s does not",
			                      profilers[i].what, profilers[i].function,
			                      profilers[i].option),
			        "Install the CUPTI of a newer CUDA toolkit");
		}
	if (!missing)
		doctor_report(
		        doctor, "profilers", VERDICT_OK,
		        "CUPTI has PC sampling, the range profiler, SASS metrics and PM sampling");
}

static void check_calls(struct doctor *doctor, const struct cupti *cupti)
{
	if (!dlsym(cupti->library, "cuptiActivityEnableRuntimeApi"))
		doctor_fix(doctor_report(doctor, "calls", VERDICT_NOTE,
		                         "CUPTI records either all CUDA calls or none: each costs "
		                         "the program more than with a newer one"),
		           "Install the CUPTI of CUDA 12.5 or newer");
}

/* collector/cupti/hw_trace.h */
static void check_kernel_times(struct doctor *doctor, const struct cupti *cupti)
{
	if (!doctor->compute_major)
		doctor_report(doctor, "kernel times", VERDICT_SKIPPED, "needs a GPU");
	else if (doctor->compute_major < HW_TRACE_COMPUTE_MAJOR)
		doctor_report(doctor, "kernel times", VERDICT_OK,
		              "taken by code in each block of a kernel: no GPU here reports them "
		              "itself, as Blackwell and newer ones do");
	else if (cupti->version >= CUPTI_HW_TRACE_SOUND &&
	         dlsym(cupti->library, "cuptiActivityEnableHWTrace"))
		doctor_report(doctor, "kernel times", VERDICT_OK,
		              "reported by the GPU itself, unless it is shared by MIG or MPS or "
		              "confidential: then taken by code in each block");
	else
		doctor_fix(doctor_report(doctor, "kernel times", VERDICT_NOTE,
		                         "taken by code in each block of a kernel: the GPU could "
		                         "report them itself, but this CUPTI is too old for that"),
		           "Install the CUPTI of CUDA 13.4 Update 1 or newer");
}

/* What a program that is recorded may feel, by NVIDIA's release notes. */
static void check_faults(struct doctor *doctor, const char *name, const struct cupti *cupti)
{
	static const struct {
		uint32_t first, last; /* API versions */
		const char *fault, *release;
	} faults[] = {
		{ 130000, 130000,
		  "this release may hang when a recording stops before the program ends (--range, "
		  "--capture, --duration, ctl stop), and may crash when records are written",
		  "13.0 Update 1" },
		{ 130200, 130299, "this release gets slower the more often it is called", "13.3" },
	};

	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (cupti->version >= faults[i].first && cupti->version <= faults[i].last)
			doctor_fix(doctor_report(doctor, name, VERDICT_NOTE, "%s", faults[i].fault),
			           "Install the CUPTI of CUDA %s", faults[i].release);
}

/* As the collector does: the best major that the driver accepts. */
static bool search(struct cupti *cupti, int driver, bool is_python, bool want_accepted)
{
	for (int major = CUPTI_MAJOR_BEST; major >= CUPTI_MAJOR_LEAST; major--) {
		const bool is_accepted = !driver || major <= driver / 1000;

		if (is_accepted == want_accepted &&
		    (is_python ? cupti_search_python(major, try_cupti, cupti)
		               : cupti_search(major, try_cupti, cupti)))
			return true;
	}
	return false;
}

/* What to install where the driver knows CUDA up to DRIVER; 0: it was not asked. */
static void fix_absence(struct doctor_finding *finding, int driver)
{
	const bool is_old = driver && driver / 1000 < CUPTI_MAJOR_BEST;
	const int major = is_old ? CUPTI_MAJOR_LEAST : CUPTI_MAJOR_BEST;

	doctor_fix(finding,
	           "It comes with the CUDA toolkit %d, or alone from NVIDIA's Debian repository or "
	           "from PyPI\n"
	           " sudo apt install cuda-cupti-%d-%d\n"
	           " pip install nvidia-cuda-cupti%s\n"
	           "Where it is in an unusual place\n"
	           " export WARPWISE_CUPTI=/path/to/libcupti.so.%d",
	           major, major, is_old ? driver % 1000 / 10 : 0, is_old ? "-cu12" : "", major);
}

static void report_refused(struct doctor *doctor, const char *name, const struct cupti *cupti)
{
	const int driver = doctor->driver_version;
	char release[CUPTI_RELEASE_MAX];
	struct doctor_finding *finding;

	finding = doctor_report(doctor, name, VERDICT_PROBLEM,
	                        "is of CUDA %s, the driver knows CUDA up to %d.%d: %s",
	                        cupti_version_release(cupti->version, release), driver / 1000,
	                        driver % 1000 / 10, cupti->path);
	if (driver / 1000 >= CUPTI_MAJOR_LEAST)
		doctor_fix(finding,
		           "Install CUPTI of CUDA %d beside it, which is found then\n"
		           " pip install nvidia-cuda-cupti-cu%d\n"
		           " sudo apt install cuda-cupti-%d-%d\n"
		           "or update the driver to one for CUDA %d",
		           driver / 1000, driver / 1000, driver / 1000, driver % 1000 / 10,
		           cupti_version_major(cupti->version));
	else
		doctor_fix(finding, "Update the driver to one for CUDA %d or newer",
		           CUPTI_MAJOR_LEAST);
}

/* Returns whether this libcupti records. */
static bool report_found(struct doctor *doctor, const char *name, const struct cupti *cupti)
{
	const int major = cupti_version_major(cupti->version), driver = doctor->driver_version;
	char release[CUPTI_RELEASE_MAX];

	cupti_version_release(cupti->version, release);
	if (major < CUPTI_MAJOR_LEAST || major > CUPTI_MAJOR_BEST) {
		doctor_fix(doctor_report(doctor, name, VERDICT_PROBLEM,
		                         "its version is %u, and warpwise reads those of CUDA %d "
		                         "and %d: %s",
		                         cupti->version, CUPTI_MAJOR_LEAST, CUPTI_MAJOR_BEST,
		                         cupti->path),
		           "Install the CUPTI of CUDA %d\n pip install nvidia-cuda-cupti",
		           CUPTI_MAJOR_BEST);
		return false;
	}
	if (driver && major > driver / 1000) {
		report_refused(doctor, name, cupti);
		return false;
	}
	doctor_report(doctor, name, VERDICT_OK, "%s, %s", release, cupti->path);
	return true;
}

void doctor_check_cupti(struct doctor *doctor, const char *name)
{
	static const char *const needing[] = { "profilers", "kernel times" };
	const char *chosen = getenv("WARPWISE_CUPTI");
	const int driver = doctor->driver_version;
	struct cupti cupti = { 0 };
	bool is_found =
	        chosen && *chosen ? try_cupti(chosen, &cupti) : search(&cupti, driver, false, true);

	if (!is_found && !(chosen && *chosen) && search(&cupti, driver, true, true)) {
		is_found = true;
		doctor_fix(doctor_report(doctor, name, VERDICT_NOTE,
		                         "only that of a Python package: recording works for "
		                         "Python programs"),
		           "For other programs\n export WARPWISE_CUPTI=%s", cupti.path);
	}
	if (!is_found && !(chosen && *chosen))
		is_found =
		        search(&cupti, driver, false, false) || search(&cupti, driver, true, false);
	if (!is_found)
		fix_absence(doctor_report(doctor, name, VERDICT_PROBLEM, "%s%s",
		                          *cupti.error ? "cannot be loaded: " : "not found: ",
		                          *cupti.error ? cupti.error : "libcupti.so"),
		            driver);
	if (is_found && report_found(doctor, name, &cupti)) {
		check_faults(doctor, name, &cupti);
		check_profilers(doctor, &cupti);
		check_calls(doctor, &cupti);
		check_kernel_times(doctor, &cupti);
		return;
	}
	for (size_t i = 0; i < sizeof needing / sizeof *needing; i++)
		doctor_report(doctor, needing[i], VERDICT_SKIPPED,
		              is_found ? "needs a CUPTI that can be used" : "needs CUPTI");
}
