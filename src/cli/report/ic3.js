// SPDX-License-Identifier: MIT
// Plays what IC3 did (--log-ic3): frames as columns, lemmas that move up, obligations that wait, and beside it the
// line of the procedure. The state after an event is computed from a state that is kept now and then.

/** The procedure in the words of [EMB11], as ic3.cpp has it. */
const kProcedure = [
  ['start', 'F_0 := initial states;  k := 1'],
  ['', 'repeat'],
  ['bad', '  while F_k has a bad state s:'],
  ['bad', '    add obligation (s, k)'],
  ['take', '    while there are obligations: take (s, i), the lowest one'],
  ['settled', '      a lemma excludes s already? next'],
  ['counterexample', '      s has an initial state? counterexample'],
  ['predecessor', '      some t in F_(i-1) steps into s? add (t, i-1), and (s, i) again'],
  ['blocked', '      else: no step leads into s'],
  ['drop', '        make s smaller: drop literals while no step leads into it'],
  ['ctg', '          a state c stands in the way? exclude it first, if possible'],
  ['lemma', '        learn the lemma !s, as high as it holds'],
  ['kept', '        add (s, i+1)'],
  ['frame', '  k := k + 1: a new frame'],
  ['push', '  push each lemma of F_i to F_(i+1) if no step violates it there'],
  ['invariant', '  some F_i = F_(i+1)? invariant'],
];
const kLineOf = { ctg_ended: 'ctg', stay: 'push', dropped: 'settled' };

class Ic3State {
  constructor(other) {
    this.top = other ? other.top : 0;
    this.lemmas = new Map(other ? other.lemmas : []);          // by serial: { cube, level, reason }
    this.obligations = new Map(other ? other.obligations : []);  // by name: { cube, level, of, state }
    this.current = other ? other.current : 0;
    this.fresh = null;   // the lemma that the last event is about
    this.gone = [];      // lemmas that the last event made superfluous
    this.candidate = other ? other.candidate : null;  // the cube that is made smaller
    this.ctg = other ? other.ctg : null;
  }

  apply(event) {
    this.fresh = null;
    this.gone = [];
    const change = (name, what) => this.obligations.set(name, { ...this.obligations.get(name), ...what });
    switch (event.event) {
      case 'frame': this.top = event.top; break;
      case 'bad':
        this.obligations.set(event.name, { cube: event.cube, level: event.level, of: 0 });
        break;
      case 'predecessor':
        this.obligations.set(event.name, { cube: event.cube, level: event.level, of: event.of });
        break;
      case 'take': this.current = event.name; this.candidate = null; break;
      case 'settled': case 'dropped':
        this.before = this.obligations.get(event.name);  // it may be kept for a higher frame
        this.obligations.delete(event.name);
        break;
      case 'blocked': this.candidate = event.core; break;
      case 'drop': this.candidate = event.left; break;
      case 'ctg': this.ctg = event.cube; break;
      case 'ctg_ended': this.ctg = null; break;
      case 'kept': change(event.name, { ...this.before, level: event.level }); break;
      case 'lemma': {
        const level = number_of(event.level);
        const literals = new Set(event.cube);
        const smaller = cube => event.cube.length <= cube.length && event.cube.every(literal => cube.includes(literal));
        for (const [serial, lemma] of this.lemmas)
          if (serial !== event.serial && number_of(lemma.level) <= level && literals.size <= lemma.cube.length && smaller(lemma.cube)) {
            this.gone.push(lemma);
            this.lemmas.delete(serial);
          }
        this.lemmas.set(event.serial, { cube: event.cube, level: event.level, reason: event.reason });
        this.fresh = event.serial;
        if (event.reason === 'obligation') {
          this.before = this.obligations.get(this.current);
          this.obligations.delete(this.current);
          this.candidate = null;
        }
        break;
      }
      case 'push': {
        const lemma = this.lemmas.get(event.serial);
        if (lemma) this.lemmas.set(event.serial, { ...lemma, level: event.to });
        this.fresh = event.serial;
        break;
      }
      case 'stay': this.fresh = event.serial; break;
    }
  }
}

function number_of(level) { return level === 'inf' ? Infinity : level; }
function frame_name(level) { return level === 'inf' ? 'F∞' : 'F' + level; }
function negated(literal) { return literal.startsWith('!') ? literal.slice(1) : '!' + literal; }
function clause(cube) { return cube.length === 0 ? 'false' : cube.map(negated).map(shown).join(' | '); }
function conjunction(cube) { return cube.length === 0 ? 'any state' : cube.map(shown).join(' & '); }

/** What an event says, as a sentence with its reason. */
function ic3_sentence(event) {
  const e = event;
  switch (e.event) {
    case 'start': return 'F0 is the initial states: ' + conjunction(e.latches.flatMap((name, i) => e.resets[i] === null ? [] : [(e.resets[i] ? '' : '!') + name]));
    case 'frame': return 'No state of ' + frame_name(e.top - 1) + ' is bad, so a new frame begins: ' + frame_name(e.top) + '.';
    case 'bad': return 'A state of ' + frame_name(e.level) + ' is bad: ' + conjunction(e.cube) + '. It must be shown unreachable: obligation ' + e.name + '.';
    case 'take': return 'Obligation ' + e.name + ' is looked at in ' + frame_name(e.level) + ', because it is the lowest one; ' + e.waiting + ' wait.';
    case 'predecessor': return 'States of ' + frame_name(e.level) + ' step into it: ' + conjunction(e.cube) + '. They must be shown unreachable first: obligation ' + e.name + '.';
    case 'settled': return 'A lemma excludes obligation ' + e.name + ' already, up to ' + frame_name(e.level) + '.';
    case 'dropped': return 'Obligation ' + e.name + ' came back too often, and is given up until it is met again.';
    case 'blocked': return 'No step from the frame below leads into obligation ' + e.name + '. The solver’s core needs only ' + conjunction(e.core) + '.';
    case 'drop': return 'Without ' + conjunction(e.literal) + '? ' + (e.done ? 'Still no step leads in: it goes. Left: ' + conjunction(e.left) + '.' : 'Then a step leads in, or an initial state is in it: it stays.');
    case 'ctg': return 'A state of ' + frame_name(e.level) + ' stands in the way (a counterexample to generalization): ' + conjunction(e.cube) + '.';
    case 'ctg_ended': return e.blocked ? 'It is excluded, and the literal is tried again.' : 'It can’t be excluded so easily.';
    case 'lemma': return 'Lemma ' + e.serial + ' holds up to ' + frame_name(e.level) + ': ' + clause(e.cube) +
      { obligation: '.', ctg: ', which excludes the state that stood in the way.', pushed: ', smaller than before, because its proof needs no more.', imported: ', from another worker; it was checked here.' }[e.reason];
    case 'kept': return 'Obligation ' + e.name + ' waits for ' + frame_name(e.level) + ': whoever is bad there must be shown unreachable, too.';
    case 'push': return 'Lemma ' + e.serial + ' moves from ' + frame_name(e.from) + ' to ' + frame_name(e.to) + ': no step violates it there.';
    case 'stay': return 'Lemma ' + e.serial + ' stays in ' + frame_name(e.level) + ': a step violates it in the next frame.';
    case 'invariant': return e.level === 'inf' ? 'The lemmas at infinity exclude all bad states: they are an invariant.'
      : frame_name(e.level) + ' and ' + frame_name(e.level + 1) + ' have the same lemmas: nothing leads out of them. The ' + e.lemmas + ' lemmas above are an invariant, and the property holds.';
    case 'counterexample': return 'An obligation has an initial state: a bad state is ' + e.steps + ' steps away.';
  }
  return e.event;
}

class Ic3Player {
  constructor(runs) {
    this.runs = runs;
    this.events = runs.reduce((a, b) => b.length > a.length ? b : a, []);
    this.at = 0;
    this.timer = null;
    this.kept = [new Ic3State()];
    this.build();
    this.go(0);
  }

  build() {
    const button = (text, title, act) => el('button', { type: 'button', title, 'aria-label': title, onclick: act }, text);
    this.slider = el('input', { type: 'range', min: '0', max: String(this.events.length - 1), value: '0', 'aria-label': 'event', oninput: () => this.go(Number(this.slider.value)) });
    this.play_button = button('▶ play', 'play ( space )', () => this.play());
    this.speed = el('select', { 'aria-label': 'events a second' }, [1, 2, 5, 20, 100].map(n => el('option', { value: n }, n + ' a second')));
    this.speed.value = '2';
    this.label = el('span', { class: 'mono' });
    this.sentence = el('p', { class: 'ic3-sentence', 'aria-live': 'polite' });
    this.frames = el('div', { class: 'ic3-frames', tabindex: '0', 'aria-label': 'frames' });
    this.queue = el('div', { class: 'ic3-queue' });
    this.lines = kProcedure.map(([, text]) => el('div', {}, text));
    this.node = el('section', { class: 'ic3' }, this.sentence,
      el('div', { class: 'bar' }, button('|◀', 'to the beginning ( Home )', () => this.go(0)), button('◀', 'back ( ← )', () => this.go(this.at - 1)),
        this.play_button, button('▶', 'forward ( → )', () => this.go(this.at + 1)), button('▶|', 'to the end ( End )', () => this.go(this.events.length - 1)),
        button('⤺ frame', 'to the frame before ( p )', () => this.to_frame(-1)), button('frame ⤻', 'to the next frame ( n )', () => this.to_frame(1)),
        button('lemma ⤻', 'to the next lemma ( l )', () => this.to_kind('lemma', 1)), this.speed, this.slider, this.label),
      el('div', { class: 'ic3-grid' },
        el('div', {}, el('h3', {}, 'Frames: each lemma is at the highest frame where it is known to hold'), this.frames,
          el('h3', {}, 'Obligations'), this.queue),
        el('div', {}, el('h3', {}, 'The procedure'), el('div', { class: 'ic3-code' }, this.lines),
          el('p', { class: 'soft' }, 'Eén, Mishchenko, Brayton: Efficient Implementation of Property Directed Reachability, FMCAD 2011; Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011.'))));
    this.node.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
      if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
      const act = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this.events.length - 1),
        ' ': () => this.play(), n: () => this.to_frame(1), p: () => this.to_frame(-1), l: () => this.to_kind('lemma', 1) }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  choose(run) {
    this.events = this.runs[run];
    this.kept = [new Ic3State()];
    this.slider.max = String(this.events.length - 1);
    this.go(0);
  }
  state_at(at) {
    const kEvery = 500;
    const k = Math.min(Math.floor(at / kEvery), this.kept.length - 1);
    const state = new Ic3State(this.kept[k]);
    state.before = this.kept[k].before;
    for (let i = k * kEvery; i <= at; ++i) {
      if (i % kEvery === 0 && i / kEvery === this.kept.length) {
        const copy = new Ic3State(state);
        copy.before = state.before;
        this.kept.push(copy);
      }
      state.apply(this.events[i]);
    }
    return state;
  }
  to_kind(kind, direction) {
    for (let i = this.at + direction; i >= 0 && i < this.events.length; i += direction)
      if (this.events[i].event === kind) return this.go(i);
  }
  to_frame(direction) { this.to_kind('frame', direction); }
  play() {
    if (this.timer !== null) return this.stop();
    if (this.at === this.events.length - 1) this.go(0);
    this.play_button.textContent = '❚❚ stop';
    const step = () => {
      if (this.at === this.events.length - 1) return this.stop();
      this.go(this.at + 1);
      this.timer = setTimeout(step, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(step, 200);
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.play_button.textContent = '▶ play';
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.events.length - 1, at));
    const event = this.events[this.at], state = this.state_at(this.at);
    this.slider.value = String(this.at);
    this.label.textContent = (this.at + 1) + ' of ' + this.events.length;
    this.sentence.textContent = ic3_sentence(event);
    const line = kLineOf[event.event] || event.event;
    kProcedure.forEach(([kind], i) => this.lines[i].classList.toggle('here', kind === line && kind !== ''));
    this.show_frames(state, event);
    this.show_queue(state, event);
  }

  show_frames(state, event) {
    const kMost = 60;
    const levels = [];
    for (let level = 1; level <= state.top; ++level) levels.push(level);
    const by_level = new Map();
    for (const [serial, lemma] of state.lemmas) {
      if (!by_level.has(lemma.level)) by_level.set(lemma.level, []);
      by_level.get(lemma.level).push([serial, lemma]);
    }
    for (const level of by_level.keys()) if (!levels.includes(level)) levels.push(level);
    levels.sort((a, b) => number_of(a) - number_of(b));
    const column = level => {
      const lemmas = by_level.get(level) || [];
      const is_fixpoint = event.event === 'invariant' && level === event.level;
      return el('div', { class: 'ic3-frame' + (level === state.top ? ' last' : '') + (is_fixpoint ? ' fixpoint' : '') },
        el('div', { class: 'head' }, frame_name(level), el('span', { class: 'soft' }, ' ' + lemmas.length)),
        lemmas.slice(-kMost).map(([serial, lemma]) => el('div', { class: 'lemma' + (serial === state.fresh ? ' fresh ' + event.event : ''), title: 'lemma ' + serial }, clause(lemma.cube))),
        lemmas.length > kMost && el('div', { class: 'soft' }, 'and ' + (lemmas.length - kMost) + ' older ones'));
    };
    const initial = this.events[0].event === 'start' ? this.events[0].latches.flatMap((name, i) => this.events[0].resets[i] === null ? [] : [(this.events[0].resets[i] ? '' : '!') + name]) : [];
    const first = el('div', { class: 'ic3-frame' }, el('div', { class: 'head' }, 'F0', el('span', { class: 'soft' }, ' initial')), initial.slice(0, kMost).map(literal => el('div', { class: 'lemma' }, shown(literal))));
    this.frames.replaceChildren(first, ...levels.map(column));
    const fresh = this.frames.querySelector('.fresh') || this.frames.querySelector('.last');
    if (fresh) {
      const left = fresh.offsetLeft - this.frames.offsetLeft;
      if (left < this.frames.scrollLeft || left > this.frames.scrollLeft + this.frames.clientWidth - 120) this.frames.scrollLeft = left - this.frames.clientWidth / 2;
    }
    if (state.gone.length > 0) this.sentence.textContent += ' ' + plural(state.gone.length, 'lemma') + (state.gone.length === 1 ? ' follows' : ' follow') + ' from it now, and go' + (state.gone.length === 1 ? 'es.' : '.');
  }

  show_queue(state, event) {
    const kMost = 40;
    const waiting = [...state.obligations].sort((a, b) => number_of(a[1].level) - number_of(b[1].level) || b[0] - a[0]);
    const rows = waiting.slice(0, kMost).map(([name, one]) => el('tr', { class: name === state.current ? 'chosen' : undefined },
      el('td', { class: 'number' }, String(name)), el('td', {}, frame_name(one.level)), el('td', { class: 'mono' }, conjunction(one.cube)),
      el('td', { class: 'soft' }, one.of ? 'steps into ' + one.of : 'bad')));
    this.queue.replaceChildren(
      rows.length === 0 ? el('p', { class: 'soft' }, 'none') : el('div', { class: 'scroll' }, el('table', {}, el('tbody', {}, rows))),
      waiting.length > kMost ? el('p', { class: 'soft' }, 'and ' + (waiting.length - kMost) + ' more') : '',
      state.candidate ? el('p', {}, 'Made smaller: ', el('code', {}, conjunction(state.candidate))) : '',
      state.ctg && event.event !== 'ctg_ended' ? el('p', {}, 'In the way: ', el('code', {}, conjunction(state.ctg))) : '');
  }
}

/** `content`: the events of one run or of several, one after the other. */
function show_ic3(content) {
  const runs = [];
  for (const event of content) {
    if (event.event === 'start' || runs.length === 0) runs.push([]);
    runs[runs.length - 1].push(event);
  }
  const player = new Ic3Player(runs);
  const events = player.events;
  const count = kind => events.filter(event => event.event === kind).length;
  const last = events[events.length - 1];
  const end = last.event === 'invariant' ? ['safe', 'an invariant'] : last.event === 'counterexample' ? ['unsafe', 'a counterexample'] : ['unknown', 'no end'];
  document.title = 'IC3, step by step (Cairn)';
  const pick = runs.length > 1 && el('select', { 'aria-label': 'which engine', onchange: event => player.choose(Number(event.target.value)) },
    runs.map((run, i) => el('option', { value: i, selected: run === events }, 'engine ' + (i + 1) + ': ' + plural(run.length, 'event'))));
  document.body.append(el('main', {}, el('header', {}, el('div', { class: 'top' }, el('div', { class: 'grow' },
    el('h1', {}, el('span', { class: 'badge ' + end[0], id: 'verdict' }, end[0]), ' IC3, step by step'),
    el('p', {}, 'Bad: ' + (events[0].bad || []).map(shown).join(', ') + '. ' + plural(events.length, 'event') + ': ' + plural(count('frame') + 1, 'frame') + ', ' +
      plural(count('bad') + count('predecessor'), 'obligation') + ', ' + plural(count('lemma'), 'lemma') + ', ' + plural(count('push'), 'push').replace('pushs', 'pushes') + '; the end: ' + end[1] + '.')), pick),
  ), player.node));
  window.cairn_ic3 = player;
  player.frames.focus({ preventScroll: true });
}
