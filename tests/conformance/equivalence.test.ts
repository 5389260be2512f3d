import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('EQV-001'));
test(...certify('EQV-002'));
test(...certify('EQV-003'));
test(...certify('EQV-004'));
test(...certify('EQV-005'));
test(...certify('EQV-006'));
test(...certify('EQV-007'));
test(...certify('EQV-008'));
test(...certify('EQV-009'));
test(...certify('EQV-010'));
