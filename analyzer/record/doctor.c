/* SPDX-License-Identifier: MIT */
/* What recording needs, looked at one by one. Each check is a row of `checks`, in the order they
 * are printed. */
#include "record/doctor_checks.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/format.h"
#include "record/library.h"

#define DRIVER_NAME        "libcuda.so.1"
#define PCI_VENDOR_NVIDIA  "0x10de"
#define DRIVER_PARAMETERS  "/proc/driver/nvidia/params"
#define INJECTION_VARIABLE "CUDA_INJECTION64_PATH"

enum {
	CAPABILITY_SYS_ADMIN = 21, /* bit of CapEff in /proc/self/status */
	FREE_BYTES_WANTED = 1 << 30,
	/* Of the driver's API, which has no header here. */
	CUDA_ERROR_NO_DEVICE = 100,
	CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
	ATTRIBUTE_COMPUTE_MAJOR = 75,
	ATTRIBUTE_COMPUTE_MINOR = 76,
};

struct doctor_finding *doctor_report(struct doctor *doctor, const char *check,
                                     enum doctor_verdict verdict, const char *format, ...)
{
	static struct doctor_finding lost;
	struct doctor_finding *finding = ARRAY_ADD(&doctor->findings, &doctor->count);
	va_list arguments;

	if (!finding)
		return &lost;
	memset(finding, 0, sizeof *finding);
	finding->check = check;
	finding->verdict = verdict;
	va_start(arguments, format);
	vsnprintf(finding->text, sizeof finding->text, format, arguments);
	va_end(arguments);
	return finding;
}

void doctor_fix(struct doctor_finding *finding, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(finding->fix, sizeof finding->fix, format, arguments);
	va_end(arguments);
}

bool doctor_function(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool is_container(void)
{
	return access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 ||
	       getenv("container") || getenv("APPTAINER_CONTAINER") ||
	       getenv("KUBERNETES_SERVICE_HOST");
}

bool doctor_value(const char *file, const char *key, char *value, size_t size)
{
	FILE *stream = fopen(file, "re");
	char line[512];
	bool is_found = false;

	while (stream && !is_found && fgets(line, sizeof line, stream)) {
		line[strcspn(line, "\n")] = '\0';
		is_found = strncmp(line, key, strlen(key)) == 0;
		if (is_found)
			snprintf(value, size, "%s",
			         line + strlen(key) + strspn(line + strlen(key), " \t"));
	}
	if (stream)
		fclose(stream);
	return is_found;
}

/* ---- driver and GPUs ---- */

/* Whether a PCI device of NVIDIA is here; true where that cannot be seen (no /sys, or WSL's own
 * device). */
static bool may_have_gpu(void)
{
	bool is_found = access("/dev/dxg", F_OK) == 0;
	char vendor[16];
	glob_t devices;

	if (glob("/sys/bus/pci/devices/*/vendor", GLOB_NOSORT, NULL, &devices))
		return true;
	for (size_t i = 0; i < devices.gl_pathc && !is_found; i++)
		is_found =
		        doctor_value(devices.gl_pathv[i], PCI_VENDOR_NVIDIA, vendor, sizeof vendor);
	globfree(&devices);
	return is_found;
}

struct driver {
	void *library;
	int (*init)(unsigned int flags);
	int (*get_version)(int *version);
	int (*get_error)(int error, const char **text);
	int (*count)(int *count);
	int (*get)(int *device, int ordinal);
	int (*name)(char *name, int size, int device);
	int (*memory)(size_t *bytes, int device);
	int (*attribute)(int *value, int attribute, int device);
};

/* Why the driver could not be loaded, after dlopen() failed. */
static void say_absence(char reason[FINDING_MAX])
{
	const char *error = dlerror();

	if (may_have_gpu())
		snprintf(reason, FINDING_MAX, "cannot load the NVIDIA driver: %s",
		         error ? error : "unknown error");
	else
		snprintf(reason, FINDING_MAX,
		         "this machine has no NVIDIA GPU and no driver for one");
}

bool doctor_has_driver(char reason[FINDING_MAX])
{
	void *library = dlopen(DRIVER_NAME, RTLD_LAZY | RTLD_LOCAL);

	if (!library)
		say_absence(reason);
	else
		dlclose(library);
	return library != NULL;
}

static bool driver_open(struct driver *driver)
{
	const struct {
		const char *name;
		void *function;
	} functions[] = {
		{ "cuInit", &driver->init },
		{ "cuDriverGetVersion", &driver->get_version },
		{ "cuGetErrorString", &driver->get_error },
		{ "cuDeviceGetCount", &driver->count },
		{ "cuDeviceGet", &driver->get },
		{ "cuDeviceGetName", &driver->name },
		{ "cuDeviceTotalMem_v2", &driver->memory },
		{ "cuDeviceGetAttribute", &driver->attribute },
	};
	bool has_all = true;

	driver->library = dlopen(DRIVER_NAME, RTLD_NOW | RTLD_LOCAL);
	for (size_t i = 0; driver->library && i < sizeof functions / sizeof *functions; i++)
		has_all = doctor_function(driver->library, functions[i].name,
		                          functions[i].function) &&
		          has_all;
	return driver->library && has_all;
}

static void fix_driver(struct doctor_finding *finding)
{
	bool has_module = access("/proc/driver/nvidia/version", F_OK) == 0;

	if (is_container())
		doctor_fix(finding,
		           "This is a container: start it with the GPUs, which need the NVIDIA "
		           "Container Toolkit on the host\n"
		           " docker run --gpus all ...\n"
		           " podman run --device nvidia.com/gpu=all ...");
	else if (has_module)
		doctor_fix(
		        finding,
		        "The kernel module is loaded, its libraries are not installed; on Debian\n"
		        " sudo apt install libcuda1");
	else
		doctor_fix(
		        finding,
		        "On a machine with an NVIDIA GPU install the driver; on Debian (non-free)\n"
		        " sudo apt install nvidia-driver\n"
		        "and restart. Traces of other machines can be analysed here without it");
}

static void check_devices(struct doctor *doctor, const struct driver *driver)
{
	int count = 0, device, major, minor;
	size_t bytes;
	char name[128];

	driver->count(&count);
	for (int i = 0; i < count; i++) {
		if (driver->get(&device, i) || driver->name(name, sizeof name, device) ||
		    driver->memory(&bytes, device) ||
		    driver->attribute(&major, ATTRIBUTE_COMPUTE_MAJOR, device) ||
		    driver->attribute(&minor, ATTRIBUTE_COMPUTE_MINOR, device)) {
			doctor_report(doctor, "GPU", VERDICT_PROBLEM, "GPU %d does not answer", i);
			continue;
		}
		if (major > doctor->compute_major)
			doctor->compute_major = major;
		doctor_report(doctor, "GPU", VERDICT_OK, "%d: %s, %s, compute capability %d.%d", i,
		              name, format_bytes(FORMAT, (int64_t)bytes), major, minor);
	}
}

static void check_no_device(struct doctor *doctor)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	struct doctor_finding *finding =
	        doctor_report(doctor, "GPU", VERDICT_PROBLEM, "the driver sees no GPU");

	if (visible)
		doctor_fix(finding,
		           "CUDA_VISIBLE_DEVICES is \"%s\"; to see all GPUs\n unset "
		           "CUDA_VISIBLE_DEVICES",
		           visible);
	else if (is_container() && access("/dev/nvidiactl", F_OK) != 0)
		fix_driver(finding);
	else
		doctor_fix(finding, "Look whether the GPU is there and what the driver says of it\n"
		                    " nvidia-smi\n"
		                    " sudo dmesg | grep -i nvrm");
}

static void check_driver(struct doctor *doctor, const char *name)
{
	struct driver driver = { 0 };
	const char *text = "unknown error";
	char reason[FINDING_MAX] = "cannot load the NVIDIA driver: it is too old";
	struct doctor_finding *finding;
	int error, version = 0;
	bool is_open = driver_open(&driver);

	if (!is_open) {
		if (!driver.library)
			say_absence(reason);
		finding = doctor_report(doctor, name, VERDICT_PROBLEM, "%s", reason);
		if (driver.library || may_have_gpu())
			fix_driver(finding);
		else
			doctor_fix(finding, "Record on a machine that has a GPU, and analyse the "
			                    "traces here");
		doctor_report(doctor, "GPU", VERDICT_SKIPPED, "needs the driver");
		return;
	}
	/* Without this, libcuda would load the tool that the variable names into this process. */
	unsetenv(INJECTION_VARIABLE);
	error = driver.init(0);
	driver.get_version(&version);
	if (!error || error == CUDA_ERROR_NO_DEVICE) {
		doctor->driver_version = version;
		doctor_report(doctor, name, VERDICT_OK, "works, up to CUDA %d.%d", version / 1000,
		              version % 1000 / 10);
	}
	if (!error) {
		check_devices(doctor, &driver);
	} else if (error == CUDA_ERROR_NO_DEVICE) {
		check_no_device(doctor);
	} else {
		driver.get_error(error, &text);
		finding = doctor_report(doctor, name, VERDICT_PROBLEM,
		                        "does not start: %s (cuInit: error %d)",
		                        text ? text : "unknown error", error);
		if (error == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH)
			doctor_fix(finding,
			           "The driver was updated while its kernel module was in use: "
			           "restart the machine");
		else if (access("/dev/nvidia-uvm", F_OK) != 0 && is_container())
			fix_driver(finding);
		else if (access("/dev/nvidia-uvm", F_OK) != 0)
			doctor_fix(finding,
			           "/dev/nvidia-uvm is missing; load its kernel module\n sudo "
			           "nvidia-modprobe -u -c=0");
		else
			doctor_fix(finding, "See what the driver says\n nvidia-smi\n sudo dmesg | "
			                    "grep -i nvrm");
		doctor_report(doctor, "GPU", VERDICT_SKIPPED, "needs the driver");
	}
	/* libcuda has started threads: it stays loaded. */
}

/* ---- the collector ---- */

/* Loads LIBRARY in a child, since loading it changes the process. Returns false with the reason in
 * ERROR. */
static bool is_loadable(const char *library, char *error, size_t size)
{
	const char *reason;
	size_t used = 0;
	ssize_t got;
	int fds[2], status = 0;
	pid_t pid;
	void *handle;

	if (pipe(fds))
		return true;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
		reason = handle ? "" : dlerror();
		(void)!write(fds[1], reason, strlen(reason));
		_exit(handle && dlsym(handle, "InitializeInjection") ? 0 : 1);
	}
	close(fds[1]);
	while (pid > 0 && used + 1 < size &&
	       (got = read(fds[0], error + used, size - used - 1)) > 0)
		used += (size_t)got;
	error[used] = '\0';
	close(fds[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!used) /* it is no collector, or the child crashed */
		snprintf(error, size, "%s: is not warpwise's collector", library);
	return pid < 0 || status == 0;
}

static void check_collector(struct doctor *doctor, const char *name)
{
	char path[PATH_MAX], error[PATH_MAX + 64];
	struct doctor_finding *finding;

	if (!library_find(path)) {
		finding = doctor_report(doctor, name, VERDICT_PROBLEM, LIBRARY_NAME " not found");
		doctor_fix(finding,
		           "Build warpwise with the CUDA toolkit's headers\n"
		           " ./configure --with-cuda=/usr/local/cuda && make && sudo make install\n"
		           "or say where it is\n"
		           " export " LIBRARY_VARIABLE "=/path/to/" LIBRARY_NAME);
	} else if (!library_is_preloadable(path)) {
		finding = doctor_report(
		        doctor, name, VERDICT_PROBLEM,
		        "its path has a blank or a colon, which LD_PRELOAD cannot have: %s", path);
		doctor_fix(finding,
		           "Give it another name\n ln -s '%s' /tmp/" LIBRARY_NAME
		           "\n export " LIBRARY_VARIABLE "=/tmp/" LIBRARY_NAME,
		           path);
	} else if (!is_loadable(path, error, sizeof error)) {
		finding =
		        doctor_report(doctor, name, VERDICT_PROBLEM, "cannot be loaded: %s", error);
		doctor_fix(finding,
		           "Build and install warpwise again on this machine; " LIBRARY_VARIABLE
		           " is %s",
		           getenv(LIBRARY_VARIABLE) ? "set: is it right?" : "not set");
	} else {
		doctor_report(doctor, name, VERDICT_OK, "%s", path);
	}
}

/* ---- permissions, other tools, room ---- */

static bool has_capability(int bit)
{
	char value[64];

	return doctor_value("/proc/self/status", "CapEff:", value, sizeof value) &&
	       (strtoull(value, NULL, 16) >> bit & 1);
}

static void check_counters(struct doctor *doctor, const char *name)
{
	struct doctor_finding *finding;
	char value[64];

	if (!doctor_value(DRIVER_PARAMETERS, "RmProfilingAdminOnly:", value, sizeof value)) {
		doctor_report(doctor, name, doctor->driver_version ? VERDICT_NOTE : VERDICT_SKIPPED,
		              "cannot tell who may read hardware counters: no " DRIVER_PARAMETERS);
		return;
	}
	if (strcmp(value, "0") == 0 || has_capability(CAPABILITY_SYS_ADMIN)) {
		doctor_report(doctor, name, VERDICT_OK, "hardware counters may be read%s",
		              strcmp(value, "0") == 0 ? "" : " (with CAP_SYS_ADMIN)");
		return;
	}
	finding = doctor_report(
	        doctor, name, VERDICT_NOTE,
	        "hardware counters are for administrators: recording works, --stalls, --metrics "
	        "and --gpu-metrics do not");
	if (is_container())
		doctor_fix(
		        finding,
		        "Start the container with that right\n docker run --cap-add SYS_ADMIN ...\n"
		        "or allow it on the host: run warpwise doctor there");
	else
		doctor_fix(finding,
		           "Allow it to everybody, and restart\n"
		           " echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | "
		           "sudo tee /etc/modprobe.d/nvidia-profiling.conf\n"
		           " sudo update-initramfs -u\n"
		           " sudo reboot");
}

static void check_other_tools(struct doctor *doctor, const char *name)
{
	const char *injection = getenv(INJECTION_VARIABLE),
	           *markers = getenv("NVTX_INJECTION64_PATH"), *preload = getenv("LD_PRELOAD");
	size_t before = doctor->count;
	char library[PATH_MAX];

	if (!library_find(library))
		library[0] = '\0';
	if (injection && *injection && strcmp(injection, library) != 0)
		doctor_fix(doctor_report(doctor, name, VERDICT_PROBLEM,
		                         "another tool is set to trace CUDA: " INJECTION_VARIABLE
		                         "=%s",
		                         injection),
		           "The driver loads one such tool only\n unset " INJECTION_VARIABLE);
	if (markers && *markers && strcmp(markers, library) != 0 && !strstr(markers, "libcupti"))
		doctor_fix(doctor_report(doctor, name, VERDICT_NOTE,
		                         "NVTX ranges go to another tool, traces will have none: "
		                         "NVTX_INJECTION64_PATH=%s",
		                         markers),
		           " unset NVTX_INJECTION64_PATH");
	if (preload && *preload)
		doctor_report(
		        doctor, name, VERDICT_NOTE,
		        "libraries are preloaded already, the collector comes before them: %s",
		        preload);
	if (doctor->count == before)
		doctor_report(doctor, name, VERDICT_OK, "none is set up to trace CUDA");
}

static void check_folder(struct doctor *doctor, const char *name)
{
	struct statvfs room;
	char here[PATH_MAX];
	int64_t free_bytes;

	if (!getcwd(here, sizeof here))
		snprintf(here, sizeof here, ".");
	if (access(".", W_OK | X_OK) != 0) {
		doctor_fix(doctor_report(doctor, name, VERDICT_PROBLEM,
		                         "traces cannot be written into %s: %s", here,
		                         strerror(errno)),
		           "Go to another folder, or name one\n warpwise record -o "
		           "'/tmp/warpwise-%%p.db' "
		           "...");
		return;
	}
	free_bytes =
	        statvfs(".", &room) ? INT64_MAX : (int64_t)room.f_bavail * (int64_t)room.f_frsize;
	if (free_bytes < FREE_BYTES_WANTED)
		doctor_fix(
		        doctor_report(doctor, name, VERDICT_NOTE,
		                      "only %s free in %s; a trace takes about 80 bytes a kernel",
		                      format_bytes(FORMAT, free_bytes), here),
		        "Make room, or name another folder\n warpwise record -o "
		        "'/elsewhere/warpwise-%%p.db' ...");
	else
		doctor_report(doctor, name, VERDICT_OK, "%s can be written, %s free", here,
		              format_bytes(FORMAT, free_bytes));
}

/* check_other_tools() stands before the driver's check, which clears what it looks at. */
static const struct {
	const char *name;
	void (*run)(struct doctor *doctor, const char *name);
} checks[] = {
	{ "other tools", check_other_tools }, { "driver", check_driver },
	{ "CUPTI", doctor_check_cupti },      { "collector", check_collector },
	{ "counters", check_counters },       { "host samples", doctor_check_samples },
	{ "folder", check_folder },           { "platform", doctor_check_platform },
};

int doctor_examine(struct doctor *doctor)
{
	size_t before;

	memset(doctor, 0, sizeof *doctor);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		before = doctor->count;
		checks[i].run(doctor, checks[i].name);
		if (doctor->count == before) /* every check reports something */
			return -ENOMEM;
	}
	return 0;
}

void doctor_release(struct doctor *doctor)
{
	free(doctor->findings);
	doctor->findings = NULL;
	doctor->count = 0;
}
