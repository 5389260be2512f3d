import { dataOf, isRefusal } from './envelope.js';
import type { Exchange } from './exchange.js';

/** Numbers of the orders that are not what they were by this exchange, or may not be. */
export function changedBy(exchange: Exchange): readonly string[] {
  const { operation, request, trouble } = exchange;
  if (operation !== 'modifyOrder' || trouble?.kind === 'unreachable') return [];
  if (isRefusal(exchange) && dataOf(exchange)?.['success'] !== true) return [];
  const text = request.text ?? '';
  const named =
    text.indexOf('"orderNo"') === text.lastIndexOf('"orderNo"') ? [ORDER_NO.exec(text)] : text.matchAll(EACH_ORDER_NO);
  return [...named].flatMap((match) => match?.[1] ?? []);
}

const ORDER_NO = /"orderNo"\s*:\s*"([^"]*)"/;
const EACH_ORDER_NO = new RegExp(ORDER_NO, 'g');
