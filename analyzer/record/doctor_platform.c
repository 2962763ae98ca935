/* SPDX-License-Identifier: MIT */
/* Kinds of machines on which CUPTI does less than elsewhere: named, so that nobody looks for a
 * fault of their own. What they cannot do is from NVIDIA's manuals: none was at hand to try it. */
#include <stdio.h>
#include <unistd.h>

#include "record/doctor_checks.h"

static const struct {
	const char *files[2]; /* of which one is there */
	const char *text, *fix;
} limits[] = {
	{ { "/dev/dxg" },
	  "this is WSL: the timeline works in WSL 2; counters (--stalls, --metrics, --gpu-metrics) "
	  "need Windows 11 and a driver of 525 or newer, and leave to read them",
	  "In Windows, NVIDIA Control Panel, Desktop, Enable Developer Settings, then Manage GPU "
	  "Performance Counters: allow access to all users" },
	{ { "/etc/nv_tegra_release" },
	  "this is a Jetson: counters need root, and CUPTI is that of its own CUDA toolkit",
	  "Where CUPTI is not found\n sudo apt install nvidia-cuda-dev" },
	{ { "/dev/tdx_guest", "/dev/sev-guest" },
	  "this is a confidential virtual machine: where confidential computing is on for the GPU, "
	  "CUPTI allows neither a timeline nor counters",
	  "See whether it is on\n nvidia-smi conf-compute -f" },
};

static bool is_there(const char *file)
{
	return file && access(file, F_OK) == 0;
}

void doctor_check_platform(struct doctor *doctor, const char *name)
{
	const size_t before = doctor->count;

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (is_there(limits[i].files[0]) || is_there(limits[i].files[1]))
			doctor_fix(doctor_report(doctor, name, VERDICT_NOTE, "%s", limits[i].text),
			           "%s", limits[i].fix);
	if (doctor->count == before)
		doctor_report(doctor, name, VERDICT_OK,
		              "no limit is known: not WSL, no Jetson, not confidential");
}
