// SPDX-License-Identifier: MIT
// The page of a run, from the JSON that docs/json.md describes and nothing else.

function place_text(at) {
  return at ? shown(at.file) + ':' + at.line + (at.column > 0 ? ':' + at.column : '') : '';
}

/** A proof may say nothing: of the whole run, or of all properties. */
function is_vacuous(run) {
  const rows = run.assertions || [];
  return run.verdict === 'safe' && (Boolean(run.vacuity) || (rows.length > 0 && rows.every(row => row.vacuous)));
}

/** What it is that was asked about. */
function failure_text(run) {
  const failure = run.failure;
  if (!failure) return '';
  if (failure.what) return place_text(failure.at) + ': ' + shown(failure.what);
  const row = (run.assertions || []).find(one => one.index === failure.index);
  if (row && row.kind) return row_name(row);
  return (run.evidence.loop_start === undefined ? 'bad state b' : 'justice property j') + failure.index + (failure.name ? " '" + shown(failure.name) + "'" : '');
}

function row_name(row) {
  const where = row.at ? place_text(row.at) + ': ' : '';
  if (row.claim !== undefined) return where + shown(row.claim);
  return where + (row.kind || 'bad state') + ' ' + (row.name ? "'" + shown(row.name) + "'" : row.index);
}

function meaning(run) {
  const model = run.model ? 'the circuit' : 'the program';
  switch (run.verdict) {
    case 'safe': return 'No run of ' + model + ' violates what was asked, however long it is. A proof was found and checked.';
    case 'unsafe':
      // Of covers that are unreachable, and of CTL, there need not be a run.
      if (!run.evidence || !['witness', 'run'].includes(run.evidence.kind)) return 'What was asked does not hold of ' + model + '. Evidence of that was found and checked.';
      return run.evidence.loop_start !== undefined
      ? 'There is a run without end that violates what was asked: it was found and replayed.'
      : 'There is a run of ' + model + ' that violates what was asked: it was found and replayed.';
    case 'unknown': return 'The search ended without an answer: nothing is said about whether there is a violation' +
      (run.bound !== null && run.bound !== undefined ? ', but that none is reached within ' + plural(run.bound, 'step') : '') + '.';
    default: return 'The input could not be read, so nothing was checked.';
  }
}

function header(run) {
  const verdict = el('span', { class: 'badge ' + run.verdict, id: 'verdict' }, run.verdict + (is_vacuous(run) ? ' (vacuous)' : ''));
  const theme = el('button', { type: 'button', onclick: () => {
    const root = document.documentElement;
    const is_dark = root.dataset.theme ? root.dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = is_dark ? 'light' : 'dark';
    redraw_all();
  } }, 'light / dark');
  const files = run.files.map(shown).join(', ');
  document.title = run.verdict + ': ' + files + ' (Cairn)';
  return el('header', {},
    el('div', { class: 'top' },
      el('div', { class: 'grow' }, el('h1', {}, verdict, ' ', files),
        run.failure && el('p', { class: 'headline', id: 'headline' }, failure_text(run)),
        el('p', { id: 'meaning' }, meaning(run)),
        run.error && el('pre', {}, shown(run.error)),
        run.explanation && el('p', { class: 'headline' }, 'Why: ' + shown(run.explanation)),
        (run.warnings || []).map(text => el('p', { class: 'unknown' }, 'Warning: ' + shown(text)))),
      theme),
    run.hints && run.hints.length > 0 && el('section', { id: 'hints' }, el('h2', {}, 'What to try next'),
      el('ul', { class: 'hints' }, run.hints.map(hint => el('li', {}, shown(hint))))),
    el('p', { class: 'soft' }, 'Cairn ' + shown(run.cairn_version) + ' · ' + seconds(run.seconds) + ' · ' + megabytes(run.peak_memory_bytes) +
      (run.decided_by ? ' · decided by ' + shown(run.decided_by) : '')));
}

/** A row for each property; what has something to look at can be chosen. */
function properties(run, choose) {
  const rows = run.assertions;
  if (!rows || rows.length === 0) return null;
  const body = el('tbody', {});
  rows.forEach((row, i) => {
    const has_more = row.waveform || row.lemmas || row.trace || row.invariants;
    const pick = () => {
      for (const other of body.children) other.classList.toggle('chosen', other === line);
      choose(row);
    };
    const details = row.verdict === 'unknown' ? shown(row.explanation || '')
      : row.evidence === undefined ? ''
      : row.evidence.steps !== undefined ? plural(row.evidence.steps, 'step')
      : row.evidence.lemmas !== undefined ? plural(row.evidence.lemmas, 'lemma')
      : row.evidence.locations !== undefined ? plural(row.evidence.locations, 'location') : row.evidence.kind;
    const line = el('tr', { tabindex: has_more ? '0' : undefined, onclick: has_more ? pick : undefined,
      onkeydown: has_more ? event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); pick(); } } : undefined },
      el('td', { class: 'number' }, String(row.index)), el('td', {}, row_name(row)),
      el('td', {}, el('span', { class: 'badge ' + row.verdict }, row.verdict + (row.vacuous ? ' (vacuous)' : ''))), el('td', {}, details),
      el('td', { class: 'wide' }, row.decided_by ? shown(row.decided_by) : ''),
      el('td', { class: 'number wide' }, row.seconds === undefined ? '' : seconds(row.seconds)));
    body.append(line);
  });
  return el('section', { id: 'properties' }, el('h2', {}, plural(rows.length, 'property')),
    el('div', { class: 'scroll' }, el('table', {},
      el('thead', {}, el('tr', {}, ['', 'property', 'verdict', 'evidence'].map(text => el('th', {}, text)),
        el('th', { class: 'wide' }, 'by'), el('th', { class: 'wide number' }, 'after'))), body)));
}

function waveform(wave, title) {
  const is_lasso = wave.loop_start !== undefined;
  const unit = wave.unit || 'step';
  const bad = is_lasso ? -1 : wave.steps - 1;
  const view = new Wave(wave, unit, bad);
  const free = wave.signals.some(signal => signal.free);
  const node = el('section', { class: 'waveform' }, el('h2', {}, 'Counterexample: ' + title),
    el('p', {}, is_lasso
      ? 'The ' + unit + 's from ' + wave.loop_start + ' on repeat for ever.'
      : 'In the last ' + unit + ' (' + bad + ') it happens.',
      free ? ' Grey values play no part: any other would do.' : '',
      wave.left_out > 0 ? ' ' + plural(wave.left_out, 'signal') + ' farther away are left out.' : ''),
    view.node);
  view.draw();
  window.cairn_wave = view;
  return node;
}

function lemma_list(lemmas, title) {
  const kMost = 2000;
  const search = el('input', { type: 'search', placeholder: 'find in lemmas', 'aria-label': 'find in lemmas' });
  const list = el('div', { class: 'lemmas' });
  const count = el('span', { class: 'soft' });
  const fill = () => {
    const wanted = search.value.toLowerCase();
    const found = lemmas.filter(lemma => lemma.toLowerCase().includes(wanted));
    list.replaceChildren(...found.slice(0, kMost).map(lemma => el('div', {}, shown(lemma))));
    count.textContent = plural(found.length, 'lemma') + (found.length > kMost ? ', the first ' + kMost + ' are shown' : '');
  };
  search.addEventListener('input', fill);
  fill();
  return el('section', { class: 'proof' }, el('h2', {}, title),
    el('p', {}, 'Each of these holds in every state that can be reached. Together with the property they hold at first, and each step keeps them: that is the proof.'),
    el('div', { class: 'bar' }, search, count), list);
}

function invariants(run) {
  if (!run.invariants) return null;
  return el('section', { class: 'proof' }, el('h2', {}, 'Proof: what holds where'),
    run.invariants.map(one => el('div', {}, el('h3', {}, place_text(one.at) + (one.at && one.at.function ? ' in ' + shown(one.at.function) : '')),
      !one.reachable && el('p', {}, 'No run gets here.'),
      one.facts.length > 0 && el('div', { class: 'lemmas' }, one.facts.map(fact => el('div', {}, shown(fact)))),
      one.reachable && one.facts.length === 0 && el('p', { class: 'soft' }, 'Nothing has to hold here.'),
      one.left_out > 0 && el('p', { class: 'soft' }, plural(one.left_out, 'fact') + ' not shown' + (one.left_out_why ? ': ' + shown(one.left_out_why) : '')))),
    run.evidence && run.evidence.loops && table(['loop', 'rounds at most'], run.evidence.loops.map(loop => [place_text(loop.at), loop.rounds])));
}

/** What takes part in the counterexample or proof that was chosen. */
function evidence_of(run, part, title) {
  const nodes = [];
  if (part.waveform) nodes.push(waveform(part.waveform, title));
  nodes.push(program_view(run, part, title));
  if (part.lemmas && part.lemmas.length > 0) nodes.push(lemma_list(part.lemmas, 'Proof: ' + plural(part.lemmas.length, 'lemma')));
  if (part.invariants) nodes.push(invariants(part));
  return nodes.filter(Boolean);
}

function quoted(word) {
  return /^[\w@%+=:,.\/-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
}

function evidence_section(run) {
  if (!run.evidence && Object.keys(run.written).length === 0) return null;
  const rows = [];
  if (run.evidence) {
    const kinds = { witness: 'a counterexample, as inputs of each step', certificate: 'a proof, as a circuit with lemmas', run: 'a run of the source',
      invariant: 'formulas at locations of the program', unrolling: 'bounds of all loops, and no failing run within them',
      bounds: 'bounds of the states in which each part of the formula is true' };
    rows.push(['what it is', kinds[run.evidence.kind] || run.evidence.kind]);
    rows.push(['who checked it', 'Cairn’s checker, which shares no code with the engines, against the ' + (run.model ? 'model' : 'program') + ' as the file has it, before the answer was given']);
  }
  for (const [kind, path] of Object.entries(run.written)) rows.push(['written: ' + kind, el('code', {}, shown(path))]);
  for (const [path, hash] of Object.entries(run.hashes || {})) rows.push(['SHA-256 of ' + shown(path), el('code', {}, hash)]);
  const evidence = run.written[run.verdict === 'unsafe' ? 'witness' : 'certificate'];
  const again = run.command.map(quoted).join(' ');
  return el('section', { id: 'evidence' }, el('h2', {}, 'Evidence'), table(null, rows),
    el('p', {}, 'To repeat the run:'), el('pre', {}, shown(again)),
    evidence && evidence !== '-' && run.model && run.files.length === 1 && [el('p', {}, 'To check the evidence alone:'),
      el('pre', {}, shown(['cairn', 'certify', run.files[0], evidence].map(quoted).join(' ')))]);
}

function course(run) {
  const samples = run.progress || [];
  if (samples.length < 2) return null;
  const times = samples.map(sample => sample.seconds);
  const nodes = [];
  const add = (title, curves, unit) => {
    const found = curves.filter(curve => curve.values.some(value => value > 0));
    if (found.length > 0) nodes.push(el('div', {}, el('h3', {}, title), plot(times, found, unit)));
  };
  add('Frames and bounds', [{ name: 'frame', values: samples.map(sample => sample.level) },
    { name: 'steps without a violation', values: samples.map(sample => sample.bound === null ? 0 : sample.bound) }]);
  add('Lemmas and obligations', [{ name: 'lemmas', values: samples.map(sample => sample.lemmas) },
    { name: 'obligations that wait', values: samples.map(sample => sample.obligations) }]);
  const rate = samples.map((sample, i) => i === 0 ? 0 : Math.max(0, (sample.queries - samples[i - 1].queries) / Math.max(sample.seconds - samples[i - 1].seconds, 1e-6)));
  add('Queries a second', [{ name: 'queries a second', values: rate }], value => Math.round(value).toLocaleString('en'));
  add('Memory', [{ name: 'memory', values: samples.map(sample => sample.memory_bytes) }], megabytes);
  return el('div', { class: 'plots' }, nodes);
}

function run_section(run) {
  const nodes = [course(run)];
  const phases = Object.entries(run.phases || {});
  const total = Math.max(...phases.map(([, value]) => value), 1e-9);
  if (phases.length > 0) nodes.push(el('h3', {}, 'Time by phase'),
    bars(phases.sort((a, b) => b[1] - a[1]).slice(0, 24).map(([name, value]) => [name, [value / total], seconds(value)])));
  const queries = [];
  for (const [name, value] of Object.entries(run.statistics || {})) {
    if (!name.endsWith('.satisfiable')) continue;
    const base = name.slice(0, -'.satisfiable'.length);
    const other = run.statistics[base + '.unsatisfiable'];
    if (other === undefined || value + other === 0 || base.endsWith('solver')) continue;
    queries.push([base, value, other]);
  }
  const most = Math.max(...queries.map(([, a, b]) => a + b), 1);
  if (queries.length > 0) nodes.push(el('h3', {}, 'Queries by kind'),
    bars(queries.map(([name, a, b]) => [name, [a / most, b / most], a.toLocaleString('en') + ' satisfiable, ' + b.toLocaleString('en') + ' not'])));
  if (run.workers && run.workers.length > 0) {
    const end = Math.max(run.seconds, 1e-9);
    const begin_of = name => (run.timeline || []).find(event => event.worker === name && event.event === 'started');
    nodes.push(el('h3', {}, plural(run.workers.length, 'worker') + ' on ' + plural(run.slots, 'slot')),
      bars(run.workers.map(worker => {
        const begin = begin_of(worker.name);
        return [worker.name + (worker.state === 'won' ? ' ★' : ''), [[Math.min(1, (begin ? begin.seconds : 0) / end), Math.min(1, worker.seconds / end)]],
          shown(worker.state) + ', ' + seconds(worker.seconds) + ', ' + megabytes(worker.peak_memory_bytes)];
      })),
      el('details', {}, el('summary', {}, 'What happened when'),
        table(['after', 'worker', 'event'], (run.timeline || []).map(event => [seconds(event.seconds), shown(event.worker), shown(event.event)]))));
  }
  const options = Object.entries(run.options || {});
  const facts = [['engine', shown(run.engine)], run.plan && ['plan', shown(run.plan)], ['seed', run.seed],
    ...options.map(([name, value]) => ['--' + name, shown(value)])].filter(Boolean);
  nodes.push(el('details', {}, el('summary', {}, 'Options'), table(null, facts)));
  if (run.model) nodes.push(el('details', {}, el('summary', {}, 'Size of the model'), table(null, Object.entries(run.model))));
  const statistics = Object.entries(run.statistics || {});
  if (statistics.length > 0) nodes.push(el('details', {}, el('summary', {}, 'All counters'), table(null, statistics)));
  return el('section', { id: 'run' }, el('h2', {}, 'How the run went'), nodes);
}

function show_run(run) {
  const evidence = el('div', { id: 'chosen' });
  const fill = (part, title) => {
    evidence.replaceChildren(...evidence_of(run, part, title));
    redraw_all();
  };
  const main = el('main', {}, header(run), properties(run, row => fill(row, row_name(row))), evidence, evidence_section(run), run_section(run));
  document.body.append(main);
  const rows = run.assertions || [];
  const first = rows.findIndex(row => row.verdict === 'unsafe' && (row.waveform || row.trace));
  const any = first >= 0 ? first : rows.findIndex(row => row.waveform || row.trace || row.lemmas || row.invariants);
  if (any < 0 || (first < 0 && (run.waveform || run.trace || run.lemmas || run.invariants))) fill(run, failure_text(run));
  else document.querySelectorAll('#properties tbody tr')[any].click();
}

function start() {
  const data = document.getElementById('data');
  window.addEventListener('resize', redraw_all);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw_all);
  const content = JSON.parse(data.textContent);
  if (data.dataset.kind === 'ic3') show_ic3(content);
  else show_run(content);
  document.documentElement.dataset.ready = 'yes';
}
start();
