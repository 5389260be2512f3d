/**
 * The programmatic interface: `import { certifyService, certifyClient } from 'tradecert'`. What is not exported here or in
 * `tradecert/test` may change at any time.
 */
export { certifyService } from './certify-service.js';
export type { CertifyServiceOptions, OrdersOption } from './certify-service.js';
export { certifyClient } from './certify-client.js';
export type { CertifyClientOptions } from './certify-client.js';
export type { ClientFunction, ClientTask } from './client-function.js';
export type { CertificateOptions, CertifyOptions, ShardText } from './options.js';
export { SuiteError } from '../contract/suite-error.js';
export type { Progress } from '../examine/progress.js';
export type { Task } from '../oracle/conduct/task.js';
export type { Order, OrderRequest } from '../contract/order.js';
export type { Kind, Role, Side } from '../contract/clause.js';
export type { BoundOperation, Depth, Environment, KeyEncoding, Profile, Waiver } from '../contract/profile.js';
export type { ClauseResult, CountedFinding, QuestionResult, Results } from '../contract/results.js';
export type { Answer, Finding, RunVerdict, ShownExchange, Verdict } from '../contract/verdict.js';
