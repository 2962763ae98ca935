// SPDX-License-Identifier: MIT
// What the timeline shows and how input changes it. The address says all of it, so that each state has a link.
import { timesOf } from './hit.js';
import { findPlaces, search } from './occurrences.js';
import { causeOf, inLane, inNextLane } from './neighbours.js';
import { createContent } from './content.js';
import { createScene } from './scene.js';
import { createSpan } from './span.js';
import { placeText, sayItem, showPanel } from './panel.js';
import { createPointer } from './pointer.js';
import { firstAbove } from './order.js';
import { layOut } from './layout.js';
import { listen, listenToBar } from './input.js';
import { readParams, writeParams } from './address.js';
import { createNames } from './names.js';

const STEP = 0.1; // of what is seen, by a key
const NEARER = 0.7;
const SCROLL_PX = 44;
const SETTLED_MS = 250; // after which the address follows

export function createTimelineControl(elements, { model, router, timeline, process }) {
	const span = createSpan(timeline.first_ns, timeline.last_ns);
	const content = createContent(model, timeline, process);
	const { lanes } = content;
	const state = { layout: null, selected: null, hovered: null, range: null, query: '', search: null, places: null, finding: content.findings[0] ?? null };
	const scene = createScene(elements, { model, timeline, span, lanes, state, process, moved: bring });
	const pointer = createPointer(elements, { model, timeline, span, state, ruler: scene.RULER, itemOf: withTimes });
	const names = createNames(elements.names, (id) => {
		const group = content.groups.find((candidate) => candidate.id === id);
		group.isOpen = !group.isOpen;
		arrange();
	});
	let pointerX = null;
	let timer = 0;

	// ---- showing ----

	function arrange() {
		state.layout = layOut(content.groups);
		elements.names.style.height = `${state.layout.height + scene.RULER}px`;
		names.show(state.layout);
		scene.request();
	}

	function changed() {
		pointer.leave(); // it is above something else now
		scene.request();
		timeline.windows?.look(span);
		clearTimeout(timer);
		timer = setTimeout(() => router.replace('timeline', { process: process || null, ...writeParams(state, span, content) }), SETTLED_MS);
	}

	function showState() {
		showPanel(elements.panel, model, timeline, state, lanes, { select, fit, finding: (number) => go({ finding: number }), process, places: content.places, close: letGo });
		const shown = state.search?.occurrences ?? state.places;
		const item = state.selected;
		const position = item && item.table !== 'steps' ? shown?.position(item) : 0;
		elements.count.textContent = shown ? placeText(shown, position, state.search ? null : state.placesOf, timeline, isWorst(item)) : '';
		elements.before.disabled = elements.next.disabled = !shown?.count;
		changed();
	}

	function isWorst(item) {
		return !state.search && Boolean(state.placesOf) && item?.table === 'operations' && content.places.worst(state.placesOf)?.row === item.row;
	}

	function go(params) {
		router.go('timeline', { process: process || null, ...params });
	}

	// ---- selecting ----

	function withTimes(item) {
		return item.table === 'steps' ? { ...item, from: lanes.steps.start[item.row], to: lanes.steps.end[item.row] } : item;
	}

	function timesOfItem(item) {
		return item.table === 'steps' ? [item.from, item.to] : timesOf(timeline, item);
	}

	// Selects ITEM and brings it into view.
	function select(item) {
		state.selected = withTimes(item);
		state.range = null;
		const [from, to] = timesOfItem(state.selected);
		const wait = item.table === 'operations' ? timeline.operations.wait_ns[item.row] : 0;
		if (to < span.from || from > span.to)
			bring((from + to) / 2);
		if ((to - from + wait) / (span.to - span.from) < 0.002)
			span.fit(from - wait, to, 4);
		elements.said.textContent = sayItem(model, timeline, state.selected);
		showState();
		reveal(item); // once the panel below has its height
	}

	// Scrolls to the lane of ITEM, and opens its group.
	function reveal(item) {
		const group = content.groups.find((candidate) => candidate.lanes.some((lane) => lane.table === item.table && lane.has(item.row)));
		if (group && !group.isOpen) {
			group.isOpen = true;
			arrange();
		}
		const row = state.layout.rows.find((candidate) => candidate.lane?.table === item.table && candidate.lane.has(item.row));
		const { body } = elements;
		if (row && (row.y < body.scrollTop || row.y + row.height + scene.RULER > body.scrollTop + body.clientHeight))
			body.scrollTop = row.y - body.clientHeight / 2;
	}

	// Other windows of the timeline are here: what was selected, searched and found is looked up in them again.
	function renew() {
		const key = state.selected && content.keyOf(state.selected);
		const isFitted = key && state.isFitted && timeline[key.table].count?.[state.selected.row] > 1;
		content.renew();
		const item = key && content.itemOf(key);
		state.selected = item && withTimes(item);
		state.hovered = null;
		state.search = search(timeline, state.query);
		findPlaces(state, { model, timeline, places: content.places, lanes });
		arrange();
		if (isFitted && item)
			fitSelected();
		showState();
	}

	function letGo() {
		state.selected = state.range = null;
		showState();
	}

	function bring(time) {
		state.isFitted = false;
		const half = (span.to - span.from) / 2;
		span.set(time - half, time + half);
		changed();
	}

	function fit(from, to) {
		span.fit(from, to);
		changed();
	}

	function fitSelected() {
		state.isFitted = true; // until something else moves it: a box of several becomes what it has of them
		if (state.range)
			fit(...state.range);
		else if (state.selected)
			fit(timesOfItem(state.selected)[0] - (state.selected.table === 'operations' ? timeline.operations.wait_ns[state.selected.row] : 0),
				timesOfItem(state.selected)[1]);
	}

	function follow(direction) {
		const among = state.search?.occurrences ?? state.places;
		if (!among?.count)
			return;
		const time = state.selected ? timesOfItem(state.selected)[0] : direction > 0 ? span.from : span.to;
		const item = direction > 0 ? among.next(time) ?? among.next(-Infinity) : among.before(time) ?? among.before(Infinity);
		if (!item)
			return;
		if (item.table === 'steps')
			selectStep(item);
		else
			select(item);
		fitSelected();
	}

	// A step ends where an operation starts: that one is what had waited.
	function selectStep(item) {
		const end = lanes.steps.end[item.row];
		const at = firstAbove(timeline.operations.start_ns, end - 0.5);
		if (timeline.operations.start_ns[at] === end && timeline.operations.wait_ns[at] > 0)
			select({ table: 'operations', row: at });
		else
			select(item);
	}

	const selectIf = (item) => item && select(item);

	// With nothing selected, lanes scroll.
	function goToLane(direction) {
		if (state.selected)
			selectIf(inNextLane(state.layout, state.selected, timesOfItem(state.selected)[0], direction));
		else
			actions.scroll(direction * SCROLL_PX);
	}

	// ---- searching ----

	function searchFor(query) {
		state.query = query;
		state.search = search(timeline, query);
		if (elements.search.value !== query)
			elements.search.value = query;
	}

	// ---- input ----

	const keyActions = {
		w: () => actions.zoom(NEARER, pointerX ?? span.width / 2),
		s: () => actions.zoom(1 / NEARER, pointerX ?? span.width / 2),
		a: () => actions.pan(-STEP * span.width),
		d: () => actions.pan(STEP * span.width),
		f: fitSelected,
		m: () => actions.selectTimes(...(state.selected ? timesOfItem(state.selected) : [Math.max(span.first, span.from), Math.min(span.last, span.to)])),
		0() {
			span.all();
			changed();
		},
		n: () => follow(1),
		N: () => follow(-1),
		'/': () => elements.search.focus(),
		Escape: letGo,
		Enter: () => selectIf(state.selected && causeOf(timeline, state.selected)),
		ArrowLeft: () => selectIf(inLane(content, state.selected, -1)),
		ArrowRight: () => selectIf(inLane(content, state.selected, 1)),
		ArrowUp: () => goToLane(-1),
		ArrowDown: () => goToLane(1),
	};

	const actions = {
		zoom(factor, x) {
			state.isFitted = false;
			span.zoom(factor, x);
			changed();
		},
		pan(pixels) {
			state.isFitted = false;
			span.pan(pixels);
			changed();
		},
		scroll(pixels) {
			elements.body.scrollTop += pixels;
			scene.request();
		},
		selectTimes(from, to) {
			state.range = [from, to];
			state.selected = null;
			showState();
		},
		select: (x0, x1) => actions.selectTimes(span.time(x0), span.time(x1)),
		hover(x, y) {
			pointerX = x;
			pointer.hover(x, y);
			scene.request();
		},
		leave() {
			pointer.leave();
			scene.request();
		},
		click(x, y) {
			const hit = pointer.hitAt(x, y);
			if (hit?.table)
				select(hit);
			else
				letGo();
		},
		key(key) {
			const action = keyActions[key] ?? keyActions[key.length === 1 && key !== 'N' ? key.toLowerCase() : key];
			action?.();
			return Boolean(action);
		},
	};

	const listener = listen(elements.stage, actions);
	const resize = new ResizeObserver(scene.request);
	resize.observe(elements.body);
	elements.body.addEventListener('scroll', scene.request);
	listenToBar(elements, {
		search(query) {
			searchFor(query);
			showState();
		},
		follow,
		zoom: (direction) => actions.zoom(NEARER ** direction, span.width / 2),
		all: keyActions[0],
	});
	timeline.windows?.listen(renew, (error) => {
		elements.failure.textContent = error ? `Details are missing: ${error.message}.` : '';
	});
	arrange();
	return {
		show(params) {
			readParams(params, { model, timeline, span, lanes, state, searchFor, content, select, fitSelected, follow });
			showState();
		},
		redraw: scene.redraw,
		close() {
			clearTimeout(timer);
			listener.close();
			timeline.windows?.close();
			resize.disconnect();
			scene.close();
		},
	};
}
