import { loadCatalogue } from '../contract/catalogue.js';
import { acceptanceExaminations } from './acceptance.js';
import { breakBodyExaminations } from './break-body.js';
import { aftermathExaminations } from './aftermath.js';
import { conditionExaminations } from './conditions.js';
import type { Examinations } from './context.js';
import { equivalenceExaminations } from './equivalence.js';
import { unfairRefusalExaminations } from './explain-refusals.js';
import { passingRefusalExaminations } from './passing-refusals.js';
import { lookupExaminations } from './lookup.js';
import { lookupQuestionExaminations } from './lookup-questions.js';
import { lookupTokenExaminations } from './lookup-token.js';
import { modifyQuestionExaminations } from './modify-questions.js';
import { modifyTokenExaminations } from './modify-token.js';
import { operationExaminations } from './operations.js';
import { orderStateExaminations } from './order-state.js';
import { pagingExaminations } from './paging.js';
import { ruleExaminations } from './rule-walks.js';
import { sequenceExaminations } from './sequence.js';
import { signatureExaminations } from './signature.js';
import { timestampExaminations } from './timestamp.js';
import { timestampUseExaminations } from './timestamp-use-clauses.js';
import { versionExaminations } from './version.js';

/** How each clause is put to the test, by id; passive clauses, judged on every answer of the run, have none. */
export const examinations: Examinations = {
  ...breakBodyExaminations(loadCatalogue().map(({ id }) => id)),
  ...ruleExaminations,
  ...versionExaminations,
  ...lookupExaminations,
  ...pagingExaminations,
  ...lookupTokenExaminations,
  ...acceptanceExaminations,
  ...unfairRefusalExaminations,
  ...passingRefusalExaminations,
  ...sequenceExaminations,
  ...aftermathExaminations,
  ...conditionExaminations,
  ...orderStateExaminations,
  ...modifyTokenExaminations,
  ...signatureExaminations,
  ...timestampExaminations,
  ...timestampUseExaminations,
  ...equivalenceExaminations,
  ...operationExaminations,
  ...lookupQuestionExaminations,
  ...modifyQuestionExaminations,
};
