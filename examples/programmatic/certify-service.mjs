// Certifies the service at TRADECERT_BASE_URL, or, without it, the embedded reference service.
import { certifyService, SuiteError } from 'tradecert';

const { TRADECERT_BASE_URL, TRADECERT_TOKEN, TRADECERT_SIGNING_KEY, TRADECERT_ORDERS_URL } = process.env;

try {
  const results = await certifyService({
    ...(TRADECERT_BASE_URL && {
      baseUrl: TRADECERT_BASE_URL,
      environment: 'staging',
      token: TRADECERT_TOKEN,
      signingKey: TRADECERT_SIGNING_KEY,
      signatureTemplate: process.env.TRADECERT_SIGNATURE_TEMPLATE ?? 'concat',
      orders: TRADECERT_ORDERS_URL && { url: TRADECERT_ORDERS_URL },
    }),
    depth: 'smoke',
    out: process.argv[2] ?? 'certified',
    signal: AbortSignal.timeout(30 * 60_000),
    onWarning: (warning) => console.error(`warning: ${warning}`),
  });
  console.log(`${results.verdict}: ${results.counts.pass} passed, ${results.counts.fail} failed`);
  for (const { id, sentence } of results.clauses.filter(({ verdict }) => verdict === 'fail')) {
    console.log(`${id} ${sentence}`);
  }
  process.exitCode = results.verdict === 'conformant' ? 0 : 1;
} catch (error) {
  if (!(error instanceof SuiteError)) throw error;
  console.error(error.explain());
  process.exitCode = 2;
}
