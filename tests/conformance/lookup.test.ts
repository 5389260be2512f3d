import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('LKP-001'));
test(...certify('LKP-002'));
test(...certify('LKP-003'));
test(...certify('LKP-004'));
test(...certify('LKP-005'));
test(...certify('LKP-006'));
test(...certify('LKP-007'));
test(...certify('LKP-008'));
test(...certify('LKP-009'));
test(...certify('LKP-011'));
test(...certify('LKP-012'));
test(...certify('LKP-013'));
test(...certify('LKP-014'));
test(...certify('LKP-015'));
test(...certify('LKP-016'));
