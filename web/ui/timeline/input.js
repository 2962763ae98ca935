// SPDX-License-Identifier: MIT
// Pointer, wheel, touch and keys, made into actions: { zoom(factor, x), pan(pixels), scroll(pixels), select(x0, x1),
// hover(x, y), leave(), click(x, y), key(name): whether it was one }. Positions are CSS pixels of the stage.

const CLICK_PX = 4;
const RULER_PX = 22;
const WHEEL = 0.0018; // of zoom for each pixel of the wheel

export function listen(stage, actions) {
	const fingers = new Map();
	let drag = null; // { x, y, isSelecting, hasMoved }
	const position = (event) => {
		const box = stage.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	};

	function pinch(event) {
		const before = [...fingers.values()];
		fingers.set(event.pointerId, position(event));
		const [a, b] = before;
		const [c, d] = [...fingers.values()];
		const old = Math.max(10, Math.abs(a.x - b.x));
		const now = Math.max(10, Math.abs(c.x - d.x));
		actions.zoom(old / now, (c.x + d.x) / 2);
		actions.pan((a.x + b.x - c.x - d.x) / 2);
	}

	const listeners = {
		wheel(event) {
			event.preventDefault();
			const { x } = position(event);
			const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
			if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
				actions.pan((event.deltaX || event.deltaY) * unit);
			else
				actions.zoom(Math.exp(event.deltaY * unit * WHEEL), x);
		},
		pointerdown(event) {
			if (event.button)
				return;
			const at = position(event);
			stage.setPointerCapture(event.pointerId);
			fingers.set(event.pointerId, at);
			drag = fingers.size === 1 ? { ...at, from: at, isSelecting: event.shiftKey || at.y < RULER_PX, hasMoved: false } : null;
		},
		pointermove(event) {
			const at = position(event);
			if (fingers.size === 2 && fingers.has(event.pointerId)) {
				pinch(event);
				return;
			}
			if (fingers.has(event.pointerId))
				fingers.set(event.pointerId, at);
			if (!drag) {
				actions.hover(at.x, at.y);
				return;
			}
			drag.hasMoved ||= Math.hypot(at.x - drag.from.x, at.y - drag.from.y) >= CLICK_PX;
			if (!drag.hasMoved)
				return;
			if (drag.isSelecting) {
				actions.select(Math.min(drag.from.x, at.x), Math.max(drag.from.x, at.x));
			} else {
				actions.pan(drag.x - at.x);
				actions.scroll(drag.y - at.y);
			}
			drag.x = at.x;
			drag.y = at.y;
		},
		pointerup(event) {
			const at = position(event);
			if (drag && !drag.hasMoved)
				actions.click(at.x, at.y);
			fingers.delete(event.pointerId);
			const [left] = fingers.values(); // of two fingers: it pans on
			drag = left ? { ...left, from: left, isSelecting: false, hasMoved: true } : null;
		},
		pointercancel(event) {
			fingers.delete(event.pointerId);
			drag = null;
		},
		pointerleave: () => !drag && actions.leave(),
	};
	for (const [name, listener] of Object.entries(listeners))
		stage.addEventListener(name, listener, { passive: false });

	// Keys work wherever the focus is, but in fields and lists, and with keys of the browser's own.
	function keydown(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog'))
			return;
		const isButton = event.target.closest('button, a, summary');
		if (isButton && ['Enter', ' '].includes(event.key))
			return;
		const isStage = event.target === stage;
		if (event.key.startsWith('Arrow') && !isStage)
			return;
		if (actions.key(event.key))
			event.preventDefault();
	}
	document.addEventListener('keydown', keydown);
	return { close: () => document.removeEventListener('keydown', keydown) };
}

// The search and the buttons above the lanes: { search(query), follow(direction), zoom(direction), all() }.
export function listenToBar({ search: field, stage, before, next, nearer, farther, all }, actions) {
	field.addEventListener('input', () => actions.search(field.value));
	field.addEventListener('keydown', (event) => {
		if (event.key === 'Enter')
			actions.follow(event.shiftKey ? -1 : 1);
		if (event.key === 'Escape') {
			event.preventDefault(); // which would empty the field
			stage.focus();
		}
	});
	before.addEventListener('click', () => actions.follow(-1));
	next.addEventListener('click', () => actions.follow(1));
	nearer.addEventListener('click', () => actions.zoom(1));
	farther.addEventListener('click', () => actions.zoom(-1));
	all.addEventListener('click', actions.all);
}
