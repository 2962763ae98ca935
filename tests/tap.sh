# SPDX-License-Identifier: MIT
# TAP for tests that are shell scripts. Source it first; end with done_testing.
# shellcheck shell=sh
# What is printed is not to depend on whether this machine has nvdisasm.
WARPWISE_NVDISASM=${WARPWISE_NVDISASM-}
export WARPWISE_NVDISASM
tests=0
failed=0

ok()
{
	tests=$((tests + 1))
	echo "ok $tests - $1"
}

# not_ok WHAT [LINE]...: the lines say why.
not_ok()
{
	tests=$((tests + 1))
	failed=$((failed + 1))
	echo "not ok $tests - $1"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/# /'
}

# skip WHAT WHY
skip()
{
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# is WHAT GOT WANT
is()
{
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "got:  $2" "want: $3"
	fi
}

# like WHAT GOT PATTERN: the pattern is the shell's.
like()
{
	# shellcheck disable=SC2254
	case $2 in
	$3) ok "$1" ;;
	*) not_ok "$1" "got:  $2" "want: $3" ;;
	esac
}

# unlike WHAT GOT PATTERN
unlike()
{
	# shellcheck disable=SC2254
	case $2 in
	$3) not_ok "$1" "got: $2" "not: $3" ;;
	*) ok "$1" ;;
	esac
}

# at_least WHAT GOT MINIMUM
at_least()
{
	if [ "${2:-0}" -ge "$3" ] 2>/dev/null; then
		ok "$1"
	else
		not_ok "$1" "got:  $2" "want: at least $3"
	fi
}

done_testing()
{
	echo "1..$tests"
	[ "$failed" -eq 0 ]
	exit
}
