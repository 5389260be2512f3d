import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('ORD-001'));
test(...certify('ORD-002'));
test(...certify('ORD-003'));
test(...certify('ORD-004'));
test(...certify('ORD-005'));
test(...certify('ORD-006'));
test(...certify('ORD-007'));
