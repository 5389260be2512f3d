import {
  isMap,
  isNode,
  parseDocument,
  type Document,
  type Node,
  type Scalar,
  type ScalarTag,
  type Tags,
  type YAMLMap,
} from 'yaml';
import type { QuestionResult } from '../../contract/results.js';
import type { Answer } from '../../contract/verdict.js';
import { stableStringify } from '../../wire/json.js';
import { cutText, plainText } from '../plain-text.js';

/** Longest answer that is written on one line. */
const LONGEST_LINE = 90;
const LONGEST_QUESTION = 200;

type Pins = Readonly<Record<string, Answer>>;

/** A profile with pins, and what became of them. */
export interface PinnedProfile {
  readonly text: string;
  /** Ids of questions that had no pin before. */
  readonly added: readonly string[];
  /** Ids of questions whose pin was another one. */
  readonly changed: readonly string[];
}

/**
 * Writes the observed answers of a run as pins into a profile. All else in it stays as it is: other members, comments, pins
 * of questions that were not answered, and pins that hold and of which the run asked only a part.
 *
 * @param profile - text of a valid profile; empty for a new one
 * @throws Error where the profile refers from one place to another in a way that pins would break
 */
export function pinAnswers(profile: string, questions: readonly QuestionResult[]): PinnedProfile {
  const document = parseDocument(profile, { customTags: withEscapes });
  const before = pinsIn(document);
  const rest = restOf(document);
  const holds = ({ id, pinned, drift }: QuestionResult): boolean =>
    pinned !== null && !drift && isSame(before[id], pinned);
  const answered = questions.filter((question) => question.observed !== null && !holds(question));
  const isNew = ({ id }: QuestionResult): boolean => !Object.hasOwn(before, id);
  const isChanged = (question: QuestionResult): boolean =>
    !isNew(question) && !isSame(before[question.id], question.observed);
  const pins = openPins(document, before);
  for (const question of answered) {
    if (isNew(question)) pins.add(document.createPair(keyOf(document, question), valueOf(document, question.observed)));
    else if (isChanged(question))
      pins.set(question.id, withNotes(valueOf(document, question.observed), pins.get(question.id, true)));
  }
  const text = textOf(document, profile);
  const read = parseDocument(text);
  const isKept = answered.every(({ id, observed }) => isSame(pinsIn(read)[id], observed));
  if (read.errors.length > 0 || !isKept || !isSame(restOf(read), rest))
    throw new Error('the profile would not be read as it was written');
  return {
    text,
    added: answered.filter(isNew).map(({ id }) => id),
    changed: answered.filter(isChanged).map(({ id }) => id),
  };
}

/** The map of pins, one that can be added to. */
function openPins(document: Document, pins: Pins): YAMLMap {
  if (document.contents === null || isEmpty(document.contents)) document.contents = document.createNode({});
  const own = document.get('pins', true);
  if (isMap(own)) {
    if (isEmpty(own)) own.flow = false;
    return own;
  }
  const fresh = document.createNode(pins, { aliasDuplicateObjects: false }) as YAMLMap;
  document.set('pins', fresh);
  return fresh;
}

function isEmpty(node: unknown): boolean {
  return isMap(node) && node.items.length === 0;
}

/** The id, with the question above it for those who read the file. */
function keyOf(document: Document, { id, question }: QuestionResult): Scalar {
  const key = document.createNode(id) as Scalar;
  key.commentBefore = ` ${cutText(plainText(question), LONGEST_QUESTION)}`;
  return key;
}

function valueOf(document: Document, answer: Answer): Node {
  const flow = JSON.stringify(answer).length <= LONGEST_LINE;
  return document.createNode(answer, { aliasDuplicateObjects: false, flow });
}

/** A value in the place of another one, whose comments are its own now. */
function withNotes(value: Node, before: unknown): Node {
  if (!isNode(before)) return value;
  return Object.assign(value, {
    comment: before.comment ?? null,
    commentBefore: before.commentBefore ?? null,
    spaceBefore: before.spaceBefore ?? false,
  });
}

/** What YAML does not print, or readers of YAML 1.1 take for the end of a line. */
const UNPRINTED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Such characters are escaped wherever they stand. */
const ESCAPED: ScalarTag = {
  default: true,
  tag: 'tag:yaml.org,2002:str',
  identify: (value) => typeof value === 'string' && value.search(UNPRINTED) >= 0,
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replace(UNPRINTED, escapeUnit),
};

function withEscapes(tags: Tags): Tags {
  return [ESCAPED, ...tags];
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** With the line ends of the file, and blanks within brackets unless it has brackets without. */
function textOf(document: Document, before: string): string {
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: !/^[^#\n]*[[{][^\s\]}]/m.test(before) });
  return before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

function pinsIn(document: Document): Pins {
  return (document.toJS() as { readonly pins?: Pins } | null)?.pins ?? {};
}

function restOf(document: Document): Readonly<Record<string, unknown>> {
  return { ...(document.toJS() as Readonly<Record<string, unknown>> | null), pins: null };
}

function isSame(one: unknown, other: unknown): boolean {
  return stableStringify(one) === stableStringify(other);
}
