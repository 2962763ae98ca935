// SPDX-License-Identifier: MIT
// What a timeline costs in a browser without GPU acceleration, for bench-page and bench-timeline.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.env.TEST_WEB, 'node_modules', 'x'))('playwright-core');

export const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? NaN;

export async function openPage() {
	const browser = await chromium.launch({ executablePath: process.env.TEST_CHROMIUM, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
	const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
	page.on('pageerror', (error) => console.error(error.message));
	return { browser, page };
}

// From BEGIN to the first drawn frame of the timeline, in ms.
export async function opened(page, begin) {
	await page.waitForSelector('main[data-ready]', { timeout: 600000 });
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	return performance.now() - begin;
}

// The largest renderer's proportional set, in MiB: shared libraries count in part.
export function rendererMemory() {
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

// Wheel events as a person makes them, one in each of COUNT frames: in, along, out. Returns, in ms, { frames: from one
// to the next, scripts: what of each the page's own code takes, in frames and in what the wheel starts }.
export function panAndZoom(page, count) {
	return page.evaluate((number) => new Promise((done) => {
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
			if (i === number) {
				window.requestAnimationFrame = real;
				done({ frames, scripts });
				return;
			}
			const phase = i % 120;
			const begun = performance.now();
			stage.dispatchEvent(new WheelEvent('wheel', {
				bubbles: true, cancelable: true, clientX: box.left + box.width * 0.6, clientY: box.top + 60,
				deltaY: phase < 40 ? -60 : phase < 80 ? 40 : 60, shiftKey: phase >= 40 && phase < 80,
			}));
			spent += performance.now() - begun;
			real(() => step(i + 1));
		}
		step(0);
	}), count);
}
