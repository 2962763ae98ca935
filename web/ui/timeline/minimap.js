// SPDX-License-Identifier: MIT
// The whole run in one strip: what its time went to, above, and when the GPUs worked, below; without steps that alone. The window is what the
// timeline shows; it is dragged, or moved by a click.
import { PERIOD } from '../patterns.js';
import { eachBusy, eachSeen } from './painter.js';

const HEIGHT = 34;
const HALVES = { steps: [2, 16], work: [22, 9] }; // from where, how high
const WHOLE = [6, 22];
const LEAST_PX = 2; // what is shorter is still seen, faintly

// What fills steps of a colour of PALETTE on INK: the colour with its pattern.
function createLooks(ink, palette) {
	const looks = new Map();
	return (colour) => {
		if (looks.has(colour))
			return looks.get(colour);
		const tile = new OffscreenCanvas(PERIOD, PERIOD);
		const image = new ImageData(PERIOD, PERIOD);
		const pixels = new Uint32Array(image.data.buffer);
		const { isMarked } = palette.pattern[colour];
		for (let i = 0; i < pixels.length; i++)
			pixels[i] = isMarked(i % PERIOD, Math.floor(i / PERIOD)) ? palette.mark[colour] : palette.solid[colour];
		tile.getContext('2d').putImageData(image, 0, 0);
		looks.set(colour, ink.createPattern(tile, 'repeat'));
		return looks.get(colour);
	};
}

// LANES: that of the steps, then those of the streams. MOVED(time) is asked to bring a time to the middle.
export function createMinimap(canvas, { steps, streams, span, moved }) {
	const context = canvas.getContext('2d');
	let drawn = null; // the run, drawn once for each width and palette
	const whole = { from: span.from, to: span.to };
	const x = (time) => (time - whole.from) * canvas.clientWidth / (whole.to - whole.from);

	function drawRun(width, palette) {
		const strip = new OffscreenCanvas(width, HEIGHT);
		const ink = strip.getContext('2d');
		const lookOf = createLooks(ink, palette);
		if (steps)
			eachSeen(steps, whole.from, whole.to, width, (x0, x1, i) => {
				ink.fillStyle = x1 - x0 > PERIOD / 2 ? lookOf(steps.colour[i]) : palette.css[steps.colour[i]];
				ink.fillRect(x0, HALVES.steps[0], x1 - x0, HALVES.steps[1]);
			});
		const [top, high] = steps ? HALVES.work : WHOLE;
		for (const lane of streams)
			eachBusy(lane, whole.from, whole.to, width, (x0, x1, i, share) => {
				const busy = Math.round(high * share);
				ink.fillStyle = palette.css[lane.colour[i]];
				ink.globalAlpha = 0.45;
				ink.fillRect(x0, top + high - LEAST_PX, x1 - x0, LEAST_PX);
				ink.globalAlpha = 1;
				ink.fillRect(x0, top + high - busy, x1 - x0, busy);
			});
		return strip;
	}

	function draw(palette) {
		const width = Math.max(1, canvas.clientWidth);
		if (canvas.width !== width || drawn?.palette !== palette) {
			canvas.width = width;
			canvas.height = HEIGHT;
			drawn = { palette, strip: drawRun(width, palette) };
		}
		context.clearRect(0, 0, width, HEIGHT);
		context.drawImage(drawn.strip, 0, 0);
		const x0 = x(span.from);
		const x1 = Math.max(x0 + 3, x(span.to));
		const { color, outlineColor } = getComputedStyle(canvas);
		context.fillStyle = outlineColor;
		context.globalAlpha = 0.6;
		context.fillRect(0, 0, x0, HEIGHT);
		context.fillRect(x1, 0, width - x1, HEIGHT);
		context.globalAlpha = 1;
		context.strokeStyle = color;
		context.strokeRect(x0 + 0.5, 0.5, x1 - x0 - 1, HEIGHT - 1);
	}

	const bring = (event) => moved(whole.from + event.offsetX * (whole.to - whole.from) / Math.max(1, canvas.clientWidth));
	canvas.addEventListener('pointerdown', (event) => {
		canvas.setPointerCapture(event.pointerId);
		bring(event);
	});
	canvas.addEventListener('pointermove', (event) => event.buttons && bring(event));
	return { draw };
}
