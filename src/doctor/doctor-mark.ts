/** On whose behalf the doctor sends: that of no clause. */
export const DOCTOR = 'doctor';
