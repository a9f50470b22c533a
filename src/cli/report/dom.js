// SPDX-License-Identifier: MIT
'use strict';
// Whatever a design or a program calls things is text here, and never markup.

/** An element with properties, attributes (those with a dash, role, type and so on) and children; strings become text. */
function el(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') node.className = value;
    else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Control characters would change what stands around them. */
function shown(text) {
  return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

function plural(count, word) {
  return count.toLocaleString('en') + ' ' + (count === 1 ? word : word.endsWith('y') ? word.slice(0, -1) + 'ies' : word + 's');
}

function seconds(value) {
  if (value < 0.001) return (value * 1e6).toFixed(0) + ' µs';
  if (value < 1) return (value * 1000).toFixed(value < 0.01 ? 1 : 0) + ' ms';
  return value < 100 ? value.toFixed(2) + ' s' : value.toFixed(0) + ' s';
}

function megabytes(bytes) {
  return (bytes / 1048576).toFixed(bytes < 10485760 ? 1 : 0) + ' MB';
}

/** A table; cells are nodes or text, numbers are set to the right. */
function table(head, rows) {
  const cell = (tag, content) => el(tag, { class: typeof content === 'number' ? 'number' : undefined },
    typeof content === 'number' ? content.toLocaleString('en') : content);
  return el('div', { class: 'scroll' }, el('table', {},
    head && el('thead', {}, el('tr', {}, head.map(text => el('th', {}, text)))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map(content => cell('td', content)))))));
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

/** What has to be drawn again when the colours or the width change. */
const drawers = new Set();
function redraw_all() {
  for (const draw of drawers) draw();
}

/** A canvas that is as sharp as the screen; returns its context in units of CSS, and its size. */
function prepare_canvas(canvas, height) {
  const width = Math.max(canvas.clientWidth, 10);
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return { context, width, height };
}
