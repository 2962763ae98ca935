// SPDX-License-Identifier: MIT
// The one place for colours of causes. Work is cool, what could be avoided is warm, the host is grey; the hues are
// those of Okabe and Ito, which colour-blind readers tell apart, and each has the text report's letter besides, so that
// no cause is told by colour alone. Names and texts come from the report's legend, not from here.

// By id of a share of the time budget: [colour, colour on dark, letter, pattern]
const shares = {
	kernel: ['#0072b2', '#3a9bdc', 'K', 'plain'],
	copy: ['#009e73', '#25bd92', 'C', 'plain'],
	fill: ['#56b4e9', '#7cc8f2', 'F', 'plain'],
	children: ['#3b8ea5', '#6fb7cc', 'N', 'dots'],
	queue: ['#d55e00', '#f07f2a', 'Q', 'diagonal'],
	'default-stream': ['#e69f00', '#f2b430', 'D', 'cross'],
	loading: ['#cc79a7', '#e094be', 'L', 'dots'],
	'copy-engine': ['#b0743b', '#cf9259', 'E', 'diagonal'],
	capacity: ['#8c6bb1', '#ab8cd0', 'R', 'dots'],
	'host-callback': ['#a83232', '#e06666', 'B', 'cross'],
	migration: ['#9b5d3e', '#c98562', 'P', 'cross'],
	'start-up': ['#8a8f98', '#8b919c', 'i', 'plain'],
	teardown: ['#9aa0a8', '#7b818b', 'e', 'plain'],
	'launch-latency': ['#b9a26a', '#c4b079', 'S', 'horizontal'],
	'dependency-gap': ['#e8a0a0', '#d99a9a', 'G', 'horizontal'],
	unexplained: ['#5c5c5c', '#b5b5b5', '?', 'dots'],
	host: ['#bfc4cb', '#6d737d', 'h', 'plain'],
	'launch-call': ['#a5abb4', '#7d838e', 'l', 'horizontal'],
	'copy-call': ['#97a8a2', '#80948c', 'c', 'horizontal'],
	allocation: ['#9f9789', '#8d8678', 'a', 'dots'],
	synchronization: ['#d3d7dc', '#5a606a', 's', 'horizontal'],
	'other-call': ['#b0a9b8', '#777080', 'o', 'horizontal'],
	recorder: ['#777777', '#8f8f8f', 'r', 'diagonal'],
};

const unknown = ['#5c5c5c', '#b5b5b5', '?', 'dots'];

// Paper is light: print.js.
export function isDark() {
	if (document.documentElement.dataset.printing)
		return false;
	const chosen = document.documentElement.dataset.theme;
	return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

// { colour, letter, pattern } of a share.
export function shareLook(id) {
	const look = shares[id] ?? unknown;
	return { colour: look[isDark() ? 1 : 0], letter: look[2], pattern: look[3] };
}

export const shareIds = () => Object.keys(shares);

// Of sRGB, as WCAG 2 has it.
function luminance(hex) {
	const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

// Black or white, whichever is read better on HEX.
export function inkOn(hex) {
	const light = luminance(hex);
	return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

// Makes --share-ID of all colours for style sheets, and --on-share-ID for text on them.
export function defineColours(root) {
	for (const [id, [light, dark]] of Object.entries(shares)) {
		root.style.setProperty(`--share-${id}`, `light-dark(${light}, ${dark})`);
		root.style.setProperty(`--on-share-${id}`, `light-dark(${inkOn(light)}, ${inkOn(dark)})`);
	}
}
