# SPDX-License-Identifier: MIT
# For the tests in a browser: each X.test sources it, which runs X.mjs with playwright-core and Debian's chromium, or
# skips and says why. From the build folder, or with TEST_WEB (where node_modules is) set.
# shellcheck shell=sh
TEST_WEB=${TEST_WEB:-$PWD/web}
TEST_WARPWISE=${TEST_WARPWISE:-$PWD/warpwise}
TEST_GENERATE=${TEST_GENERATE:-$PWD/tests/bench/generate-trace}
TEST_SOURCE=${TEST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
TEST_DASHBOARD=${TEST_DASHBOARD:-$PWD/warpwise-dashboard}
WARPWISE_NVDISASM=$TEST_SOURCE/tests/source/sass/nvdisasm # plays it for one trace
export WARPWISE_NVDISASM TEST_WEB TEST_WARPWISE TEST_GENERATE TEST_SOURCE TEST_DASHBOARD
# The shell is the same engine without the desktop's browser around it: a page takes a quarter of the time.
TEST_CHROMIUM=$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)
export TEST_CHROMIUM
node=${TEST_NODE:-$(command -v node)}

if [ -z "$node" ] || [ ! -d "$TEST_WEB/node_modules/playwright-core" ]; then
	echo "1..0 # SKIP npm's packages are not installed: configure found no npm"
	exit 0
fi
if [ -z "$TEST_CHROMIUM" ]; then
	echo "1..0 # SKIP chromium is not installed"
	exit 0
fi
case ${0##*/} in
dashboard* | administration*)
	if [ ! -x "$TEST_DASHBOARD" ]; then
		echo "1..0 # SKIP not built: $TEST_DASHBOARD"
		exit 0
	fi
	;;
esac
exec "$node" "${0%.test}.mjs"
