// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is, ok, openPage, source, squeeze, turnTo, viewTexts, warpwise, withBrowser, writePage } from './browser.mjs';
import { kernelDisagreements } from './kernel-facts.mjs';

const traces = join(source, 'samples/traces');
const inputs = [...readdirSync(traces).filter((file) => file.endsWith('.db')).map((file) => [file.replace('.db', ''), join(traces, file)]),
	['ranks', join(traces, 'ranks/rank-0.db'), join(traces, 'ranks/rank-1.db')], ['peer', join(traces, 'peer/peer.db')]];

// The text report, cut into what the page has in elements of its own: the same words and numbers in both.
function textReport(...paths) {
	const text = warpwise('analyze', '--brief', ...paths);
	const [head, ...findings] = text.split(/\n(?=\d+  \S)/);
	const number = '[\\d,.]+ (?:ns|us|ms|s)';
	return {
		headline: paths.length > 1 ? null : head.split('\n')[0],
		most: new RegExp(`^(?:Most to gain|Worth a look|Look first)[^]*?(${number}) \\(([<\\d.]+ %)`, 'm').exec(head)?.slice(1) ?? [],
		shares: paths.length > 1 ? [] : [...head.matchAll(new RegExp(`^ +\\S? +([<\\d.]+ %) +(${number})  (?!\\d+ more$)`, 'gm'))].map((row) => row.slice(1)),
		findings: findings.map((finding) => {
			const lines = finding.split('\n');
			return {
				title: squeeze(lines[0]),
				headline: squeeze(finding.slice(lines[0].length, finding.search(/^ {3}where |^ {3}in |^ {3}gain /m))),
				facts: [...finding.matchAll(new RegExp(`^ {3}(?:gain|cost) +(${number}) \\(([<\\d.]+ %)`, 'gm'))].flatMap((fact) => fact.slice(1)),
			};
		}),
	};
}

// What the text report says and the page does not.
async function disagreements(page, report) {
	// Small shares are told on hover.
	const hints = await page.locator('main [title]').evaluateAll((elements) => elements.map((element) => element.title));
	const main = squeeze(`${await page.locator('main').textContent()} ${hints.join(' ')}`);
	const missing = [];
	const need = (where, text, what) => text && !where.includes(squeeze(text)) && missing.push(`${what}: ${text}`);
	for (const part of report.headline?.split('…') ?? []) // a long name is cut in the text
		need(main, part, 'headline');
	for (const part of report.most)
		need(main, part, 'most to gain');
	for (const part of report.shares.flat())
		need(main, part, 'budget');
	const articles = await page.locator('[data-finding]').evaluateAll((found) => found.map((element) => element.textContent));
	if (articles.length !== report.findings.length)
		missing.push(`${articles.length} findings on the page, ${report.findings.length} in the text`);
	report.findings.forEach((finding, i) => {
		const article = squeeze(articles[i] ?? '');
		const words = /^(\d+) (.*?)(?: (-|costs )([\d,.]+ \w+))?$/.exec(finding.title);
		for (const part of [`${words[1]} ${words[2]}`, words[4], finding.headline, ...finding.facts])
			need(article, part, `finding ${i + 1}`);
	});
	return missing;
}

await withBrowser(async (browser) => {
	let page;
	for (const [name, ...paths] of inputs) {
		const file = writePage(name, ...paths);
		if (page)
			await turnTo(page, file, '#overview');
		else
			page = await openPage(browser, file, { hash: '#overview' });
		const missing = paths.length > 1 ? [] : await disagreements(page, textReport(...paths));
		ok(!missing.length, `${name}: the page says what the text report says`, ...missing);
		const views = Object.entries(await viewTexts(page));
		const silent = views.filter(([, text]) => !text).map(([view]) => view);
		ok(views.length > 3 && !silent.length && !page.complaints.length, `${name}: every view opens`, ...silent, ...page.complaints);
		if (paths.length > 1)
			continue;
		const [process] = JSON.parse(warpwise('analyze', '--format', 'json', ...paths)).processes;
		is(await page.getByRole('link', { name: 'Memory', exact: true }).count(), process.memory.length ? 1 : 0, `${name}: memory is shown where it was recorded`);
		const others = await kernelDisagreements(page, paths[0], process);
		ok(!others.length && !page.complaints.length, `${name}: kernels and memory are as other outputs say`, ...others.slice(0, 6), ...page.complaints);
	}
});
