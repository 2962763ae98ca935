// SPDX-License-Identifier: MIT
// Numbers as the text report prints them: the same rounding as analyzer/base/format.c, which a test compares.

// Decimals that leave DIGITS significant digits of VALUE, which is not negative.
function decimals(value, digits) {
	let whole = 1;
	for (let limit = 10; whole < digits && value >= limit - 0.5 * 10 ** (whole - digits); limit *= 10)
		whole++;
	return digits - whole;
}

// VALUE with so many DECIMALS. Between two that are as near, C takes the even one, toFixed() the larger.
export function formatFixed(value, places) {
	const text = value.toFixed(places);
	const exact = value.toFixed(places + 30);
	if (!/50{29}$/.test(exact))
		return text;
	const below = exact.slice(0, -30).replace(/\.$/, '');
	return Number(below.at(-1)) % 2 ? text : below;
}

// VALUE in the largest of UNITS ([name, size], from small to large) that leaves a whole part.
function formatUnit(value, units, base, digits) {
	let size = Math.abs(value);
	const sign = value < 0 ? '-' : '';
	let i = 0;
	while (i + 1 < units.length && size / units[i][1] >= base - 0.5 * 10 ** (3 - digits))
		i++;
	size /= units[i][1];
	if (size >= 9999.5)
		return `${sign}${formatCount(Math.round(size))} ${units[i][0]}`;
	return `${sign}${formatFixed(size, i ? decimals(size, digits) : 0)} ${units[i][0]}`;
}

const durations = [['ns', 1], ['us', 1e3], ['ms', 1e6], ['s', 1e9]];
const sizes = [['B', 1], ['KiB', 2 ** 10], ['MiB', 2 ** 20], ['GiB', 2 ** 30], ['TiB', 2 ** 40], ['PiB', 2 ** 50]];
const rates = [['B/s', 1], ['kB/s', 1e3], ['MB/s', 1e6], ['GB/s', 1e9], ['TB/s', 1e12]];

export const formatDuration = (ns) => formatUnit(ns, durations, 1000, 4); // "56 ns", "1.234 ms"
// The same of several, with as many digits as tell neighbours apart: "1.17425 ms".
export function formatDurations(list) {
	for (let digits = 4; ; digits++) {
		const texts = list.map((ns) => formatUnit(ns, durations, 1000, digits));
		if (digits === 12 || texts.every((text, i) => i === 0 || text !== texts[i - 1] || list[i] === list[i - 1]))
			return texts;
	}
}
export const formatBytes = (bytes) => formatUnit(bytes, sizes, 1024, 3); // "512 B", "1.50 KiB"
export const formatRate = (rate) => (Number.isFinite(rate) ? formatUnit(rate, rates, 1000, 3) : '-'); // "12.3 GB/s"

// "1,234,567"
export function formatCount(count) {
	return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

// "12.3 %", "<0.1 %"
export function formatPercent(percent) {
	if (!Number.isFinite(percent))
		return '-';
	return percent > 0 && percent < 0.05 ? '<0.1 %' : `${formatFixed(percent, 1)} %`;
}

// "1.25 times"; beyond 100 a figure would say nothing
export function formatSpeedup(before, after) {
	const times = before > 0 ? before / after : 1;
	return times > 100 ? 'over 100 times' : `${formatFixed(times, times > 0.9 && times < 1.1 ? 3 : 2)} times`;
}

// "0.0123", "1.23", "1,234"
export function formatReal(value) {
	const size = Math.abs(value);
	if (!Number.isFinite(value))
		return '-';
	if (size >= 999.5)
		return formatCount(value);
	if (size >= 0.9995 || size === 0)
		return formatFixed(value, size === 0 ? 0 : decimals(size, 3));
	return String(Number(value.toPrecision(3)));
}

// "1 kernel", "2 kernels"
export function formatPlural(count, noun, plural = `${noun}s`) {
	return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
