import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { OrderSource } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { parseHttpUrl } from './base-url.js';
import { findSetting, type Found, type Sources } from './setting-sources.js';

const EXAMPLE = 'https://staging.example/test-orders';

type Kind = OrderSource['kind'];

/** The one order source, or `null`. A stronger place, such as a flag, overrules a weaker one; two in one place are refused. */
export async function resolveOrderSource(sources: Sources, cwd: string): Promise<OrderSource | null> {
  const given = [
    ['url', findSetting(sources, 'ordersUrl')],
    ['command', findSetting(sources, 'ordersCommand')],
    ['file', findSetting(sources, 'ordersFile')],
  ] as const;
  const found = given.flatMap(([kind, setting]): { kind: Kind; setting: Found }[] =>
    setting ? [{ kind, setting }] : [],
  );
  const shown = asksToShow(findSetting(sources, 'ordersShow')) ? {} : { isAskedToShow: false as const };
  const strongest = Math.min(...found.map(({ setting }) => setting.level));
  const [first, second] = found.filter(({ setting }) => setting.level === strongest);
  if (!first) return null;
  if (second) {
    throw new SuiteError(
      'More than one order source is given.',
      `${first.setting.where}, and ${second.setting.where}`,
      'keep the one that shall be asked for orders',
    );
  }
  const { kind, setting } = first;
  if (kind === 'url') return { kind, url: parseHttpUrl(setting, 'URL of the order source', EXAMPLE).href, ...shown };
  if (kind === 'command') return { kind, command: setting.value, ...shown };
  const source = { kind, path: await findOrdersFile(setting, sources, cwd) } as const;
  // Reads it whole, so that a slip in it is told before anything is started. Loaded here alone, since it takes all that speaks HTTP.
  const { openOrderSupply } = await import('../client/order-supply.js');
  await openOrderSupply(source).close();
  return source;
}

function asksToShow(setting: Found | null): boolean {
  if (setting === null || setting.value === 'on') return true;
  if (setting.value === 'off') return false;
  throw new SuiteError(
    'Whether the order source is asked to show orders is neither on nor off.',
    setting.where,
    'say off, or leave it out',
  );
}

/** A path in a profile is relative to the profile; any other to the current folder. */
async function findOrdersFile({ value, where, level }: Found, { profile }: Sources, cwd: string): Promise<string> {
  const base = level === 3 && profile ? dirname(resolve(cwd, profile.path)) : cwd;
  const path = resolve(base, value);
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown'})`;
    throw new SuiteError(
      `The orders file ${value} ${why}.`,
      where,
      'give the path of a JSON file with an array of orders',
    );
  }
  return path;
}
