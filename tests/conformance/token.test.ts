import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('AUT-001'));
test(...certify('AUT-002'));
test(...certify('AUT-003'));
test(...certify('AUT-004'));
test(...certify('AUT-005'));
test(...certify('AUT-006'));
test(...certify('AUT-007'));
