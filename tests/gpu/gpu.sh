# SPDX-License-Identifier: MIT
# For the tests on a GPU, in bash: TAP, where things are, and what a trace holds. Source it first, say what the test
# needs, call done_testing last. From the build folder, which has ./warpwise.
# shellcheck shell=bash disable=SC2034
set -u
source=$(cd "$(dirname "$0")/../.." && pwd)
warpwise=$PWD/warpwise
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# need WHY COMMAND...: where the command fails, all is skipped; REQUIRE_GPU=1 makes that a failure.
need()
{
	local why=$1
	shift
	"$@" >/dev/null 2>&1 && return
	[ "${REQUIRE_GPU:-0}" = 1 ] || skip_all "$why"
	echo "1..0 # SKIP $why"
	echo "${0##*/}: REQUIRE_GPU=1, but: $why" >&2
	exit 1
}

need_gpu()
{
	need "no GPU here" nvidia-smi -L
}

# What was seen, from stdin.
saw()
{
	sed 's/^/# /'
}

# query TRACE SQL: one line for each row, columns separated by |.
query()
{
	python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print("|".join(map(str, row)))' "$1" "$2" 2>&1
}

# In ns.
now()
{
	date +%s%N
}
