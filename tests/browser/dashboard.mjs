// SPDX-License-Identifier: MIT
// The dashboard's pages, from signing in to signing out, against a server with real reports.
import { is, ok, openTab, withBrowser } from './browser.mjs';
import { formatDuration } from '../../web/ui/format.js';
import { RUNS, addUser, command, fill, folder, openSite, password, reportOf, settled, signIn, startServer, upload, uploadTrace } from './server.mjs';

const SAMPLES = 67; // that the demonstration has
const rows = (page) => page.locator('.runs tbody tr');

async function testSignIn(browser, address) {
	const page = await openSite(browser, `${address}/runs?project=app&branch=side`);
	await signIn(page, 'ada', 'wrong');
	await page.waitForFunction(() => document.querySelector('[role=alert]').textContent);
	ok((await page.getByRole('alert').textContent()).includes('wrong'), 'a wrong password is said');
	await signIn(page, 'ada');
	await page.waitForSelector('.runs');
	is(await rows(page).count(), RUNS / 6, 'after signing in one is where the link leads: the runs of a branch');
	ok((await page.locator('.frame').textContent()).includes('ada'), 'and sees who one is');
	return page;
}

async function testRuns(page, address) {
	await page.getByLabel('Only this branch').fill('');
	await page.waitForFunction((count) => document.querySelectorAll('.runs tbody tr').length === count, RUNS);
	ok(!page.url().includes('branch='), 'a filter that is emptied leaves the address');
	const first = rows(page).first();
	ok((await first.textContent()).includes('NVIDIA H200'), 'a run has its GPU');
	ok(/-26\.\d+ ms/.test(await first.textContent()), 'and what is most to gain', await first.textContent());
	const [curve] = await first.locator('svg').getAttribute('aria-label').then((label) => [label]);
	ok(/runs of solver on (main|side): .* program time, this one 4\d\.\d+ ms/.test(curve), 'and a curve of its branch, in words too', curve);
	is(await page.locator('.runs .worse').count(), 4, 'regressions are marked in the list: three on main, one on side');
	await page.getByLabel('Search').fill('nightly=yes');
	await page.waitForFunction((count) => document.querySelectorAll('.runs tbody tr').length === count, RUNS / 2);
	ok(page.url().includes('q=nightly%3Dyes'), 'a search finds tags, and is in the address');
	await page.getByLabel('Order').selectOption('duration');
	await settled(page);
	const durations = (await page.locator('.runs .duration').allTextContents()).map(Number.parseFloat);
	ok(durations.every((one, i) => i === 0 || durations[i - 1] >= one), 'the longest first', durations);
	const link = page.url();
	await page.goto(`${address}/projects`);
	await page.goto(link);
	await page.waitForSelector('.runs');
	is(await page.getByLabel('Search').inputValue(), 'nightly=yes', 'a link to a search shows it');
	is(await rows(page).count(), RUNS / 2, 'and what it finds');
	await page.getByLabel('Search').fill('no such thing');
	await page.waitForSelector('.emptiness');
	await page.getByLabel('Only this GPU').fill('h200');
	await page.waitForFunction(() => document.querySelector('.emptiness')?.textContent.includes('h200'));
	ok((await page.locator('.emptiness').textContent()).includes('Asked for: the words "no such thing", the GPU "h200".'), 'where nothing is found it is said what was asked for');
	await page.getByRole('link', { name: 'Show all' }).click();
	await page.waitForSelector('.runs');
	is(await rows(page).count(), RUNS, 'where nothing is found a link shows all');
}

// What is typed into one field and then into another, faster than either is asked for, is all asked for.
async function testQuickTyping(page) {
	for (const [name, value] of [['Only this branch', 'side'], ['Search', 'nightly=no'], ['Only this commit', '']])
		await page.getByLabel(name).fill(value);
	await page.waitForFunction(() => location.search.includes('nightly'));
	await settled(page);
	const query = new URL(page.url()).searchParams;
	is(`${query.get('branch')} ${query.get('q')}`, 'side nightly=no', 'fields that are typed into one after another are all applied');
	is(await rows(page).count(), RUNS / 6, 'and what is shown is what they say');
	for (const name of ['Only this branch', 'Search'])
		await page.getByLabel(name).fill('');
	await page.waitForFunction((count) => document.querySelectorAll('.runs tbody tr').length === count, RUNS);
	ok(!/branch=|q=/.test(page.url()), 'and so they are when they are emptied', page.url());
}

// What the search of a run finds is on the screen, on a wide one and on a narrow one.
async function testSearch(page) {
	const { width, height } = page.viewportSize();
	for (const wide of [width, 1280, 400]) {
		await page.setViewportSize({ width: wide, height });
		await page.getByRole('combobox', { name: 'Search findings' }).fill('busy');
		const list = await page.locator('.found').boundingBox();
		ok(list.x >= 0 && list.x + list.width <= wide, `${wide} px: what is found is on the screen`, list.x, list.width);
		await page.keyboard.press('Escape');
	}
	await page.setViewportSize({ width, height });
}

// Names of facts leave most of a narrow screen to what they say, as on the report's page.
async function testNarrow(page) {
	const { width, height } = page.viewportSize();
	await page.setViewportSize({ width: 400, height: 800 });
	const parts = await page.locator('.facts dd').evaluateAll((facts) => facts.map((fact) => fact.clientWidth / fact.parentElement.clientWidth));
	ok(parts.length > 5 && Math.min(...parts) > 0.7, 'names of facts take little of a narrow screen', parts);
	await page.waitForFunction(() => !document.querySelector('.about-run').open);
	const top = await page.locator('.tabs').evaluate((tabs) => tabs.getBoundingClientRect().bottom - document.querySelector('.top').getBoundingClientRect().top);
	ok(top < 160, 'what is said above each view takes little of a narrow screen', top);
	await page.locator('.about-run > summary').click();
	ok(await page.getByRole('link', { name: 'Trend', exact: true }).isVisible(), 'and unfolds');
	await page.setViewportSize({ width, height });
	await page.waitForFunction(() => document.querySelector('.about-run').open);
}

async function testRun(page, ids) {
	await rows(page).first().getByRole('link').click();
	await page.waitForSelector('.headline');
	ok(page.url().includes(`/runs/${ids[RUNS - 1]}`) || page.url().includes('/runs/'), 'a run is opened by its name');
	ok((await page.locator('.first-step').textContent()).includes('CUDA_DEVICE_MAX_CONNECTIONS'), 'it says what to do first, as the report\'s page');
	ok(await page.getByRole('heading', { name: 'How busy GPU 0 was' }).isVisible(), 'and how busy the GPU was');
	const images = await page.locator('.budget .part').evaluateAll((found) => found.map((part) => getComputedStyle(part).backgroundImage));
	ok(images.some((image) => image !== 'none'), 'causes have patterns', images);
	await testSearch(page);
	const tabs = [];
	for (const tab of await page.locator('.tabs a').all())
		tabs.push(await openTab(page, tab));
	ok(['overview', 'timeline', 'kernels', 'calls', 'about'].every((id) => tabs.includes(id)), 'it has the views of the report\'s page', tabs);
	await page.getByRole('link', { name: 'Timeline', exact: true }).click();
	await page.waitForSelector('main[data-view=timeline][data-ready]');
	ok((await page.locator('.timeline .names').textContent()).includes('stream 13'), 'the timeline shows the streams of the report');
	await page.waitForURL(/item=/); // of the longest wait
	const link = page.url();
	await page.reload();
	await page.waitForSelector('main[data-view=timeline][data-ready]');
	is(page.url(), link, 'a link leads to a view of a run');
	await page.locator('.stage').focus();
	await page.keyboard.press('Escape');
	await page.waitForURL((url) => !url.href.includes('item='));
	const lack = await page.locator('.timeline .lack').textContent();
	ok(lack.includes('are in the trace') && lack.includes('upload --with-trace'), 'and says what it lacks, and how it would not', lack);
	ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'and all of it fits into the window');
	await page.goBack();
	await page.waitForSelector('main[data-view=about]');
	await testNarrow(page);
	for (let at = page.url(); /\/runs\/./.test(at); at = page.url()) {
		await page.goBack();
		await page.waitForURL((url) => url.href !== at);
	}
	await page.waitForSelector('.runs');
	ok(true, 'and back leads out of it');
}

// A run whose trace is stored: the server draws it, with the calls, ranges and steps that reports lack.
async function testTrace(page, server, data) {
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'app');
	const id = await upload(server, token, reportOf('no-overlap-bad'), { project: 'app', branch: 'traced' });
	await uploadTrace(server, token, 'no-overlap-bad', { project: 'app', report: id });
	await page.goto(`${server.address}/runs/${id}?project=app#/timeline`);
	await page.waitForSelector('main[data-view=timeline][data-ready]');
	const names = await page.locator('.timeline .names').textContent();
	ok(names.includes('time went to') && names.includes('calls'), 'a stored trace is drawn by the server, with calls and the steps of the budget', names);
	await page.locator('.stage').focus();
	await page.keyboard.press('Escape');
	ok(await page.locator('.timeline .lack').isHidden(), 'and nothing is lacking');
	ok((await page.locator('.about-run').textContent()).includes('trace ('), 'the trace can be fetched');
	await page.goto(`${server.address}/runs/${id}?project=app#/kernels?kernel=0`);
	await page.waitForSelector('main[data-view=kernels] h2');
	const kernel = await page.locator('main').textContent();
	ok(kernel.includes(reportOf('no-overlap-bad').processes[0].kernels.rows[0].name.slice(0, 20)) && /occupancy/i.test(kernel), 'a kernel has its own view', kernel.slice(0, 300));
	await page.goto(`${server.address}/runs/${id}?project=app#/memory`);
	await page.waitForSelector('main[data-view=memory]');
	ok(/peak|at most/i.test(await page.locator('main').textContent()), 'and so has the memory', (await page.locator('main').textContent()).slice(0, 300));
}

async function testCompare(page) {
	await rows(page).nth(0).getByRole('button', { name: /New/ }).click();
	ok(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled(), 'one run alone is not compared');
	for (const i of [6, 7, 9])
		await rows(page).nth(i).getByRole('button', { name: /Base/ }).click();
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	await page.waitForSelector('.comparison');
	const text = await page.locator('.comparison').textContent();
	ok(/\d ms slower/.test(text) && text.includes('false dependencies'), 'chosen runs are compared: how much slower, and why', text.slice(0, 300));
	is(await page.locator('.compared a[href^="/runs/"]').count(), 4, 'with links to them');
	await page.getByRole('link', { name: 'The other way round' }).click();
	await page.waitForFunction(() => /\d ms faster/.test(document.querySelector('.comparison')?.textContent));
	ok(true, 'and the other way round');
}

async function testTrends(page, ids) {
	await page.getByRole('link', { name: 'Trends' }).click();
	await page.waitForSelector('.chart canvas');
	ok((await page.locator('.method').textContent()).includes('median of up to 5 runs before it'), 'a trend says how it decides');
	ok((await page.locator('.method').textContent()).includes('3 regressions'), 'and what it decided', await page.locator('.method').textContent());
	ok((await page.locator('.method').textContent()).includes('Program time is the run without CUDA'), 'and of what');
	is(await page.locator('tbody .worse').count(), 3, 'regressions are marked');
	is(await page.locator('p.more').isVisible(), false, 'no button shows more where all is shown');
	is(await page.getByLabel('Measure').evaluate((select) => select.selectedOptions[0].textContent), 'program time', 'a measure has a name that has room');
	await page.getByLabel('Regression from').selectOption('50');
	await page.waitForFunction(() => document.querySelector('.method')?.textContent.includes('No regression'));
	ok(page.url().includes('threshold=50'), 'a threshold is chosen, and in the address');
	await page.goBack();
	await page.waitForFunction(() => document.querySelector('.method')?.textContent.includes('3 regressions'));
	await page.getByLabel('Branch').selectOption({ label: 'all' });
	await page.waitForFunction((runs) => document.querySelector('.method')?.textContent.includes(`4 regressions in ${runs} runs`), RUNS);
	await page.reload();
	await page.waitForFunction((runs) => document.querySelector('.method')?.textContent.includes(`4 regressions in ${runs} runs`), RUNS);
	ok(true, 'of all branches together, also by its link');
	await page.goBack();
	await page.waitForFunction(() => document.querySelector('.method')?.textContent.includes('3 regressions'));
	await page.getByLabel('Measure').selectOption('budget.queue_ns');
	await page.waitForFunction(() => new URLSearchParams(location.search).get('measure') === 'budget.queue_ns' && document.querySelector('.chart canvas'));
	const titles = await page.getByLabel('Measure').locator('option').allTextContents();
	ok(new Set(titles).size === titles.length && titles.includes('busy(long)') && !titles.some((title) => /_ns$|^budget\.|^kernel\./.test(title)), 'any measure, each by a name of its own', titles);
	await page.getByLabel('Measure').selectOption('duration_ns');
	await settled(page);
	await page.waitForFunction(() => document.querySelector('.method')?.textContent.includes('3 regressions'));
	const box = await page.locator('.u-over').boundingBox();
	await page.mouse.click(box.x + box.width - 3, box.y + 20);
	await page.waitForSelector('.comparison');
	ok(page.url().includes(`new=${ids.at(-2)}`) || page.url().includes(`new=${ids.at(-1)}`), 'a click on a run compares it with those before', page.url());
	is(await page.locator('.compared section').first().locator('a').count(), 5, 'which are five');
}

async function testFindings(page) {
	await page.getByRole('link', { name: 'Open findings' }).click();
	await page.waitForSelector('.table tbody tr');
	const first = await page.locator('.table tbody tr').first().textContent();
	ok(first.includes('False dependency between streams') && /\d+\.\d ms/.test(first), 'open findings, the costliest first', first);
	ok(first.includes('solver'), 'each with a program that has it', first);
	await page.locator('.table tbody tr').first().getByRole('link', { name: 'solver' }).click();
	await page.waitForSelector('.headline');
	ok(true, 'with a link to the newest run that has it');
	await page.goBack();
	await page.waitForSelector('.table tbody tr');
	await page.getByRole('link', { name: 'False dependency between streams' }).first().click();
	await page.waitForSelector('.finding[open] summary:focus');
	ok((await page.locator('.finding[open] .name').first().textContent()).includes('False dependency between streams') && page.url().includes('#/overview?finding=1'), 'and one to the finding in it', page.url());
	ok(/recorded\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/.test(await page.locator('.about-run').textContent()), 'times name their zone');
	await page.getByRole('link', { name: 'Rules' }).click();
	await page.waitForSelector('.table tbody tr');
	ok((await page.locator('.table').textContent()).includes('false-dependency'), 'what rules cost the team last month');
	await page.locator('tr', { hasText: 'false-dependency' }).locator('a').click();
	await settled(page);
	is(await page.locator('table.runs tbody tr').count(), 4, 'the number of runs that had a rule leads to them');
	ok(/Only runs with a finding of false-dependency, recorded since \d{4}-\d\d-\d\d\./.test(await page.locator('main').textContent()), 'the list says that it is narrowed');
	await page.getByRole('link', { name: 'Show the others, too' }).click();
	await page.waitForFunction((runs) => document.querySelectorAll('table.runs tbody tr').length === runs, RUNS);
	ok(!page.url().includes('rule='), 'one click shows all again');
	await page.goBack();
	await page.goBack();
	await settled(page);
	await page.getByLabel('Time').selectOption('0');
	await page.waitForFunction(() => location.search.includes('days=0'));
	await settled(page);
	ok((await page.locator('main').textContent()).includes('at any time'), 'or ever');
}

async function testPassword(page) {
	await page.getByRole('button', { name: 'ada' }).click();
	await page.getByLabel('Password now').fill('none of hers');
	await page.getByLabel('New password').fill('another long password');
	await page.getByRole('button', { name: 'Change it' }).click();
	await page.getByText('This name or password is wrong').waitFor();
	await page.getByLabel('Password now').fill(password);
	await page.getByRole('button', { name: 'Change it' }).click();
	await page.getByText('Your password is changed').waitFor();
	await signIn(page, 'ada', 'another long password');
	await page.getByRole('button', { name: 'Sign out' }).waitFor();
	await settled(page);
	ok(true, 'one changes one\'s own password, and signs in with it');
}

// A branch that was measured for the last time a hundred days ago.
async function testMerged(page, server, data) {
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'app');
	const report = reportOf('divergence-bad');
	report.processes[0].start_unix_ns = Math.round((Date.now() - 100 * 86400e3) * 1e6 / 1024) * 1024;
	await upload(server, token, report, { project: 'app', branch: 'merged' });
	await page.goto(`${server.address}/findings?project=app`);
	await page.waitForSelector('.table tbody tr');
	const title = report.findings[0].title;
	ok(!(await page.locator('.table').textContent()).includes(title), 'what a branch had that nobody measures any more is not open');
	await page.getByLabel('Branch').selectOption('merged');
	await page.getByText('Nothing is open').waitFor();
	await page.getByRole('link', { name: 'Look at all time' }).click();
	await page.waitForSelector('.table tbody tr');
	ok((await page.locator('.table').textContent()).includes(title), 'but of all time');
}

async function testKeyboard(page, address) {
	await page.goto(`${address}/runs?project=app`);
	await page.waitForSelector('.runs');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	is(await page.evaluate(() => document.activeElement.localName), 'main', 'the first key leads past the header');
	const low = await page.locator('.toggle').evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().height < 24).length);
	is(low, 0, 'buttons of the list are high enough to be hit');
	await page.reload();
	await page.waitForSelector('.runs');
	const seen = [];
	for (let i = 0; i < 60 && !seen.includes('New'); i++) {
		await page.keyboard.press('Tab');
		seen.push(await page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.placeholder || document.activeElement.tagName));
	}
	ok(['Runs', 'Trends', 'Sign out', 'Branch', 'solver', 'Base', 'New'].every((text) => seen.some((one) => one.includes(text))), 'all is reached by keys', seen);
	await page.keyboard.press('Enter');
	await page.waitForSelector('.picks:not([hidden])');
	ok(page.url().includes('new='), 'and pressed by them');
}

// Of several projects the header says which one a page is about, and turns the same page to another.
async function testProjects(browser, server, data) {
	addUser(data, 'eve', '--role', 'read');
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'other');
	await upload(server, token, reportOf('divergence-bad'), { project: 'other', branch: 'main' });
	const old = reportOf('divergence-bad');
	old.processes[0].start_unix_ns = 1e18;
	await upload(server, command(data, 'token', 'create', '--role', 'upload', '--project', 'old'), old, { project: 'old' });
	command(data, 'token', 'create', '--role', 'upload', '--project', 'empty');
	const page = await openSite(browser, `${server.address}/runs?project=app`);
	await signIn(page, 'eve');
	await page.waitForSelector('.runs');
	const chosen = () => page.getByLabel('Project', { exact: true }).evaluate((select) => select.selectedOptions[0].textContent);
	await page.getByRole('link', { name: 'Rules' }).click();
	await page.getByText('in app.').waitFor();
	await settled(page);
	is(await chosen(), 'app', 'what rules cost is at first of the project that is looked at, and the header says so');
	ok(await page.locator('.table tbody a').count() > 0, 'and the numbers of runs lead to them');
	await page.getByLabel('Time').selectOption('0');
	await page.getByText('at any time, in app.').waitFor();
	await page.getByLabel('Project', { exact: true }).selectOption('other');
	await page.getByText('at any time, in other.').waitFor();
	ok(/\/rules\?/.test(page.url()), 'another project is chosen on the same page, of the same time', page.url());
	await page.getByLabel('Project', { exact: true }).selectOption('');
	await page.getByText('in every project that you may read').waitFor();
	is(await chosen(), 'all projects', 'and so are all of them');
	await page.getByRole('link', { name: 'Trends' }).click();
	await page.getByText('Trends of other').waitFor();
	await page.getByLabel('Project', { exact: true }).selectOption('app');
	await page.getByText('Trends of app').waitFor();
	ok(/\/trends\?/.test(page.url()), 'a tab stays when another project is chosen', page.url());
	await page.getByLabel('Project', { exact: true }).selectOption('empty');
	await page.getByRole('link', { name: 'Programs' }).click();
	await page.getByText('No run yet').waitFor();
	ok((await page.locator('.emptiness').textContent()).includes('--project empty'), 'a project without a run says how to send one');
	await page.getByLabel('Project', { exact: true }).selectOption('old');
	await page.getByText('No run in this time').waitFor();
	await page.getByRole('link', { name: 'Look at all time' }).click();
	await page.waitForSelector('.programs');
	is(await page.locator('.programs .change').textContent(), 'first run', 'one with old runs alone leads to them');
	await page.goto(`${server.address}/runs?project=nosuch`);
	await page.waitForSelector('.failure');
	ok(await page.getByRole('link', { name: 'To all projects' }).isVisible() && !await page.getByLabel('Search').isVisible(), 'of a project that is not there: a way on, and nothing to search in');
	await page.goto(`${server.address}/runs/${'0'.repeat(64)}?project=app`);
	await page.getByRole('link', { name: 'To the runs of app' }).click();
	await page.waitForSelector('.runs');
	ok(true, 'from a run that is gone one gets to those that are there');
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
}

// Beside all the columns of a usual screen.
async function testWidths(page) {
	const before = page.viewportSize();
	await page.setViewportSize({ width: 1280, height: 1000 });
	const broken = await page.locator('.runs .gpu .name').evaluateAll((all) => all.filter(({ firstChild }) => {
		const word = document.createRange();
		word.setStart(firstChild, 0);
		word.setEnd(firstChild, firstChild.data.indexOf(' '));
		return word.getClientRects().length > 1;
	}).length);
	is(broken, 0, 'no word of a GPU\'s name is broken');
	is(await page.locator('.scroll').first().evaluate((host) => host.scrollWidth - host.clientWidth), 0, 'and all columns have room');
	await page.setViewportSize(before);
}

// Numbers of the list stand beside what they are of: a change beside the duration that it is a change of, and a finding
// whose gain is not predicted with what it costs.
async function testWorth(page, address) {
	const shown = await page.locator('.runs tbody tr').evaluateAll((all) => all.map((row) => ({
		id: row.querySelector('.program a').pathname.split('/').at(-1), duration: row.querySelector('.duration').innerText.split('\n'),
		gain: row.querySelector('.gain').innerText })));
	const { reports } = await (await fetch(`${address}/api/v1/reports?project=samples`)).json();
	const { points } = await (await fetch(`${address}/api/v1/trend?project=samples&measure=duration_without_start_ns&limit=1000`)).json();
	const values = new Map(points.map((point) => [point.id, point.value]));
	const wrong = shown.filter(({ id, duration }) => duration[1] !== formatDuration(values.get(id)));
	ok(!wrong.length, 'below its duration a run has the one that it is compared by', ...wrong.map(JSON.stringify));
	ok((await page.locator('.runs th.number').first().innerText()).includes('program time'), 'which the head of the column names, once');
	ok(shown.some(({ duration }) => duration[2]?.includes('%')) && shown.some(({ duration }) => duration.length === 2), 'and below that how much more that is, if it is');
	const found = reports.filter(({ headline }) => headline);
	const plain = found.filter(({ gain_ns: gain }) => gain === null);
	const predicted = found.filter(({ gain_ns: gain }) => gain !== null);
	const textOf = (run) => shown.find(({ id }) => id === run.id).gain;
	ok(plain.length > 5 && plain.every((run) => textOf(run).startsWith(`costs ${formatDuration(run.cost_ns)}`)), 'a finding without a prediction says what it costs', ...plain.map(textOf));
	ok(predicted.length > 3 && predicted.every((run) => textOf(run).startsWith(`-${formatDuration(run.gain_ns)} (`)), 'one with a prediction what it wins', ...predicted.map(textOf));
}

async function testDemo(browser) {
	const demo = await startServer('demo');
	const page = await openSite(browser, demo.address);
	await page.waitForSelector('.programs');
	is(await page.getByRole('status').first().textContent(), `${SAMPLES} programs`, 'the demonstration opens at its programs, without signing in');
	is(await rows(page).count(), 50, 'the first of them');
	ok((await page.locator('.frame').textContent()).includes('read only'), 'and says that it is one');
	await page.getByRole('button', { name: 'Show 17 more' }).click();
	is(await rows(page).count(), SAMPLES, 'a click shows the others');
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await page.waitForSelector('.runs:not(.programs)');
	is(await rows(page).count(), 50, 'beside them are all runs');
	is(await page.locator('.runs .curve svg').count(), 50, 'every run has a curve of those before it');
	ok(await page.locator('.runs .worse').count() > 5, 'and what got slower again is marked', await page.locator('.runs .worse').count());
	await testWorth(page, demo.address);
	await testWidths(page);
	await page.getByRole('button', { name: 'Show more' }).click();
	await page.waitForFunction(() => document.querySelectorAll('.runs tbody tr').length > 50);
	const names = await page.locator('.runs tbody tr .program a').evaluateAll((links) => links.map((link) => link.href));
	is(new Set(names).size, names.length, 'more are shown, each once');
	await page.goto(`${names[0]}#/timeline`);
	await page.waitForSelector('main[data-view=timeline][data-ready]');
	const lanes = await page.locator('.timeline .names').textContent();
	ok(lanes.includes('time went to') && lanes.includes('calls'), 'each has the timeline of its trace', lanes);
	is(page.complaints.join('\n'), '', 'without an error');
	await page.close();
	await demo.stop();
}

// Each program's latest run on each branch: what changed most comes first, and buttons leave only some.
async function testPrograms(page, address, ids) {
	await page.goto(`${address}/`);
	await page.waitForSelector('.programs');
	ok(page.url().endsWith('/'), 'who reads one project begins at its programs');
	const names = () => page.locator('.programs tbody tr').evaluateAll((all) => all.map((row) => row.querySelector('.program .soft').textContent.split(' · ')[0]).join(' '));
	is(await names(), 'side main', 'a program has a row for each of its branches, what changed most first');
	const main = page.locator('.programs tbody tr').filter({ hasText: 'main' });
	ok((await main.locator('.program a').first().getAttribute('href')).includes(ids.at(-1)), 'with its latest run');
	ok(/^▲ slower: \+\d+\.\d %before \d+\.\d+ ms$/.test(await main.locator('.change').textContent()), 'how much slower that is, and what it was before', await main.locator('.change').textContent());
	is(await main.locator('.when a').textContent(), '20 runs', 'and how many there are');
	ok(/20 runs of solver: .* the latest 4\d\.\d+ ms/.test(await main.locator('svg').getAttribute('aria-label')), 'their curve in words, too');
	await page.getByRole('button', { name: 'side' }).click();
	is(await names(), 'side', 'a press leaves one branch');
	ok(page.url().includes('branch=side') && await page.evaluate(() => document.activeElement.textContent.startsWith('side')), 'which is in the address, and the button keeps the focus');
	await page.getByRole('button', { name: 'side' }).click();
	is(await names(), 'side main', 'another press leaves all');
	await page.getByLabel('Search').fill('solver SIDE');
	await page.waitForFunction(() => document.querySelectorAll('.programs tbody tr').length === 1);
	const link = page.url();
	await page.goto(`${address}/projects`);
	await page.goto(link);
	await page.waitForSelector('.programs');
	is(`${await page.getByLabel('Search').inputValue()}: ${await names()}`, 'solver SIDE: side', 'a link to a search shows what it finds');
	await page.getByLabel('Search').fill('nothing like this');
	await page.getByText('No program is like that').waitFor();
	await page.getByRole('link', { name: 'Show all' }).click();
	await page.waitForFunction(() => document.querySelectorAll('.programs tbody tr').length === 2);
	await page.getByLabel('Order').selectOption('duration');
	const times = (await page.locator('.programs .duration').allTextContents()).map(Number.parseFloat);
	ok(times[0] >= times[1], 'the longest first', times);
	await page.locator('.programs tr').filter({ hasText: 'main' }).locator('.change a').click();
	await page.waitForSelector('.comparison');
	is(new URL(page.url()).searchParams.getAll('base').length, 5, 'the change is a link to the comparison with the runs before');
	await page.goBack();
	await page.waitForSelector('.programs');
	await page.locator('.programs tr').filter({ hasText: 'side' }).locator('.when a').click();
	await page.waitForSelector('.runs:not(.programs)');
	is(await rows(page).count(), RUNS / 6, 'the number of runs one to them');
}

// A commit is a link where the run says of which repository, and text where what it says is no address.
async function testCommits(page, server, data) {
	const token = command(data, 'token', 'create', '--role', 'upload', '--project', 'app');
	for (const [name, repository] of [['linked', 'https://git.example.com/team/solver/'], ['unlinked', 'javascript:alert(1)'], ['other', 'https://bitbucket.org/team/solver']]) {
		const report = reportOf('divergence-bad');
		report.processes[0].name = name;
		await upload(server, token, report, { project: 'app', branch: 'links', commit: '0123456789abcdef', tag: `repository=${repository}` });
	}
	await page.goto(`${server.address}/programs?project=app&branch=links&days=0`);
	await page.waitForSelector('.programs');
	const hrefs = await page.locator('.programs tbody tr').evaluateAll((all) => all.map((row) => [row.querySelector('.program a').textContent, row.querySelector('.program .soft a')?.getAttribute('href') ?? 'none'].join(' ')).sort().join('\n'));
	is(hrefs, ['linked https://git.example.com/team/solver/commit/0123456789abcdef', 'other https://bitbucket.org/team/solver/commits/0123456789abcdef', 'unlinked none'].join('\n'), 'a commit is a link to it in its repository');
	is(await page.locator('.programs .tag').allTextContents().then((all) => all.join()), 'repository=javascript:alert(1)', 'which is no tag beside it then');
}

await withBrowser(async (browser) => {
	const data = folder();
	addUser(data, 'ada', '--role', 'read', '--project', 'app');
	const server = await startServer('serve', '--data', data);
	const ids = await fill(server, data);
	const page = await testSignIn(browser, server.address);
	await testRuns(page, server.address);
	await testQuickTyping(page);
	await testPrograms(page, server.address, ids);
	await page.goto(`${server.address}/runs?project=app`);
	await page.waitForSelector('.runs');
	await testRun(page, ids);
	await testCompare(page);
	await testTrends(page, ids);
	await testFindings(page);
	await testMerged(page, server, data);
	await testTrace(page, server, data);
	await testKeyboard(page, server.address);
	await testProjects(browser, server, data);
	await testCommits(page, server, data);
	await testPassword(page);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByText('You are signed out').waitFor();
	await page.goBack();
	await page.getByLabel('Password').waitFor();
	ok(true, 'after signing out nothing is shown');
	is(page.complaints.join('\n'), '', 'all of that without an error and without a request to anywhere else');
	await server.stop();
	await testDemo(browser);
});
