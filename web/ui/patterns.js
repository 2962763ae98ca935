// SPDX-License-Identifier: MIT
// Patterns on the colours of causes: what looks alike to the colour-blind, or in grey on paper, is told apart by them.
// Each has the layers of a CSS background in a colour MARK, for bars, and says which pixels of a square of PERIOD, that
// repeats, are marked, for canvases.

export const PERIOD = 6; // px

const stripes = (angle, mark) => `repeating-linear-gradient(${angle}deg, ${mark} 0 2px, transparent 2px ${PERIOD}px)`;
const isStripe = (at) => at % PERIOD < 2;

export const patterns = {
	plain: { layers: () => [], isMarked: () => false },
	diagonal: { layers: (mark) => [stripes(135, mark)], isMarked: (x, y) => isStripe(x + y) },
	back: { layers: (mark) => [stripes(45, mark)], isMarked: (x, y) => isStripe(x - y + PERIOD) },
	horizontal: { layers: (mark) => [stripes(0, mark)], isMarked: (x, y) => isStripe(y) },
	vertical: { layers: (mark) => [stripes(90, mark)], isMarked: (x) => isStripe(x) },
	cross: { layers: (mark) => [stripes(135, mark), stripes(45, mark)], isMarked: (x, y) => isStripe(x + y) || isStripe(x - y + PERIOD) },
	grid: { layers: (mark) => [stripes(0, mark), stripes(90, mark)], isMarked: (x, y) => isStripe(x) || isStripe(y) },
	dots: {
		layers: (mark) => [`radial-gradient(circle, ${mark} 1.3px, transparent 1.9px) 0 0 / ${PERIOD}px ${PERIOD}px`],
		isMarked: (x, y) => isStripe(x) && isStripe(y),
	},
};
