# SPDX-License-Identifier: MIT
# For tests that need traces: synthetic ones, and damaged ones. Source it instead of cli.sh. From the build
# folder, or with TEST_GENERATE (the program generate-trace) set as well.
# shellcheck shell=sh disable=SC2154
generate=${TEST_GENERATE:-$PWD/tests/bench/generate-trace}
. "$(dirname "$0")/cli.sh"

# generate_trace FILE [OPTION...]
generate_trace()
{
	file=$1
	shift
	if ! "$generate" "$@" "$file"; then
		echo "Bail out! generate-trace $* $file"
		exit 99
	fi
}

# flip FILE OFFSET VALUE: replaces one byte; VALUE is its number.
flip()
{
	printf '%b' "\\0$(printf '%03o' "$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# random_numbers SEED COUNT LIMIT...: COUNT lines with one number below each LIMIT.
random_numbers()
{
	awk 'BEGIN {
		srand(ARGV[1])
		for (i = 0; i < ARGV[2]; i++) {
			line = ""
			for (k = 3; k < ARGC; k++)
				line = line (k > 3 ? " " : "") int(rand() * ARGV[k])
			print line
		}
	}' "$@"
}

# untouched FILE SHA256
untouched()
{
	[ "$(sha256sum <"$1")" = "$2" ]
}

# The line for a trace that cannot be used, as run() catches it, is: 3: VERB: cannot use trace: path="FILE": WHY
unusable()
{
	like "$1" "$status: $err" "3: warpwise *: cannot use trace: path=\"$2\": $3"
	is "$1: one line" "$(wc -l <"$work/.err")" 1
}

# add_counters FILE: gives a recorded trace the tables it lacks, and invented counters and samples.
add_counters()
{
	sed -n '/^CREATE TABLE/,/^) STRICT/p' "$source_folder/schema/schema.sql" |
		sed 's/^CREATE TABLE/& IF NOT EXISTS/' >tables.sql
	if ! sqlite3 "$1" <tables.sql || ! sqlite3 "$1" <"$source_folder/tests/counters.sql"; then
		echo "Bail out! add_counters $1"
		exit 99
	fi
}
