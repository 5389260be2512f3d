import { certifyClientSubject } from './certify-client-subject.js';
import { certifySubject } from './certify-subject.js';
import { clientSubjects } from './client-subjects.js';
import type { Job } from './proof-run.js';
import { allSubjects } from './subjects.js';

/** Certifies what the parent asks for, one job after another, and ends when the parent does. */
const subjects = new Map([...allSubjects(), ...clientSubjects()].map((subject) => [subject.id, subject]));
const [, , scratch = ''] = process.argv;

process.on('message', (job: Job) => {
  const subject = subjects.get(job.subject);
  if (subject === undefined) throw new Error(`There is no subject ${job.subject}.`);
  const certify = subject.side === 'client' ? certifyClientSubject : certifySubject;
  void certify(subject, job, scratch).then((run) => process.send?.(run));
});
process.on('disconnect', () => process.exit(0));
