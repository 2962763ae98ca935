// SPDX-License-Identifier: MIT
// Paints lanes of spans into pixels. Each lane is one row of pixels, made by a walk over what is seen that skips all
// that ends within a pixel already painted, and copied downwards: a frame takes a few ms however long the run is.
import { firstAbove, gallopAbove } from './order.js';
import { PERIOD } from '../patterns.js';
import { DIMMED } from './palette.js';

const LABEL_PX = 34; // narrower spans have no label
const HATCH = PERIOD; // rows and columns of pixels after which what is drawn repeats
const DENSE = 2 * DIMMED; // beyond the index of every colour
const MOST = 0.5; // of a pixel's time: short waits that took less of it are not seen, else a stream with a few would seem held back
const LEAST = 0.2; // of a lane's height: what is shorter is still seen, faintly

// Calls SEE(x0, x1, i) for the spans of SPANS that are seen, X in pixels of SCALE per ns. Of those that end within one
// pixel the first is seen.
export function eachSeen(spans, from, to, width, see) {
	const { start, end, until } = spans;
	const scale = width / (to - from);
	let i = firstAbove(until, from);
	while (i < start.length && start[i] < to) {
		if (end[i] <= from) {
			i++;
			continue;
		}
		const x0 = Math.min(width - 1, Math.max(0, Math.round((start[i] - from) * scale)));
		const x1 = Math.min(width, Math.max(x0 + 1, Math.round((end[i] - from) * scale)));
		see(x0, x1, i);
		i = x1 - x0 > 1 ? i + 1 : gallopAbove(until, from + (x0 + 0.5) / scale, i + 1);
	}
}

// How much of the time of pixel X, of SCALE per ns, the spans of LANE ran.
const shareAt = (lane, from, scale, x) => lane.share(from + (x - 0.5) / scale, from + (x + 0.5) / scale);

// As eachSeen(), and how much of the time the LANE ran there: SEE(x0, x1, i, share). Less than all only of single pixels: a
// full one is busy, not one with something in it.
export function eachBusy(lane, from, to, width, see) {
	const scale = width / (to - from);
	eachSeen(lane, from, to, width, (x0, x1, i) => {
		if (x1 - x0 > 1) {
			see(x0, x1, i, 1);
			return;
		}
		const last = Math.min(width - 1, Math.round((lane.end[i] - from) * scale));
		for (let x = x0; x <= Math.max(x0, last); x++)
			see(x, x + 1, i, shareAt(lane, from, scale, x));
	});
}

// The same as eachSeen() of spans that overlap, thousands at once in a long run. Where ends ascend as starts do, the last of those
// that begin within one pixel covers all others, and is the only one that is looked at.
function eachInFront(spans, from, to, width, see) {
	const { start, end, until } = spans;
	const scale = width / (to - from);
	for (let i = firstAbove(until, from); i < start.length && start[i] < to; i++) {
		const x0 = Math.min(width - 1, Math.max(0, Math.round((start[i] - from) * scale)));
		const last = gallopAbove(start, Math.min(to, from + (x0 + 0.5) / scale), i + 1) - 1;
		if (end[last] === until[last])
			i = last;
		const x1 = Math.min(width, Math.max(x0 + 1, Math.round((end[i] - from) * scale)));
		if (end[i] > from)
			see(x0, x1, i);
	}
}

export function createPainter(canvas) {
	const context = canvas.getContext('2d', { alpha: false });
	let image = null;
	let pixels = null;
	let width = 0;
	let height = 0;
	let line = null; // a row of pixels
	let blank = null; // one of nothing but the ruler's lines
	let waiting = null; // of a row of pixels: which colour has a pattern there, 0 none, DENSE more: too short to hatch
	let hatched = []; // HATCH rows of pixels
	let parts = []; // columns of pixels in which a lane ran only a part of the time: [x, how much, its colours' index]

	function resize(newWidth, newHeight) {
		width = canvas.width = newWidth;
		height = canvas.height = newHeight;
		image = context.createImageData(width, height);
		pixels = new Uint32Array(image.data.buffer);
		line = new Uint32Array(width);
		blank = new Uint32Array(width);
		waiting = new Uint8Array(width);
		hatched = Array.from({ length: HATCH }, () => new Uint32Array(width));
	}

	// What is seen of SPANS, into LINE: a colour for each pixel of a row, 0 where there is none. Where they ran only a part of
	// a pixel's time it goes into PARTS.
	function paintLine(spans, span, colours, colourOf, labels) {
		const each = spans.share ? eachBusy : eachSeen;
		line.fill(0);
		parts = [];
		each(spans, span.from, span.to, width, (x0, x1, i, share = 1) => {
			const index = colourOf(spans, i);
			const colour = colours[index];
			if (share < 1)
				parts.push([x0, share, index]);
			else if (x1 - x0 === 1)
				line[x0] = colour;
			else // a gap tells neighbours apart
				line.fill(colour, x0, x1 - x0 > 3 ? x1 - 1 : x1);
			if (x1 - x0 >= LABEL_PX)
				labels.push({ x0, x1, i });
		});
	}

	// Waits are faint with the pattern of their cause, so that they are told from work, which is plain, and from each other
	// without colours: rows repeat after HATCH of them. They overlap: which is in front at a pixel is found first, and
	// hatched once.
	function paintWaits(spans, span, palette, colourOf) {
		waiting.fill(0);
		const scale = width / (span.to - span.from);
		eachInFront(spans, span.from, span.to, width, (x0, x1, i) => {
			if (x1 - x0 > 1 || shareAt(spans, span.from, scale, x0) >= MOST)
				waiting.fill(colourOf(spans, i) + 1 + (x1 - x0 < HATCH ? DENSE : 0), x0, x1);
		});
		for (const row of hatched)
			row.set(blank);
		for (let x = 0; x < width; x++) {
			if (!waiting[x])
				continue;
			const isDense = waiting[x] > DENSE;
			const colour = waiting[x] - 1 - (isDense ? DENSE : 0);
			const solid = palette.solid[colour];
			const faint = isDense ? solid : palette.faint[colour];
			const marked = palette.columns[colour][x % HATCH];
			for (let k = 0; k < HATCH; k++)
				hatched[k][x] = marked >> k & 1 ? solid : faint;
		}
	}

	// Steps of the time budget, in colours and patterns, as rows that repeat after HATCH of them.
	function paintSteps(spans, span, palette, labels) {
		waiting.fill(0);
		paintLine(spans, span, palette.solid, (_, i) => spans.colour[i], labels);
		eachSeen(spans, span.from, span.to, width, (x0, x1, i) => x1 - x0 > HATCH / 2 && waiting.fill(spans.colour[i] + 1, x0, x1 - 1));
		for (let k = 0; k < HATCH; k++) {
			hatched[k].set(blank);
			for (let x = 0; x < width; x++)
				if (waiting[x] && palette.pattern[waiting[x] - 1].isMarked(x % HATCH, k))
					hatched[k][x] = palette.mark[waiting[x] - 1];
				else if (line[x])
					hatched[k][x] = line[x];
		}
	}

	// LINE over the row of pixels at Y.
	function put(y) {
		const base = y * width;
		for (let x = 0; x < width; x++)
			if (line[x])
				pixels[base + x] = line[x];
	}

	// PARTS between FIRST and LAST, as high as their share, from below; but where LINE has something longer.
	function putParts(first, last, { solid, faint }) {
		for (const [x, share, index] of parts) {
			if (line[x])
				continue;
			const busy = last - Math.round(share * (last - first));
			for (let y = Math.min(busy, last - Math.ceil(LEAST * (last - first))); y < last; y++)
				pixels[y * width + x] = y < busy ? faint[index] : solid[index];
		}
	}

	// The row of pixels at FROM again, at each of TOP to BOTTOM.
	function repeat(from, top, bottom) {
		for (let y = top; y < bottom; y++)
			pixels.copyWithin(y * width, from * width, (from + 1) * width);
	}

	function paintLane(lane, span, top, bottom, palette, colourOf, labels) {
		const room = bottom - top;
		const first = top + Math.ceil(room * 0.1);
		const last = bottom - Math.ceil(room * 0.1);
		if (lane.table === 'steps') {
			paintSteps(lane, span, palette, labels);
			for (let y = first; y < last; y++)
				pixels.set(hatched[(y - first) % HATCH], y * width);
			return;
		}
		if (!lane.waits) {
			paintLine(lane, span, palette.solid, colourOf, labels);
			put(first);
			repeat(first, first + 1, last);
			putParts(first, last, palette);
			return;
		}
		// Waits take less height, so that operations stand out.
		const begin = top + Math.round(room * 0.28);
		const end = bottom - Math.round(room * 0.2);
		paintWaits(lane.waits, span, palette, colourOf);
		paintLine(lane, span, palette.solid, colourOf, labels);
		put(first);
		repeat(first, first + 1, begin);
		repeat(first, end, last);
		for (let y = begin; y < Math.min(end, begin + HATCH); y++) {
			pixels.set(hatched[y - begin], y * width);
			put(y);
		}
		for (let y = begin + HATCH; y < end; y++)
			repeat(y - HATCH, y, y + 1);
		putParts(first, last, palette);
	}

	// Nothing but lines at GRID, in CSS pixels.
	function clear(palette, grid, scale) {
		blank.fill(palette.paper);
		for (const x of grid)
			blank[Math.min(width - 1, Math.round(x * scale))] = palette.grid;
		for (let y = 0; y < height; y++)
			pixels.set(blank, y * width);
	}

	// FOUND(lane, i): whether a search found span i; null: there is no search. Returns the labels' places:
	// [{ row, labels: [{ x0, x1, i }] }].
	function paint({ rows }, { span, palette, scroll, scale, grid, found }) {
		const placed = [];
		clear(palette, grid, scale);
		for (const row of rows) {
			const { lane } = row;
			const top = Math.max(0, Math.round((row.y - scroll) * scale));
			const bottom = Math.min(height, Math.round((row.y + row.height - scroll) * scale));
			if (!lane || lane.values || bottom <= top + 4)
				continue;
			const colourOf = found && lane.table !== 'steps'
				? (spans, i) => spans.colour[i] + (found(lane, spans.rows[i]) ? 0 : DIMMED)
				: (spans, i) => spans.colour[i];
			const labels = [];
			paintLane(lane, span, top, bottom, palette, colourOf, labels);
			placed.push({ row, labels });
		}
		context.putImageData(image, 0, 0);
		return placed;
	}

	return { resize, paint };
}
