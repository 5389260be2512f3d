import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Answer, Call } from '../call.js';
import { refuse } from '../refusal.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, refuseAlso, type FaultHead } from './make-fault.js';
import { isByCode, isOf, paging, record, selecting } from './make-lookup-fault.js';

const GROUPS = ['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO'];

const PLURALS: Readonly<Record<string, string>> = { INDICES: 'INDEX', COMMODITIES: 'COMMODITY' };

/** Faults in the filter by group, sections 2.6 and 4.3. */
export const LOOKUP_FAULTS: readonly Fault[] = [
  refuseAlso(['crypto-refused', 'LKP-001', 'Refuses the group CRYPTO.'], 'list', (call) =>
    groupOf(call) === 'CRYPTO' ? refuse('group-unknown', 'stockGroupCd') : null,
  ),
  fault(['group-for-some-walks', 'LKP-001', 'Refuses COMMODITY once it was walked three times.'], (before) => {
    let walks = 0;
    return {
      checkGroup: (call) =>
        before.checkGroup(call) ?? (walks >= 3 && isOf('COMMODITY', call) ? refuse('group-unknown') : null),
      pageOf: (call, selected) => {
        if (isOf('COMMODITY', call)) walks += 1;
        return before.pageOf(call, selected);
      },
    };
  }),
  misreadGroup(['unknown-group-is-all', 'LKP-002', 'Takes an unknown stockGroupCd for ALL.'], (group) =>
    isLowerCase(group) ? group : 'ALL',
  ),
  misreadGroup(['group-by-beginning', 'LKP-002', 'Takes the beginning of a stockGroupCd for all of it.'], (group) =>
    GROUPS.find((known) => group !== '' && known.startsWith(group)),
  ),
  misreadGroup(['group-cut-short', 'LKP-002', 'Cuts a stockGroupCd that is too long.'], (group) =>
    GROUPS.find((known) => group.startsWith(known)),
  ),
  misreadGroup(['group-by-its-end', 'LKP-002', 'Takes the end of a stockGroupCd for all of it.'], (group) =>
    GROUPS.find((known) => group.length > 2 && known.endsWith(group)),
  ),
  misreadGroup(
    ['group-in-the-plural', 'LKP-002', 'Takes INDICES and COMMODITIES for INDEX and COMMODITY.'],
    (group) => PLURALS[group],
  ),
  misreadGroup(
    ['group-by-its-first-word', 'LKP-002', 'Takes the first word of a stockGroupCd for all of it.'],
    (group) => GROUPS.find((known) => group.startsWith(`${known} `)),
  ),
  misreadGroup(['group-forex', 'LKP-002', 'Takes FOREX for FOREIGN.'], (group) =>
    group === 'FOREX' ? 'FOREIGN' : undefined,
  ),
  fault(['symbol-group-as-group', 'LKP-002', 'Takes a symbolGroupCd for a stockGroupCd.'], (before) => {
    const symbolGroupOf = (call: Call): readonly Instrument[] =>
      call.service.catalogue.instruments.filter(({ symbolGroupCd }) => symbolGroupCd === groupOf(call));
    return {
      checkGroup: (call) => (symbolGroupOf(call).length > 0 ? null : before.checkGroup(call)),
      selectInstruments: (call) =>
        GROUPS.includes(groupOf(call)) ? before.selectInstruments(call) : symbolGroupOf(call),
    };
  }),
  misreadGroup(['group-by-number', 'LKP-002', 'Takes 0 to 4 for the five codes.'], (group) =>
    /^\d$/.test(group) ? GROUPS[Number(group)] : undefined,
  ),
  misreadGroup(['group-of-any-object', 'LKP-002', 'Looks a stockGroupCd up in an object.'], (group) =>
    group in {} ? 'ALL' : undefined,
  ),
  misreadGroup(['group-by-pattern', 'LKP-002', 'Takes % in a stockGroupCd for any letters.'], (group) =>
    group.endsWith('%') ? GROUPS.find((known) => known.startsWith(group.slice(0, -1))) : undefined,
  ),
  fault(['unknown-group-is-the-last', 'LKP-002', 'Takes an unknown stockGroupCd for the one before.'], (before) => {
    let last = 'ALL';
    return {
      checkGroup: (call) => {
        const group = groupOf(call);
        if (GROUPS.includes(group)) last = group;
        else if (!isLowerCase(group)) call.parameters.set('stockGroupCd', last);
        return before.checkGroup(call);
      },
    };
  }),
  misreadGroup(
    ['group-unchecked-beside-code', 'LKP-002', 'Takes an unknown stockGroupCd for ALL where there is a stockCd.'],
    (group, call) => (isByCode(call) && !isLowerCase(group) ? 'ALL' : undefined),
  ),
  fault(
    ['group-unchecked-beside-key', 'LKP-002', 'Takes an unknown stockGroupCd for ALL where there is a nextKey.'],
    (before) => {
      const places = new Map<string, number>();
      return {
        keyOf: (call, position) => {
          const key = before.keyOf(call, position);
          places.set(key, position);
          return key;
        },
        checkGroup: (call) => (places.has(keyIn(call)) ? null : before.checkGroup(call)),
        readKey: (call, key) => {
          const isKnown = GROUPS.includes(groupOf(call));
          if (!isKnown) call.parameters.set('stockGroupCd', 'ALL');
          return isKnown ? before.readKey(call, key) : (places.get(key) ?? null);
        },
      };
    },
  ),
  misreadGroup(
    ['group-in-any-case', 'LKP-003', 'Takes a stockGroupCd in lower case for the same in upper case.'],
    (group) => (isLowerCase(group) ? group.toUpperCase() : undefined),
  ),
  misreadGroup(['crypto-in-any-case', 'LKP-003', 'Takes crypto for CRYPTO.'], (group) =>
    group === 'crypto' ? 'CRYPTO' : undefined,
  ),
  misreadGroup(
    ['group-in-any-case-beside-code', 'LKP-003', 'Takes a stockGroupCd in lower case where there is a stockCd.'],
    (group, call) => (isByCode(call) && isLowerCase(group) ? group.toUpperCase() : undefined),
  ),
  selecting(
    ['group-filter-ignored', 'LKP-004', 'Returns instruments of all groups, whatever the group.'],
    (call, right) => (codeOf(call) === '' ? call.service.catalogue.instruments : right),
  ),
  selecting(['group-on-first-page-only', 'LKP-004', 'Forgets the group after the first page.'], (call, right) =>
    codeOf(call) === '' && call.position > 0 ? call.service.catalogue.instruments : right,
  ),
  paging(['stray-on-the-last-page', 'LKP-004', 'Ends FOREIGN with the first instrument of INDEX.'], (call, _, right) =>
    isOf('FOREIGN', call) && !right.hasNext
      ? { ...right, instruments: [...right.instruments, ...ofGroup('INDEX', call).slice(0, 1)] }
      : right,
  ),
  fault(['in-two-groups', 'LKP-004', 'Returns gold in FOREIGN, too, and as one of FOREIGN.'], (before) => ({
    selectInstruments: (call) => {
      const right = before.selectInstruments(call);
      const gold = ofGroup('COMMODITY', call).filter(({ stockCd }) => stockCd === 'GOLD');
      return isOf('FOREIGN', call) ? [...right, ...gold.map((one) => ({ ...one, stockGroupCd: 'FOREIGN' }))] : right;
    },
  })),
  record(['other-group-in-all', 'LKP-004', 'Gives US30 the stockGroupCd FOREIGN in ALL.'], ({ stockCd }, call) =>
    stockCd === 'US30' && isOf('ALL', call) ? { stockGroupCd: 'FOREIGN' } : {},
  ),
  record(
    ['other-group-by-code', 'LKP-004', 'Gives indices the stockGroupCd COMMODITY where they are asked for by stockCd.'],
    ({ stockGroupCd }, call) => (isByCode(call) && stockGroupCd === 'INDEX' ? { stockGroupCd: 'COMMODITY' } : {}),
  ),
  fault(
    ['mixed-up-at-once', 'LKP-004', 'Gives lookups that come at the same time the answer to the last one.'],
    (before) => {
      let last: Answer | undefined;
      return {
        transmit: (call, answer, response) => {
          if (call.operation !== 'listOrderableStocks' || answer.status !== 200) {
            before.transmit(call, answer, response);
            return;
          }
          last = answer;
          setImmediate(() => before.transmit(call, last ?? answer, response));
        },
      };
    },
  ),
  selecting(
    ['all-lacks-one', 'LKP-007', 'Leaves an instrument out of ALL, but not out of its group.'],
    (call, right) => (isOf('ALL', call) ? right.filter(({ stockCd }) => stockCd !== 'DOGE/USD') : right),
  ),
  selecting(['all-lacks-a-group', 'LKP-007', 'Leaves the group CRYPTO out of ALL.'], (call, right) =>
    isOf('ALL', call) ? right.filter(({ stockGroupCd }) => stockGroupCd !== 'CRYPTO') : right,
  ),
  selecting(['group-lacks-one', 'LKP-007', 'Leaves an instrument out of INDEX, but not out of ALL.'], (call, right) =>
    isOf('INDEX', call) ? right.filter(({ stockCd }) => stockCd !== 'KR200') : right,
  ),
  fault(['lost-between-pages', 'LKP-007', 'Begins the second page of FOREIGN one instrument late.'], (before) => ({
    pageOf: (call, selected) =>
      before.pageOf(
        isOf('FOREIGN', call) && call.position > 0 ? { ...call, position: call.position + 1 } : call,
        selected,
      ),
  })),
];

const keyIn = ({ parameters }: Call): string => parameters.get('nextKey') ?? '';

const isLowerCase = (group: string): boolean => GROUPS.includes(group.toUpperCase()) && group === group.toLowerCase();

const ofGroup = (group: string, { service }: Call) =>
  service.catalogue.instruments.filter(({ stockGroupCd }) => stockGroupCd === group);

/** A fault that takes a stockGroupCd that is none of the five for one of them. */
function misreadGroup(head: FaultHead, read: (group: string, call: Call) => string | undefined): Fault {
  return fault(head, (before) => ({
    checkGroup: (call) => {
      const group = GROUPS.includes(groupOf(call)) ? undefined : read(groupOf(call), call);
      if (group !== undefined) call.parameters.set('stockGroupCd', group);
      return before.checkGroup(call);
    },
  }));
}
