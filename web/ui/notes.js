// SPDX-License-Identifier: MIT
// What the collector and merge note in a trace, in words.
import { formatCount, formatPlural } from './format.js';
import { shortName } from './timeline/describe.js';

const KERNELS_SHOWN = 3; // of which the trace says the same
const A_KERNEL = /^a kernel /; // how a message about one kernel begins, of which there is a note for each

export function diagnosticText({ code, subject, count, message }) {
	return `${code}${subject ? ` (${subject})` : ''}, ${formatPlural(count, 'time')}: ${message}`;
}

// Runs that `merge` joined are one line for each host; their subjects are "HOST:PID:START".
function joinedRuns(notes) {
	const pids = new Map();
	for (const { subject } of notes) {
		const [pid, host] = [subject.split(':').at(-2), subject.split(':').slice(0, -2).join(':')];
		pids.set(host, [...pids.get(host) ?? [], pid]);
	}
	return [...pids].map(([host, of]) => `${formatPlural(of.length, 'run')} joined: ${of.length === 1 ? 'process' : 'processes'} ${of.join(', ')} on ${host}`);
}

// Notes of one kind and one reason about kernels.
function kernelsText(notes) {
	const [{ code, message }] = notes;
	const names = [...new Set(notes.map(({ subject }) => shortName(subject).match(/^[^<(]+/)?.[0] ?? subject))].slice(0, KERNELS_SHOWN);
	const more = notes.length - names.length;
	const launches = notes.reduce((sum, { count }) => sum + count, 0);
	return `${code} (${names.join(', ')}${more ? ` and ${formatCount(more)} more` : ''}), ${formatPlural(launches, 'time')}: ` +
		message.replace(A_KERNEL, `each of ${formatCount(notes.length)} kernels `);
}

const isJoined = ({ code, subject }) => code === 'joined-run' && /:\d+:\d+$/.test(subject);

// A text for each note, but one for all runs that were joined of a host, and one for all kernels of which the same is said.
export function noteTexts(diagnostics) {
	const notes = diagnostics.filter(({ severity }) => severity === 'note');
	const alike = new Map();
	for (const note of notes.filter((one) => !isJoined(one))) {
		const key = JSON.stringify([note.code, note.message, A_KERNEL.test(note.message) ? null : note.subject]);
		alike.set(key, [...alike.get(key) ?? [], note]);
	}
	return [...joinedRuns(notes.filter(isJoined)), ...[...alike.values()].map((group) => (group.length > 1 ? kernelsText(group) : diagnosticText(group[0])))];
}

// Of a trace that nothing worse is said of: most notes are about what was left out.
export function nothingMissing(diagnostics) {
	const isNoted = diagnostics.some(({ severity, code }) => severity === 'note' && code !== 'joined-run');
	return `Nothing is missing from the trace${isNoted ? ' but what the notes say' : ''}.`;
}
