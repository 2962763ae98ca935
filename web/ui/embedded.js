// SPDX-License-Identifier: MIT
// What the page carries: the report as JSON, and for each process a timeline in columns, compressed.
import { decodeColumns } from './timeline/columns.js';

export function readReport(document) {
	return JSON.parse(document.getElementById('report').textContent);
}

function bytesOf(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; i++)
		bytes[i] = binary.charCodeAt(i);
	return bytes;
}

// What deflate-raw made smaller.
export async function inflate(bytes) {
	const stream = new ReadableStream({
		start(controller) {
			controller.enqueue(bytes);
			controller.close();
		},
	});
	return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer());
}

// The timeline of process INDEX. Its element is emptied: the text is not needed twice.
export async function readTimeline(document, index) {
	const element = document.getElementById(`timeline-${index}`);
	const bytes = bytesOf(element.textContent);
	element.textContent = '';
	const timeline = decodeColumns(await inflate(bytes));
	let at = timeline.first_ns;
	timeline.steps.start_ns = timeline.steps.duration_ns.map((length) => (at += length) - length); // they leave no gap
	return timeline;
}
