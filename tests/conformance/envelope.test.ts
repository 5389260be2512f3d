import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('ENV-001'));
test(...certify('ENV-002'));
test(...certify('ENV-003'));
test(...certify('ENV-004'));
test(...certify('ENV-005'));
test(...certify('ENV-006'));
test(...certify('ENV-007'));
test(...certify('ENV-008'));
test(...certify('ENV-009'));
