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

# flips WHAT FILE SUFFIX: one byte changed at a time in the trace, or in its log where SUFFIX is -wal: the file "flips"
# has lines of an offset and a value. Either $verb (analyze) can use the trace, or the one line says why not.
flips()
{
	bad=
	failures=0
	verb=${verb:-analyze}
	while read -r offset value; do
		cp "$2" flip.db
		[ ! -e "$2-wal" ] || cp "$2-wal" flip.db-wal
		flip "flip.db$3" "$offset" "$value"
		sum=$(cat flip.db flip.db-wal 2>/dev/null | sha256sum)
		timeout 60 "$warpwise" "$verb" flip.db >flip.out 2>flip.err
		status=$?
		case $status in
		0) ;;
		3)
			failures=$((failures + 1))
			grep -Eq "^warpwise $verb: cannot use trace: path=\"flip.db\": " flip.err &&
				[ "$(wc -l <flip.err)" -eq 1 ] || bad="$bad $offset=$value:message"
			;;
		*) bad="$bad $offset=$value:$status" ;;
		esac
		[ "$(cat flip.db flip.db-wal 2>/dev/null | sha256sum)" = "$sum" ] ||
			bad="$bad $offset=$value:touched"
	done <flips
	rm -f flip.db flip.db-wal
	is "$1" "$bad" ''
	[ -z "$3" ] || return
	if [ "$failures" -gt 0 ]; then
		ok "$1: some are found to be damaged ($failures)"
	else
		not_ok "$1: some are found to be damaged"
	fi
}
