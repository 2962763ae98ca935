// SPDX-License-Identifier: MIT
// A curve as large as a word. Lists have many of them: they are plain SVG.
import { el } from '../dom.js';

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;

// VALUES from old to new; the one at SHOWN is marked. TEXT is what screen readers are told.
export function createSparkline(values, shown, text) {
	const least = Math.min(...values);
	const range = Math.max(...values) - least;
	const x = (i) => (values.length > 1 ? EDGE + i * (WIDTH - 2 * EDGE) / (values.length - 1) : WIDTH / 2);
	const y = (value) => (range ? HEIGHT - EDGE - (value - least) * (HEIGHT - 2 * EDGE) / range : HEIGHT / 2);
	const at = (value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
	return el('svg', { class: 'sparkline', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': text },
		el('title', {}, text), el('polyline', { points: values.map(at).join(' ') }),
		el('circle', { cx: x(shown).toFixed(1), cy: y(values[shown]).toFixed(1), r: 2.5 }));
}
