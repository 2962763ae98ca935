// SPDX-License-Identifier: MIT
import { copyFileSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { go, is, ok, openPage, source, squeeze, turnTo, violations, warpwise, withBrowser, work, writePage } from './browser.mjs';

const traces = join(source, 'samples/traces');
const python = join(traces, 'setup/once.db');
const without = join(traces, 'short-kernels-bad.db');
const DEEP = 48; // calls one below another that are drawn
const hash = (page) => page.evaluate(() => location.hash);
const call = (page, name) => page.getByRole('treeitem', { name });
// Until the call whose name begins with NAME is the one that is shown.
const shows = (page, name) => page.waitForFunction((text) => document.querySelector('.flame [aria-current]')?.getAttribute('aria-label').startsWith(text), name);
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);

// The same with invented samples of native code, and what MORE does to them.
function nativeTrace(name, more = '') {
	const path = join(work, `${name}.db`);
	copyFileSync(without, path);
	execFileSync('sqlite3', ['-bail', path], { input: readFileSync(join(source, 'tests/host.sql'), 'utf8') + more });
	return path;
}

const hostTime = (trace) => JSON.parse(warpwise('analyze', '--format', 'json', trace)).processes[0].host_time;

// The boxes that are drawn: [{ label, level, left, width: of the graph, top: in rows }].
const boxes = (page) => page.evaluate(() => {
	const graph = document.querySelector('.flame').getBoundingClientRect();
	return [...document.querySelectorAll('.flame [role=treeitem]')].map((item) => {
		const { left, width, top } = item.getBoundingClientRect();
		return { label: item.getAttribute('aria-label'), level: Number(item.ariaLevel), left: (left - graph.left) / graph.width, width: width / graph.width, top: Math.round((top - graph.top) / 20) };
	});
});

// Of a trace: the table has the report's functions, and every call is as wide as its time, below its caller.
async function testTruth(page, name, trace) {
	const { functions: { rows }, tree, total_ns: total } = hostTime(trace);
	await turnTo(page, writePage(`truth-${name}`, trace), '#/host?rows=all');
	await page.waitForSelector('.flame');
	const cells = await page.locator('tbody tr').evaluateAll((found) => found.map((row) => row.cells[0].textContent));
	is(cells.slice(0, rows.length).join('|'), rows.map(({ name }) => name).join('|'), `${name}: the table has the report's functions in its order`);
	const drawn = await boxes(page);
	const levels = [];
	tree.parent.forEach((parent) => levels.push(parent === null ? 1 : levels[parent] + 1));
	const parts = tree.total_ns.map((ns) => ns / total).filter((part, i) => part >= 0.001 && levels[i] <= DEEP);
	const sorted = (list) => list.map((part) => part.toFixed(3)).sort().join();
	is(sorted(drawn.slice(1).map(({ width }) => width)), sorted(parts), `${name}: every call of 0.1 % or more has a box, as wide as its time`);
	const astray = drawn.filter((box) => box.top !== box.level - 1 || box.level > 1 && !drawn.some((other) => other.top === box.top - 1 &&
		other.left <= box.left + 1e-4 && other.left + other.width >= box.left + box.width - 1e-4));
	ok(!astray.length, `${name}: below its caller`, ...astray.map((box) => JSON.stringify(box)));
	is(page.complaints.join('\n'), '', 'without an error');
}

async function testText(page, trace) {
	await turnTo(page, writePage('host', trace), '#/host');
	await page.waitForSelector('.flame');
	const text = squeeze(await page.locator('main > p').first().textContent());
	is(text, '190 samples of native code in 1 thread that called CUDA, one for each 1.000 ms that ran there: 50.0 % in the program\'s own code, ' +
		'10.0 % in libraries, 40.0 % in CUDA\'s libraries. To the flame graph', 'the first line says what was sampled, and whose code it was');
	is((await boxes(page)).map(({ label }) => label).join(' | '), 'all: 190.0 ms | main() my app.cu:20: 90.0 %, 171.0 ms, 19.00 ms itself | step() my app.cu:10: 80.0 %, 152.0 ms, 19.00 ms itself | ' +
		'walk<bool>() my app.cu:5: 30.0 %, 57.00 ms, 19.00 ms itself | walk<bool>() my app.cu:5: 20.0 %, 38.00 ms | libcublas.so.13: 20.0 %, 38.00 ms, 19.00 ms itself | ' +
		'CUDA\'s libraries: 10.0 %, 19.00 ms | CUDA\'s libraries: 20.0 %, 38.00 ms | CUDA\'s libraries: 10.0 %, 19.00 ms', 'calls in words, each below its caller');
	ok((await page.locator('main > .note').last().textContent()).endsWith('All of the recording counts, CUDA\'s start and end, too.'), 'and of which time');
	const looks = await page.locator('.flame [role=treeitem]').evaluateAll((items) => new Set(items.map((item) => getComputedStyle(item).background)).size);
	is(looks, 4, 'program, libraries and CUDA differ');
	await page.locator('.values summary').click();
	is(squeeze(await page.locator('.values tbody tr').nth(3).textContent()), '4walk<bool>() my app.cu:520.0 %38.00 ms38.00 ms', 'the same as a table');
}

// A click goes into a call; Escape, the history and a click on all lead out.
async function testZoom(page) {
	const widest = async (name) => (await boxes(page)).find(({ label }) => label.startsWith(name))?.width;
	await call(page, /^step/).click();
	await shows(page, 'step');
	ok(/call=1$/.test(await hash(page)), 'a call is in the address');
	is(await widest('step'), 1, 'a click shows a call as wide as there is room');
	is(await widest('main'), 1, 'and who called it');
	is((await widest('walk')).toFixed(3), '0.375', 'and what it called in proportion');
	await page.goBack();
	await shows(page, 'all');
	is((await widest('step')).toFixed(3), '0.800', 'back leads out');
	await page.goForward();
	await shows(page, 'step');
	await page.reload();
	await shows(page, 'step');
	is(await widest('step'), 1, 'which shows it again');
	await page.keyboard.press('Escape');
	await shows(page, 'all');
	is((await widest('step')).toFixed(3), '0.800', 'Escape leads out');
	await call(page, /^step/).click();
	await shows(page, 'step');
	await call(page, /^all/).click();
	await shows(page, 'all');
	is(await hash(page), '#/host', 'so does a click on all');
	await go(page, '#/host?call=999', '.flame');
	is((await boxes(page)).length, 9, 'a call that there is not is none');
	await go(page, '#/host', '.flame');
	await page.waitForFunction(() => location.hash === '#/host');
}

async function testKeys(page) {
	await page.getByRole('button', { name: 'To the flame graph' }).press('Enter');
	is(await focused(page), 'all: 190.0 ms', 'a button leads to the flame graph');
	is(await page.locator('.flame [tabindex="0"]').count(), 1, 'which is one stop of Tab');
	for (const [key, name] of [['ArrowDown', 'main()'], ['ArrowDown', 'step()'], ['ArrowDown', 'walk<bool>()'], ['ArrowRight', 'libcublas'], ['ArrowRight', 'CUDA'], ['ArrowRight', 'CUDA'],
		['ArrowLeft', 'libcublas'], ['ArrowUp', 'step()']]) {
		await page.keyboard.press(key);
		ok((await focused(page)).startsWith(name), `${key}: ${name}`, await focused(page));
	}
	await page.keyboard.press('Enter');
	await shows(page, 'step');
	ok((await focused(page)).startsWith('step()'), 'Enter goes into a call, which keeps the focus');
	await page.keyboard.press('Home');
	is(await focused(page), 'all: 190.0 ms', 'Home leads to all');
	await page.keyboard.press('Escape');
	await shows(page, 'all');
	await page.keyboard.press('?');
	ok((await page.getByRole('dialog').textContent()).includes('In the flame graph'), 'the list of keys has them');
	await page.keyboard.press('Escape');
}

// The filter of the table, which is in the address, dims all other calls; names lead to boxes; the search leads to the filter.
async function testFilter(page) {
	const found = () => page.locator('.flame [role=treeitem]:not(.unfound)').count();
	await page.getByRole('searchbox', { name: /^Filter/ }).fill('walk');
	is([await page.locator('tbody tr').count(), await found()].join(), '1,3', 'the filter is the graph\'s, too');
	is(await hash(page), '#/host?filter=walk', 'and in the address');
	await page.locator('tbody a').click();
	await shows(page, 'walk');
	is(await hash(page), '#/host?filter=walk&call=2', 'a name leads to its largest call, and the filter stays');
	ok((await focused(page)).startsWith('walk<bool>()'), 'which has the focus');
	await page.locator('body').press('/');
	await page.keyboard.type('step');
	const option = page.locator('.found [role=group]').filter({ hasText: 'Functions of the host' }).locator('[role=option]');
	is(squeeze(await option.textContent()), 'step() my app.cu:1080.0 %, 152.0 ms', 'the search finds functions');
	await option.click();
	await page.waitForFunction(() => document.querySelector('.table input').value === 'step() my app.cu:10');
	is([await page.locator('tbody tr').count(), await found()].join(), '1,2', 'and leads to them');
	is(page.complaints.join('\n'), '', 'without an error');
}

// Where nothing was recorded there is no such view; where another process has it, this one says how to get it.
async function testNothing(page, trace) {
	await turnTo(page, writePage('nothing', without), '#/host');
	await page.waitForSelector('main h2');
	ok(!await page.locator('.tabs').getByText('Host').count() && (await page.locator('main').textContent()).includes('nothing for Host'), 'without samples there is no such view');
	await turnTo(page, writePage('either', trace, without), '#/host?process=1');
	await page.waitForSelector('main[data-view=host]');
	ok((await page.locator('main').textContent()).includes('warpwise record --host'), 'a process without samples says how to get them');
}

// Evidence that names code leads to it; what the report has no function of is no link.
async function testEvidence(page) {
	await turnTo(page, writePage('evidence', join(traces, 'setup/tunes.db')), '#/overview');
	const links = page.locator('.finding a[href*="#/host"]');
	const texts = await links.allTextContents();
	ok(['pool() triton_ragged_pool.py:89', 'Embedder.forward() triton_ragged_pool.py:112', 'main() triton_ragged_pool.py:128'].every((text) => texts.includes(text)), 'evidence leads to the functions that it names', ...texts);
	const evidence = (await page.locator('.finding li').allTextContents()).find((text) => text.startsWith('launched from'));
	ok(/^launched from: pool\(\) triton_ragged_pool\.py:89, called from main\(\) triton_ragged_pool\.py:\d+ \(seen in/.test(evidence), 'and reads as before', evidence);
	await page.locator('.finding summary').evaluateAll((found) => found.forEach((summary) => { summary.parentElement.open = true; }));
	await links.getByText(/^Embedder/).first().click();
	await page.waitForSelector('.flame');
	is((await page.locator('tbody tr td:first-child').allTextContents()).join(), 'Embedder.forward()', 'which are all that is shown');
	await turnTo(page, writePage('no-host', without), '#/overview');
	is(await links.count(), 0, 'where nothing was sampled nothing is linked');
}

async function testHostile(page) {
	const hostile = '<img src=x onerror=alert(1)>';
	await turnTo(page, writePage('hostile', nativeTrace('hostile', `UPDATE host_symbol SET function = '${hostile}', file = '/home/${hostile}';`)), '#/host');
	await page.waitForSelector('.flame');
	is(await page.locator('main img').count(), 0, 'hostile names make no element');
	ok((await page.locator('main').textContent()).includes(hostile), 'and are shown as text');
	is(page.complaints.join('\n'), '', 'without an error');
}

// The timeline shows when each function was it: found by name, and said in words.
async function testTimeline(browser) {
	for (const [colorScheme, width] of [['light', 1280], ['dark', 390]]) {
		const page = await openPage(browser, writePage('timeline', python), { hash: '#/timeline', bypassCSP: true, colorScheme, viewport: { width, height: 900 } });
		await page.waitForSelector('.stage');
		const field = page.getByPlaceholder('Find here (/)');
		await field.fill('linear()');
		await field.press('Enter');
		await page.waitForFunction(() => document.querySelector('.panel').textContent.includes('triton_mlp_blocks.py'));
		const text = squeeze(await page.locator('.panel').textContent());
		ok(/linear\(\) triton_mlp_blocks\.py/.test(text) && /thread 6434 python3/.test(text) && text.includes('innermost function of the program\'s own'),
			`${width} px: the timeline says in which function a thread was when`, text);
		ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: nothing is wider than the page`);
		const errors = await violations(page);
		ok(!errors.length, `${width} px: no violation`, ...errors);
		is(page.complaints.join('\n'), '', `${width} px: no error`);
		if (process.env.TEST_SCREENSHOTS)
			await page.screenshot({ path: join(process.env.TEST_SCREENSHOTS, `samples-${width}.png`) });
		await page.close();
	}
}

async function testLooks(browser, trace) {
	for (const [colorScheme, width] of [['light', 1280], ['dark', 390]]) {
		const page = await openPage(browser, writePage('looks', trace), { hash: '#/host?filter=walk', bypassCSP: true, colorScheme, viewport: { width, height: 1000 } });
		await page.waitForSelector('.flame');
		await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
		await page.waitForFunction(() => document.querySelector('.values').children.length > 1);
		const errors = await violations(page);
		ok(!errors.length, `${colorScheme}, ${width} px: no violation`, ...errors);
		ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: nothing is wider than the page`);
		await page.emulateMedia({ media: 'print' });
		ok(await page.locator('.flame').isVisible() && !await page.locator('.to-flame').isVisible(), 'paper has the graph, and nothing to press');
		await page.close();
	}
}

await withBrowser(async (browser) => {
	const native = nativeTrace('native');
	const page = await openPage(browser, writePage('host', native));
	await testTruth(page, 'native', native);
	await testTruth(page, 'python', python);
	await testText(page, native);
	await testZoom(page);
	await testKeys(page);
	await testFilter(page);
	await testNothing(page, native);
	await testEvidence(page);
	await testHostile(page);
	await page.close();
	await testLooks(browser, native);
	await testTimeline(browser);
});
