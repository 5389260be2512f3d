import { breakOff, catchCrashes } from './last-resort.js';

catchCrashes();

// A reader that has seen enough, such as `head`, and a terminal that was closed are no errors.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') breakOff(error);
  });
}

const { runCommandLine } = await import('./command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
