import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Headers, WireRequest } from '../wire/exchange.js';
import { coverage, NONCE_HEADER, sourcesOf, type Template } from '../wire/signature-template.js';
import type { SigningInput } from '../wire/signing.js';
import { splitTarget } from '../wire/target.js';
import {
  authorizationOf,
  bytesOf,
  PRODUCT_HEADERS,
  timestampText,
  tokenText,
  type ModifyRecipe,
  type RequestTools,
} from './request-recipe.js';

/** A modify as it is sent. */
export interface SignedModify {
  readonly request: WireRequest;
  /** The signature of what the recipe signs, with the key and the hash that it signs with. */
  readonly computed: string;
  /** The signature that the service expects of it; `null` where there is no key for that. */
  readonly right: string | null;
}

/** A modify before it is signed. */
interface Draft {
  readonly method: string;
  readonly target: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

type SignedOver = NonNullable<ModifyRecipe['signedOver']>;

/** Makes modifies by recipes, signed by one template. */
export class ModifySigner {
  private readonly host: string;
  private readonly sendsNonce: boolean;
  private readonly signsHeaders: boolean;

  /** @param host - the service's, with the port where it is named */
  constructor(template: Template, host: string) {
    this.host = host;
    this.sendsNonce = coverage(template).has('nonce');
    this.signsHeaders = sourcesOf(template).some(({ source }) => source === 'header');
  }

  /** @throws SuiteError where there is no key to sign with */
  make(tools: RequestTools, recipe: ModifyRecipe, body: Buffer): SignedModify {
    const draft = this.draft(tools, recipe, body);
    const inputOf = (over: SignedOver): Partial<SigningInput> => this.inputOf(draft, over, tools, recipe);
    const computed = tools.sign(inputOf(recipe.signedOver ?? {}), recipe.key, recipe.hash);
    const signature = recipe.signature === undefined ? computed : recipe.signature(computed);
    const headers: Headers = signature === null ? draft.headers : [...draft.headers, ['X-Signature', signature]];
    const { method, target } = draft;
    const isRight = recipe.signedOver === undefined && recipe.key === undefined && recipe.hash === undefined;
    const right = isRight ? computed : tools.hasKey ? tools.sign(inputOf({})) : null;
    return { request: { method, target, headers: recipe.headers?.(headers) ?? headers, body }, computed, right };
  }

  private draft(tools: RequestTools, recipe: ModifyRecipe, body: Buffer): Draft {
    const { contentType = 'application/json', omitTimestamp = false } = recipe;
    const timestamp = timestampText(recipe.timestamp, tools) ?? tools.timestamp;
    const nonce = this.sendsNonce ? randomUUID() : '';
    const headers: (readonly [string, string])[] = [...authorizationOf(tools, recipe)];
    if (contentType !== null) headers.push(['Content-Type', contentType]);
    if (!omitTimestamp) headers.push(['X-Timestamp', timestamp]);
    if (nonce !== '') headers.push([NONCE_HEADER, nonce]);
    headers.push(...PRODUCT_HEADERS);
    const { method = 'POST', target = `${tools.prefix}/orders/modify` } = recipe;
    return { method, target, timestamp, nonce, headers, body };
  }

  /** What is signed: what is sent, but for what a recipe signs in its place. */
  private inputOf(draft: Draft, over: SignedOver, tools: RequestTools, recipe: ModifyRecipe): Partial<SigningInput> {
    const timestamp = timestampText(over.timestamp, tools) ?? draft.timestamp;
    return {
      timestamp,
      method: over.method ?? draft.method,
      target: targetSignedOver(draft.target, over),
      ...(over.path !== undefined && { pathInstead: { of: splitTarget(draft.target).path, path: over.path } }),
      body: over.body === undefined ? draft.body : bytesOf(over.body),
      token: over.token ?? tokenText(recipe.token, tools) ?? tools.token,
      nonce: draft.nonce,
      ...(this.signsHeaders && {
        headers: [
          ...headersSignedOver(draft.headers, timestamp, over.token),
          ['Host', this.host],
          ['Content-Length', String(draft.body.length)],
        ],
      }),
    };
  }
}

function targetSignedOver(target: string, over: SignedOver): string {
  if (over.path === undefined && over.query === undefined) return target;
  const { path, query } = splitTarget(target);
  return join(over.path ?? path, over.query ?? query);
}

/** The headers as they are signed, where a recipe signs another timestamp or token than it sends. */
function headersSignedOver(headers: Headers, timestamp: string, token: string | undefined): Headers {
  return headers.map(([name, value]) => {
    if (name === 'X-Timestamp') return [name, timestamp];
    return name === 'Authorization' && token !== undefined ? [name, `Bearer ${token}`] : [name, value];
  });
}

function join(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
