// SPDX-License-Identifier: MIT
// The stage: canvases for boxes, for what is over them, and the minimap; a frame when something changed.
import { NONE } from './columns.js';
import { waitOf } from './describe.js';
import { setStyle } from '../dom.js';
import { formatDuration } from '../format.js';
import { blockerOf, callOf, waitedOf } from './links.js';
import { placesOf } from './hit.js';
import { createMinimap } from './minimap.js';
import { createOverlay, gridOf } from './overlay.js';
import { createPainter } from './painter.js';
import { createPalette } from './palette.js';

const PAPER_HEIGHT = 4000; // px

// ELEMENTS: { boxes, over, minimap, body }; STATE: what view.js holds. `lanes` has { steps, streams }.
export function createScene({ boxes, over, minimap, body }, { model, timeline, span, lanes, state, process, moved }) {
	const painter = createPainter(boxes);
	const overlay = createOverlay(over);
	const map = createMinimap(minimap, { ...lanes, span, moved });
	const seams = model.processes[process].unrecorded?.places ?? [];
	let palette = createPalette();
	let wanted = 0;
	let size = '';

	overlay.readColours();

	function fit() {
		const scale = Math.min(2, devicePixelRatio || 1);
		const width = Math.max(1, boxes.parentElement.clientWidth);
		const height = Math.max(1, body.clientHeight);
		if (size === `${width} ${height} ${scale}`)
			return scale;
		size = `${width} ${height} ${scale}`;
		span.width = width;
		painter.resize(Math.round(width * scale), Math.max(1, Math.round((height - overlay.RULER) * scale)));
		over.width = Math.round(width * scale);
		over.height = Math.round(height * scale);
		for (const [canvas, high, top] of [[boxes, height - overlay.RULER, overlay.RULER], [over, height, 0]]) {
			canvas.style.width = `${width}px`;
			canvas.style.height = `${Math.max(0, high)}px`;
			canvas.style.top = `${top}px`;
		}
		return scale;
	}

	// Arrows from what held ITEM back, or issued it, in the lanes of streams and of queues alike.
	function linksOf(item) {
		const waited = item?.table === 'calls' ? waitedOf(timeline, item.row) : NONE;
		if (waited !== NONE)
			return linksBetween({ table: 'operations', row: waited }, item, 'waited for');
		if (item?.table !== 'operations')
			return [];
		const wait = waitOf(model, timeline, item.row);
		const blocker = blockerOf(timeline, item.row);
		if (blocker !== NONE)
			return linksBetween({ table: 'operations', row: blocker }, item, wait ? `waited ${formatDuration(wait.ns)}: ${model.share(wait.share).label}` : '');
		const call = callOf(timeline, item.row);
		return call === NONE ? [] : linksBetween({ table: 'calls', row: call }, item, '');
	}

	function linksBetween(from, to, text) {
		const [begin] = placesOf(timeline, state.layout, span, from);
		const [end] = placesOf(timeline, state.layout, span, to);
		if (!begin || !end)
			return [];
		return [{ from: begin, to: end, text, isFromEnd: begin.x1 <= end.x0 + 1, source: from }];
	}

	function draw() {
		wanted = 0;
		const isClear = !size;
		const scale = fit();
		const scroll = body.scrollTop;
		const item = state.hovered ?? state.selected;
		const links = item ? linksOf(item) : [];
		const outlined = item && item.table !== 'steps'
			? placesOf(timeline, state.layout, span, item).map((place) => ({ place, isMain: true })) : [];
		for (const { source } of links)
			outlined.push(...placesOf(timeline, state.layout, span, source).map((place) => ({ place, isMain: false })));
		if (item?.isWait || (item?.table === 'operations' && waitOf(model, timeline, item.row))) {
			const [first] = placesOf(timeline, state.layout, span, item);
			if (first)
				outlined.push({ place: { ...first, x0: first.x0 - timeline.operations.wait_ns[item.row] * span.width / (span.to - span.from), x1: first.x0 }, isMain: false });
		}
		const placed = painter.paint(state.layout, { span, palette, scroll, scale, grid: gridOf(span), found: state.search?.found ?? null });
		overlay.draw({ isClear, timeline, layout: state.layout, placed, span, palette, scroll, scale, selection: state.range, links, outlined, seams });
		map.draw(palette);
	}

	return {
		RULER: overlay.RULER,
		// Many changes make one frame.
		request() {
			wanted ||= requestAnimationFrame(draw);
		},
		// In other colours, and at once: a page that is printed waits for no frame. On paper all lanes are seen, as far as
		// a canvas reaches.
		redraw() {
			const isPaper = Boolean(document.documentElement.dataset.printing);
			setStyle(body, { flex: isPaper ? 'none' : '', height: isPaper ? `${Math.min(PAPER_HEIGHT, state.layout.height + overlay.RULER)}px` : '' });
			cancelAnimationFrame(wanted);
			palette = createPalette();
			overlay.readColours();
			size = ''; // new canvases, which are clear
			draw();
		},
		close: () => cancelAnimationFrame(wanted),
	};
}
