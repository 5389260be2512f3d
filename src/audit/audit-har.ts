import type { KeyObject } from 'node:crypto';
import { TrafficJudge, type BothResults } from '../traffic/judge-traffic.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';
import { headerValue } from '../wire/headers.js';
import type { Passage } from '../wire/passage.js';
import type { Template } from '../wire/signature-template.js';
import { AnswerOrder } from './answer-order.js';
import { BodyReader } from './body-bytes.js';
import { ConnectionNames } from './connection-names.js';
import type { PickedEntry } from './entry-picker.js';
import { Gaps } from './gaps.js';
import { readEntry, type HarEntry } from './har-entry.js';
import { passageOf, type PassageSources } from './har-passage.js';
import { HarReader } from './har-reader.js';
import { isBelow, readEntryUrl, type EntryUrl } from './service-url.js';
import { sizeOf, surveyHar, textOf, type Survey } from './survey.js';

/** What a recording is judged with. */
export interface AuditOptions {
  /** Of the HAR. */
  readonly path: string;
  /** Of the service, without a slash at the end; `null`: the one whose operations are in the recording. */
  readonly baseUrl: string | null;
  /** Where it was set, such as `TRADECERT_BASE_URL in the environment`. */
  readonly baseUrlFrom?: string;
  readonly settings: TrafficSettings;
  readonly template: Template;
  /** `null`: signatures are not verified. */
  readonly key: KeyObject | null;
  readonly toolVersion: string;
  readonly now: () => number;
}

/** What both sides came to, and what recorded it. */
export interface AuditResults extends BothResults {
  readonly baseUrl: string;
}

/**
 * Judges recorded traffic, both sides of it. Sends nothing. The file is read twice: what was taken out of it, and what
 * is secret in it, must be known before any of it is judged and recorded.
 *
 * @throws SuiteError where the file is no HAR, or has no traffic of the service
 */
export async function auditHar(options: AuditOptions): Promise<AuditResults> {
  const reader = new HarReader(options.path);
  const survey = await surveyHar(reader, options.path, options.baseUrl, options.baseUrlFrom);
  const audit = new Audit(options, survey);
  for await (const picked of reader.entries()) await audit.take(picked);
  return { ...audit.end(reader.brokenOff), baseUrl: survey.baseUrl };
}

class Audit {
  private readonly survey: Survey;
  private readonly gaps: Gaps;
  private readonly judge: TrafficJudge;
  private readonly order = new AnswerOrder<Passage>();
  private readonly sources: PassageSources;
  private readonly unreadable = new Map<string, number>();
  private readonly counts = { leftOut: 0, unanswered: 0, bodiless: 0, failed: 0 };

  constructor({ path, settings, template, key, toolVersion, now }: AuditOptions, survey: Survey) {
    const { baseUrl, tokens, clock } = survey;
    const { origin = '' } = readEntryUrl(baseUrl) ?? {};
    this.survey = survey;
    this.gaps = new Gaps(survey, template);
    this.sources = { bodies: new BodyReader(path), connections: new ConnectionNames() };
    this.judge = new TrafficJudge({
      ...{ settings, template, key, baseUrl, toolVersion, now },
      origins: [origin],
      clockSlackMs: clock.slackMs,
      temper: (clause, outcome, passage) => this.gaps.temper(clause, outcome, passage),
    });
    for (const token of tokens) this.judge.learnSecret('token', token);
  }

  async take(picked: PickedEntry): Promise<void> {
    const written = textOf(picked.value['request'], 'url');
    const url = readEntryUrl(written);
    if (url === null && written !== '') return;
    if (url !== null && !isBelow(url, this.survey.baseUrl)) return;
    const entry = url === null ? { wrong: 'request.url' } : readEntry(picked);
    if (url === null || 'wrong' in entry) {
      const wrong = 'wrong' in entry ? entry.wrong : 'request.url';
      this.unreadable.set(wrong, (this.unreadable.get(wrong) ?? 0) + 1);
    } else if (isOfRecorder(picked, entry)) this.counts.leftOut += 1;
    else await this.takeEntry(url, entry);
  }

  /** Judges what is left, and what only the end shows. */
  end(brokenOff: string | null): BothResults {
    for (const passage of this.order.end()) this.see(passage);
    const notes = [...this.notes(brokenOff), ...this.gaps.notes()];
    for (const { notes: told } of [this.judge.client, this.judge.service]) told.push(...notes);
    return this.judge.end();
  }

  private async takeEntry(url: EntryUrl, entry: HarEntry): Promise<void> {
    const passage = await passageOf(url, entry, this.sources);
    if (passage.trouble?.kind === 'reset') this.counts.unanswered += 1;
    else if (passage.trouble !== undefined || passage.isBodyCut) this.counts.bodiless += 1;
    for (const next of this.order.add(passage, passage.answeredAtMs, sizeOf(entry))) this.see(next);
  }

  private see(passage: Passage): void {
    try {
      this.judge.see(passage);
    } catch {
      this.counts.failed += 1;
    }
  }

  private notes(brokenOff: string | null): string[] {
    const { leftOut, unanswered, bodiless, failed } = this.counts;
    const wrong = [...this.unreadable].map(([member, count]) => `${member} (${count})`);
    return [
      ...(brokenOff === null ? [] : [`The file could not be read to its end: ${brokenOff}.`]),
      ...(wrong.length === 0 ? [] : [`Entries that could not be read, by what is wrong: ${wrong.join(', ')}.`]),
      ...told(leftOut, 'came from a cache or a test, or were asked by a browser of its own, and were left out'),
      ...told(unanswered, 'have no answer'),
      ...told(bodiless, 'have no whole body or no headers, so that what needs them was not judged'),
      ...told(failed, 'could not be judged, which is an error of tradecert'),
    ];
  }
}

function told(count: number, what: string): string[] {
  return count === 0 ? [] : [`Of the entries, ${count} ${what}.`];
}

/** What the recorder answered itself, and what it asked for its own sake: before a request to another origin. */
function isOfRecorder({ value }: PickedEntry, { method, requestHeaders }: HarEntry): boolean {
  const { _fromCache: cache, _wasFulfilled: isFulfilled, _fetchedViaServiceWorker: isOfWorker } = value;
  if ((typeof cache === 'string' && cache !== '') || isFulfilled === true || isOfWorker === true) return true;
  return method === 'OPTIONS' && headerValue(requestHeaders, 'access-control-request-method') !== undefined;
}
