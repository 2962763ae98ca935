// SPDX-License-Identifier: MIT
// The one place for colours of causes. Work is cool, what could be avoided is warm, the host is grey. No cause is told by
// colour alone: two that are alike to colour-blind readers, or in grey, have different patterns (tests/report/colours.mjs),
// and each has the text report's letter. Names and texts come from the report's legend, not from here.
import { patterns } from './patterns.js';

const MARK_PART = 0.27; // of a pattern's marks: how much black or white is in them

// By id of a share of the time budget: [colour, colour on dark, letter, pattern]
const shares = {
	kernel: ['#0072b2', '#3a9bdc', 'K', 'plain'],
	copy: ['#009e73', '#25bd92', 'C', 'horizontal'],
	fill: ['#56b4e9', '#7cc8f2', 'F', 'plain'],
	children: ['#3b8ea5', '#6fb7cc', 'N', 'vertical'],
	queue: ['#d55e00', '#f07f2a', 'Q', 'diagonal'],
	'default-stream': ['#e69f00', '#f2b430', 'D', 'cross'],
	loading: ['#cc79a7', '#e094be', 'L', 'dots'],
	'copy-engine': ['#b0743b', '#cf9259', 'E', 'back'],
	capacity: ['#83619f', '#a081bf', 'R', 'dots'],
	'host-callback': ['#a83232', '#e06666', 'B', 'cross'],
	migration: ['#9b5d3e', '#c98562', 'P', 'grid'],
	'start-up': ['#878d96', '#747a84', 'i', 'plain'],
	teardown: ['#b3b9c1', '#6a7078', 'e', 'dots'],
	restart: ['#6f6a8f', '#aaa4c9', 'x', 'horizontal'],
	'library-start': ['#b39a9a', '#7d6c6c', 'y', 'diagonal'],
	'launch-latency': ['#b9a26a', '#a08c58', 'S', 'vertical'],
	'dependency-gap': ['#e8a0a0', '#a87272', 'G', 'horizontal'],
	unexplained: ['#5c5c5c', '#c6c6c6', '?', 'back'],
	host: ['#c9ced5', '#5b616a', 'h', 'plain'],
	'launch-call': ['#a5abb4', '#757b86', 'l', 'diagonal'],
	'copy-call': ['#a9bab4', '#667a72', 'c', 'grid'],
	allocation: ['#968e80', '#bfb7a6', 'a', 'grid'],
	synchronization: ['#d3d7dc', '#5a606a', 's', 'vertical'],
	'other-call': ['#b0a9b8', '#777080', 'o', 'back'],
	recorder: ['#828282', '#6b6b6b', 'r', 'cross'],
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

// The same in both themes: { colours: [light, dark], letter, pattern }.
export function shareLooks(id) {
	const [light, dark, letter, pattern] = shares[id];
	return { colours: [light, dark], letter, pattern };
}

const partsOf = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

// Of sRGB, as WCAG 2 has it.
function luminance(hex) {
	const parts = partsOf(hex).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

// Black or white, whichever is read better on HEX.
export function inkOn(hex) {
	const light = luminance(hex);
	return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

// What a pattern is drawn in on HEX.
export function markOn(hex) {
	const ink = partsOf(inkOn(hex));
	return `#${partsOf(hex).map((part, i) => Math.round(part + (ink[i] - part) * MARK_PART).toString(16).padStart(2, '0')).join('')}`;
}

// Makes for style sheets, of all shares: --share-ID, its colour, --on-share-ID for text on that, and --look-ID, a
// background of colour and pattern.
export function defineColours(root) {
	for (const [id, [light, dark, , pattern]] of Object.entries(shares)) {
		const colour = `light-dark(${light}, ${dark})`;
		root.style.setProperty(`--share-${id}`, colour);
		root.style.setProperty(`--on-share-${id}`, `light-dark(${inkOn(light)}, ${inkOn(dark)})`);
		root.style.setProperty(`--look-${id}`, [...patterns[pattern].layers(`light-dark(${markOn(light)}, ${markOn(dark)})`), colour].join(', '));
	}
}
