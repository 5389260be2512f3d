import { expect, judge, test } from 'tradecert/test';

test('a lower price is taken, and the answer is as the document says', async ({ service, order }) => {
  // Between 0.1 % and 1 % less, by one of a single digit: your service may want other steps, so put yours in here.
  const step = 10 ** Math.floor(Math.log10(order.orderPrice) - 2);
  const orderPrice = Number((order.orderPrice - step).toFixed(8));
  const reply = await service.modifyOrder({ body: { ...order, orderPrice } });
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

test('a lookup of indices gives indices', async ({ service, settings }) => {
  test.skip(settings.profile.claims?.includes('listOrderableStocks') === false, 'the service has no lookup');
  const reply = await service.listOrderableStocks({ stockGroupCd: 'INDEX', stockCd: '', nextKey: '' });
  expect(reply).toConform();
  const broken = judge(reply).filter(({ verdict }) => verdict === 'warn');
  expect(broken.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  for (const { stockGroupCd } of reply.raw().data.details) expect(stockGroupCd).toBe('INDEX');
});
