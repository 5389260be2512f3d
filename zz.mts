import { certifyReference } from './tests/support/certify-reference.ts';
for (const ids of [['MOD-009', 'SIG-001', 'SIG-004', 'MOD-064'], ['MOD-009', 'MOD-001', 'MOD-011', 'MOD-012', 'MOD-013', 'MOD-031', 'MOD-034', 'MOD-041', 'CLK-004'], ['MOD-009','MOD-008','MOD-041','ORD-001','MOD-091','MOD-033']]) { const r = await certifyReference({ faults: ['locked-after-refusal'] } as any, {}, ids); console.log(ids.join(), r.requests, r.clauses.filter((c:any)=>['MOD-009'].includes(c.id)).map((c:any)=>c.id+c.verdict+c.brokenCases)); }
process.exit(0);
