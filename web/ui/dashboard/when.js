// SPDX-License-Identifier: MIT
// Points in time, in words. Times are ns since 1970.

const steps = [['year', 31556952e9], ['month', 2629746e9], ['week', 604800e9], ['day', 86400e9], ['hour', 3600e9], ['minute', 60e9]];

// "3 hours ago"
export function formatAgo(ns, now = Date.now() * 1e6) {
	const [unit, size] = steps.find(([, one]) => Math.abs(now - ns) >= one) ?? ['second', 1e9];
	return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.round((now - ns) / size), unit);
}

// "2026-11-22 18:03:15 UTC": the zone of the report, so that a run has one time on all of its pages.
export const formatWhen = (ns) => `${new Date(ns / 1e6).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export const formatDay = (ns) => formatWhen(ns).slice(0, 10);
