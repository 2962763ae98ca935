// SPDX-License-Identifier: MIT
// The part of the run that is seen: from FROM to TO, in ns, over WIDTH pixels. It stays within the run.

const SHORTEST_NS = 20;

export function createSpan(first, last) {
	const margin = Math.max(1, (last - first) / 100);
	const least = first - margin;
	const most = last + margin;
	const span = {
		from: least,
		to: most,
		width: 1,
		first,
		last,

		x: (time) => (time - span.from) * span.width / (span.to - span.from),
		time: (x) => span.from + x * (span.to - span.from) / span.width,

		// Shows FROM to TO as far as there is something.
		set(from, to) {
			const length = Math.min(most - least, Math.max(SHORTEST_NS, to - from));
			const begin = Math.max(least, Math.min(most - length, from));
			span.from = begin;
			span.to = begin + length;
		},

		// FACTOR below 1 is nearer; what is at X stays there.
		zoom(factor, x) {
			const time = span.time(x);
			const length = Math.min(most - least, Math.max(SHORTEST_NS, (span.to - span.from) * factor));
			span.set(time - x / span.width * length, time + (1 - x / span.width) * length);
		},

		pan(pixels) {
			const by = pixels * (span.to - span.from) / span.width;
			span.set(span.from + by, span.to + by);
		},

		// Shows FROM to TO with room on both sides.
		fit(from, to, room = 0.25) {
			const length = Math.max(SHORTEST_NS, to - from);
			span.set(from - room * length, to + room * length);
		},

		all: () => span.set(least, most),
	};
	return span;
}
