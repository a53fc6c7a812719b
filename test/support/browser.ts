/** Real Chromium, and a visitor in it who notices what a reader should not have to. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { debianProgram } from '#local/debian.ts';
import { stretched } from '#local/time-scale.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
/** As narrow as WCAG 1.4.10 asks. */
export const NARROWEST = { width: 320, height: 256 };

const TIMEOUT_MS = 10_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visitor {
  page: Page;
  /** False: nothing that takes its time can be asked of the page, axe among it. */
  scripts: boolean;
  /** Requests to other origins than those expected, messages on the console, errors: in words. */
  problems: string[];
  close(): Promise<void>;
}

/** Fetches Chromium where there is none. */
export async function openBrowser(): Promise<Browser> {
  const { path, env } = await debianProgram('chromium');
  return await chromium.launch({ executablePath: path, args: FLAGS, env: env as Record<string, string> });
}

/** A visitor with a profile of their own. `origins`: the only ones their pages may ask. */
export async function visit(browser: Browser, origins: readonly string[], options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(stretched(TIMEOUT_MS));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // That an answer was no success is what some cases are about; Chromium says so on the console.
    if (['error', 'warning'].includes(message.type()) && !/the server responded with a status of 40[34]/.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) problems.push(`asked elsewhere: ${request.url()}`);
  });
  return { page, scripts: options.javaScriptEnabled !== false, problems, close: () => context.close() };
}

/** Every rule of axe-core that the page breaks, with the elements concerned. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => (globalThis as any).axe.run().then((result: any) => result.violations));
  return found.map((rule: any) => `${rule.id}: ${rule.nodes.map((node: any) => node.html).join(' ')}`);
}

/** How far the page can be scrolled sideways, in CSS pixels. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
