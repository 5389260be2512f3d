/** Keeps room for the report of a run while its record grows. */
export const ROOM_FILE = 'room.partial';

/** Holds a folder for a run. Each claim has a number of its own, one more than the last. */
export const CLAIM_FILE = /^running-(\d{1,9})\.partial$/;

/** Folder in which Playwright works as long as a run goes on. */
export const WORK_FOLDER = '.playwright';

/** Whether a file in a run's folder only serves it as long as it goes on: left behind by one that was killed, and no part of it. */
export function isOfGoingRun(name: string): boolean {
  return name === ROOM_FILE || CLAIM_FILE.test(name);
}
