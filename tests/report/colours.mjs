// SPDX-License-Identifier: MIT
// Any two causes can be neighbours in a bar or in the timeline. Whoever reads it, and on whatever, sees them apart: by
// colour as colour-blind readers see it and as grey paper shows it, or by pattern.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ui = pathToFileURL(join(process.env.TEST_SOURCE, 'web/ui/')).href;
const { inkOn, markOn, shareIds, shareLooks } = await import(`${ui}colours.js`);
const { PERIOD, patterns } = await import(`${ui}patterns.js`);
const { looks: stallLooks } = await import(`${ui}kernel/stalls.js`);
const { looks: hostLooks } = await import(`${ui}host/tree.js`);

const APART = 10; // difference of two colours in CIE Lab: some 2.3 are just noticed side by side
const MARKED = 8; // the same of a pattern and its ground
const READ = 4.5; // contrast of text, WCAG 2 AA
const SEEN = 1.4; // contrast with the paper, so that no part is taken for none

let count = 0;
let failed = 0;

function ok(isGood, what, ...why) {
	count++;
	failed += isGood ? 0 : 1;
	console.log(`${isGood ? 'ok' : 'not ok'} ${count} - ${what}`);
	for (const line of isGood ? [] : why.flat())
		console.log(`# ${line}`);
}

// Of linear sRGB: how dichromats see it by Machado, Oliveira and Fernandes (IEEE TVCG 15, 2009), severity 1.0; grey by
// luminance.
const luminance = [0.2126, 0.7152, 0.0722];
const readers = {
	all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
	protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
	deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
	tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
	grey: [luminance, luminance, luminance],
};

const linear = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
	.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));

// CIE Lab of sRGB at D65, as READER sees it.
function labOf(hex, reader) {
	const seen = times(readers[reader], linear(hex)).map((part) => Math.min(1, Math.max(0, part)));
	const [x, y, z] = times([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]], seen)
		.map((part, i) => part / [0.95047, 1, 1.08883][i])
		.map((part) => (part > 216 / 24389 ? Math.cbrt(part) : (24389 / 27 * part + 16) / 116));
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(a, b, reader) {
	const [from, to] = [labOf(a, reader), labOf(b, reader)];
	return Math.hypot(...from.map((part, i) => part - to[i]));
}

const brightness = (hex) => times([luminance], linear(hex))[0];
function contrast(a, b) {
	const [dark, light] = [brightness(a), brightness(b)].sort((p, q) => p - q);
	return (light + 0.05) / (dark + 0.05);
}

// The method itself: known pairs.
ok(distance('#ffffff', '#000000', 'all') > 99.9 && distance('#808080', '#808080', 'tritanopia') === 0, 'black and white are 100 apart, a colour and itself 0');
ok(distance('#ff0000', '#00a000', 'all') > 100 && distance('#b40000', '#5a5a00', 'protanopia') < distance('#b40000', '#5a5a00', 'all') / 2,
	'red and green are nearer to who has no red cones');

for (const [theme, name, paper] of [[0, 'light', '#ffffff'], [1, 'dark', '#14171c']]) {
	const colourOf = (id) => shareLooks(id).colours[theme];
	const pairs = shareIds().flatMap((a, i) => shareIds().slice(i + 1).map((b) => [a, b]));
	for (const reader of Object.keys(readers)) {
		const alike = pairs.filter(([a, b]) => shareLooks(a).pattern === shareLooks(b).pattern && distance(colourOf(a), colourOf(b), reader) < APART);
		ok(!alike.length, `${name}, ${reader}: any two of ${shareIds().length} shares differ in colour or pattern`,
			alike.map(([a, b]) => `${a} and ${b}: ${distance(colourOf(a), colourOf(b), reader).toFixed(1)}`));
		const unseen = shareIds().filter((id) => distance(colourOf(id), markOn(colourOf(id)), reader) < MARKED);
		ok(!unseen.length, `${name}, ${reader}: patterns are seen on their colours`, unseen);
	}
	const unreadable = shareIds().filter((id) => contrast(colourOf(id), inkOn(colourOf(id))) < READ);
	ok(!unreadable.length, `${name}: letters can be read on their colours`, unreadable);
	const pale = shareIds().filter((id) => contrast(colourOf(id), paper) < SEEN);
	ok(!pale.length, `${name}: every colour stands out from the paper`, pale.map((id) => `${id}: ${contrast(colourOf(id), paper).toFixed(2)}`));
}

// Of two patterns, how many pixels of a square that repeats differ, wherever one is shifted to.
function difference(a, b) {
	const square = Array.from({ length: PERIOD ** 2 }, (_, i) => [i % PERIOD, Math.floor(i / PERIOD)]);
	return Math.min(...square.map(([dx, dy]) => square.filter(([x, y]) => a.isMarked((x + dx) % PERIOD, (y + dy) % PERIOD) !== b.isMarked(x, y)).length));
}
const names = Object.keys(patterns);
const same = names.flatMap((a, i) => names.slice(i + 1).filter((b) => difference(patterns[a], patterns[b]) < 4).map((b) => `${a} and ${b}`));
ok(!same.length, 'patterns differ in pixels', same);
ok(new Set(names.map((name) => patterns[name].layers('red').join())).size === names.length, 'and in style sheets');
ok(new Set(shareIds().map((id) => shareLooks(id).letter)).size === shareIds().length, 'each share has a letter of its own');
for (const [what, given] of [['stall reason', stallLooks], ['kind of the host\'s code', hostLooks]]) {
	const looks = Object.values(given);
	ok(new Set(looks).size === looks.length && looks.every((look) => shareIds().includes(look)), `each ${what} has a look of its own`);
}
console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
