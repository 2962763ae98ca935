// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is, ok, openPage, source, turnTo, viewTexts, warpwise, withBrowser, writePage } from './browser.mjs';
import { kernelDisagreements } from './kernel-facts.mjs';
import { textDisagreements } from './text-facts.mjs';

const traces = join(source, 'samples/traces');
const inputs = [...readdirSync(traces).filter((file) => file.endsWith('.db')).map((file) => [file.replace('.db', ''), join(traces, file)]),
	['ranks', join(traces, 'ranks/rank-0.db'), join(traces, 'ranks/rank-1.db')], ['peer', join(traces, 'peer/peer.db')]];

await withBrowser(async (browser) => {
	let page;
	for (const [name, ...paths] of inputs) {
		const file = writePage(name, ...paths);
		if (page)
			await turnTo(page, file, '#overview');
		else
			page = await openPage(browser, file, { hash: '#overview', viewport: { width: 1600, height: 400 } }); // texts alone are looked at
		if (paths.length === 1) { // of several: ranks.mjs
			const errors = await textDisagreements(page, paths[0]);
			ok(!errors.length, `${name}: the page says what the text report says`, ...errors.slice(0, 8));
		}
		const views = Object.entries(await viewTexts(page));
		const silent = views.filter(([, text]) => !text).map(([view]) => view);
		ok(views.length > 3 && !silent.length && !page.complaints.length, `${name}: every view opens`, ...silent, ...page.complaints);
		if (paths.length > 1)
			continue;
		const [process] = JSON.parse(warpwise('analyze', '--format', 'json', ...paths)).processes;
		const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].map((link) => link.textContent.trim()));
		is(links.filter((text) => text === 'Memory').length, process.memory.length ? 1 : 0, `${name}: memory is shown where it was recorded`);
		const others = await kernelDisagreements(page, paths[0], process);
		ok(!others.length && !page.complaints.length, `${name}: kernels and memory are as other outputs say`, ...others.slice(0, 6), ...page.complaints);
	}
});
