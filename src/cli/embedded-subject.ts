import type { Settings } from '../contract/settings.js';

/** Settings with the subject's own address and credentials in them, and how what was started for it is ended. */
export interface RunSubject {
  readonly settings: Settings;
  readonly release: () => Promise<void>;
}

/** Covers every part of a request, so that every clause about the signature applies to the embedded service. */
const EMBEDDED_TEMPLATE = String.raw`{timestamp}\n{method}\n{target}\n{token}\n{body}`;

/** The service that the settings name, or, where they name none, a reference service that is started for the run. */
export async function subjectOf(settings: Settings): Promise<RunSubject> {
  if (!settings.embedded) return { settings, release: () => Promise.resolve() };
  const { startReferenceService } = await import('../mock/reference-service.js');
  const service = await startReferenceService({ signatureTemplate: EMBEDDED_TEMPLATE });
  const { baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, ordersUrl } = service;
  const orders = { kind: 'url', url: ordersUrl } as const;
  return {
    settings: { ...settings, baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, orders },
    release: () => service.close(),
  };
}
