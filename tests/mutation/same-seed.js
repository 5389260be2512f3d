import fc from 'fast-check';

// The same cases for every mutant and in every run: a score is to be repeatable.
fc.configureGlobal({ seed: 42 });
