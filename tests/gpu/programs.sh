# SPDX-License-Identifier: MIT
# For the tests of frameworks, behind gpu.sh: a program of FRAMEWORK_programs.py runs plain and fixed, unrecorded; the
# plain one is recorded with --host, and what the report says first must be right. PROGRAMS: the names of some; else all run.
# shellcheck shell=bash disable=SC2154

# check_program FRAMEWORK PROGRAM RULE [PLACE]: the report's first line names RULE. With PLACE, the finding names it:
# code of the program. What the fix wins is the gain, within a tenth of the plain time, where one is predicted; without
# a prediction it is no more than the cost, but for that tenth. The plain time is between that of the unrecorded run and that
# of the recorded one: from run to run, launching from Python takes half as long again or less, planning and compiling a
# tenth more or less.
check_program()
{
	local framework=$1 program=$2 rule=$3 place=${4:-} name="$1 $2" file trace

	[[ " ${PROGRAMS:-$program} " = *" $program "* ]] || return 0
	file=$source/tests/gpu/${framework}_programs.py
	trace=${TRACES:-$work}/$framework-$program.db
	mkdir -p "${trace%/*}"
	python3 "$file" "$program" --both >"$work/both" 2>"$work/err"
	is "$name: runs unrecorded, plain and fixed" "$? $(grep -c '^measured:' "$work/both")" "0 2"
	"$warpwise" record -q --host -o "$trace" python3 "$file" "$program" >"$work/out" 2>"$work/err"
	# Without libunwind there are no stacks of calls, which is said.
	is "$name: exit status and stderr" "$? $(grep -v 'libunwind.so.8 was not found' "$work/err")" "0 "
	COLUMNS=500 "$warpwise" analyze "$trace" >"$work/report" 2>"$work/err"
	is "$name: analyze" "$? $(cat "$work/err")" "0 "
	saw <"$work/both"
	saw <"$work/out"
	head -60 "$work/report" | saw
	"$warpwise" analyze --format json "$trace" >"$work/report.json"
	is "$name: the first line" "$(sed '/^$/q' "$work/report" | tr -s '\n ' ' ' | grep -o 'findings\? 1[, ]' | head -n 1 | tr -d ' ,0-9s') $(
		python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["findings"][0]["id"])' "$work/report.json")" "finding $rule"
	[ -z "$place" ] || is "$name: the finding names $place" "$(python3 -c 'import json, sys
print(any(sys.argv[2] in fact["text"] for fact in json.load(open(sys.argv[1]))["findings"][0]["evidence"]))' "$work/report.json" "$place")" True
	python3 - "$work/report.json" "$work/both" "$work/out" >"$work/compared" <<'P'
import json, re, sys
finding = json.load(open(sys.argv[1]))["findings"][0]
plain, fixed, recorded = (re.match(r"measured: ([\d.]+) ms, (\d+) of (\d+) steps", line).groups()
                          for path in sys.argv[2:] for line in open(path))
share = int(plain[1]) / int(plain[2])
gain, cost = (ns and ns / 1e6 * share for ns in ((finding["gain"] or {}).get("ns"), finding["cost_ns"]))
least, most = sorted((float(plain[0]), float(recorded[0])))
won = [base - float(fixed[0]) for base in (least, most)]
print(f"# the fix won {won[0]:.1f} of {least:.1f} or {won[1]:.1f} of {most:.1f} ms; predicted for these steps: {gain and round(gain, 1)}, cost {cost:.1f} ms",
      file=sys.stderr)
print("yes" if (won[0] - least / 10 <= gain <= won[1] + most / 10 if gain else won[0] <= cost + least / 10) else f"won {won}, predicted {gain}, cost {cost}")
P
	is "$name: what the fix wins was predicted" "$(cat "$work/compared")" yes
}
