// SPDX-License-Identifier: MIT
// A waveform on a canvas: only the rows and steps that are seen are looked at, so that thousands of signals over
// ten thousands of steps take no longer than a few.

const kRowHeight = 24;
const kRadixes = ['hex', 'bin', 'dec', 'signed', 'text'];

/** The value of a signal of several bits, as the report has it, in a radix. */
function in_radix(value, width, radix, is_text) {
  if (is_text) return shown(value);
  if (value.startsWith('b')) return value.slice(1);
  if (radix === 'hex') return value;
  let number = BigInt('0x' + value);
  if (radix === 'bin') return number.toString(2).padStart(width, '0');
  if (radix === 'signed' && width > 0 && (number >> BigInt(width - 1)) === 1n) number -= 1n << BigInt(width);
  if (radix !== 'text') return number.toString();
  let text = '';
  for (let shift = Math.floor((width - 1) / 8) * 8; shift >= 0; shift -= 8) {
    const code = Number((number >> BigInt(shift)) & 255n);
    text += code >= 32 && code < 127 ? String.fromCharCode(code) : '.';
  }
  return text;
}

/** Levels of a name: dots are hierarchy, but not in what a tool made ($...) or in places of files. */
function levels_of(name) {
  return name.includes(':') || name.startsWith('$') || name.includes('.$') ? [name] : name.split('.');
}

class Wave {
  /** `unit`: what a step is called. `bad`: the step that the run is about, or -1. */
  constructor(wave, unit, bad) {
    this.wave = wave;
    this.unit = unit;
    this.bad = bad;
    this.steps = Math.max(wave.steps, 1);
    this.left = 0;         // the first step in view, a fraction too
    this.per_step = 40;    // pixels
    this.cursor = bad >= 0 ? bad : this.steps - 1;
    this.second = -1;
    // A row; of a clock there is nothing to be seen.
    this.chosen = Math.max(0, wave.signals.findIndex(signal => signal.kind !== 'clock'));
    this.radix = 'hex';
    this.radixes = new Map();  // of single signals
    this.closed = new Set();   // scopes
    this.free = wave.signals.map(signal => signal.free ? new Set(signal.free) : null);
    this.matters = wave.signals.filter(signal => signal.distance !== undefined || signal.kind === 'clock').length;
    this.mode = this.matters > 0 && this.matters < wave.signals.length ? 'near' : 'all';
    this.build();
    this.make_rows();
  }

  build() {
    const button = (text, title, act) => el('button', { type: 'button', title, 'aria-label': title, onclick: act }, text);
    this.search = el('input', { type: 'search', placeholder: 'find a signal ( / )', 'aria-label': 'find a signal', oninput: () => this.make_rows() });
    this.modes = el('select', { 'aria-label': 'which signals', onchange: () => { this.mode = this.modes.value; this.make_rows(); } },
      el('option', { value: 'near' }, 'that matter (' + this.matters + ')'),
      el('option', { value: 'all' }, 'all, nearest first (' + this.wave.signals.length + ')'),
      el('option', { value: 'tree' }, 'all, by hierarchy'));
    this.modes.value = this.mode;
    this.radix_box = el('select', { 'aria-label': 'radix of all signals', onchange: () => { this.radix = this.radix_box.value; this.radixes.clear(); this.draw(); } },
      kRadixes.map(radix => el('option', { value: radix }, radix)));
    this.bar = el('div', { class: 'bar' }, this.search, this.modes, this.radix_box,
      button('−', 'zoom out ( - )', () => this.zoom(0.5)), button('+', 'zoom in ( + )', () => this.zoom(2)),
      button('fit', 'show the whole run ( f )', () => this.fit()),
      button('◀', 'step back ( ← )', () => this.move(-1)), button('▶', 'step forward ( → )', () => this.move(1)),
      button('⇤', 'previous change of the chosen signal ( p )', () => this.change(-1)),
      button('⇥', 'next change of the chosen signal ( n )', () => this.change(1)));
    this.names = el('div', { class: 'wave-names' });
    this.values = el('div', { class: 'wave-values' });
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.frame = el('div', { class: 'wave-frame' }, this.names, this.values, this.canvas);
    this.space = el('div', {});
    this.body = el('div', { class: 'wave-body', tabindex: '0', role: 'application',
      'aria-label': 'waveform: arrows move the cursor and choose signals, + and - zoom, f fits, n and p go to changes, r changes the radix, c sets the second cursor' },
      this.frame, this.space);
    this.foot = el('div', { class: 'wave-foot', 'aria-live': 'polite' });
    this.node = el('div', {}, this.bar, el('div', { class: 'wave' }, this.body, this.foot));
    this.body.addEventListener('scroll', () => this.draw());
    this.body.addEventListener('keydown', event => this.key(event));
    this.canvas.addEventListener('pointerdown', event => this.press(event));
    this.canvas.addEventListener('wheel', event => this.wheel(event), { passive: false });
    this.is_fitted = false;
    drawers.add(() => this.draw());
  }

  /** What the search and the mode leave. */
  make_rows() {
    const wanted = this.search.value.toLowerCase();
    const signals = this.wave.signals;
    const fits = i => {
      const signal = signals[i];
      if (wanted) return signal.name.toLowerCase().includes(wanted);
      return this.mode !== 'near' || signal.distance !== undefined || signal.kind === 'clock';
    };
    this.rows = [];
    if (this.mode === 'tree') {
      const root = { scopes: new Map(), signals: [] };
      for (let i = 0; i < signals.length; ++i) {
        if (!fits(i)) continue;
        const levels = levels_of(signals[i].name);
        let scope = root, path = '';
        for (const level of levels.slice(0, -1)) {
          path += level + '.';
          if (!scope.scopes.has(level)) scope.scopes.set(level, { scopes: new Map(), signals: [], path });
          scope = scope.scopes.get(level);
        }
        scope.signals.push({ index: i, name: levels[levels.length - 1] });
      }
      const add = (scope, depth) => {
        for (const { index, name } of scope.signals) this.rows.push({ index, name, depth });
        for (const [name, inner] of scope.scopes) {
          this.rows.push({ scope: inner.path, name, depth });
          if (wanted || !this.closed.has(inner.path)) add(inner, depth + 1);
        }
      };
      add(root, 0);
    } else {
      for (let i = 0; i < signals.length; ++i) if (fits(i)) this.rows.push({ index: i, name: signals[i].name, depth: 0 });
    }
    this.scopes = this.rows.filter(row => row.scope !== undefined).length;
    this.chosen = Math.min(this.chosen, Math.max(this.rows.length - 1, 0));
    this.draw();
  }

  /** Before it is first drawn its width is not known. */
  view_width() { return Math.max(this.canvas.clientWidth, 10); }
  height() {
    const rows = Math.min(this.rows.length + 1, Math.max(6, Math.floor(window.innerHeight * 0.6 / kRowHeight)));
    return (Math.max(rows, 3)) * kRowHeight;
  }

  fit() {
    this.per_step = Math.min(80, this.view_width() / this.steps);
    this.left = 0;
    this.draw();
  }
  zoom(factor, around) {
    const center = around === undefined ? this.cursor + 0.5 : around;
    const at = (center - this.left) * this.per_step;
    const inside = at >= 0 && at <= this.view_width() ? at : this.view_width() / 2;
    this.per_step = Math.min(200, Math.max(Math.min(80, this.view_width() / this.steps), this.per_step * factor));
    this.left = center - inside / this.per_step;
    this.draw();
  }
  clamp() {
    this.left = Math.max(0, Math.min(this.left, this.steps - this.view_width() / this.per_step));
  }
  set_cursor(step) {
    this.cursor = Math.max(0, Math.min(this.steps - 1, step));
    const first = this.left, last = this.left + this.view_width() / this.per_step - 1;
    if (this.cursor < first) this.left = this.cursor;
    else if (this.cursor > last) this.left = this.cursor - (last - first);
    this.draw();
  }
  move(by) { this.set_cursor(this.cursor + by); }
  choose(row) {
    this.chosen = Math.max(0, Math.min(this.rows.length - 1, row));
    const top = this.chosen * kRowHeight, room = this.body.clientHeight - 2 * kRowHeight;
    if (top < this.body.scrollTop) this.body.scrollTop = top;
    else if (top > this.body.scrollTop + room) this.body.scrollTop = top - room;
    this.draw();
  }
  /** To the next step in which the chosen signal has another value. */
  change(direction) {
    const row = this.rows[this.chosen];
    if (!row || row.index === undefined) return;
    const signal = this.wave.signals[row.index];
    for (let step = this.cursor + direction; step >= 0 && step < this.steps; step += direction)
      if (this.raw(signal, step) !== this.raw(signal, step - 1)) return this.set_cursor(step);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowLeft: () => this.move(event.shiftKey ? -10 : -1), ArrowRight: () => this.move(event.shiftKey ? 10 : 1),
      ArrowUp: () => this.choose(this.chosen - 1), ArrowDown: () => this.choose(this.chosen + 1),
      Home: () => this.set_cursor(0), End: () => this.set_cursor(this.steps - 1),
      '+': () => this.zoom(2), '=': () => this.zoom(2), '-': () => this.zoom(0.5), f: () => this.fit(),
      n: () => this.change(1), p: () => this.change(-1), r: () => this.next_radix(), '/': () => this.search.focus(),
      c: () => { this.second = this.second === this.cursor ? -1 : this.cursor; this.draw(); },
      Enter: () => this.toggle(this.chosen),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  next_radix() {
    const row = this.rows[this.chosen];
    if (!row || row.index === undefined) return;
    const now = kRadixes.indexOf(this.radixes.get(row.index) || this.radix);
    this.radixes.set(row.index, kRadixes[(now + 1) % kRadixes.length]);
    this.draw();
  }
  toggle(i) {
    const row = this.rows[i];
    if (!row || row.scope === undefined) return;
    if (!this.closed.delete(row.scope)) this.closed.add(row.scope);
    this.make_rows();
  }

  press(event) {
    this.body.focus({ preventScroll: true });
    const begin = event.clientX, left = this.left;
    const box = this.canvas.getBoundingClientRect();
    let dragged = false;
    this.canvas.setPointerCapture(event.pointerId);
    const move = e => {
      if (Math.abs(e.clientX - begin) > 4) dragged = true;
      if (!dragged) return;
      this.left = left - (e.clientX - begin) / this.per_step;
      this.draw();
    };
    const up = e => {
      this.canvas.removeEventListener('pointermove', move);
      this.canvas.removeEventListener('pointerup', up);
      this.canvas.removeEventListener('pointercancel', up);
      if (dragged) return;
      const step = Math.floor(this.left + (e.clientX - box.left) / this.per_step);
      const row = Math.floor((e.clientY - box.top - kRowHeight + this.body.scrollTop) / kRowHeight);
      if (e.clientY - box.top > kRowHeight && row < this.rows.length) this.chosen = row;
      if (e.shiftKey) { this.second = Math.max(0, Math.min(this.steps - 1, step)); this.draw(); }
      else this.set_cursor(step);
    };
    this.canvas.addEventListener('pointermove', move);
    this.canvas.addEventListener('pointerup', up);
    this.canvas.addEventListener('pointercancel', up);
  }
  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const box = this.canvas.getBoundingClientRect();
      this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.left + (event.clientX - box.left) / this.per_step);
    } else if (event.deltaX !== 0 || event.shiftKey) {
      event.preventDefault();
      this.left += (event.deltaX || event.deltaY) / this.per_step;
      this.draw();
    }
  }

  /** The change that gives a signal of several bits its value in a step, as a position. */
  change_at(signal, step) {
    const at = signal.at;
    let low = 0, high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle] <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** Taken apart when it is first looked at. */
  values_of(signal) {
    if (signal.list === undefined) signal.list = signal.text ? signal.values : signal.values.split(' ');
    return signal.list;
  }
  raw(signal, step) {
    if (step < 0) return undefined;
    if (signal.bits !== undefined) return signal.bits[step];
    if (signal.at === undefined) return '1';
    return this.values_of(signal)[this.change_at(signal, step)];
  }
  value(index, step) {
    const signal = this.wave.signals[index];
    if (signal.kind === 'clock') return '';
    const raw = this.raw(signal, step);
    if (raw === undefined) return '';
    return signal.bits !== undefined ? raw : in_radix(raw, signal.width, this.radixes.get(index) || this.radix, signal.text);
  }
  is_free(index, step) { return this.free[index] !== null && this.free[index].has(step); }

  /** At most once for each picture that the screen shows. */
  draw() {
    if (this.is_waiting) return;
    this.is_waiting = true;
    requestAnimationFrame(() => { this.is_waiting = false; this.draw_now(); });
  }

  draw_now() {
    if (!this.node.isConnected) return;
    const begin = performance.now();
    const height = this.height();
    this.body.style.height = height + 'px';
    this.frame.style.height = height + 'px';
    this.space.style.height = Math.max(0, (this.rows.length + 1) * kRowHeight - height) + 'px';
    this.canvas.style.height = height + 'px';
    if (!this.is_fitted) {
      this.is_fitted = true;
      this.per_step = Math.min(80, Math.max(this.view_width() / this.steps, 6));
      this.left = Math.max(0, this.cursor - this.view_width() / this.per_step + 1.5);
    }
    this.clamp();
    const { context: c, width } = prepare_canvas(this.canvas, height);
    const palette = {};
    for (const name of ['back', 'front', 'soft', 'grid', 'wave', 'bus', 'free', 'mark', 'loop', 'bad', 'bad-back', 'panel', 'accent', 'line']) palette[name] = color(name);
    c.fillStyle = palette.back;
    c.fillRect(0, 0, width, height);
    const x = step => (step - this.left) * this.per_step;
    const first = Math.max(0, Math.floor(this.left)), last = Math.min(this.steps - 1, Math.ceil(this.left + width / this.per_step));
    const band = (from, to, fill) => { c.fillStyle = fill; c.fillRect(x(from), 0, x(to) - x(from), height); };
    if (this.wave.loop_start !== undefined) band(this.wave.loop_start, this.steps, palette.loop);
    if (this.bad >= 0) band(this.bad, this.bad + 1, palette['bad-back']);
    const every = this.ticks();
    c.fillStyle = palette.grid;
    for (let step = Math.floor(first / every) * every; step <= last; step += every) c.fillRect(Math.round(x(step)), kRowHeight, 1, height);
    const top = Math.floor(this.body.scrollTop / kRowHeight);
    const shift = this.body.scrollTop - top * kRowHeight;
    const seen = Math.ceil(height / kRowHeight) + 1;
    c.save();
    c.beginPath();
    c.rect(0, kRowHeight, width, height - kRowHeight);
    c.clip();
    for (let i = top; i < Math.min(this.rows.length, top + seen); ++i) {
      const y = kRowHeight + (i - top) * kRowHeight - shift;
      if (i === this.chosen) { c.globalAlpha = 0.5; c.fillStyle = palette.mark; c.fillRect(0, y, width, kRowHeight); c.globalAlpha = 1; }
      c.fillStyle = palette.grid;
      c.fillRect(0, y + kRowHeight - 1, width, 1);
      if (this.rows[i].index !== undefined) this.draw_signal(c, palette, this.rows[i].index, y, first, last, x);
    }
    c.restore();
    this.draw_axis(c, palette, width, height, first, last, x);
    this.draw_names(top, shift, seen, height);
    this.tell();
    this.canvas.dataset.milliseconds = (performance.now() - begin).toFixed(1);
  }

  /** Steps between two numbers of the axis. */
  ticks() {
    let every = 1;
    while (every * this.per_step < 44) every *= String(every)[0] === '2' ? 2.5 : 2;
    return every;
  }

  draw_axis(c, palette, width, height, first, last, x) {
    c.fillStyle = palette.panel;
    c.fillRect(0, 0, width, kRowHeight);
    c.fillStyle = palette.line;
    c.fillRect(0, kRowHeight - 1, width, 1);
    const every = this.ticks();
    c.font = '11px system-ui, sans-serif';
    c.textBaseline = 'middle';
    for (let step = Math.floor(first / every) * every; step <= last; step += every) {
      c.fillStyle = palette.soft;
      c.fillText(String(step), x(step) + 3, kRowHeight / 2);
    }
    if (this.wave.loop_start !== undefined) {
      c.fillStyle = palette.accent;
      c.fillRect(Math.round(x(this.wave.loop_start)), 0, 2, height);
      c.fillText('↻ from here for ever', x(this.wave.loop_start) + 24, kRowHeight / 2);
    }
    const line = (step, fill, label) => {
      if (step < 0) return;
      const at = x(step) + this.per_step / 2;
      c.fillStyle = fill;
      c.fillRect(Math.round(at), 0, 1.5, height);
      c.fillText(label, at + 3, height - 8);
    };
    line(this.second, palette.accent, 'B');
    line(this.cursor, palette.bad, 'A');
  }

  draw_signal(c, palette, index, y, first, last, x) {
    const signal = this.wave.signals[index];
    const high = y + 5, low = y + kRowHeight - 6, middle = (high + low) / 2;
    c.lineWidth = 1.3;
    if (signal.kind === 'clock') {
      c.strokeStyle = palette.soft;
      c.beginPath();
      if (this.per_step < 4) { c.fillStyle = palette.free; return c.fillRect(x(first), high, x(last + 1) - x(first), low - high); }
      for (let step = first; step <= last; ++step) {
        c.moveTo(x(step), low); c.lineTo(x(step), high); c.lineTo(x(step + 0.5), high); c.lineTo(x(step + 0.5), low); c.lineTo(x(step + 1), low);
      }
      return c.stroke();
    }
    if (this.free[index] !== null) this.draw_free(c, palette, index, high, low, first, last, x);
    if (signal.bits !== undefined) return this.draw_bit(c, palette, signal, high, low, first, last, x);
    // Changes closer than a pixel are one block.
    c.strokeStyle = palette.bus;
    c.font = '12px ui-monospace, monospace';
    c.textBaseline = 'middle';
    const at = signal.at, values = this.values_of(signal);
    let i = this.change_at(signal, first);
    let block = -1;
    c.beginPath();
    while (i < at.length && at[i] <= last) {
      const begin = Math.max(x(at[i]), -5), end = Math.min(x(i + 1 < at.length ? at[i + 1] : this.steps), x(last + 1) + 5);
      if (end - begin < 3) {
        if (block < 0) block = begin;
        // To the next change that is a pixel away.
        const next = Math.floor(this.left + (begin + 1) / this.per_step) + 1;
        const jump = Math.max(i + 1, next > at[i] ? this.change_at(signal, next) : i + 1);
        i = jump;
        continue;
      }
      if (block >= 0) { c.fillStyle = palette.bus; c.fillRect(block, high, begin - block, low - high); block = -1; }
      c.moveTo(begin, middle); c.lineTo(begin + 2, high); c.lineTo(end - 2, high); c.lineTo(end, middle); c.lineTo(end - 2, low); c.lineTo(begin + 2, low); c.lineTo(begin, middle);
      const text = in_radix(values[i], signal.width, this.radixes.get(index) || this.radix, signal.text);
      const room = Math.floor((end - begin - 8) / 7.3);
      if (room >= Math.min(text.length, 2)) {
        c.fillStyle = palette.front;
        c.fillText(text.length <= room ? text : text.slice(0, room - 1) + '…', Math.max(begin, 0) + 5, middle + 1);
      }
      ++i;
    }
    if (block >= 0) { c.fillStyle = palette.bus; c.fillRect(block, high, x(last + 1) - block, low - high); }
    c.stroke();
  }

  /** Values that play no part lie behind grey. */
  draw_free(c, palette, index, high, low, first, last, x) {
    c.fillStyle = palette.free;
    c.globalAlpha = 0.6;
    for (let step = first; step <= last; ++step) {
      if (!this.is_free(index, step)) continue;
      let end = step;
      while (end < last && this.is_free(index, end + 1)) ++end;
      c.fillRect(x(step), high - 1, x(end + 1) - x(step), low - high + 2);
      step = end;
    }
    c.globalAlpha = 1;
  }

  draw_bit(c, palette, signal, high, low, first, last, x) {
    const bits = signal.bits;
    c.strokeStyle = palette.wave;
    c.beginPath();
    if (this.per_step < 1) {  // a column of pixels stands for several steps
      for (let px = Math.max(0, Math.floor(x(first))); px <= x(last + 1); ++px) {
        const from = Math.max(first, Math.floor(this.left + px / this.per_step)), to = Math.min(last + 1, Math.max(from + 1, Math.floor(this.left + (px + 1) / this.per_step)));
        const part = bits.slice(from, to);
        const one = part.includes('1'), zero = part.includes('0');
        if (one && zero) { c.moveTo(px + 0.5, high); c.lineTo(px + 0.5, low); }
        else { c.moveTo(px, one ? high : low); c.lineTo(px + 1, one ? high : low); }
      }
      return c.stroke();
    }
    let step = first, previous = null;
    while (step <= last) {
      let end = step;
      while (end < last && bits[end + 1] === bits[step]) ++end;
      const at = bits[step] === '1' ? high : bits[step] === '0' ? low : (high + low) / 2;
      if (bits[step] === 'x') { c.fillStyle = palette.bad; c.globalAlpha = 0.25; c.fillRect(x(step), high, x(end + 1) - x(step), low - high); c.globalAlpha = 1; }
      if (previous === null) c.moveTo(x(step), at);
      else c.lineTo(x(step), at);
      c.lineTo(x(end + 1), at);
      if (bits[step] === '1') { c.fillStyle = palette.wave; c.globalAlpha = 0.13; c.fillRect(x(step), high, x(end + 1) - x(step), low - high); c.globalAlpha = 1; }
      previous = at;
      step = end + 1;
    }
    c.stroke();
  }

  draw_names(top, shift, seen, height) {
    this.names.style.height = this.values.style.height = height + 'px';
    const names = [], values = [];
    for (let i = top; i < Math.min(this.rows.length, top + seen); ++i) {
      const row = this.rows[i];
      const y = (kRowHeight + (i - top) * kRowHeight - shift) + 'px';
      const is_scope = row.scope !== undefined;
      const signal = is_scope ? null : this.wave.signals[row.index];
      const name = el('div', { class: i === this.chosen ? 'chosen' : undefined, title: shown(is_scope ? row.scope : signal.name + (signal.range || '') + ', ' + signal.kind),
        onclick: () => { this.chosen = i; if (is_scope) this.toggle(i); else this.draw(); this.body.focus({ preventScroll: true }); } },
        is_scope ? (this.closed.has(row.scope) ? '▸ ' : '▾ ') + shown(row.name) : shown(row.name) + (signal.range || ''),
        is_scope ? null : el('span', { class: 'kind' }, ' ' + signal.kind));
      name.style.top = y;
      name.style.paddingLeft = (6 + row.depth * 14) + 'px';
      names.push(name);
      if (is_scope) continue;
      const is_free = this.is_free(row.index, this.cursor);
      const value = el('div', { class: (i === this.chosen ? 'chosen' : '') + (is_free ? ' soft' : ''), title: is_free ? 'any value would do' : undefined },
        is_free ? '(' + this.value(row.index, this.cursor) + ')' : this.value(row.index, this.cursor));
      value.style.top = y;
      values.push(value);
    }
    const head = text => { const node = el('div', { class: 'head' }, text); node.style.top = '0'; return node; };
    this.names.replaceChildren(...names, head(plural(this.rows.length - this.scopes, 'signal')));
    this.values.replaceChildren(...values, head(this.unit + ' ' + this.cursor));
  }

  tell() {
    const row = this.rows[this.chosen];
    const parts = ['A: ' + this.unit + ' ' + this.cursor + ' of 0 to ' + (this.steps - 1)];
    if (this.second >= 0) parts.push('B: ' + this.unit + ' ' + this.second + ', distance ' + Math.abs(this.cursor - this.second));
    if (row && row.index !== undefined) {
      const signal = this.wave.signals[row.index];
      parts.push(shown(signal.name) + ' = ' + this.value(row.index, this.cursor) + (this.is_free(row.index, this.cursor) ? ' (any value would do)' : ''));
    }
    const text = parts.join(' · ');
    if (this.foot.textContent !== text) this.foot.textContent = text;
  }
}
