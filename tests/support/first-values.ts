import { expect } from '@playwright/test';

/**
 * Expects that an order of the reference service is as it was handed out: the source hands out the same values for the same
 * kind of order, so that a new one shows what an old one was.
 */
export async function expectFirstValues(ordersUrl: string, number: string): Promise<void> {
  const now = (await (await fetch(`${ordersUrl}/${encodeURIComponent(number)}`)).json()) as Record<string, unknown>;
  const wanted = {
    orderTypeCd: now['orderTypeCd'],
    sideCd: now['sideCd'],
    state: now['state'],
    takeProfit: 'profitRealizationYn' in now,
    stopLoss: 'lossCutYn' in now,
    trailing: now['lossTrackingYn'] === 'Y',
  };
  const asked = await fetch(ordersUrl, { method: 'POST', body: JSON.stringify(wanted) });
  const fresh = (await asked.json()) as Record<string, unknown>;
  const identity = { orderNo: null, orderDateTime: null, state: null };
  expect({ ...now, ...identity }, number).toEqual({ ...fresh, ...identity });
}
