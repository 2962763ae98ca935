# SPDX-License-Identifier: MIT
# For the tests of the command line: warpwise run with its output and status caught. Source it first, call
# done_testing last. From the build folder, or with TEST_WARPWISE (the program) set.
# shellcheck shell=sh
LC_ALL=C.UTF-8
export LC_ALL
unset COLUMNS NO_COLOR CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH LD_PRELOAD WARPWISE_OUTPUT WARPWISE_LIST \
	WARPWISE_LIBRARY WARPWISE_CUPTI
warpwise=${TEST_WARPWISE:-$PWD/warpwise}
tests_folder=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034
source_folder=$(cd "$tests_folder/../.." && pwd)
. "$source_folder/tests/tap.sh"
if [ ! -x "$warpwise" ]; then
	echo "Bail out! no program: $warpwise"
	exit 99
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99

# run [VARIABLE=VALUE]... ARGUMENTS...: runs warpwise; leaves its output in $out, its messages in $err, its status
# in $status.
run()
{
	(
		while :; do
			# shellcheck disable=SC2163
			case $1 in
			[A-Z]*=*) export "$1" && shift ;;
			*) break ;;
			esac
		done
		exec "$warpwise" "$@"
	) >"$work/.out" 2>"$work/.err" </dev/null
	status=$?
	# shellcheck disable=SC2034
	out=$(cat "$work/.out")
	err=$(cat "$work/.err")
}

# ends WHAT STATUS ERR: how the last run ended.
ends()
{
	is "$1" "$status: $err" "$2: $3"
}

# verbs: the names of all verbs, from the help.
verbs()
{
	"$warpwise" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'
}
