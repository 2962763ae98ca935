// SPDX-License-Identifier: MIT
// Opens a page and prints a line of figures: bench-page runs it.
//   opened   from the request to the first drawn frame of the timeline
//   frame    between frames, while it is panned and zoomed in every one of them
//   script   what of a frame the page's own code takes
//   memory   of the process that shows the page, once all is drawn
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(process.env.TEST_WEB, 'node_modules', 'x'))('playwright-core');
const [path, operations] = process.argv.slice(2);
const FRAMES = 240;

// The largest renderer's proportional set: shared libraries count in part.
function rendererMemory() {
	let most = 0;
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
		try {
			if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'))
				most = Math.max(most, Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]));
		} catch {
			// it ended meanwhile
		}
	return most / 1024;
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))];
const browser = await chromium.launch({ executablePath: process.env.TEST_CHROMIUM, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
page.on('pageerror', (error) => console.error(error.message));
const begin = performance.now();
await page.goto(`${pathToFileURL(path).href}#timeline`, { timeout: 300000 });
await page.waitForSelector('main[data-ready]', { timeout: 300000 });
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const opened = performance.now() - begin;

// Wheel events as a person makes them, one a frame: in, along, out.
const { frames, scripts } = await page.evaluate((count) => new Promise((done) => {
	const stage = document.querySelector('.stage');
	const box = stage.getBoundingClientRect();
	const frames = [];
	const scripts = [];
	let last = performance.now();
	let spent = 0;
	const real = window.requestAnimationFrame;
	// The page's own frames, timed.
	window.requestAnimationFrame = (callback) => real((time) => {
		const from = performance.now();
		callback(time);
		spent += performance.now() - from;
	});
	function step(i) {
		const now = performance.now();
		if (i > 5) {
			frames.push(now - last);
			scripts.push(spent);
		}
		last = now;
		spent = 0;
		if (i === count) {
			window.requestAnimationFrame = real;
			done({ frames, scripts });
			return;
		}
		const phase = i % 120;
		stage.dispatchEvent(new WheelEvent('wheel', {
			bubbles: true, cancelable: true, clientX: box.left + box.width * 0.6, clientY: box.top + 60,
			deltaY: phase < 40 ? -60 : phase < 80 ? 40 : 60, shiftKey: phase >= 40 && phase < 80,
		}));
		real(() => step(i + 1));
	}
	step(0);
}), FRAMES);
const memory = rendererMemory();
await browser.close();
const line = [operations, `${process.env.BENCH_WRITTEN_MS} ms`, `${(statSync(path).size / 1e6).toFixed(1)} MB`, `${opened.toFixed(0)} ms`,
	`${quantile(frames, 0.5).toFixed(1)} ms`, `${quantile(frames, 0.95).toFixed(1)} ms`, `${quantile(scripts, 0.95).toFixed(1)} ms`, `${memory.toFixed(0)} MiB`];
console.log(line.map((text, i) => String(text).padStart(i < 2 ? 10 : 9)).join(' '));
