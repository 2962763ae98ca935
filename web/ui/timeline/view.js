// SPDX-License-Identifier: MIT
// The timeline: host threads, streams, hardware queues, copy engines and values of GPUs over the run.
import { el } from '../dom.js';
import { createTimelineControl } from './control.js';

function createElements(help) {
	const elements = {
		search: el('input', { type: 'search', placeholder: 'Find here (/)', 'aria-label': 'Search operations, calls, ranges and functions' }),
		count: el('span', { class: 'count', role: 'status' }),
		before: el('button', { type: 'button', 'aria-label': 'Previous place (N)' }, '‹'),
		next: el('button', { type: 'button', 'aria-label': 'Next place (n)' }, '›'),
		nearer: el('button', { type: 'button', 'aria-label': 'Zoom in (W)' }, '+'),
		farther: el('button', { type: 'button', 'aria-label': 'Zoom out (S)' }, '−'),
		all: el('button', { type: 'button' }, 'All'),
		help: el('button', { type: 'button', onclick: help }, 'Keys'),
		lack: el('p', { class: 'lack' }), // what there is to see where a trace is stored
		minimap: el('canvas', { class: 'minimap', role: 'img', 'aria-label': 'The whole run: what its time went to, and when GPUs worked' }),
		names: el('div', { class: 'names' }),
		boxes: el('canvas', { class: 'boxes', 'aria-hidden': 'true' }),
		over: el('canvas', { class: 'over', 'aria-hidden': 'true' }),
		tip: el('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' }),
		failure: el('p', { class: 'hint', role: 'status' }),
		said: el('div', { class: 'said', role: 'status' }),
		panel: el('section', { class: 'panel', 'aria-label': 'What is selected' }),
	};
	elements.stage = el('div', {
		class: 'stage', tabindex: '0', role: 'application',
		'aria-label': 'Timeline. W and S zoom, A and D pan, arrow keys go from operation to operation and from lane to lane, Enter follows what held it back, question mark lists all keys.',
	}, elements.boxes, elements.over, elements.tip);
	elements.body = el('div', { class: 'body' }, elements.names, elements.stage);
	return elements;
}

function assemble(elements) {
	return el('div', { class: 'timeline' },
		el('div', { class: 'bar' }, elements.search, elements.before, elements.next, elements.count, el('span', { class: 'space' }),
			elements.farther, elements.nearer, elements.all, elements.help),
		elements.lack, elements.minimap, elements.body, elements.failure, elements.said, elements.panel);
}

export function open(host, context) {
	const process = context.process();
	const status = el('p', { class: 'status', role: 'status' }, 'Reading the timeline');
	let control = null;
	let isClosed = false;
	let params = {};

	host.append(status);
	if (!context.model.processes.length)
		status.textContent = 'The report has no process.';
	else
		context.model.timeline(process, (text) => { status.textContent = text; }).then((timeline) => {
			timeline.shareLabels = context.model.report.legend.shares.map((share) => share.label);
			if (isClosed)
				return;
			if (!timeline.tracks.length && !timeline.calls.rows && !timeline.ranges.rows) {
				status.textContent = 'Nothing ran: the timeline is empty.';
				return;
			}
			const elements = createElements(context.help);
			elements.lack.append(...timeline.lack ?? []);
			elements.lack.hidden = !timeline.lack;
			host.replaceChildren(assemble(elements));
			control = createTimelineControl(elements, { ...context, timeline, process });
			control.show(params);
			host.dataset.ready = 'true';
		}).catch((error) => {
			status.textContent = `The timeline cannot be read: ${error.message}`;
			throw error;
		});

	return {
		hasSearch: true,
		show(given) {
			params = given;
			control?.show(params);
		},
		redraw: () => control?.redraw(),
		close() {
			isClosed = true;
			delete host.dataset.ready;
			control?.close();
		},
	};
}
