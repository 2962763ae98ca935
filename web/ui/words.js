// SPDX-License-Identifier: MIT
// What the words mean that are not everybody's. The list of help has them all, and where one stands as a name it
// explains itself.
import { explained, prose } from './dom.js';

export const words = [
	['step by step', 'Walking back from the end of the run, each step goes to what the run waited for then. So the shares of the time budget add up to the whole run.'],
	['busy', 'Something ran on the GPU: a kernel, a copy or a memory set. What ran at the same time counts once.'],
	['gain', 'What a fix wins: the recorded run, replayed with what the fix changes. All else takes as long as it did.'],
	['cost', 'What was lost in the recorded run. A fix often wins less: other causes take over.'],
	['total', 'In tables: durations added up, so that what ran at the same time counts more than once.'],
	['SM', 'Streaming multiprocessor: the part of a GPU that runs blocks of threads. An H200 has 132.'],
	['warp', '32 threads of a block that execute the same instructions together.'],
	['lanes', 'The 32 threads of a warp. Those that take another branch, or that a predicate switches off, wait while the others work.'],
	['occupancy', 'Warps on a multiprocessor (SM), of those that it has room for. Many hide each other\'s waits; all of them are seldom needed.'],
	['waves', 'The blocks of a launch over those that the GPU holds at once. Of 1.1 waves the last 0.1 run on a GPU that is almost empty.'],
	['shape', 'Of a launch: how many blocks of how many threads, and the registers and shared memory that they take.'],
	['launch', 'Its shape: how many blocks of how many threads, and the registers and shared memory that they take.'],
	['verdict', 'What bounds the kernel\'s speed: moving data or computing, whichever is nearer to what the GPU can do, or both; neither, where warps wait, or where only some of the SMs have work (under-filled).'],
	['schedulers', 'Each SM has several, most often four. In every cycle each can issue an instruction of a warp that is eligible: that waits for nothing.'],
	['roofline', 'At most what a kernel could compute: as much as memory feeds it, left of the bend, and as much as the units do, right of it.'],
	['SASS', 'The instructions that the GPU executes, as nvdisasm prints them.'],
	['stream', 'What a program puts into a stream runs in order; different streams may run at the same time.'],
	['hardware queue', 'Streams reach the GPU through a few queues (CUDA_DEVICE_MAX_CONNECTIONS). Only the operation at the head of a queue can start, so that streams that share one wait for each other.'],
	['copy engine', 'What copies between host and device while kernels run: one copy at a time in each direction.'],
	['pageable', 'Memory of the host as malloc() gives it. Copies of it go by way of a buffer of the driver.'],
	['pinned', 'Memory of the host that stays where it is, of cudaMallocHost(): the GPU reaches it without a detour.'],
	['managed', 'Memory that host and GPU share, of cudaMallocManaged(): its pages move to who uses them.'],
	['device static', 'Variables of the program on the GPU, __device__ and __constant__: there as long as its code is loaded.'],
	['SMs with a warp', 'Time in which an SM had at least one warp, on average over all SMs. Low: nothing ran, or too few blocks to fill the GPU.'],
	['warp slots in use', 'Warps on the whole GPU, of those that it has room for: idle SMs count too.'],
	['issue slots in use', 'Cycles in which a scheduler issued an instruction, on average over all schedulers of the GPU.'],
	['memory read', 'What the GPU read from its own memory in a second. What its caches had is not part of it.'],
	['memory written', 'What the GPU wrote to its own memory in a second.'],
];

// What runs are compared by (program_ns), by one name wherever it stands, and what it means.
export const PROGRAM_TIME = 'program time';
export const programTimeWords = 'the run without CUDA\'s start and end';
export const programTimeMeaning = 'What runs are compared by: all of the run but the time in which CUDA starts and ends, which differs from run to run ' +
	'by more than most changes. What the program does on its own before and after its GPU work is part of it.';

const meanings = new Map(words);

// What WORD means, or undefined.
export const meaningOf = (word) => meanings.get(word);

// TEXT, which explains itself where it, or WORD, is one of them.
export function term(text, word = text.toLowerCase()) {
	const meaning = meanings.get(word);
	return meaning ? explained(text, meaning) : text;
}

// Of what the analyzer writes in sentences: names that are not everybody's, in the singular or plural.
const jargon = /\b(hardware queue|copy engine|occupancy|warp|lanes|SM|waves|SASS)s?\b/;

// TEXT with the first such name explained.
export function sentence(text) {
	const found = jargon.exec(text);
	if (!found)
		return prose(text);
	return [prose(text.slice(0, found.index)), explained(found[0], meanings.get(found[1])), prose(text.slice(found.index + found[0].length))];
}
