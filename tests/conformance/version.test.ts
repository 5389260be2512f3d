import { certify } from '../support/clause.js';
import { test } from '../support/fixtures.js';

test(...certify('VER-001'));
test(...certify('VER-002'));
