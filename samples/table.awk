# SPDX-License-Identifier: MIT
#
# Prints the table in README.md: one row per sample, from the comment at the top of each .cu file.

function flush_row(    name, key)
{
	if (file == "")
		return
	name = file
	sub(/.*\//, "", name)
	sub(/\.cu$/, "", name)
	gsub(/_/, "-", name)
	for (key in text)
		gsub(/__/, "\\_\\_", text[key])
	if ("bad and fixed" in text)
		text["bad"] = text["fixed"] = text["bad and fixed"]
	printf "| %s | %s | %s | %s |\n", name, text["bad"], text["fixed"], \
	       text["warpwise should find"]
	split("", text)
}

BEGIN {
	print "| id | bad | fixed | warpwise should find |"
	print "|---|---|---|---|"
}

FNR == 1 {
	flush_row()
	file = FILENAME
	in_comment = 1
	key = ""
}

/\*\// { in_comment = 0 }
!in_comment { next }
/^ \*$/ { key = ""; next }

match($0, /^ \* (bad|fixed|bad and fixed|warpwise should find): */) {
	key = substr($0, 4, RLENGTH - 3)
	sub(/: *$/, "", key)
	text[key] = substr($0, RLENGTH + 1)
	next
}

key != "" {
	sub(/^ \* */, "")
	text[key] = text[key] " " $0
}

END { flush_row() }
