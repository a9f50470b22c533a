// SPDX-License-Identifier: MIT
// Curves over time, and bars.

const kCurveColors = ['accent', 'wave', 'bad', 'open'];

/** Curves of { name, values }, over the same times; steps, because numbers of frames have nothing between them. */
function plot(times, curves, unit) {
  const canvas = el('canvas', { class: 'plot', role: 'img', 'aria-label': curves.map(curve => curve.name).join(', ') + ' over time' });
  const legend = el('div', { class: 'legend' }, curves.map((curve, i) => {
    const swatch = el('i', {});
    swatch.style.background = 'var(--' + kCurveColors[i % kCurveColors.length] + ')';
    return el('span', {}, swatch, curve.name + ': at most ' + format(Math.max(...curve.values, 0)));
  }));
  function format(value) { return unit ? unit(value) : value.toLocaleString('en'); }
  const draw = () => {
    if (!canvas.isConnected) return;
    const { context: c, width, height } = prepare_canvas(canvas, 200);
    c.fillStyle = color('back');
    c.fillRect(0, 0, width, height);
    const left = 8, bottom = height - 20, top = 10, right = width - 8;
    const end = Math.max(times[times.length - 1], 1e-9);
    c.font = '11px system-ui, sans-serif';
    c.fillStyle = color('soft');
    c.textAlign = 'center';
    for (let i = 0; i <= 4; ++i) {
      const at = left + (right - left) * i / 4;
      c.fillRect(at, bottom, 1, 4);
      c.fillText(seconds(end * i / 4), Math.min(Math.max(at, 20), width - 24), height - 5);
    }
    c.textAlign = 'start';
    c.fillRect(left, bottom, right - left, 1);
    curves.forEach((curve, k) => {
      const most = Math.max(...curve.values, 1e-9);
      c.strokeStyle = color(kCurveColors[k % kCurveColors.length]);
      c.lineWidth = 1.6;
      c.beginPath();
      let last = bottom;
      curve.values.forEach((value, i) => {
        const x = left + (right - left) * times[i] / end, y = bottom - (bottom - top) * value / most;
        if (i === 0) c.moveTo(x, y);
        else { c.lineTo(x, last); c.lineTo(x, y); }
        last = y;
      });
      c.lineTo(right, last);
      c.stroke();
    });
  };
  drawers.add(draw);
  requestAnimationFrame(draw);
  return el('div', {}, canvas, legend);
}

/** Rows of [name, parts, text]; parts are lengths from 0 to 1 or [begin, length]. */
function bars(rows) {
  const node = el('div', { class: 'bars' });
  for (const [name, parts, text] of rows) {
    const track = el('div', { class: 'track' });
    let begin = 0;
    parts.forEach((part, i) => {
      const [from, length] = Array.isArray(part) ? part : [begin, part];
      const bar = el('span', { class: i > 0 ? 'second' : undefined });
      bar.style.left = (100 * from).toFixed(2) + '%';
      bar.style.width = Math.max(100 * length, length > 0 ? 0.4 : 0).toFixed(2) + '%';
      track.append(bar);
      begin = from + length;
    });
    node.append(el('div', {}, shown(name)), track, el('div', { class: 'soft' }, text));
  }
  return node;
}
