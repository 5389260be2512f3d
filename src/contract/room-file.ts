/** Keeps room for the report of a run while its record grows; left behind by one that was killed. */
export const ROOM_FILE = 'room.partial';
