import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('SIG-001'));
test(...certify('SIG-002'));
test(...certify('SIG-003'));
test(...certify('SIG-004'));
test(...certify('SIG-005'));
test(...certify('SIG-006'));
test(...certify('SIG-007'));
test(...certify('SIG-008'));
test(...certify('SIG-009'));
test(...certify('SIG-010'));
test(...certify('SIG-011'));
