import { expect, judge, test } from 'tradecert/test';

test('a new price is taken, and the answer is as the document says', async ({ service, order }) => {
  const reply = await service.modifyOrder({ body: { ...order, orderPrice: order.orderPrice * 1.001 } });
  expect(reply).toBeAccepted();
  expect(reply).toConform();
});

test('a price below zero is refused', async ({ service, order }) => {
  expect(await service.modifyOrder({ body: { ...order, orderPrice: -1 } })).toBeRefused();
});

test('a signature of another body is refused', async ({ service, takeOrder }) => {
  const order = await takeOrder({ orderTypeCd: 'STOP', sideCd: 'SELL' });
  const reply = await service.modifyOrder({ body: order, signedOver: { body: '{}' } });
  expect(reply).toBeRefused();
});

test('indices come with their spreads', async ({ service, settings }) => {
  test.skip(settings.profile.claims?.includes('listOrderableStocks') === false, 'the service has no lookup');
  const reply = await service.listOrderableStocks({ stockGroupCd: 'INDEX', stockCd: '', nextKey: '' });
  expect(reply).toConform();
  const broken = judge(reply).filter(({ verdict }) => verdict === 'warn');
  expect(broken.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  for (const { isSpreadUsage, buySpread } of reply.raw().data.details) {
    expect(isSpreadUsage).toBe(buySpread > 0);
  }
});
