import { certifyClientSubject } from './certify-client-subject.js';
import { certifySubject } from './certify-subject.js';
import { clientSubjects } from './client-subjects.js';
import type { Job, ProofRun, TimedRun } from './proof-run.js';
import { allSubjects } from './subjects.js';

/** Certifies what the parent asks for, several jobs at a time where it asks for several, and ends when the parent does. */
const all = [...allSubjects(), ...clientSubjects()];
const subjects = new Map(all.map((subject) => [subject.id, subject]));
const [, , scratch = ''] = process.argv;
let begun = process.cpuUsage();

process.on('message', (job: Job) => {
  const subject = subjects.get(job.subject);
  if (subject === undefined) throw new Error(`There is no subject ${job.subject}.`);
  const certify = subject.side === 'client' ? certifyClientSubject : certifySubject;
  void certify(subject, job, scratch).then((run) => process.send?.(withCost(run)));
});
process.on('disconnect', () => process.exit(0));

function withCost(run: TimedRun): ProofRun {
  const spent = process.cpuUsage(begun);
  begun = process.cpuUsage();
  return { ...run, cpuMs: (spent.user + spent.system) / 1000 };
}
