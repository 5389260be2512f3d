import { takingFor } from './hooks.mjs';

const SUCCESS = { success: true };
const NO_SUCCESS = { success: false };
const LAST_PAGE = { hasNext: false, nextKey: '', stockCds: [] };

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A page of an answer whose data are mended first; `null` where it has none all the same. */
function pageWith({ status, text }, mend) {
  const data = status === 200 ? jsonOf(text ?? '')?.data : undefined;
  if (typeof data !== 'object' || data === null) return null;
  const { hasNext, details } = mend(data);
  if (typeof hasNext !== 'boolean' || !Array.isArray(details)) return null;
  return { hasNext, nextKey: data.nextKey, stockCds: details.map(({ stockCd }) => stockCd) };
}

const came = (told) => takingFor((answer) => (answer.trouble === undefined ? told(answer, jsonOf(answer.text)) : null));

/** Answers that the client does not take; all others as they are. */
const takingNone = (when) => ({
  answer: (answer) => (answer.trouble === undefined && when(answer) ? { ...answer, text: '' } : answer),
});

/** Mistakes in what an answer is taken for. */
const MEANING_FAULTS = [
  {
    name: 'waits-for-code-0',
    clause: 'CLI-031',
    does: 'Takes only the code 0 for a success.',
    ...came(({ status }, json) => (status === 200 && json?.code !== 0 ? NO_SUCCESS : null)),
  },
  {
    name: 'waits-for-201',
    clause: 'CLI-031',
    does: 'Takes only status 201 for a success.',
    ...came(({ status }) => ({ 200: NO_SUCCESS, 201: SUCCESS })[status] ?? null),
  },
  {
    name: 'trusts-the-envelope',
    clause: 'CLI-032',
    does: 'Takes an envelope with status 200 for a success, whatever data.success says.',
    ...came(({ status }, json) =>
      status === 200 && json?.status === 'SUCCESS' && json.data?.success === false ? SUCCESS : null,
    ),
  },
  {
    name: 'success-is-there',
    clause: 'CLI-032',
    also: ['CLI-034'],
    does: 'Takes data.success for a success where it is there.',
    ...came(({ status }, json) => (status === 200 && json?.data?.success !== undefined ? SUCCESS : null)),
  },
  {
    name: 'every-answer-is-a-success',
    clause: 'CLI-033',
    also: ['CLI-032', 'CLI-034', 'CLI-043'],
    does: 'Takes every answer for a success.',
    ...came(() => SUCCESS),
  },
  {
    name: 'status-not-looked-at',
    clause: 'CLI-033',
    does: 'Looks at data.success alone, and not at the status.',
    ...came((_, json) => (json?.data?.success === true ? SUCCESS : null)),
  },
  {
    name: 'no-message-is-a-success',
    clause: 'CLI-033',
    also: ['CLI-032', 'CLI-034', 'CLI-043'],
    does: 'Takes an answer without code and message for a success.',
    ...came((_, json) => (json?.code === undefined ? SUCCESS : null)),
  },
  {
    name: 'server-error-is-a-success',
    clause: 'CLI-033',
    does: 'Takes status 500 for a success.',
    ...came(({ status }) => (status === 500 ? SUCCESS : null)),
  },
  {
    name: 'only-400-is-a-refusal',
    clause: 'CLI-033',
    does: 'Takes status 401, 403 or 404 for a success.',
    ...came(({ status }) => ([401, 403, 404].includes(status) ? SUCCESS : null)),
  },
  {
    name: 'every-2xx-is-a-success',
    clause: 'CLI-033',
    does: 'Takes every status from 201 to 299 for a success.',
    ...came(({ status }) => (status > 200 && status < 300 ? SUCCESS : null)),
  },
  {
    name: 'trusts-status-200',
    clause: 'CLI-034',
    also: ['CLI-032'],
    does: 'Takes every answer with status 200 for a success.',
    ...came(({ status }) => (status === 200 ? SUCCESS : null)),
  },
  {
    name: 'truth-of-texts',
    clause: 'CLI-034',
    does: 'Takes the text "false" for true.',
    ...came(({ status }, json) => (status === 200 && typeof json?.data?.success === 'string' ? SUCCESS : null)),
  },
  {
    name: 'no-page-is-an-empty-one',
    clause: 'CLI-034',
    does: 'Takes an answer with status 200 and without a page for an empty last page.',
    page: (page, { answer }) => page ?? (answer.status === 200 ? LAST_PAGE : null),
  },
  {
    name: 'no-details-are-none',
    clause: 'CLI-034',
    does: 'Takes a page whose details are no list for an empty one.',
    page: (page, { answer }) => page ?? pageWith(answer, ({ hasNext }) => ({ hasNext, details: [] })),
  },
  {
    name: 'goes-on-for-true-only',
    clause: 'CLI-034',
    does: 'Takes every hasNext but true for the end of a walk.',
    page: (page, { answer }) => page ?? pageWith(answer, ({ details }) => ({ hasNext: false, details })),
  },
  {
    name: 'not-false-is-a-success',
    clause: 'CLI-034',
    does: 'Takes every envelope with status 200 for a success whose data.success is not false.',
    ...came(({ status }, json) =>
      status === 200 && typeof json?.data === 'object' && json.data?.success !== false ? SUCCESS : null,
    ),
  },
  {
    name: 'part-for-the-whole',
    clause: 'CLI-036',
    also: ['CLI-028', 'CLI-034'],
    does: 'Tells the pages that came for all, where a walk could not go on.',
    givenUp: (_, { codes }) => codes,
  },
  {
    name: 'lost-page-ends-a-walk',
    clause: 'CLI-036',
    does: 'Takes a lookup without an answer for the end of a walk.',
    page: (page, { answer }) => (answer.trouble === undefined ? page : LAST_PAGE),
  },
  {
    name: 'failure-ends-a-walk',
    clause: 'CLI-036',
    does: 'Takes a failure of the service for the end of a walk.',
    page: (page, { answer }) => (answer.status >= 500 ? LAST_PAGE : page),
  },
  {
    name: 'refusal-ends-a-walk',
    clause: 'CLI-036',
    does: 'Takes a refusal for the end of a walk.',
    page: (page, { answer }) => (answer.status >= 400 ? LAST_PAGE : page),
  },
];

/** Mistakes in what is told of a walk. */
const LIST_FAULTS = [
  {
    name: 'last-instrument-lost',
    clause: 'CLI-035',
    does: 'Loses the last instrument.',
    told: (told) => (Array.isArray(told) ? told.slice(0, -1) : told),
  },
  {
    name: 'instruments-sorted',
    clause: 'CLI-035',
    does: 'Tells the instruments in the order of the alphabet.',
    told: (told) => (Array.isArray(told) ? [...told].sort() : told),
  },
  {
    name: 'page-of-one-lost',
    clause: 'CLI-035',
    does: 'Loses a page of one instrument.',
    page: (page) => (page?.stockCds.length === 1 ? { ...page, stockCds: [] } : page),
  },
  {
    name: 'last-page-lost',
    clause: 'CLI-035',
    does: 'Ends a walk before it has taken the last page.',
    page: (page) => (page?.hasNext === false ? { ...page, stockCds: [] } : page),
  },
];

/** Mistakes in where what is told comes from. */
const SOURCE_FAULTS = [
  {
    name: 'success-without-a-modify',
    clause: 'CLI-046',
    does: 'Tells a success, and sends no modify.',
    unasked: (_, { task }) => (task.task === 'modify-order' ? SUCCESS : null),
  },
  {
    name: 'list-of-its-own',
    clause: 'CLI-046',
    does: 'Tells a list of instruments that it keeps, and sends no lookup for all of them.',
    unasked: (_, { task }) => (task.stockGroupCd === 'ALL' ? ['EUR/USD', 'USD/JPY'] : null),
  },
  {
    name: 'rest-from-memory',
    clause: 'CLI-046',
    also: ['CLI-036'],
    does: 'Fills up a walk that was refused on its way with instruments of an earlier one.',
    givenUp: (told, { codes, answer }) => (answer.status >= 400 ? [...codes, 'BTC/USD'] : told),
  },
];

/** Mistakes in how an answer is read. */
const READING_FAULTS = [
  {
    name: 'reads-by-position',
    clause: 'CLI-037',
    also: ['CLI-025'],
    does: 'Reads an answer only with status, code and data in this order.',
    ...takingNone(({ text }) => !/^\{"status":"[^"]*","code":[^,]+,"data":/.test(text)),
  },
  {
    name: 'no-other-members',
    clause: 'CLI-037',
    also: ['CLI-025'],
    does: 'Reads no answer with a member that it does not know.',
    ...takingNone(({ text }) => Object.keys(jsonOf(text) ?? {}).length > 3),
  },
  {
    name: 'code-in-digits',
    clause: 'CLI-037',
    also: ['CLI-025'],
    does: 'Reads a code only in plain digits.',
    ...takingNone(({ text }) => !/"code":\s*\d+\s*[,}]/.test(text)),
  },
  {
    name: 'escapes-not-read',
    clause: 'CLI-037',
    also: ['CLI-025', 'CLI-035'],
    does: 'Reads names and texts with a backslash as they are.',
    answer: (answer) => ({ ...answer, text: answer.text?.replaceAll('\\', '\\\\') }),
  },
  {
    name: 'code-has-to-be-200',
    clause: 'CLI-037',
    also: ['CLI-025'],
    does: 'Reads an answer only with code 200.',
    ...takingNone(({ text }) => jsonOf(text)?.code !== 200),
  },
  {
    name: 'first-piece-only',
    clause: 'CLI-038',
    also: ['CLI-025'],
    does: 'Reads the first piece of an answer that comes in several.',
    received: (chunks) => chunks.slice(0, 1),
  },
  {
    name: 'waits-for-a-length',
    clause: 'CLI-038',
    also: ['CLI-025'],
    does: 'Reads nothing where there is no Content-Length.',
    received: (chunks, { headers }) => (headers['content-length'] === undefined ? [] : chunks),
  },
  {
    name: 'gzip-not-unpacked',
    clause: 'CLI-038',
    also: ['CLI-025'],
    does: 'Asks for gzip, and does not unpack it.',
    headers: (headers) => [...headers, ['Accept-Encoding', 'gzip']],
  },
  {
    name: 'type-by-the-letter',
    clause: 'CLI-038',
    also: ['CLI-025'],
    does: 'Reads JSON only where Content-Type is that and nothing more.',
    ...takingNone(({ headers }) => headers['content-type'] !== 'application/json'),
  },
  {
    name: 'headers-by-the-letter',
    clause: 'CLI-038',
    also: ['CLI-025'],
    does: 'Finds the header Content-Type only in this spelling.',
    ...takingNone(({ rawHeaders }) => !rawHeaders.includes('Content-Type')),
  },
];

const isOfGateway = (status) => status === 502 || status === 504;
const isRedirect = ({ status, headers }) => status >= 300 && status <= 399 && headers.location !== undefined;

/** The same request to where the answer points; it becomes a GET where fetch would make it one. */
function redirected(request, { status, headers }) {
  const url = new URL(headers.location, request.url).href;
  const becomesGet = request.method === 'POST' && status <= 303;
  return becomesGet ? { ...request, url, method: 'GET', body: null } : { ...request, url };
}

const withoutAuthorization = (request) => ({
  ...request,
  headers: request.headers.filter(([name]) => name !== 'Authorization'),
});

/** Mistakes in what is sent after an answer, or after none. */
const AGAIN_FAULTS = [
  {
    name: 'sends-again-as-it-was',
    clause: 'CLI-041',
    does: 'Sends a modify that found the service busy again, with its old timestamp and signature.',
    again: (_, { request, answer, attempt }) => (answer.status === 503 && attempt < 3 ? request : null),
  },
  {
    name: 'follows-redirects',
    clause: 'CLI-042',
    does: 'Follows a redirect with all headers, wherever it leads.',
    again: (_, { request, answer, attempt }) =>
      isRedirect(answer) && attempt < 5 ? redirected(request, answer) : null,
  },
  {
    name: 'follows-redirects-with-signature',
    clause: 'CLI-042',
    does: 'Follows a redirect without Authorization, but with the signature.',
    again: (_, { request, answer, attempt }) =>
      isRedirect(answer) && attempt < 5 ? withoutAuthorization(redirected(request, answer)) : null,
  },
  {
    name: 'silence-is-a-refusal',
    clause: 'CLI-043',
    does: 'Tells a modify without an answer as refused.',
    ...takingFor(({ trouble }) => (trouble === undefined ? null : NO_SUCCESS)),
  },
  {
    name: 'gateway-trouble-is-a-refusal',
    clause: 'CLI-043',
    does: 'Tells a modify as refused that was answered with status 502 or 504.',
    ...takingFor(({ status }) => (isOfGateway(status) ? NO_SUCCESS : null)),
  },
  {
    name: 'unreadable-is-a-refusal',
    clause: 'CLI-043',
    does: 'Tells a modify as refused whose answer, with status 200, it cannot read.',
    ...came(({ status }, json) => (status === 200 && typeof json?.data?.success !== 'boolean' ? NO_SUCCESS : null)),
  },
  {
    name: 'page-of-html-is-a-refusal',
    clause: 'CLI-043',
    does: 'Tells a modify as refused whose answer is a page of HTML with status 200.',
    ...came(({ status, text }) => (status === 200 && text.startsWith('<html') ? NO_SUCCESS : null)),
  },
  {
    name: 'late-is-a-refusal',
    clause: 'CLI-043',
    does: 'Waits for an answer for a second and a half, and tells a modify as refused then.',
    limitMs: () => 1_500,
    ...takingFor(({ trouble }) => (trouble === 'timed out' ? NO_SUCCESS : null)),
  },
  {
    name: 'silence-is-a-success',
    clause: 'CLI-043',
    does: 'Tells a modify without an answer as a success.',
    ...takingFor(({ trouble }) => (trouble === undefined ? null : SUCCESS)),
  },
  {
    name: 'sends-again-after-success',
    clause: 'CLI-047',
    does: 'Sends a modify that succeeded once more, signed anew.',
    again: (_, { answer, attempt, make }) =>
      attempt < 2 && jsonOf(answer.text ?? '')?.data?.success === true ? make() : null,
  },
  {
    name: 'sends-again-after-silence',
    clause: 'CLI-044',
    does: 'Sends a modify without an answer again, signed anew.',
    again: (_, { answer, attempt, make }) => (answer.trouble !== undefined && attempt < 3 ? make() : null),
  },
  {
    name: 'sends-again-after-gateway-trouble',
    clause: 'CLI-044',
    atTimes: ['CLI-041'],
    does: 'Sends a modify again that was answered with status 502 or 504, signed anew.',
    again: (_, { answer, attempt, make }) => (isOfGateway(answer.status) && attempt < 3 ? make() : null),
  },
  {
    name: 'sends-again-what-it-cannot-read',
    clause: 'CLI-044',
    does: 'Sends a modify again, signed anew, that found the service busy, or whose answer with status 200 it cannot read.',
    again: (_, { request, answer, attempt, make }) => {
      const isUnread = answer.status === 200 && !jsonOf(answer.text)?.data;
      return request.method === 'POST' && attempt < 3 && (isUnread || answer.status === 503) ? make() : null;
    },
  },
  {
    name: 'sends-again-after-silence-as-it-was',
    clause: 'CLI-044',
    also: ['CLI-041'],
    does: 'Sends a modify without an answer again, with its old timestamp and signature.',
    again: (_, { request, answer, attempt }) => (answer.trouble !== undefined && attempt < 3 ? request : null),
  },
];

export const ANSWER_FAULTS = [...MEANING_FAULTS, ...LIST_FAULTS, ...SOURCE_FAULTS, ...READING_FAULTS, ...AGAIN_FAULTS];
