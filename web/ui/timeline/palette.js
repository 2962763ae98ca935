// SPDX-License-Identifier: MIT
// Colours as the painter wants them: numbers of pixels, by index, each also dimmed, for what a search did not find.
import { inkOn, isDark, markOn, shareIds, shareLook } from '../colours.js';
import { patterns, PERIOD } from '../patterns.js';

function parse(hex) {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

const mix = (a, b, part) => a.map((value, i) => Math.round(value + (b[i] - value) * part));
const pixel = ([red, green, blue]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
const hexOf = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

// Entries beside those of the shares, by name. Kernels have three shades of one hue, so that neighbours differ.
const others = {
	kernel1: (base) => mix(base('kernel'), base('fill'), 0.3),
	kernel2: (base, paper) => mix(base('kernel'), paper.map((v) => 255 - v), 0.25),
	call: (base) => base('launch-call'),
	'call-waits': (base) => base('synchronization'),
	'call-fails': (base) => base('host-callback'),
	sample0: (base, paper) => mix(base('host'), paper.map((v) => 255 - v), 0.12),
	sample1: (base) => mix(base('host'), [90, 130, 190], 0.35),
	sample2: (base) => mix(base('host'), [190, 140, 90], 0.35),
	range0: (base, paper) => mix([110, 120, 150], paper, 0.35),
	range1: (base, paper) => mix([120, 140, 125], paper, 0.35),
	range2: (base, paper) => mix([150, 130, 115], paper, 0.35),
};

export const ids = [...shareIds(), ...Object.keys(others)];
const numbers = new Map(ids.map((id, index) => [id, index]));
export const DIMMED = 64; // an index beyond this is that of the same colour, dimmed

// The index of a share's or another entry's colour.
export const colourIndex = (id) => numbers.get(id) ?? numbers.get('unexplained');

// The marks of a pattern, column by column: bit Y is set where row Y is marked.
function columnsOf({ isMarked }) {
	return Uint8Array.from({ length: PERIOD }, (_, x) => Array.from({ length: PERIOD }, (__, y) => isMarked(x, y) << y).reduce((a, b) => a | b));
}

// { paper, grid, solid, faint, mark: pixels by index, pattern by index, columns: of the patterns of waits, which are never
// plain, css, ink: texts by index } in today's theme.
export function createPalette() {
	const paper = isDark() ? [20, 23, 28] : [255, 255, 255];
	const base = (id) => parse(shareLook(id).colour);
	const palette = { paper: pixel(paper), grid: pixel(mix(paper, [128, 128, 128], 0.2)), solid: new Uint32Array(2 * DIMMED), faint: new Uint32Array(2 * DIMMED),
		mark: new Uint32Array(2 * DIMMED), pattern: [], columns: [], css: [], ink: [] };
	ids.forEach((id, index) => {
		const colour = others[id] ? others[id](base, paper) : base(id);
		const dim = mix(colour, paper, 0.78);
		palette.solid[index] = pixel(colour);
		palette.faint[index] = pixel(mix(colour, paper, 0.55));
		palette.solid[index + DIMMED] = pixel(dim);
		palette.faint[index + DIMMED] = pixel(mix(dim, paper, 0.5));
		palette.mark[index] = pixel(parse(markOn(hexOf(colour))));
		palette.pattern[index] = patterns[others[id] ? 'plain' : shareLook(id).pattern];
		palette.columns[index] = palette.columns[index + DIMMED] = columnsOf(palette.pattern[index] === patterns.plain ? patterns.diagonal : palette.pattern[index]);
		palette.css[index] = `rgb(${colour.join(' ')})`;
		palette.ink[index] = inkOn(hexOf(colour));
	});
	return palette;
}
