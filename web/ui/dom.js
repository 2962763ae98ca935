// SPDX-License-Identifier: MIT
// Elements. Whatever comes from a report is text, never markup.

const svgNames = new Set(['svg', 'path', 'line', 'rect', 'circle', 'g', 'text', 'title', 'polyline']);

// An element NAME. Of PROPERTIES, functions under onclick and the like become listeners, `style` is an object of CSS
// properties, true is an empty attribute, null and false none. Children are elements, texts, or null.
export function el(name, properties, ...children) {
	const element = svgNames.has(name)
		? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
	for (const [key, value] of Object.entries(properties ?? {})) {
		if (value === null || value === undefined || value === false)
			continue;
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else if (key === 'style')
			setStyle(element, value);
		else
			element.setAttribute(key, value === true ? '' : value);
	}
	element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
		.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
	return element;
}

// What no line may end within: options, settings, names of several words.
const WORD = /\S*(?:--|[=_])\S*/g;

// TEXT in which such a word is broken only where it is longer than a line: "NAME=17" is not read as "NAME=1". Of several parts, the elements stay
// what they are.
export function prose(text) {
	if (typeof text !== 'string')
		return Array.isArray(text) ? text.map(prose) : text;
	const parts = [];
	let end = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		parts.push(text.slice(end, index), el('span', { class: 'word' }, word));
		end = index + word.length;
	}
	return end ? [...parts, text.slice(end)] : text;
}

// By the object model, which the page's policy allows; style attributes it does not.
export function setStyle(element, style) {
	for (const [key, value] of Object.entries(style))
		element.style.setProperty(key, value);
}

// A text that explains itself: EXPLANATION on hover, on focus, and to screen readers.
export function explained(text, explanation) {
	return el('abbr', { title: explanation, tabindex: '0', 'aria-label': `${text}: ${explanation}` }, text);
}
