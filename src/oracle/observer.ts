import type { OperationId } from '../contract/clause.js';
import type { Answer } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { isAccepted } from '../wire/envelope.js';
import { successDataOf } from './envelope.js';
import { joinAnswers } from './join-answers.js';
import { ObservedAnswers } from './observed-answers.js';
import { ObservedPages } from './observed-pages.js';
import { ObservedRecords } from './observed-records.js';
import { ObservedRefusals } from './observed-refusals.js';

/** Open questions that the answers of a run settle, whatever they were asked for. Ask at the end of the run. */
export const OBSERVED_QUESTIONS: readonly string[] = [
  'OPN-017',
  'OPN-018',
  'OPN-019',
  'OPN-020',
  'OPN-022',
  'OPN-035',
  'OPN-036',
  'OPN-037',
  'OPN-038',
  'OPN-039',
  'OPN-040',
  'OPN-045',
];

/** Of these, the ones about refusals. */
export const QUESTIONS_ON_REFUSALS: ReadonlySet<string> = new Set(['OPN-035', 'OPN-036', 'OPN-037']);

/** By question. */
type Answers = Readonly<Record<string, Answer>>;

/**
 * Watches every exchange of a run and answers the questions on which the document is silent. Answers are bounded, in a
 * stable order, and free of what differs from run to run.
 */
export class Observer {
  private readonly answers = new ObservedAnswers();
  private readonly pages = new ObservedPages();
  private readonly records = new ObservedRecords();
  private readonly earlier: Answers;
  private readonly pins: Answers;
  private readonly refusals: Readonly<Record<OperationId, ObservedRefusals>> = {
    modifyOrder: new ObservedRefusals(),
    listOrderableStocks: new ObservedRefusals(),
  };
  /** Operations of which a request was accepted. */
  private readonly accepting = new Set<OperationId>();

  /**
   * @param earlier - what an earlier part of the run answered, by question
   * @param pins - answers that the profile pins
   */
  constructor(earlier: Answers = {}, pins: Answers = {}) {
    this.earlier = earlier;
    this.pins = pins;
  }

  /** Takes in one exchange. Only the two operations of the document count. */
  see(exchange: Exchange): void {
    const { operation, response } = exchange;
    if (response === undefined || operation === null) return;
    if (isAccepted(exchange)) this.accepting.add(operation);
    this.answers.see(exchange, response);
    this.refusals[operation].see(exchange, response);
    const data = operation === 'listOrderableStocks' ? successDataOf(exchange) : null;
    if (data === null) return;
    this.pages.see(data);
    this.records.see(data);
  }

  /**
   * As {@link answer}, for a run: where the service accepts nothing of an operation, such as with a wrong token or key, it
   * refuses all of it for that one reason, and not for what each request was sent for.
   */
  answerOfRun(question: string): Answer | undefined {
    return this.joined(question, [...this.accepting]);
  }

  /** The answer to one of {@link OBSERVED_QUESTIONS}; `undefined` where nothing that settles it was seen. */
  answer(question: string): Answer | undefined {
    return this.joined(question, ['listOrderableStocks', 'modifyOrder']);
  }

  /** @param telling - operations whose refusals say something */
  private joined(question: string, telling: readonly OperationId[]): Answer | undefined {
    const own = QUESTIONS_ON_REFUSALS.has(question)
      ? telling.map((operation) => this.refusals[operation].answer(question))
      : [
          this.answers.answer(question) ??
            this.pages.answer(question, this.pins[question]) ??
            this.records.answer(question),
        ];
    return joinAnswers(
      question,
      [this.earlier[question], ...own].filter((answer) => answer !== undefined),
    );
  }
}
