// SPDX-License-Identifier: MIT
import { copyFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is, ok, openPage, openTab, source, squeeze, turnTo, warpwise, withBrowser, work, writePage } from './browser.mjs';

const { shareLooks } = await import(pathToFileURL(join(source, 'web/ui/colours.js')).href);
const bad = join(source, 'samples/traces/false-dependency-bad.db');

// Whatever a program calls its kernels and ranges is shown as text, wherever it is shown.
async function testHostileNames(browser) {
	const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
	const trace = join(work, 'hostile.db');
	copyFileSync(bad, trace);
	execFileSync('sqlite3', [trace, `UPDATE function SET name = '${hostile}'; UPDATE string SET text = '${hostile}'; UPDATE process SET executable = '/${hostile}'`]);
	const path = writePage('hostile', trace);
	const page = await openPage(browser, path);
	ok((await page.locator('.finding').first().textContent()).includes('<img'), 'a hostile name is shown as text in findings');
	for (const tab of await page.locator('.tabs a').all()) {
		const view = await openTab(page, tab);
		is(await page.locator('img, main script').count(), 0, `${view}: makes no element`);
	}
	await page.goto(`${page.url().split('#')[0]}#/kernels`);
	ok((await page.locator('main').textContent()).includes(hostile), 'and in tables');
	await page.goto(`${page.url().split('#')[0]}#/timeline?finding=1`);
	await page.waitForSelector('main[data-ready]');
	ok((await page.locator('.panel').textContent()).includes(hostile), 'and in the timeline');
	is(page.complaints.join('\n'), '', 'and makes no error');
	await page.close();
}

async function testSeveral(browser) {
	const ranks = [0, 1].map((rank) => join(source, `samples/traces/ranks/rank-${rank}.db`));
	const page = await openPage(browser, writePage('ranks', ...ranks));
	const [first] = await page.locator('.headline').allTextContents();
	await page.getByLabel('Process').selectOption('1');
	await page.waitForFunction((text) => document.querySelector('.headline').textContent !== text, first);
	ok(/process=1/.test(page.url()), 'a process is chosen, and in the address');
	await openTab(page, page.getByRole('link', { name: 'Timeline', exact: true }));
	ok(/process=1/.test(page.url()), 'and stays when the view changes');
	await page.goBack();
	await page.waitForSelector('main[data-view=overview]');
	await page.goto(`${page.url().split('#')[0]}#/nonsense`);
	ok((await page.locator('main').textContent()).includes("The address asks for 'nonsense'") && await page.locator('.tabs [aria-current]').count() === 0, 'an address of no view says so');
	await page.getByRole('link', { name: 'To Overview' }).click();
	await page.waitForSelector('main[data-view=overview]');
	is(page.complaints.join('\n'), '', 'several processes: no error');
	await page.close();
}

// Where to look first is said in the overview of every process, and how many have it.
async function testFirstOfAll(browser) {
	const traces = [0, 1, 2].map((rank) => join(work, `few-${rank}.db`));
	for (const [rank, path] of traces.entries()) {
		copyFileSync(rank ? bad : join(source, 'samples/traces/no-overlap-bad.db'), path);
		execFileSync('sqlite3', [path, `INSERT OR REPLACE INTO environment VALUES ('RANK', '${rank}')`]);
	}
	const page = await openPage(browser, writePage('few', ...traces));
	const text = squeeze(await page.locator('.look-first').textContent());
	ok(/^Of all processes, look first at finding 1, False dependency between streams, in 2 of 3 processes, most in rank [12]\.$/.test(text),
		'several processes: the first overview leads to the finding of another', text);
	ok(squeeze(await page.locator('.elsewhere').textContent()).includes('in 2 of 3 processes, most in rank'), 'and says how many have what it has not');
	await page.locator('.look-first a').click();
	await page.waitForFunction(() => /process=[12]/.test(location.hash) && document.querySelector('.finding[data-finding="1"][open]'));
	is(await page.locator('.look-first').count(), 0, 'whose overview begins with it');
	const apart = 'None of them ran while another did: runs of their own are better analysed one by one, or compared (warpwise compare)';
	const said = async () => [squeeze(await page.locator('main').textContent()).includes(`${apart}.`), squeeze(warpwise('analyze', '--brief', ...traces)).includes(apart)].join();
	await openTab(page, page.getByRole('link', { name: 'Processes', exact: true }));
	is(await said(), 'false,false', 'two ran at the same time');
	traces.pop();
	await turnTo(page, writePage('apart', ...traces), '#/ranks');
	await page.waitForSelector('main[data-view=ranks]');
	is(await said(), 'true,true', 'that runs were one after another is said, in the words of the text report');
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// A trace of nothing, and one without GPU work.
async function testEmpty(browser) {
	const all = ['kernel', 'copy', 'fill', 'api_call', 'device', 'context', 'stream', 'process', 'meta'];
	for (const [name, tables] of [['no kernels', ['kernel']], ['no GPU work', ['kernel', 'copy', 'fill']], ['nothing', all]]) {
		const trace = join(work, `${name}.db`);
		copyFileSync(join(source, 'samples/traces/no-overlap-bad.db'), trace);
		execFileSync('sqlite3', [trace, tables.map((table) => `DELETE FROM ${table};`).join('')]);
		const page = await openPage(browser, writePage(name, trace));
		const silent = [];
		for (const tab of await page.locator('.tabs a').all()) {
			const [, view] = /#\/?([^?]*)/.exec(await tab.getAttribute('href'));
			await tab.click();
			await page.waitForSelector(`main[data-view=${view}]`);
			await page.waitForTimeout(100);
			if (!(await page.locator('main').textContent()).trim())
				silent.push(view);
		}
		is([...silent, ...page.complaints].join('\n'), '', `${name}: every view says so`);
		await page.close();
	}
}

// The first lines are those of the text report, whatever was recorded: a part of the run, none of its end, nothing on the GPU.
async function testHeadlines(browser) {
	const cut = join(work, 'cut.db');
	copyFileSync(bad, cut);
	execFileSync('sqlite3', [cut, 'UPDATE meta SET value = \'recording\' WHERE key = \'state\'']);
	const page = await openPage(browser, join(work, 'bad.html'));
	for (const [name, ...args] of [['whole', bad], ['range', '--range', 'measured', bad], ['cut', cut], ['idle', join(work, 'no GPU work.db')],
		['own', join(source, 'samples/traces/tail-effect-bad.db')], ['kernel', join(source, 'samples/traces/double-precision-fixed.db')]]) {
		await turnTo(page, writePage(`headline-${name}`, ...args));
		const lines = warpwise('analyze', '--limit', '0', ...args).split('\n');
		const headline = await page.locator('.headline').textContent();
		ok([1, 2].some((count) => squeeze(lines.slice(0, count).join(' ')) === headline), `${name}: the headline is that of the text report`, headline, ...lines.slice(0, 2));
		const [said = ''] = lines.filter((line) => line.startsWith('The program was killed'));
		is((await page.locator('.headline + .warning').allTextContents()).join(), said && `${said}.`, `${name}: ${said ? 'and so is the warning' : 'without a warning'}`);
		const own = await page.locator('.own-work').allTextContents();
		is(own.join(), squeeze(lines.join(' ')).match(/[\d.]+ % of the (?:recorded )?\w+ is the program's own work on the host, [\d.]+ \w+/)?.[0].concat('.') ?? '', `${name}: the program's own work, where it is most`);
		const text = squeeze(lines.join(' '));
		const kernels = (await page.locator('.aside').allTextContents()).filter((aside) => aside.includes(' of the time in kernels, and '));
		is(kernels.filter((aside) => text.includes(squeeze(aside.slice(0, -1)))).length, Number(text.includes(' of the time in kernels, and ')), `${name}: the kernel that no finding names`);
		const whole = name === 'range' ? 'range' : 'run';
		const isOf = (text) => new RegExp(`% of the (recorded )?${whole}`).test(text) && !text.includes(`% of the ${whole === 'run' ? 'range' : 'run'}`);
		ok(['idle', 'kernel'].includes(name) || isOf(lines.join(' ')) && isOf(await page.locator('.finding').first().textContent()),
			`${name}: shares are of the ${whole}`);
	}
	is(page.complaints.join('\n'), '', 'and no error');
	await page.close();
}

// Where no rule found anything, the largest wait stands in the first line, as in the text report.
async function testNothingFound(browser) {
	const trace = join(source, 'samples/traces/local-memory-fixed.db');
	const page = await openPage(browser, writePage('quiet', trace));
	const [process] = JSON.parse(warpwise('analyze', '--format', 'json', trace)).processes;
	const said = await page.locator('.first-step').textContent();
	ok(said.includes(process.largest_wait.hint) && !said.includes('No rule found anything'), 'nothing found: the largest wait, and what would tell more', said);
	const bad = join(source, 'samples/traces/false-dependency-bad.db');
	for (const [options, unsaid] of [[['--min-gain', '90'], '1 finding below --min-gain 90 is not shown'], [['--rule', 'stall'], 'stall could not be judged: needs samples']]) {
		await turnTo(page, writePage('unsaid', ...options, bad));
		const step = await page.locator('.first-step').textContent();
		ok(step.includes(unsaid) && !step.includes('No rule found'), `${options.join(' ')}: the page says what was left out`, step);
	}
	const small = join(source, 'tests/programs/traces/managed_first_touch.db');
	await turnTo(page, writePage('small', small));
	const { findings: [first], processes: [{ largest_wait: wait }] } = JSON.parse(warpwise('analyze', '--format', 'json', small));
	const both = await page.locator('.first-step').textContent();
	ok(both.includes(first.title) && both.includes('No finding is about it') && wait.share === 'host', 'a small fix: the largest wait stands beside it', both);
	await page.close();
}

// The first screen shows waits where they are what is wrong, and no others.
async function testExcerpt(browser) {
	const sample = (name) => join(source, `samples/traces/${name}.db`);
	const page = await openPage(browser, join(work, 'bad.html'));
	for (const [name, text] of [['default-stream-barrier-bad', 'held back: default stream'], ['dynamic-parallelism-bad', 'held back: kernels of kernels'],
		['atomic-contention-bad', null], ['divergence-reduction-bad', null], ['serial-kernels-bad', null]]) {
		await turnTo(page, writePage('excerpt', sample(name)));
		const [{ operations: [first] }] = JSON.parse(warpwise('analyze', '--format', 'json', sample(name))).findings;
		const shown = (await page.locator('.excerpt').allTextContents()).join();
		ok(first.wait_ns > 0 && (text ? shown.includes(text) : !shown), `${name}: ${text ?? 'a wait of one launch for its code is not what is wrong'}`, shown);
	}
	await page.close();
}

// A part too narrow for a pattern is told as soon as it has the focus: its look, and all of it within the page.
async function testTold(page, bar) {
	const told = page.locator(`${bar} .told`);
	is(await told.isVisible(), false, 'nothing has the focus, nothing is told');
	const parts = page.locator(`${bar} .part`);
	await parts.first().focus();
	let narrow = 0;
	const wrong = [];
	for (let i = 0; i < await parts.count(); i++) {
		if (i)
			await page.keyboard.press('Tab');
		const got = await page.evaluate(() => {
			const part = document.activeElement;
			const box = part.closest('.budget-bar').querySelector('.told');
			const { right, width, height } = box.getBoundingClientRect();
			const look = (element) => JSON.stringify([getComputedStyle(element).backgroundImage, getComputedStyle(element).backgroundColor]);
			return { isNarrow: part.clientWidth < 6, name: part.getAttribute('aria-label'), text: box.textContent, letter: part.querySelector('.letter').textContent,
				isSeen: width > 100 && height > 10 && right <= innerWidth, isAlike: look(part) === look(box.querySelector('.swatch')) };
		});
		narrow += got.isNarrow;
		if (got.text !== got.letter + got.name || !got.isSeen || !got.isAlike)
			wrong.push(JSON.stringify(got));
	}
	ok(narrow > 0 && !wrong.length, `${bar}: parts are told on focus, ${narrow} narrow ones too`, ...wrong);
	await page.keyboard.press('Tab');
	is(await told.isVisible(), false, 'and no longer than that');
}

// A bar's parts: patterns beside colours, and on each as much as there is room for.
async function testBar(browser) {
	const page = await openPage(browser, writePage('bar', bad));
	const parts = () => page.locator('.budget-section > .budget-bar .part').evaluateAll((found) => found.map((part) => {
		const isSeen = (name) => getComputedStyle(part.querySelector(name)).display !== 'none';
		return { id: new URLSearchParams(part.hash.split('?')[1]).get('share'), image: getComputedStyle(part).backgroundImage, width: part.clientWidth,
			name: isSeen('.name'), letter: isSeen('.letter'), fits: [...part.children].every((child) => child.offsetLeft + child.offsetWidth <= part.offsetLeft + part.offsetWidth) };
	}));
	for (const width of [1600, 360]) {
		await page.setViewportSize({ width, height: 900 });
		const found = await parts();
		ok(found.every((part) => (part.image === 'none') === (shareLooks(part.id).pattern === 'plain')), `${width} px: parts have patterns`, JSON.stringify(found));
		ok(found.some(({ name }) => name) && found.some(({ letter }) => letter) && found.some(({ name, letter }) => !name && !letter) && found.every(({ fits }) => fits),
			`${width} px: names, letters or nothing, as there is room`, JSON.stringify(found));
	}
	await testTold(page, '.budget-section > .budget-bar');
	await page.locator('.switches input').first().check();
	await testTold(page, '.switches .budget-bar');
	await page.locator('.shares summary').press('Enter');
	const small = await page.locator('.shares li').allTextContents();
	ok(small.length > 2 && small.every((text) => /<?\d+(\.\d)? %, [\d.]+ [nmu]?s: /.test(text)), 'small shares unfold', small.join(' | '));
	await page.close();
}

// The policy holds: what is not the page's own script does not run, and nothing goes out, not even on demand.
async function testPolicy(browser) {
	const page = await openPage(browser, join(work, 'bad.html'));
	let reached = 0;
	const server = createServer((socket) => {
		reached++;
		socket.destroy();
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const got = await page.evaluate(async (port) => {
		const add = (name, text) => document.head.append(Object.assign(document.createElement(name), { textContent: text }));
		add('script', 'globalThis.hasRun = true');
		add('style', 'body { color: rgb(1, 2, 3); }');
		document.body.insertAdjacentHTML('beforeend', `<i onclick="globalThis.hasRun = true" style="color: rgb(1, 2, 3)" class="probe"></i><img src="http://127.0.0.1:${port}/x.png">`);
		document.querySelector('.probe').click();
		const isAnswered = await fetch(`http://127.0.0.1:${port}/`).then(() => true, () => false);
		return [globalThis.hasRun ?? false, getComputedStyle(document.body).color === 'rgb(1, 2, 3)', getComputedStyle(document.querySelector('.probe')).color === 'rgb(1, 2, 3)', isAnswered];
	}, server.address().port);
	is(got.join(), 'false,false,false,false', 'other scripts, style sheets, handlers, style attributes and requests are refused');
	const refused = page.complaints.filter((text) => /Content Security Policy/.test(text));
	ok(refused.length >= 6, 'by the policy', ...page.complaints);
	await page.waitForTimeout(100);
	is(reached, 0, 'not one request goes out');
	server.close();
	await page.close();
}

// Whatever a style sheet moves stands still for who asked for that.
async function testMotion(browser) {
	for (const [reducedMotion, wanted] of [['no-preference', 'stir 1s'], ['reduce', 'none 0s']]) {
		const page = await openPage(browser, join(work, 'bad.html'), { reducedMotion });
		const moving = () => page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
			const { animationName, transitionDuration } = getComputedStyle(element);
			return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration);
		}).map((element) => element.outerHTML.slice(0, 80)));
		const found = [];
		for (const tab of await page.locator('.tabs a').all())
			found.push(await openTab(page, tab), ...await moving());
		ok(reducedMotion !== 'reduce' || found.length === await page.locator('.tabs a').count(), 'reduced motion: nothing moves in any view', ...found);
		is(await page.evaluate(() => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('@keyframes stir { to { opacity: 0; } } .headline, .tabs { animation: stir 1s; transition: opacity 1s; }');
			document.adoptedStyleSheets = [sheet];
			const { animationName, transitionDuration } = getComputedStyle(document.querySelector('.tabs'));
			return `${animationName} ${animationName === 'none' ? transitionDuration : '1s'}`;
		}), wanted, `${reducedMotion}: what would move ${reducedMotion === 'reduce' ? 'stands still' : 'moves'}`);
		await page.close();
	}
}

async function testTheme(browser) {
	const page = await openPage(browser, writePage('theme', bad), { colorScheme: 'dark', hash: '#/timeline' });
	await page.waitForSelector('main[data-ready]');
	const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const dark = await paper();
	await page.getByRole('button', { name: /light colours/ }).click();
	await page.waitForSelector('main[data-ready]');
	ok(dark !== await paper(), 'light and dark are changed by a button');
	is(page.complaints.join('\n'), '', 'and make no error');
	await page.close();
}

await withBrowser(async (browser) => {
	const page = await openPage(browser, writePage('bad', bad));
	for (const tab of await page.locator('.tabs a').all())
		await openTab(page, tab);
	await page.waitForTimeout(200);
	is(page.complaints.join('\n'), '', 'every view opens, without an error and without a request');
	await page.close();

	await testNothingFound(browser);
	await testHostileNames(browser);
	await testSeveral(browser);
	await testFirstOfAll(browser);
	await testEmpty(browser);
	await testHeadlines(browser);
	await testBar(browser);
	await testExcerpt(browser);
	await testPolicy(browser);
	await testMotion(browser);
	await testTheme(browser);
});
