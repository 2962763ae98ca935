// SPDX-License-Identifier: MIT
// The timeline of a stored trace that is too long to be drawn as a whole: it is fetched in windows while it is zoomed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, is, warpwise, withBrowser, work } from './browser.mjs';
import { assemble } from '../../web/ui/timeline/assembly.js';
import { NONE } from '../../web/ui/timeline/columns.js';
import { describe } from '../../web/ui/timeline/describe.js';
import { addUser, command, folder, openSite, reportOf, signIn, startServer, upload, uploadTrace } from './server.mjs';

const OPERATIONS = 60000;
const WINDOWS = '**/timeline/window?**';
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const panel = (page) => page.locator('.panel').textContent();

// What is drawn of the boxes, as a number that differs where they do; how much of it is not of the one colour of paper.
function drawn(page) {
	return page.evaluate(() => {
		const canvas = document.querySelector('.boxes');
		const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
		const paper = pixels[pixels.length - 1];
		let inked = 0;
		let hash = 0;
		for (const pixel of pixels) {
			inked += pixel !== paper;
			hash = (Math.imul(hash, 31) + pixel) | 0;
		}
		return { inked, hash };
	});
}

async function sendTrace(server, data) {
	const trace = join(work, 'long.db');
	execFileSync(process.env.TEST_GENERATE, ['--operations', OPERATIONS, '--streams', 8, '--threads', 2, trace]);
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'app');
	const report = await upload(server, token, JSON.parse(warpwise('analyze', '--format', 'json', trace)), { project: 'app' });
	const bytes = readFileSync(trace);
	const reply = await fetch(`${server.address}/api/v1/traces/${createHash('sha256').update(bytes).digest('hex')}?${new URLSearchParams({ project: 'app', report })}`, {
		method: 'PUT', headers: { Authorization: `Bearer ${token}`, 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` }, body: bytes });
	ok(reply.ok, 'the trace is stored', await reply.text());
	return report;
}

// Two tiles: the second begins with an operation that the first was too coarse to show, and that moves before the
// first's last one. Places of findings go with their operations.
function testAssembly() {
	const columns = [['start_ns', Float64Array], ['duration_ns', Float64Array], ['count', Uint32Array]];
	const tileOf = (from, to, resolution, starts, duration, places) => ({ from, to, resolution,
		operations: { start_ns: Float64Array.from(starts), duration_ns: new Float64Array(starts.length).fill(duration), count: new Uint32Array(starts.length).fill(1) },
		places: { rows: places.length, finding: Uint32Array.from(places, ([finding]) => finding), operation: Uint32Array.from(places, ([, row]) => row) } });
	const coarse = tileOf(0, 100, 80, [0, 40, 90], 9, [[0, 2], [2, 0]]);
	const fine = tileOf(100, 200, 1, [50, 120, 150], 70, [[0, 1], [1, 0], [1, 0]]);
	const { operations, places } = assemble({
		kinds: ['operations'],
		tables: { operations: [{ name: 'operations', columns: columns.map(([name, type]) => ({ name, type: type === Float64Array ? 'f64' : 'u32' })) }] },
		cover(rows, view, see) {
			see(coarse, 0, 100);
			see(fine, 100, 200);
		},
	}, {}, [1, 0, -1], 1);
	is(operations.start_ns.join(' '), '0 40 50 90 120 150', 'operations of several tiles are joined in order of start');
	const startsOf = (rows) => Array.from(rows ?? [], (row) => operations.start_ns[row]).join(' ');
	is([0, 1, 2].map((number) => startsOf(places.rowsOf(number))).join('; '), '50; 90 120; ', 'places are of the operations that they were of, each once, in order');
	is([0, 1, 2].map((number) => places.has(number)).join(), 'true,true,false', 'it is known which findings have some');
	is([2, 3, 0].map((row) => [...places.at(row)].join()).join('; '), '0; 1; ', 'and which an operation has');
}

// A box of several is named for them, not for one of them; the longest is told.
function testSeveral() {
	const operations = { count: [581, 1], start_ns: [3e6, 2e6], duration_ns: [16780000, 500], idle_ns: [8390000, 0], longest_ns: [4200, 0], wait_ns: [0, 0],
		size_bytes: [NaN, NaN], name: [0, 0], track: [0, 0], cause: [0, 0], shape: [NONE, NONE], memory: [NONE, NONE] };
	const timeline = { operations, first_ns: 1e6, names: ['gemm(float *)'], tracks: [{ device: 0, stream: 7, queue: -1 }] };
	for (const what of ['blocker', 'call'])
		operations[what] = [NONE, NONE];
	const told = (row) => {
		const { title, facts } = describe({ causes: [{ id: 'issue', share: 'host', text: 'its launch' }] }, timeline, { table: 'operations', row });
		return { title, ...Object.fromEntries(facts) };
	};
	const { title, when, longest } = told(0);
	is(`${title}: ${when}; ${longest}`, '581 operations in 16.78 ms: 2.000 ms after the start, running for 8.390 ms (50.0 %); gemm(float *), 4.200 us',
		'a box of several is named for them, and tells the longest');
	is(`${told(1).title}: ${told(1).when}`, 'gemm(float *): 1.000 ms after the start, for 500 ns', 'a single one for itself');
}

async function open(page, address) {
	await page.goto(address);
	await page.waitForSelector('main[data-view=timeline][data-ready]', { timeout: 120000 });
	await frame(page);
}

async function press(page, ...keys) {
	await page.locator('.stage').focus();
	for (const key of keys)
		await page.keyboard.press(key);
}

const nearer = (count) => Array(count).fill('w');

async function testZoom(page) {
	await press(page, 'Escape');
	ok(/Of 60,000 operations .* are one box, until you zoom in/.test(await panel(page)), 'what boxes hide is said', await panel(page));
	ok(/^[\d,]+ places? of finding \d+$/.test(await page.locator('.count').textContent()), 'all places of a finding are counted', await page.locator('.count').textContent());
	await press(page, 'n');
	await page.waitForFunction(() => document.querySelector('.panel h2') && !document.querySelector('.panel').textContent.includes('too short to see'), null, { timeout: 60000 });
	ok(true, 'going to a place of a finding zooms until the operation itself is there');
	for (let i = 0; i < 20 && !/came after|held back by/.test(await panel(page)); i++)
		await press(page, 'ArrowRight'); // to one that came after another
	const text = await panel(page);
	await page.waitForTimeout(400); // the address follows
	await open(page, page.url());
	await page.waitForFunction((want) => document.querySelector('.panel').textContent === want, text, { timeout: 60000 });
	ok(true, 'a link leads to the very operation');
	ok(/came after|held back by/.test(text), 'what it came after is known', text);
	await press(page, 'Enter');
	await page.waitForFunction((old) => document.querySelector('.panel').textContent !== old, text);
	const title = await page.locator('.panel h2').textContent();
	ok(text.includes(title.replace(/^void /, '').slice(0, 12)), 'Enter goes there: to the one that was named', title, text);
}

// Windows that are late: what is there stays to be seen, and nobody waits for those that are not needed any more.
async function testLate(page) {
	await press(page, '0', 'Escape');
	await page.waitForFunction(() => !document.querySelector('.panel dl'));
	const held = [];
	const stale = [];
	await page.route(WINDOWS, (route) => held.push(route));
	page.on('requestfailed', (request) => request.url().includes('/timeline/window') && stale.push(request.url()));
	await press(page, ...nearer(6));
	while (!held.length)
		await page.waitForTimeout(20);
	await frame(page);
	const coarse = await drawn(page);
	ok(coarse.inked > 1000, 'until windows are there, coarser boxes are', coarse.inked);
	await press(page, ...nearer(8));
	while (!stale.length)
		await page.waitForTimeout(20);
	ok(stale.length, 'requests for what is no longer looked at are ended');
	const waiting = await drawn(page);
	ok(waiting.inked > 1000, 'still nothing is blank', waiting.inked);
	await page.unroute(WINDOWS);
	for (const route of held)
		await route.continue().catch(() => {}); // of those that were ended
	await page.waitForFunction(async (old) => {
		const canvas = document.querySelector('.boxes');
		const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
		let hash = 0;
		for (const pixel of pixels)
			hash = (Math.imul(hash, 31) + pixel) | 0;
		return hash !== old;
	}, waiting.hash, { timeout: 60000 });
	ok(true, 'then they are finer');
}

async function testFailing(page) {
	await press(page, '0');
	await page.route(WINDOWS, (route) => route.abort());
	await press(page, ...nearer(4), ...Array(5).fill('d'), ...nearer(18)); // aside: in the middle are windows that came before
	await page.waitForFunction(() => document.querySelector('.timeline').textContent.includes('Details are missing'), null, { timeout: 60000 });
	ok((await drawn(page)).inked > 1000, 'a server that is gone is said, and what is there stays');
	await page.unroute(WINDOWS);
	await page.waitForFunction(() => !document.querySelector('.timeline').textContent.includes('Details are missing'), null, { timeout: 60000 });
	ok(true, 'once it is back the rest comes by itself');
}

// Pages of managed memory have lanes of their own, as on the report's page.
async function testMigrations(page, server, token) {
	const report = await upload(server, token, reportOf('managed-memory-bad'), { project: 'app' });
	await uploadTrace(server, token, 'managed-memory-bad', { project: 'app', report });
	await open(page, `${server.address}/runs/${report}?project=app#/timeline`);
	const names = await page.locator('.timeline .names').textContent();
	ok(/Managed memory.*host to device.*device to host.*faults of a device/.test(names), 'pages of managed memory have lanes', names);
	const lane = await page.locator('.timeline .names').getByText('faults of a device').boundingBox();
	const stage = await page.locator('.stage').boundingBox();
	await press(page, 'Escape', '0');
	for (let x = stage.x + 2; x < stage.x + stage.width && !(await panel(page)).includes('what the driver did'); x += 4)
		await page.mouse.click(x, lane.y + lane.height / 2);
	ok((await panel(page)).includes('what the driver did with pages of managed memory'), 'in which each says what it is', await panel(page));
}

await withBrowser(async (browser) => {
	testAssembly();
	testSeveral();
	const data = folder();
	const server = await startServer('serve', '--data', data);
	addUser(data, 'ada', '--role', 'read', '--project', 'app');
	const run = await sendTrace(server, data);
	const page = await openSite(browser, `${server.address}/runs?project=app`);
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	await open(page, `${server.address}/runs/${run}?project=app#/timeline`);
	const names = await page.locator('.timeline .names').textContent();
	ok(names.includes('time went to') && names.includes('8 streams') && names.includes('calls'), 'it has all lanes of the report\'s page', names);
	await testZoom(page);
	await testLate(page);
	await testFailing(page);
	await testMigrations(page, server, command(data, 'token', 'create', '--role', 'upload', '--project', 'app'));
	is(page.complaints.join('\n'), '', 'all of that without an error');
	await server.stop();
});
