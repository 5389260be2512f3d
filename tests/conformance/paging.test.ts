import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('PAG-001'));
test(...certify('PAG-002'));
test(...certify('PAG-003'));
test(...certify('PAG-004'));
test(...certify('PAG-005'));
test(...certify('PAG-006'));
test(...certify('PAG-007'));
