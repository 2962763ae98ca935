// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is, ok, openPage, source, turnTo, warpwise, withBrowser, work, writePage } from './browser.mjs';

const { markOn, shareLooks } = await import(pathToFileURL(join(source, 'web/ui/colours.js')).href);
const { createBusy } = await import(pathToFileURL(join(source, 'web/ui/timeline/busy.js')).href);
const partsOf = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const traces = join(source, 'samples/traces');
const sample = (name) => join(traces, `${name}.db`);

async function ready(page) {
	await page.waitForSelector('main[data-ready]', { timeout: 20000 });
	await frame(page);
}

const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const panel = (page) => page.locator('.panel').textContent();

// The address, once it has followed.
async function address(page) {
	await page.waitForTimeout(400);
	return new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]);
}

// How many pixels of the boxes have a colour, as [red, green, blue], in the rows of a lane by its name.
async function pixelsOf(page, label, colour) {
	return page.evaluate(([text, [red, green, blue]]) => {
		const name = [...document.querySelectorAll('.names .lane')].find((lane) => lane.textContent.startsWith(text));
		const canvas = document.querySelector('.boxes');
		const scale = canvas.width / canvas.clientWidth;
		const top = (name.offsetTop - document.querySelector('.body').scrollTop) * scale;
		const { data } = canvas.getContext('2d').getImageData(0, top - 22 * scale, canvas.width, name.offsetHeight * scale);
		let count = 0;
		for (let i = 0; i < data.length; i += 4)
			count += data[i] === red && data[i + 1] === green && data[i + 2] === blue;
		return count;
	}, [label, colour]);
}

const QUEUE = partsOf(shareLooks('queue').colours[0]);
const QUEUE_MARK = partsOf(markOn(shareLooks('queue').colours[0]));
const KERNEL = partsOf(shareLooks('kernel').colours[0]);
const MIGRATION = partsOf(shareLooks('migration').colours[0]);
const MIGRATIONS = ['host to device', 'device to host', 'faults of a device'];

// How much of a part of the run the spans of a lane ran: those that overlap count once, boxes of several without their gaps.
function testShares() {
	const rows = [0, 1, 2, 3];
	const share = createBusy({ rows, start: [10, 12, 40, 100], end: [20, 30, 50, 200], until: [20, 30, 50, 200] }, [0, 0, 0, 75]);
	const parts = [[0, 100, 0.3], [0, 10, 0], [10, 20, 1], [15, 35, 0.75], [100, 200, 0.25], [140, 160, 0.25], [200, 300, 0], [0, 15, 1 / 3]];
	for (const [from, to, wanted] of parts)
		ok(Math.abs(share(from, to) - wanted) < 1e-9, `from ${from} to ${to} it ran ${wanted} of the time`, share(from, to));
	is(createBusy({ rows: [0, 1], start: [0, 2], end: [10, 4], until: [10, 10] })(0, 20), 0.5, 'one within another adds nothing');
}

// Far away, where a pixel has several kernels or one that is shorter, it is as high as they ran: the lane is as full as the
// GPU was busy.
async function testBusy(browser) {
	const trace = sample('launch-bound-bad');
	const { processes: [process], timelines: [{ tracks }] } = JSON.parse(warpwise('analyze', '--format', 'json', trace));
	const first = Math.min(...tracks.map(({ start_ns: starts }) => starts[0]));
	const last = Math.max(...tracks.map(({ start_ns: starts, duration_ns: lengths }) => starts.at(-1) + lengths.at(-1)));
	const share = process.devices[0].busy_ns / (last - first);
	const page = await openPage(browser, writePage('busy', trace), { hash: `#timeline?from=${first}&to=${last}` });
	await ready(page);
	const { width, height } = await page.locator('.names .lane', { hasText: 'queue 1:' }).evaluate((lane) =>
		({ width: document.querySelector('.boxes').width, height: lane.offsetHeight - 2 * Math.ceil(lane.offsetHeight / 10) }));
	const full = await pixelsOf(page, 'queue 1:', KERNEL) / (width * height);
	ok(Math.abs(full - share) < 0.02, 'the lane is as full as the GPU was busy', full, share);
	const high = await page.evaluate(([red, green, blue]) => {
		const canvas = document.querySelector('.minimap');
		const { data } = canvas.getContext('2d').getImageData(0, 22, canvas.width, 9);
		const found = [...Array(9).keys()].filter((y) => [...Array(canvas.width).keys()].some((x) =>
			[red, green, blue].every((value, i) => data[4 * (y * canvas.width + x) + i] === value)));
		return 9 - found[0];
	}, KERNEL);
	ok(high >= 1 && high <= 5, 'so is the map', high);
	await page.close();
}

// Pages of managed memory that moved, and faults, have lanes.
async function testPages(page) {
	await turnTo(page, writePage('pages', sample('managed-memory-bad')), '#timeline');
	await ready(page);
	const names = await page.locator('.names > *').allTextContents();
	const at = names.indexOf('Managed memory');
	is(names.slice(at + 1, at + 4).join(), MIGRATIONS.join(), 'pages of managed memory have lanes');
	for (const lane of MIGRATIONS)
		ok(await pixelsOf(page, lane, MIGRATION) > 20, `${lane}: is seen`);
}

async function testFirstSight(browser) {
	const page = await openPage(browser, writePage('bad', sample('false-dependency-bad')), { hash: '#timeline' });
	await ready(page);
	const names = await page.locator('.names > *').allTextContents();
	ok(names.includes('17 streams') && names.includes('1 hardware queue') && names.some((name) => name.startsWith('queue 0: 17 streams')),
		'streams and the queue they share have lanes', names.join(' | '));
	for (const lane of ['time went to', 'stream 14', 'stream 27'])
		ok(await pixelsOf(page, lane, QUEUE) > 500, `${lane}: waiting in a hardware queue is seen`);
	ok(await pixelsOf(page, 'time went to', QUEUE_MARK) > 200, 'and has a pattern of its own in the time budget');
	ok(await pixelsOf(page, 'stream 14', KERNEL) > 100, 'kernels are seen');
	is(await pixelsOf(page, 'stream 7', QUEUE), 0, 'a stream that did not wait shows none');
	const text = await panel(page);
	ok(text.includes('8.902 ms') && text.includes('hardware queue 0') && /held back by.*of stream \d+, ahead of it in hardware queue 0/.test(text),
		'the longest wait is told at once', text);
	is(page.complaints.join('\n'), '', 'no error, no request');
	await testPages(page);
	await page.close();

	const fixed = await openPage(browser, writePage('fixed', sample('false-dependency-fixed')), { hash: '#timeline' });
	await ready(fixed);
	is(await pixelsOf(fixed, 'stream 14', QUEUE), 0, 'the fixed program shows no such wait');
	await fixed.close();
}

// On paper it is light, narrow, and has all lanes; after it, as it was.
async function testPaper(page) {
	const look = () => page.evaluate(() => {
		const boxes = document.querySelector('.boxes');
		return { width: boxes.width, height: boxes.height, paper: boxes.getContext('2d').getImageData(0, 0, 1, 1).data[0] };
	});
	const lanes = await page.evaluate(() => document.querySelector('.names').offsetHeight);
	const screen = await look();
	ok(screen.paper < 40, 'it is dark', screen.paper);
	await page.emulateMedia({ media: 'print' });
	await page.evaluate(() => { dispatchEvent(new Event('beforeprint')); });
	const paper = await look();
	ok(paper.width < 700 && paper.height === lanes - 22 && paper.paper === 255, 'paper is light, narrow, and has all lanes', JSON.stringify(paper), lanes);
	ok(await pixelsOf(page, 'stream 14', QUEUE) > 100 && await page.locator('.timeline .bar').isHidden(), 'in colours, without buttons');
	await page.emulateMedia({ media: null });
	await page.evaluate(() => { dispatchEvent(new Event('afterprint')); });
	is(JSON.stringify(await look()), JSON.stringify(screen), 'and the screen has it as before');
}

async function testHover(browser) {
	const page = await openPage(browser, writePage('hover', sample('false-dependency-bad')), { hash: '#timeline', colorScheme: 'dark' });
	await ready(page);
	const stage = await page.locator('.stage').boundingBox();
	const lane = await page.locator('.names .lane', { hasText: 'stream 14' }).boundingBox();
	for (let x = stage.x + stage.width * 0.3; x < stage.x + stage.width * 0.9; x += 20) {
		await page.mouse.move(x, lane.y + lane.height / 2);
		if (/waited[\d.]+ ms/.test(await page.locator('.tip').textContent()))
			break;
	}
	const tip = await page.locator('.tip').textContent();
	ok(/grid of 1 block.*occupancy1\.6 %, limited by grid.*waited[\d.]+ ms: another stream/.test(tip), 'hover tells launch, occupancy and what was waited for', tip);
	await page.keyboard.press('w');
	await page.waitForFunction(() => document.querySelector('.tip').hidden);
	ok(true, 'and goes when something else is there');
	await page.keyboard.press('s');
	await page.mouse.down();
	await page.mouse.up();
	ok((await panel(page)).includes('Go to what held it back'), 'a click selects');
	ok(/Warps on a multiprocessor/.test(await page.locator('.panel abbr', { hasText: 'occupancy' }).getAttribute('title')), 'words explain themselves');
	const [before] = [await panel(page)];
	await page.keyboard.press('Enter');
	ok(before !== await panel(page), 'Enter goes to what held it back');
	await testPaper(page);
	await page.close();
}

async function testKeysAndLinks(browser) {
	const path = writePage('keys', sample('false-dependency-bad'));
	const page = await openPage(browser, path, { hash: '#timeline' });
	await ready(page);
	const seen = async () => {
		const params = await address(page);
		return Number(params.get('to')) - Number(params.get('from'));
	};
	await page.locator('.stage').focus();
	const whole = await seen();
	await page.keyboard.press('w');
	const near = await seen();
	ok(Math.abs(near / whole - 0.7) < 0.01, 'W zooms in', whole, near);
	await page.keyboard.press('s');
	ok(Math.abs(await seen() / whole - 1) < 0.01, 'S zooms out');
	await page.keyboard.press('w');
	const { from } = Object.fromEntries(await address(page));
	await page.keyboard.press('d');
	ok(Number((await address(page)).get('from')) > Number(from), 'D pans');
	await page.keyboard.press('a');
	ok(Math.abs(Number((await address(page)).get('from')) - Number(from)) < 2, 'A pans back');
	await page.mouse.move(800, 500);
	await page.mouse.wheel(0, -300);
	ok(await seen() < near * 0.7, 'the wheel zooms');
	await page.keyboard.press('ArrowRight');
	ok((await address(page)).get('item')?.startsWith('operations.'), 'arrows go from operation to operation');
	await page.keyboard.press('m');
	ok((await address(page)).get('begin'), 'M selects its span');
	ok((await panel(page)).includes('What the time went to'), 'which has a budget');
	const hash = await page.evaluate(() => location.hash);
	const text = await panel(page);
	const again = await openPage(browser, path, { hash });
	await ready(again);
	is(await panel(again), text, 'the link leads to exactly this view');
	is(await again.evaluate(() => location.hash), hash, 'and stays the same');
	await again.close();
	await page.keyboard.press('?');
	ok(await page.locator('dialog.keys').isVisible(), '? lists the keys');
	await page.keyboard.press('Escape');
	await page.locator('dialog.keys').waitFor({ state: 'hidden' });
	await page.keyboard.press('Escape');
	await page.waitForFunction(() => !new URLSearchParams(location.hash.split('?')[1]).has('begin'), null, { timeout: 20000 }).catch(() => {});
	is((await address(page)).get('begin'), null, 'Escape lets go');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
}

// The budget of the whole run, selected, is that of the report.
// Of the map of the whole run: { begin, end: the window's edges, in parts of its width, isMarked: the step that takes most
// has COLOUR and MARK, as [red, green, blue] }. Within the window nothing lies over it.
function mapOf(page, colour, mark) {
	return page.evaluate(([of, on]) => {
		const canvas = document.querySelector('.minimap');
		const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		const ink = getComputedStyle(canvas).color.match(/\d+/g).map(Number);
		const isAt = (x, y, wanted) => wanted.every((value, i) => data[4 * (y * width + x) + i] === value);
		const frame = [...Array(width).keys()].filter((x) => isAt(x, 0, ink));
		const count = (wanted) => frame.reduce((sum, x) => sum + [...Array(16).keys()].filter((y) => isAt(x, y + 2, wanted)).length, 0);
		return { begin: frame[0] / width, end: (frame.at(-1) + 1) / width, isMarked: count(of) > 100 && count(on) > 50 };
	}, [colour, mark]);
}

// The map of the whole run: what its time went to in colours and patterns, and a window that goes where the mouse takes it.
async function testMap(browser) {
	const page = await openPage(browser, writePage('map', sample('false-dependency-bad')), { hash: '#timeline' });
	await ready(page);
	const seen = async () => {
		const params = await address(page);
		return { from: Number(params.get('from')), to: Number(params.get('to')) };
	};
	await page.getByRole('button', { name: 'All', exact: true }).click();
	const whole = await seen();
	const all = await mapOf(page, QUEUE, QUEUE_MARK);
	ok(all.begin === 0 && all.end === 1 && all.isMarked, 'the map shows the whole run, waits with their pattern', JSON.stringify(all));
	for (let i = 0; i < 4; i++)
		await page.getByRole('button', { name: 'Zoom in' }).click();
	const map = await page.locator('.minimap').boundingBox();
	const go = (part) => page.mouse.move(map.x + part * map.width, map.y + map.height / 2);
	const part = (time) => (time - whole.from) / (whole.to - whole.from);
	async function isAt(middle, what) {
		const { from, to } = await seen();
		const { begin, end } = await mapOf(page, QUEUE, QUEUE_MARK);
		ok(Math.abs(part((from + to) / 2) - middle) < 0.005 && Math.abs(part(to) - part(from) - 0.7 ** 4) < 0.005, `${what}: the lanes are there, as near as before`, from, to);
		ok(Math.abs(begin - part(from)) < 0.005 && Math.abs(end - part(to)) < 0.005, `${what}: so is the window`, begin, end);
	}
	await isAt(0.5, 'in the middle');
	await go(0.3);
	await page.mouse.down();
	await isAt(0.3, 'pressed');
	await go(0.5);
	await go(0.75);
	await isAt(0.75, 'dragged');
	await page.mouse.move(map.x + map.width * 0.6, map.y + 300);
	await isAt(0.6, 'dragged, off the map');
	await page.mouse.up();
	await go(0.2);
	await isAt(0.6, 'let go');
	await go(0.999);
	await page.mouse.down();
	await page.mouse.up();
	ok(Math.abs((await seen()).to - whole.to) < (whole.to - whole.from) / 200, 'it stops at the end of the run');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
}

async function testSpan(browser) {
	const report = JSON.parse(warpwise('analyze', '--format', 'json', sample('default-stream-barrier-bad')));
	const [process] = report.processes;
	const page = await openPage(browser, writePage('span', sample('default-stream-barrier-bad')),
		{ hash: `#timeline?begin=${process.first_ns}&end=${process.last_ns}` });
	await ready(page);
	const got = Object.fromEntries(await page.locator('.budget-rows li').evaluateAll((rows) => rows.map((row) => [row.dataset.share, Number(row.dataset.ns)])));
	is(JSON.stringify(got), JSON.stringify(Object.fromEntries(report.legend.shares.filter(({ id }) => process.budget.share_ns[id])
		.map(({ id }) => [id, process.budget.share_ns[id]]))), 'a span of all of the run has the run\'s budget, to the ns');
	const kernels = process.kernels.rows.reduce((sum, row) => sum + row.count, 0);
	const ran = await page.locator('.panel section').nth(1).locator('li').allTextContents();
	is(ran.map((text) => Number(/ ([\d,]+) × /.exec(text)[1].replace(/,/g, ''))).reduce((a, b) => a + b) -
		[...process.copies.rows, ...process.fills.rows].reduce((sum, row) => sum + row.count, 0), kernels, 'and all of its kernels');
	await page.mouse.move(400, 500);
	await page.keyboard.down('Shift');
	await page.mouse.down();
	await page.mouse.move(700, 500, { steps: 4 });
	await page.mouse.up();
	await page.keyboard.up('Shift');
	ok(/ selected, from /.test(await panel(page)) && Number((await address(page)).get('begin')) > process.first_ns, 'dragging with Shift selects a span');
	await page.close();
}

async function testSearch(browser) {
	const page = await openPage(browser, writePage('search', sample('no-overlap-bad')), { hash: '#timeline' });
	await ready(page);
	await page.keyboard.press('/');
	await page.keyboard.type('host to device');
	const count = /([\d,]+) place/.exec(await page.locator('.bar .count').textContent())?.[1];
	const [process] = JSON.parse(warpwise('analyze', '--format', 'json', sample('no-overlap-bad'))).processes;
	is(count, String(process.copies.rows.filter((row) => row.name.includes('host to device')).reduce((sum, row) => sum + row.count, 0)), 'search counts');
	const position = async () => Number(/^(\d+) of/.exec(await page.locator('.bar .count').textContent())?.[1]);
	await page.keyboard.press('Enter');
	const first = await position();
	ok(first >= 1, 'Enter goes to a place', first);
	await page.keyboard.press('Escape');
	await page.keyboard.press('n');
	is(await position(), first + 1, 'n to the next');
	await page.keyboard.press('Shift+N');
	is(await position(), first, 'N back');
	await page.keyboard.press('/');
	await page.keyboard.press('Control+a');
	await page.keyboard.type('no such thing');
	is(await page.locator('.bar .count').textContent(), 'nothing found', 'nothing found is said');
	is(page.complaints.join('\n'), '', 'no error, no request');
	await page.close();
}

async function testSharesAndFindings(browser) {
	const path = writePage('places', sample('false-dependency-bad'));
	const page = await openPage(browser, path, { hash: '#timeline?share=queue' });
	await ready(page);
	ok((await panel(page)).includes('another stream\'s operation was at the head'), 'a share leads to what waited');
	ok(/\d+ place/.test(await page.locator('.bar .count').textContent()), 'and counts its places');
	await page.close();
	const finding = await openPage(browser, path, { hash: '#overview' });
	await finding.locator('.first-step').getByRole('link', { name: 'See it in the timeline' }).click();
	await ready(finding);
	ok((await panel(finding)).includes('8.902 ms'), 'a finding leads to its longest');
	ok((await finding.locator('.bar .count').textContent()).endsWith(', the longest'), 'and says that it is that');
	const body = await finding.locator('.timeline .body').boundingBox();
	const lane = await finding.locator('.names .lane', { hasText: 'stream 28' }).boundingBox();
	ok(lane.y >= body.y && lane.y + lane.height <= body.y + body.height, 'whose lane is in view', JSON.stringify([lane, body]));
	const [report] = [JSON.parse(warpwise('analyze', '--format', 'json', sample('false-dependency-bad')))];
	const count = async () => (await finding.locator('.bar .count').textContent()).split(' ');
	const total = Number((await count())[2]);
	is(total, report.findings[0].occurrences, 'all of its operations are places');
	await finding.locator('.stage').focus();
	const seen = new Set();
	for (let i = 0; i < total; i++) {
		seen.add((await count())[0]);
		await finding.keyboard.press('n');
	}
	is(seen.size, total, 'n goes through all of them');
	await finding.keyboard.press('Shift+N');
	const [before] = await count();
	await finding.keyboard.press('n');
	ok(before !== (await count())[0], 'N goes back');
	ok(/place.*of finding 1\b/.test(await finding.locator('.bar .count').textContent()), 'and it is said whose places they are');
	await finding.locator('.panel').getByRole('link', { name: /^Finding 1: / }).click();
	await finding.waitForSelector('main[data-view=overview]');
	ok(await finding.locator('[data-finding="1"] > summary').evaluate((summary) => summary === document.activeElement), 'an operation leads back to its finding');
	is(finding.complaints.join('\n'), '', 'no error');
	await finding.close();
}

// The address follows what is seen only while the timeline is what the reader wants.
async function testLeaving(browser) {
	const page = await openPage(browser, writePage('leaving', sample('false-dependency-bad')), { hash: '#/timeline' });
	await ready(page);
	await page.locator('.stage').focus();
	await page.keyboard.press('w');
	await page.evaluate(() => {
		// The timer runs out between a click and the event of its address.
		location.hash = '#/kernels';
		const until = performance.now() + 600;
		while (performance.now() < until);
	});
	await page.waitForSelector('main[data-view=kernels]', { timeout: 5000 });
	await page.waitForTimeout(500);
	is(await page.evaluate(() => location.hash), '#/kernels', 'a view that was left does not come back');
	await page.close();
}

// From lane to lane by keys; what is seen can be selected; a group that is folded keeps the focus.
async function testLanes(browser) {
	const page = await openPage(browser, writePage('lanes', sample('false-dependency-bad')), { hash: '#timeline?finding=1' });
	await ready(page);
	await page.locator('.stage').focus();
	const place = async () => /stream \d+|thread \d+/.exec(await panel(page))?.[0];
	const first = await place();
	await page.keyboard.press('ArrowUp');
	const above = await place();
	ok(first === 'stream 28' && above === 'stream 27', 'the arrow goes to the lane above', first, above);
	for (let i = 0; i < 20 && !/thread/.test(await place()); i++)
		await page.keyboard.press('ArrowUp');
	ok(/^cuda|measured/.test(await panel(page)), 'and on to calls and ranges', await panel(page));
	for (let i = 0; i < 30; i++)
		await page.keyboard.press('ArrowDown');
	is(await place(), 'stream 28', 'and down to the last stream');
	await page.keyboard.press('Escape');
	const { from, to } = Object.fromEntries(await address(page));
	await page.keyboard.press('m');
	const params = await address(page);
	ok(Math.abs(params.get('begin') - from) <= 1 && Math.abs(params.get('end') - to) <= 1, 'M selects what is seen', `${params}`);
	const group = page.locator('.names button', { hasText: '17 streams' });
	await group.press('Enter');
	is(await group.getAttribute('aria-expanded'), 'false', 'Enter folds a group');
	is(await page.evaluate(() => document.activeElement.textContent), '17 streams', 'which keeps the focus');
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

// Between steps nothing was recorded (--range): that time is cut out, said, and marked; nothing there is idle.
async function testUnrecorded(browser) {
	const read = (...path) => readFileSync(join(source, ...path), 'utf8');
	const trace = join(work, 'unrecorded.db');
	execFileSync('sqlite3', ['-bail', trace], { input: ['PRAGMA journal_mode = DELETE; BEGIN;', read('schema/schema.sql'), read('schema/names.sql'),
		read('schema/views.sql'), read('tests/rules/prelude.sql'), read('tests/rules/gpu-idle/silent-not-recorded.sql'), 'COMMIT;'].join('\n') });
	const report = JSON.parse(warpwise('analyze', '--format', 'json', trace));
	const [{ unrecorded, budget, wall_ns: wall }] = report.processes;
	is(unrecorded.places.length, unrecorded.intervals - 1, 'the report says where time was not recorded: all but the last, which is behind the run');
	ok(unrecorded.places.every(({ ns }) => ns === 1513000), 'and how long each time was', unrecorded.places[0]);
	ok(unrecorded.ns > 2 * wall, 'which is longer than what was', unrecorded.ns, wall);
	const text = warpwise('analyze', trace).replace(/\s+/g, ' ');
	const said = /[\d.]+ m?s of the run were not recorded, \d+ times \(--range\): nothing is known of them, and no time here counts them\./;
	const page = await openPage(browser, writePage('unrecorded', trace), { hash: '#overview' });
	await page.waitForSelector('.unrecorded');
	is(await page.locator('.unrecorded').textContent(), said.exec(text)?.[0], 'the overview says it in the words of the text report');
	is(Object.values(budget.share_ns).reduce((sum, ns) => sum + ns, 0), budget.wall_ns, 'the budget is of the rest alone');
	await turnTo(page, writePage('unrecorded', trace), '#timeline');
	await ready(page);
	await page.locator('.stage').focus();
	await page.keyboard.press('Escape');
	ok(/not recorded, 30 times.*A dotted line/s.test(await panel(page)), 'the timeline says it, too', await panel(page));
	const marked = await page.evaluate(() => {
		const canvas = document.querySelector('.over');
		const probe = document.createElement('span');
		probe.style.color = getComputedStyle(document.documentElement).getPropertyValue('--warn');
		document.body.append(probe);
		const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
		const { data } = canvas.getContext('2d').getImageData(0, Math.round(canvas.height / 2), canvas.width, 3);
		const columns = new Set();
		for (let i = 0; i < data.length; i += 4)
			if (data[i + 3] > 60 && Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue) < 40)
				columns.add(i / 4 % canvas.width);
		return columns.size;
	});
	ok(marked >= 25, 'and a line stands wherever time is left out', marked);
	// How long it was is read whole where its line stands at the right edge, too: the window ends there.
	await page.evaluate(() => {
		const { fillText } = CanvasRenderingContext2D.prototype;
		window.seams = [];
		CanvasRenderingContext2D.prototype.fillText = function note(text, x, ...rest) {
			if (text.endsWith('not recorded'))
				window.seams.push([x, x + this.measureText(text).width, this.canvas.clientWidth]);
			return fillText.call(this, text, x, ...rest);
		};
	});
	const { at_ns: at } = unrecorded.places[3];
	await page.evaluate((hash) => { location.hash = hash; }, `#timeline?from=${at - 3000000}&to=${at + 30000}`);
	await page.waitForFunction(() => window.seams.length > 0);
	const seams = await page.evaluate(() => window.seams);
	ok(seams.every(([x0, x1, width]) => x0 >= 0 && x1 <= width), 'what is said of a line at the edge is not cut off', JSON.stringify(seams));
	await page.close();
}

// Invented samples of the METRICS in a copy of a stored trace: the first half of the run 0, then so much.
function writeReadings(metrics, value) {
	const trace = join(work, 'readings.db');
	copyFileSync(sample('stall-bad'), trace);
	execFileSync('sqlite3', ['-bail', trace], { input: `INSERT INTO gpu_sample (device_id, start_ns, duration_ns)
			WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99),
			run AS (SELECT min(start_ns) AS first_ns, max(end_ns) - min(start_ns) AS run_ns FROM api_call)
			SELECT (SELECT min(id) FROM device), first_ns + run_ns / 100 * i, run_ns / 100 FROM n, run;
		${metrics.map((name, i) => `INSERT INTO metric VALUES (${1000 + i}, '${name}');
			INSERT INTO gpu_sample_metric SELECT id, ${1000 + i}, iif(id > 50, ${name.endsWith('.sum') ? `${value} / 100.0 * duration_ns` : value}, 0) FROM gpu_sample;`).join('\n')}` });
	return writePage('readings', trace);
}

// Every metric of whole GPUs that the collector samples has words, a unit and an explanation; others are shown as they are.
async function testReadings(browser) {
	const [, list] = /metric_gpu_names\[GPU_METRICS\] = \{(.*?)\};/s.exec(readFileSync(join(source, 'collector/counters/metric_config.c'), 'utf8'));
	const known = [...list.matchAll(/"(.*?)"/g)].map(([, name]) => name);
	const unknown = 'lts__t_sectors.sum';
	const page = await openPage(browser, writeReadings([...known, unknown], 25), { hash: '#timeline' });
	await ready(page);
	const lanes = Object.fromEntries(await page.locator('.names .lane').evaluateAll((names) => names
		.map((name) => [/CUPTI calls it (\S+)\.$/.exec(name.title)?.[1], { label: name.textContent, title: name.title }])));
	for (const name of known) {
		const { label, title } = lanes[name] ?? {};
		ok(/^[A-Za-z ]+ up to (25.0 %|[\d.]+ MB\/s)$/.test(label) && label.endsWith('%') === name.includes('.pct'), `${name} has words and a unit`, label);
		ok(/^[A-Z][^_]{30,}\. CUPTI/.test(title), `and an explanation: ${label}`, title);
	}
	ok(/^lts__t_sectors.sum up to [\d,]+ per s$/.test(lanes[unknown]?.label), 'an unknown metric has its name', lanes[unknown]?.label);
	const stage = await page.locator('.stage').boundingBox();
	const lane = await page.locator('.names .lane', { hasText: 'issue slots' }).boundingBox();
	await page.mouse.move(stage.x + stage.width * 0.9, lane.y + lane.height / 2);
	const tip = await page.locator('.tip').textContent();
	ok(/^issue slots in use 25.0 %Cycles in which a scheduler issued/.test(tip), 'hover tells the value and what it is', tip);
	is(page.complaints.join('\n'), '', 'no error');
	await page.close();
}

await withBrowser(async (browser) => {
	testShares();
	for (const test of [testBusy, testUnrecorded, testReadings, testFirstSight, testHover, testKeysAndLinks, testMap, testSpan, testSearch, testSharesAndFindings, testLeaving, testLanes])
		await test(browser);
});
