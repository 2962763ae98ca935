// SPDX-License-Identifier: MIT
// Everything over the boxes: the ruler, labels, curves of values, the selection, arrows to what held an operation back.
import { formatDuration } from '../format.js';
import { NONE } from './columns.js';
import { labelOf } from './describe.js';

const FONT = '11px system-ui, sans-serif';
const CHARACTER = 6.2; // px on average, in that font
const RULER = 22;
const units = [['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
const styleOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// 1, 2 or 5 times a power of 10, so that marks are some 110 pixels apart.
function tickOf(span) {
	const rough = (span.to - span.from) * 110 / span.width;
	const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
	return [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
}

// The times of the ruler's marks within SPAN, after its start.
function marksOf(span, tick) {
	const marks = [];
	for (let time = Math.ceil((span.from - span.first) / tick) * tick; time <= span.to - span.first; time += tick)
		marks.push(time);
	return marks;
}

// Where the lines behind the boxes stand, in CSS pixels.
export const gridOf = (span) => marksOf(span, tickOf(span)).map((time) => Math.round(span.x(time + span.first)));

// TIME with as many digits as tell marks that are TICK apart: "1.46130 s".
function formatMark(time, tick) {
	const [unit, ns] = units.find(([, size]) => time >= size) ?? units.at(-1);
	const digits = Math.max(0, Math.min(9, Math.ceil(Math.log10(ns / tick) - 1e-9)));
	return `${(time / ns).toFixed(digits)} ${unit}`;
}

const SEAM_GAP = 8; // px

export function createOverlay(canvas) {
	const context = canvas.getContext('2d');
	let colours = {};

	function readColours() {
		colours = Object.fromEntries(['ink', 'ink-soft', 'line', 'accent', 'warn', 'paper', 'raised'].map((name) => [name, resolve(`--${name}`)]));
	}

	// light-dark() is for style sheets alone: let the browser resolve it.
	function resolve(name) {
		const probe = document.createElement('span');
		probe.style.color = styleOf(name);
		document.body.append(probe);
		const { color } = getComputedStyle(probe);
		probe.remove();
		return color;
	}

	function drawRuler(span) {
		const tick = tickOf(span);
		context.fillStyle = colours.paper;
		context.fillRect(0, 0, span.width, RULER);
		context.fillStyle = colours['ink-soft'];
		context.strokeStyle = colours.line;
		context.beginPath();
		for (const time of marksOf(span, tick)) {
			const x = Math.round(span.x(time + span.first)) + 0.5;
			const text = formatMark(time, tick);
			context.moveTo(x, RULER - 5);
			context.lineTo(x, RULER);
			if (x + 3 + context.measureText(text).width <= span.width) // half a number misleads
				context.fillText(text, x + 3, 14);
		}
		context.stroke();
	}

	// Where time was not recorded and is cut out: the run goes on there, it did not stand still. Each has a line, and
	// its length where there is room.
	function drawSeams(seams, span, height) {
		let free = 0;
		context.strokeStyle = colours.warn;
		context.setLineDash([2, 3]);
		for (const { at_ns: at, ns } of seams) {
			const x = Math.round(span.x(at)) + 0.5;
			if (x < 0 || x > span.width)
				continue;
			context.beginPath();
			context.moveTo(x, 0);
			context.lineTo(x, height);
			context.stroke();
			const text = `${formatDuration(ns)} not recorded`;
			const room = context.measureText(text).width + 4;
			const left = x + 2 + room <= span.width ? x + 2 : x - 2 - room; // at the right edge before its line
			if (left < free)
				continue;
			context.fillStyle = colours.paper;
			context.fillRect(left, RULER, room, 14);
			context.fillStyle = colours.warn;
			context.fillText(text, left + 2, RULER + 11);
			free = left + room + SEAM_GAP;
		}
		context.setLineDash([]);
	}

	function drawLabels(placed, { timeline, palette, scroll, scale }) {
		context.textBaseline = 'middle';
		for (const { row, labels } of placed) {
			if (row.height < 13)
				continue;
			for (const { x0, x1, i } of labels) {
				const left = x0 / scale;
				const room = x1 / scale - left - 6;
				const letters = Math.floor(room / CHARACTER);
				const text = labelOf(row.lane, i, timeline);
				if (letters < Math.min(5, text.length))
					continue;
				const shown = text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
				const middle = RULER + row.y - scroll + row.height / 2;
				if (row.lane.table === 'steps') { // a pattern would make it hard to read
					context.fillStyle = palette.css[row.lane.colour[i]];
					context.fillRect(left + 2, middle - 7, Math.min(room, context.measureText(shown).width) + 4, 13);
				}
				context.fillStyle = palette.ink[row.lane.colour[i]];
				context.fillText(shown, left + 4, middle, room); // narrower where letters are wide
			}
		}
		context.textBaseline = 'alphabetic';
	}

	function drawValues(row, span, palette, scroll) {
		const { values, start_ns: start, interval_ns: interval, limit } = row.lane;
		const bottom = RULER + row.y - scroll + row.height - 2;
		const high = row.height - 5;
		context.beginPath();
		const left = Math.max(0, Math.floor(span.x(start)));
		const right = Math.min(span.width, Math.ceil(span.x(start + values.length * interval)));
		context.moveTo(left, bottom);
		for (let x = left; x < right; x++) {
			const first = Math.max(0, Math.floor((span.time(x) - start) / interval));
			const last = Math.min(values.length - 1, Math.max(first, Math.floor((span.time(x + 1) - start) / interval)));
			let most = 0;
			for (let i = first; i <= last; i += Math.max(1, (last - first) >> 5))
				if (values[i] > most)
					most = values[i];
			context.lineTo(x, bottom - most / limit * high);
		}
		context.lineTo(right, bottom);
		context.fillStyle = palette.css[row.lane.colour];
		context.globalAlpha = 0.75;
		context.fill();
		context.globalAlpha = 1;
	}

	function drawArrow(from, to, text, colour) {
		const bend = Math.max(24, Math.abs(to.x - from.x) / 3);
		context.strokeStyle = context.fillStyle = colour;
		context.lineWidth = 2;
		context.beginPath();
		context.moveTo(from.x, from.y);
		context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x - 6, to.y);
		context.stroke();
		context.beginPath();
		context.moveTo(to.x, to.y);
		context.lineTo(to.x - 8, to.y - 5);
		context.lineTo(to.x - 8, to.y + 5);
		context.fill();
		context.lineWidth = 1;
		if (!text)
			return;
		drawNote(text, Math.min(from.x, to.x) - 16, to);
	}

	// TEXT beside the arrow's head, before RIGHT: over the wait, not over what waited. Without room: below the lane.
	function drawNote(text, right, { x: head, y: middle }) {
		const wide = context.measureText(text).width + 10;
		const isBeside = right - wide >= 2;
		const x = isBeside ? right - wide : Math.max(2, Math.min(head - wide / 2, context.canvas.clientWidth - wide - 2));
		const y = isBeside ? middle - 9 : middle + 14;
		context.fillStyle = colours.paper;
		context.fillRect(x, y, wide, 18);
		context.strokeRect(x + 0.5, y + 0.5, wide, 18);
		context.fillStyle = colours.ink;
		context.fillText(text, x + 5, y + 13);
	}

	function outline(place, colour, width = 2) {
		context.strokeStyle = colour;
		context.lineWidth = width;
		context.strokeRect(place.x0 - 1, place.y0 + 1, Math.max(3, place.x1 - place.x0 + 1), place.y1 - place.y0 - 2);
		context.lineWidth = 1;
	}

	// STATE: { isClear, timeline, layout, placed, span, palette, scroll, scale, selection: [from, to]?, links: [{ from, to, text }],
	// outlined: [{ place, isMain }], marks: [time] }. Places are in CSS pixels below the ruler, before scrolling.
	function draw(state) {
		const { span, scroll, layout, palette } = state;
		const ratio = state.scale;
		const height = canvas.height / ratio;
		const shifted = (place) => ({ ...place, y0: place.y0 + RULER - scroll, y1: place.y1 + RULER - scroll });
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (!state.isClear) // what Chromium prints would be white there
			context.clearRect(0, 0, span.width, height);
		context.font = FONT;
		for (const row of layout.rows)
			if (row.lane?.values && row.y + row.height > scroll && row.y < scroll + height)
				drawValues(row, span, palette, scroll);
		drawLabels(state.placed, state);
		context.save();
		context.beginPath();
		context.rect(0, RULER, span.width, height - RULER);
		context.clip();
		for (const { place, isMain } of state.outlined)
			outline(shifted(place), isMain ? colours.ink : colours.warn);
		for (const link of state.links) {
			const from = shifted(link.from);
			const to = shifted(link.to);
			drawArrow({ x: link.isFromEnd ? from.x1 : from.x0, y: (from.y0 + from.y1) / 2 },
				{ x: to.x0, y: (to.y0 + to.y1) / 2 }, link.text, colours.warn);
		}
		context.restore();
		if (state.selection) {
			const [x0, x1] = state.selection.map(span.x);
			context.fillStyle = colours.accent;
			context.globalAlpha = 0.13;
			context.fillRect(x0, 0, x1 - x0, height);
			context.globalAlpha = 1;
			context.fillRect(x0, 0, 1, height);
			context.fillRect(x1, 0, 1, height);
		}
		drawRuler(span);
		drawSeams(state.seams, span, height);
	}

	return { draw, readColours, RULER, NONE };
}
