/** Annotation of a test that was judged: one that failed without it failed for a reason of its own. */
export const VERDICT_ANNOTATION = 'verdict';
