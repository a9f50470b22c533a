// SPDX-License-Identifier: MIT
// The run of a program, step by step beside its source; of a proof, the facts at their places.

class ProgramRun {
  constructor(run, part) {
    this.run = run;
    this.trace = part.trace || [];
    this.inputs = part.inputs || [];
    this.facts = part.invariants || [];
    this.sources = new Map((run.sources || []).map(source => [source.file, source.text.replace(/\n$/, '').split('\n')]));
    // Places without a file have nothing to show; the stack stays until another one is said.
    let stack = [];
    this.stacks = this.trace.map(step => stack = step.stack || stack);
    this.at = Math.max(this.trace.length - 1, 0);
    this.file = null;
    this.build(run);
  }

  build(run) {
    const button = (text, title, act) => el('button', { type: 'button', title, 'aria-label': title, onclick: act }, text);
    const last = this.trace.length - 1;
    this.slider = el('input', { type: 'range', min: '0', max: String(Math.max(last, 0)), value: String(this.at), 'aria-label': 'step of the run', oninput: () => this.go(Number(this.slider.value)) });
    this.label = el('span', { class: 'mono', 'aria-live': 'polite' });
    this.controls = el('div', { class: 'bar' },
      button('|◀', 'to the beginning ( Home )', () => this.go(0)), button('◀', 'step back ( ← )', () => this.go(this.at - 1)),
      button('▶', 'step forward ( → )', () => this.go(this.at + 1)), button('▶|', 'to the failure ( End )', () => this.go(last)),
      button('⤺ line', 'the last time that this line was reached ( p )', () => this.same_line(-1)),
      button('line ⤻', 'the next time that this line is reached ( n )', () => this.same_line(1)), this.slider, this.label);
    this.source = el('div', { class: 'source', tabindex: '0', 'aria-label': 'source' });
    this.what = el('p', {});
    this.stack = el('div', {});
    this.values = el('div', { class: 'tall' });
    this.files = el('select', { 'aria-label': 'file', onchange: () => this.show_file(this.files.value) }, [...this.sources.keys()].map(file => el('option', { value: file }, shown(file))));
    const has_trace = this.trace.length > 0;
    this.node = el('div', { class: 'program-run' }, has_trace && this.controls, this.sources.size > 1 && el('div', { class: 'bar' }, this.files),
      el('div', { class: has_trace ? 'program' : undefined }, this.source,
        has_trace && el('div', { class: 'side' }, this.what, el('h3', {}, 'Calls'), this.stack, el('h3', {}, 'Values'), this.values,
          this.inputs.length > 0 && el('details', {}, el('summary', {}, plural(this.inputs.length, 'value') + ' from outside'),
            table(['where', 'what', 'value'], this.inputs.slice(0, 1000).map(input => [input.at ? input.at.line : '', shown(input.source) + (input.kind === 'nondet' ? '()' : ''), shown(input.value)])))) ));
    this.node.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
      const act = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(last),
        n: () => this.same_line(1), p: () => this.same_line(-1) }[event.key];
      if (!act || !has_trace) return;
      event.preventDefault();
      act();
    });
    if (!has_trace) {
      const first = this.facts.find(one => one.at) || { at: { file: [...this.sources.keys()][0] } };
      this.show_file(first.at.file);
    }
  }

  /** Its lines, with those that the run passes, and facts under the lines that they hold at. */
  show_file(file) {
    if (this.file === file) return;
    this.file = file;
    this.lines = [];
    if (this.files.value !== file) this.files.value = file;
    const text = this.sources.get(file);
    if (!text) return this.source.replaceChildren(el('p', { class: 'soft' }, 'The source of ' + shown(file) + ' is not in the report.'));
    const passed = new Set();
    for (const step of this.trace) if (step.at && step.at.file === file) passed.add(step.at.line);
    const facts = new Map();
    for (const one of this.facts) {
      if (!one.at || one.at.file !== file) continue;
      const here = one.reachable ? one.facts : ['no run gets here'];
      facts.set(one.at.line, [...(facts.get(one.at.line) || []), ...here]);
    }
    const nodes = [];
    for (let i = 0; i < text.length; ++i) {
      const line = el('div', { 'data-n': i + 1, class: passed.has(i + 1) ? 'path' : undefined,
        onclick: passed.has(i + 1) ? () => this.to_line(i + 1) : undefined }, shown(text[i].replace(/\t/g, '        ')) || ' ');
      this.lines[i + 1] = line;
      nodes.push(line);
      for (const fact of facts.get(i + 1) || []) nodes.push(el('div', { 'data-n': '', class: 'fact' }, '  ✓ ' + shown(fact)));
    }
    this.source.replaceChildren(...nodes);
    const failing = this.trace[this.trace.length - 1];
    if (failing && failing.at && failing.at.file === file && this.lines[failing.at.line]) this.lines[failing.at.line].classList.add('failed');
  }

  /** To the nearest step at a line, this way round the run. */
  to_line(line) {
    for (let i = 1; i <= this.trace.length; ++i) {
      const step = (this.at + i) % this.trace.length;
      const at = this.trace[step].at;
      if (at && at.file === this.file && at.line === line) return this.go(step);
    }
  }
  same_line(direction) {
    const here = this.trace[this.at].at;
    if (!here) return;
    for (let step = this.at + direction; step >= 0 && step < this.trace.length; step += direction) {
      const at = this.trace[step].at;
      if (at && at.file === here.file && at.line === here.line) return this.go(step);
    }
  }

  /** The values after a step: those before come from a state that is kept now and then. */
  state_at(step) {
    const kEvery = 500;
    this.kept = this.kept || [new Map()];
    let k = Math.min(Math.floor(step / kEvery), this.kept.length - 1);
    let state = new Map(this.kept[k]);
    for (let i = k * kEvery; i <= step; ++i) {
      if (i % kEvery === 0 && i / kEvery === this.kept.length) this.kept.push(new Map(state));
      for (const [name, value] of Object.entries(this.trace[i].changes || {})) state.set(name, value);
    }
    return state;
  }

  go(step) {
    if (this.trace.length === 0) return;
    this.at = Math.max(0, Math.min(this.trace.length - 1, step));
    const now = this.trace[this.at];
    const is_last = this.at === this.trace.length - 1;
    this.slider.value = String(this.at);
    this.label.textContent = 'step ' + (this.at + 1) + ' of ' + this.trace.length;
    if (now.at) this.show_file(now.at.file);
    if (this.here) this.here.classList.remove('here');
    this.here = now.at && now.at.file === this.file ? this.lines[now.at.line] : null;
    if (this.here) {
      this.here.classList.add('here');
      const top = this.here.offsetTop - this.source.offsetTop;
      if (top < this.source.scrollTop + 40 || top > this.source.scrollTop + this.source.clientHeight - 60)
        this.source.scrollTop = top - this.source.clientHeight / 2;
    }
    const changes = now.changes || {};
    const told = [];
    if (now.branch !== undefined) told.push('the condition is ' + now.branch);
    if (is_last && this.run.failure && this.run.failure.what && now.at && this.run.failure.at && now.at.line === this.run.failure.at.line) told.push(shown(this.run.failure.what));
    else if (is_last) told.push('here it fails');
    this.what.replaceChildren(el('b', {}, now.at ? place_text(now.at) : 'at the start'), told.length > 0 ? ' · ' + told.join(' · ') : '',
      now.at && now.at.text ? el('pre', {}, shown(now.at.text)) : '');
    const stack = this.stacks[this.at];
    this.stack.replaceChildren(stack.length === 0 ? el('p', { class: 'soft' }, now.at && now.at.function ? shown(now.at.function) + '()' : 'none')
      : table(null, [...stack].reverse().map(frame => [shown(frame.function) + '()', frame.line === undefined ? '' : 'called in line ' + frame.line])));
    const state = this.state_at(this.at);
    const names = [...state.keys()].sort((a, b) => (b in changes) - (a in changes));
    this.values.replaceChildren(names.length === 0 ? el('p', { class: 'soft' }, 'none yet')
      : el('table', {}, el('tbody', {}, names.map(name => el('tr', { class: name in changes ? 'new' : undefined }, el('td', {}, shown(name)), el('td', {}, shown(state.get(name))))))));
  }
}

/** A section; nothing if the report has neither a run nor sources. */
function program_view(run, part, title) {
  if (!part.trace && !(run.sources && part.invariants)) return null;
  const view = new ProgramRun(run, part);
  window.cairn_program = view;
  const section = el('section', { class: 'source-run' }, el('h2', {}, part.trace ? 'Counterexample in the source: ' + title : 'Proof in the source'),
    !run.sources && el('p', { class: 'soft' }, 'The report has no source: it was made without --json-details.'), view.node);
  requestAnimationFrame(() => view.go(view.at));
  return section;
}
