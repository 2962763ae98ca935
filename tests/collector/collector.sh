# SPDX-License-Identifier: MIT
# For the collector's tests: the program `app` traced with the fake GPU. Source it first, call done_testing last.
#
# From the build folder, or with these set: TEST_COLLECTOR (libwarpwise.so), TEST_FAKE (the folder of the fake
# libraries), TEST_APP. The libraries and the program must be built with the same sanitizer, or none. EMULATOR runs
# the program where it was built for another machine: a command like env.
# shellcheck shell=sh
LC_ALL=C
export LC_ALL
library=${TEST_COLLECTOR:-$PWD/collector/.libs/libwarpwise.so}
fake=${TEST_FAKE:-$PWD/tests/fake/.libs}
app=${TEST_APP:-$PWD/tests/fake/app}
. "$(dirname "$0")/../tap.sh"

# ---- the program under the collector ----

[ -e "$library" ] && [ -e "$fake/libcupti.so.13" ] && [ -x "$app" ] || skip_all "the collector is not built"
command -v sqlite3 >/dev/null || skip_all "sqlite3 is not installed"

work=$(mktemp -d)
trap 'cd /; chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
runs=0

# A sanitizer's runtime must come before any library it has instrumented.
sanitizer=$(ldd "$app" | sed -n 's/.*=> \(.*\/lib[at]san[^ ]*\) .*/\1/p')
preload=$sanitizer${sanitizer:+:}$library
# Leaks: what lives as long as the process is not freed at its end, on purpose: threads may still use it.
ASAN_OPTIONS=detect_leaks=0:malloc_context_size=3:handle_sigill=1:handle_segv=0:handle_abort=0:abort_on_error=0:exitcode=66
TSAN_OPTIONS=${TSAN_OPTIONS:+$TSAN_OPTIONS:}exitcode=66:report_signal_unsafe=0:handle_segv=0:handle_abort=0:die_after_fork=0
TSAN_OPTIONS=$TSAN_OPTIONS:suppressions=$(cd "$(dirname "$0")/../collector" && pwd)/tsan-suppressions
export ASAN_OPTIONS TSAN_OPTIONS
unset CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH WARPWISE_CUPTI WARPWISE_OUTPUT CUDA_HOME CUDA_PATH
# Small buffers: the fake fills and reads every byte of each, which for the default size is most of what a test takes.
WARPWISE_BUFFER_KIB=64
# On a loaded machine a disk, too, can keep somebody waiting.
WARPWISE_END_MS=60000
export WARPWISE_BUFFER_KIB WARPWISE_END_MS

# A new, empty folder for the next run; becomes the current one.
fresh()
{
	runs=$((runs + 1))
	mkdir "$work/$runs"
	cd "$work/$runs" || exit 1
	: >script
}

# in_folder COMMAND...: runs it with the fake libraries on the loader's path; its output goes to out and err,
# its status to $status.
with_fake()
{
	status=0
	timeout -k 5 "${limit:-600}" "${EMULATOR:-env}" LD_LIBRARY_PATH="$fake" FAKE_CUPTI_SCRIPT="$PWD/script" "$@" >out 2>err \
		</dev/null || status=$?
}

# traced [VARIABLE=VALUE...] STEPS...: runs app under the collector.
traced()
{
	with_fake LD_PRELOAD="$preload" WARPWISE_OUTPUT=run.db "${variable:-_=}" "$app" "$@"
}

# untraced STEPS...: the same without the collector.
untraced()
{
	with_fake ${sanitizer:+LD_PRELOAD="$sanitizer"} "${variable:-_=}" "$app" "$@"
}

# once CONDITION COMMAND...: in the background, runs the command as soon as the condition holds, or after ten minutes
# in any case; `wait` for it.
once()
{
	(
		condition=$1 tries=12000
		shift
		until eval "$condition" 2>/dev/null || [ $tries = 0 ]; do
			sleep 0.05
			tries=$((tries - 1))
		done
		"$@"
	) &
}

# until_there SQL WANT COMMAND...: runs the command; as soon as run.db says WANT there is the file `go`.
until_there()
{
	rm -f go
	wanted_sql=$1 wanted=$2
	shift 2
	once '[ "$(query "$wanted_sql")" = "$wanted" ]' touch go
	watcher=$!
	"$@"
	kill $watcher 2>/dev/null
	wait $watcher 2>/dev/null
}

# query SQL [TRACE]: one line for each row, columns separated by |. Works on a copy if the trace has a log.
query()
{
	trace=${2:-run.db}
	if ! [ -e "$trace" ]; then # sqlite3 would create it, before the collector does
		echo "there is no $trace: status ${status:-}, $(cat err 2>/dev/null)"
		return
	elif [ -e "$trace-wal" ]; then
		rm -rf copy
		mkdir copy
		cp "$trace" copy/copy.db
		cp "$trace-wal" copy/copy.db-wal
		trace=copy/copy.db
	fi
	sqlite3 "$trace" "$1" 2>&1
}

# diagnostic CODE [TRACE]: how often it was counted.
diagnostic()
{
	query "SELECT sum(count) FROM diagnostic WHERE code = '$1'" "${2:-run.db}"
}

# is_whole WHAT [TRACE]: a trace that ended normally: one file, sound, complete.
is_whole()
{
	is "$1" "$(query "PRAGMA integrity_check; SELECT value FROM meta WHERE key = 'state'" "${2:-run.db}" | tr '\n' ' '
		ls "${2:-run.db}"-* 2>/dev/null)" "ok complete "
}

# is_cut WHAT [TRACE]: a trace whose program was killed: sound, not complete.
is_cut()
{
	is "$1" "$(query "PRAGMA integrity_check; SELECT value FROM meta WHERE key = 'state'" "${2:-run.db}" | tr '\n' ' ')" \
		"ok recording "
}

# The traces in this folder.
traces()
{
	find . -name '*.db' | wc -l | tr -d ' '
}
