// SPDX-License-Identifier: MIT
// Paints lanes of spans into pixels. Each lane is one row of pixels, made by a walk over what is seen that skips all
// that ends within a pixel already painted, and copied downwards: a frame takes a few ms however long the run is.
import { firstAbove, gallopAbove } from './order.js';
import { DIMMED } from './palette.js';

const LABEL_PX = 34; // narrower spans have no label
const HATCH = 6; // rows and columns of pixels after which the pattern repeats

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
		const x0 = Math.max(0, Math.floor((start[i] - from) * scale));
		const x1 = Math.min(width, Math.max(x0 + 1, Math.round((end[i] - from) * scale)));
		see(x0, x1, i);
		i = x1 - x0 > 1 ? i + 1 : gallopAbove(until, from + (x0 + 1) / scale, i + 1);
	}
}

export function createPainter(canvas) {
	const context = canvas.getContext('2d', { alpha: false });
	let image = null;
	let pixels = null;
	let width = 0;
	let height = 0;

	function resize(newWidth, newHeight) {
		width = canvas.width = newWidth;
		height = canvas.height = newHeight;
		image = context.createImageData(width, height);
		pixels = new Uint32Array(image.data.buffer);
	}

	// Copies the row of pixels at Y downwards until BOTTOM.
	function spread(y, bottom, repeat = 1) {
		for (let row = y + repeat; row < bottom; row++)
			pixels.copyWithin(row * width, (row - repeat) * width, (row - repeat + 1) * width);
	}

	function paintSpans(spans, span, top, bottom, colours, colourOf, labels) {
		const base = top * width;
		eachSeen(spans, span.from, span.to, width, (x0, x1, i) => {
			// A gap tells neighbours apart.
			pixels.fill(colours[colourOf(spans, i)], base + x0, base + (x1 - x0 > 3 ? x1 - 1 : x1));
			if (labels && x1 - x0 >= LABEL_PX)
				labels.push({ x0, x1, i });
		});
		spread(top, bottom);
	}

	// Waits are hatched, so that they are told from work without colours.
	function paintWaits(spans, span, top, bottom, palette, colourOf) {
		eachSeen(spans, span.from, span.to, width, (x0, x1, i) => {
			const colour = colourOf(spans, i);
			const solid = palette.solid[colour];
			const faint = palette.faint[colour];
			for (let row = 0; row < HATCH && top + row < bottom; row++) {
				const base = (top + row) * width;
				if (x1 - x0 < HATCH) {
					pixels.fill(solid, base + x0, base + x1);
					continue;
				}
				for (let x = x0; x < x1; x++)
					pixels[base + x] = (x + row) % HATCH < HATCH / 2 ? solid : faint;
			}
		});
		for (let row = top + HATCH; row < bottom; row++)
			pixels.copyWithin(row * width, (row - HATCH) * width, (row - HATCH + 1) * width);
	}

	// FOUND(lane, i): whether a search found span i; null: there is no search. Returns the labels' places:
	// [{ row, labels: [{ x0, x1, i }] }].
	function paint({ rows }, { span, palette, scroll, scale, found }) {
		const placed = [];
		pixels.fill(palette.paper);
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
			const room = bottom - top;
			if (lane.waits)
				paintWaits(lane.waits, span, top + Math.round(room * 0.28), bottom - Math.round(room * 0.2), palette, colourOf);
			// Waits stay visible above and below an operation that lies in another's wait.
			paintLane(lane, span, top + Math.ceil(room * 0.1), bottom - Math.ceil(room * 0.1), palette, colourOf, labels);
			placed.push({ row, labels });
		}
		context.putImageData(image, 0, 0);
		return placed;
	}

	// Over waits, the pixels of which must stay where there is no span: so row by row only where spans are.
	function paintLane(lane, span, top, bottom, palette, colourOf, labels) {
		if (!lane.waits) {
			paintSpans(lane, span, top, bottom, palette.solid, colourOf, labels);
			return;
		}
		eachSeen(lane, span.from, span.to, width, (x0, x1, i) => {
			const colour = palette.solid[colourOf(lane, i)];
			const end = x1 - x0 > 3 ? x1 - 1 : x1;
			for (let row = top; row < bottom; row++)
				pixels.fill(colour, row * width + x0, row * width + end);
			if (x1 - x0 >= LABEL_PX)
				labels.push({ x0, x1, i });
		});
	}

	return { resize, paint };
}
