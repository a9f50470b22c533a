// SPDX-License-Identifier: MIT
// Opens a page in Chromium and runs a script of steps there; prints what each step gave, as JSON.
// Called by report_browser_test.py: node report_browser.js CHROMIUM PAGE STEPS.json [SCREENSHOT]
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { chromium } = require('playwright-core');

async function main() {
  const [browser, page_file, steps_file, screenshot] = process.argv.slice(2);
  const { steps, width, height, scheme } = JSON.parse(fs.readFileSync(steps_file, 'utf8'));
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'cairn-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser, headless: true, viewport: { width, height }, colorScheme: scheme,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const problems = [], results = [];
  let opened = 0;
  try {
    const page = await context.newPage();
    page.on('pageerror', error => problems.push(String(error)));
    page.on('console', message => problems.push(message.text()));
    page.on('dialog', dialog => { problems.push('dialog ' + dialog.message()); dialog.dismiss(); });
    page.on('request', request => { if (!request.url().startsWith('file:')) problems.push('request ' + request.url()); });
    const begin = Date.now();
    await page.goto('file://' + page_file);
    await page.waitForSelector('html[data-ready]', { timeout: 30000 });
    opened = Date.now() - begin;
    const settle = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
    await settle();
    for (const [act, ...rest] of steps) {
      if (act === 'click') await page.click(rest[0], rest[1] ? { position: { x: rest[1][0], y: rest[1][1] }, modifiers: rest[2] || [] } : {});
      else if (act === 'press') await page.press(rest[0], rest[1]);
      else if (act === 'fill') await page.fill(rest[0], rest[1]);
      else if (act === 'select') await page.selectOption(rest[0], rest[1]);
      else if (act === 'text') { await settle(); results.push(await page.textContent(rest[0])); }
      else if (act === 'count') results.push(await page.locator(rest[0]).count());
      else if (act === 'evaluate') { await settle(); results.push(await page.evaluate(rest[0])); }
      else throw new Error('no such step: ' + act);
      await settle();
    }
    if (screenshot) await page.screenshot({ path: screenshot });
  } finally {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ opened, problems, results }));
}

main().catch(error => { console.error(error); process.exit(1); });
