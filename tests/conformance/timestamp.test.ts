import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('CLK-001'));
test(...certify('CLK-002'));
test(...certify('CLK-003'));
test(...certify('CLK-004'));
test(...certify('CLK-005'));
test(...certify('CLK-006'));
test(...certify('CLK-007'));
test(...certify('CLK-008'));
test(...certify('CLK-009'));
test(...certify('CLK-010'));
