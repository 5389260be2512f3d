import type { FetchToken } from '../client/token-source.js';
import type { Settings } from '../contract/settings.js';
import type { FirstLook } from '../doctor/look-first.js';
import { openCertification } from '../examine/certification.js';
import { CertificationRun } from './certification-run.js';
import { subjectOf } from './embedded-subject.js';
import { lookBeforeRun } from './look-before-run.js';
import { claimRun } from './run-claim.js';
import type { ShardClauses } from './run-environment.js';
import { takeUpRun, type TakenUp } from './take-up-run.js';
import { toolVersion } from './tool-version.js';

/** What {@link openRun} works with. */
export interface RunToOpen {
  readonly settings: Settings;
  /** The folder has the earlier part of this run. */
  readonly resumes: boolean;
  readonly part: ShardClauses | null;
  /** Gets a fresh token, where a command does. */
  readonly fetchToken?: FetchToken | undefined;
}

/** A run that has its folder for itself, and has sent nothing yet. */
export interface OpenRun {
  readonly run: CertificationRun;
  /**
   * Takes the earlier part of the run up, if there is one, and looks at what the run rests on. To be awaited before anything
   * is planned.
   *
   * @param onTakeUp - told what the earlier part came to
   */
  begin(onTakeUp?: (takenUp: TakenUp) => void): Promise<FirstLook>;
  /** Ends what was started for the run, and leaves its folder to others; a run that is finished has done so. */
  release(): Promise<void>;
}

/**
 * Opens a run: claims its folder, starts its subject where it has none of its own, and reads its earlier part.
 *
 * @throws SuiteError where the folder cannot be used, or another run goes on in it
 */
export async function openRun({ settings, resumes, part, fetchToken }: RunToOpen): Promise<OpenRun> {
  const claim = claimRun(settings.outDir);
  let endSubject = (): Promise<void> => Promise.resolve();
  const release = async (): Promise<void> => {
    const end = endSubject;
    endSubject = () => Promise.resolve();
    await end();
    claim.release();
  };
  try {
    const subject = await subjectOf(settings);
    endSubject = subject.release;
    const takenUp = resumes ? await takeUpRun(settings.outDir, Date.now()) : null;
    const certification = await openCertification({
      settings: subject.settings,
      toolVersion: toolVersion(),
      earlier: takenUp?.earlier,
      fetchToken,
    });
    const run = new CertificationRun({ certification, settings: subject.settings, release, part });
    const prepare = async (onTakeUp?: (takenUp: TakenUp) => void): Promise<FirstLook> => {
      if (takenUp !== null) {
        onTakeUp?.(takenUp);
        await takenUp.replayInto(certification);
        await certification.takeUp();
      }
      // To take a run up takes time: the token that was had at the start may have ended.
      const token = takenUp === null ? settings.token : await certification.token();
      return lookBeforeRun(certification, {
        ...{ settings: { ...settings, token }, hasFreshTokens: fetchToken !== undefined, clauses: part?.clauses },
      });
    };
    return { run, begin: (onTakeUp) => run.prepare(() => prepare(onTakeUp)), release };
  } catch (error) {
    await release();
    throw error;
  }
}
