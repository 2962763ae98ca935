// SPDX-License-Identifier: MIT
// The README's pictures, for scripts/screenshots. usage: node screenshots.mjs FOLDER
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openPage, source, withBrowser, writePage } from './browser.mjs';
import { openSite, settled, startServer } from './server.mjs';

const [folder] = process.argv.slice(2);
const trace = join(source, 'samples/traces/false-dependency-bad.db');
const pictures = [
	{ name: 'overview', hash: '#/overview', ready: '.switches', height: 680 },
	{ name: 'timeline', hash: '#/timeline?finding=1', ready: 'main[data-ready]', height: 700 },
];

async function take(page, name) {
	const file = join(folder, `${name}.png`);
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	await page.screenshot({ path: file, animations: 'disabled' });
	console.log(`# ${file}: ${statSync(file).size} bytes`);
	await page.close();
}

await withBrowser(async (browser) => {
	const path = writePage('screenshots', trace);
	for (const { name, hash, ready, height } of pictures) {
		const page = await openPage(browser, path, { hash, viewport: { width: 1000, height }, colorScheme: 'light' });
		await page.waitForSelector(ready);
		await take(page, name);
	}
	const demo = await startServer('demo');
	const page = await openSite(browser, demo.address, { viewport: { width: 1280, height: 540 }, colorScheme: 'light' });
	await page.waitForSelector('.programs');
	await settled(page);
	await take(page, 'dashboard');
	await demo.stop();
});
