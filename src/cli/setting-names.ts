/** Where one setting can come from. */
export interface SettingName {
  readonly variable: string;
  /** Without the dashes; absent for a secret, which is never a flag. */
  readonly flag?: string;
  /** Member of the profile. */
  readonly profile?: string;
}

/** Every setting that has a variable. Each that is no secret can also be given as a flag of the same name. */
export const SETTING_NAMES = {
  baseUrl: { variable: 'TRADECERT_BASE_URL', flag: 'base-url', profile: 'baseUrl' },
  environment: { variable: 'TRADECERT_ENVIRONMENT', flag: 'environment', profile: 'environment' },
  token: { variable: 'TRADECERT_TOKEN' },
  tokenCommand: { variable: 'TRADECERT_TOKEN_COMMAND' },
  signingKey: { variable: 'TRADECERT_SIGNING_KEY' },
  signingKeyEncoding: {
    variable: 'TRADECERT_SIGNING_KEY_ENCODING',
    flag: 'signing-key-encoding',
    profile: 'signingKeyEncoding',
  },
  signatureTemplate: {
    variable: 'TRADECERT_SIGNATURE_TEMPLATE',
    flag: 'signature-template',
    profile: 'signatureTemplate',
  },
  profile: { variable: 'TRADECERT_PROFILE', flag: 'profile' },
  ordersUrl: { variable: 'TRADECERT_ORDERS_URL', flag: 'orders-url', profile: 'ordersUrl' },
  ordersCommand: { variable: 'TRADECERT_ORDERS_COMMAND', flag: 'orders-command', profile: 'ordersCommand' },
  ordersFile: { variable: 'TRADECERT_ORDERS_FILE', flag: 'orders-file', profile: 'ordersFile' },
  ordersShow: { variable: 'TRADECERT_ORDERS_SHOW', flag: 'orders-show', profile: 'ordersShow' },
  certificateKey: { variable: 'TRADECERT_CERTIFICATE_KEY' },
  certificateKeyFile: { variable: 'TRADECERT_CERTIFICATE_KEY_FILE', flag: 'certificate-key-file' },
  certificateDays: { variable: 'TRADECERT_CERTIFICATE_DAYS', flag: 'certificate-days' },
  rate: { variable: 'TRADECERT_RATE', flag: 'rate', profile: 'rate' },
  maxTime: { variable: 'TRADECERT_MAX_TIME', flag: 'max-time', profile: 'maxTime' },
  maxRequests: { variable: 'TRADECERT_MAX_REQUESTS', flag: 'max-requests', profile: 'maxRequests' },
} as const satisfies Record<string, SettingName>;

/** Flags of all settings that have one, as `parseFlags` takes them. */
export const SETTING_FLAGS = Object.fromEntries(
  Object.values<SettingName>(SETTING_NAMES).flatMap(({ flag }) => (flag ? [[flag, { type: 'string' } as const]] : [])),
);

export type SettingKey = keyof typeof SETTING_NAMES;

/** Variables that tradecert sets for the processes it starts; nobody else sets them. */
export const PRIVATE_VARIABLES = {
  /** The resolved settings without their secrets, as JSON. */
  run: 'TRADECERT_RUN',
  /** Where the workers ask for a clause. */
  examinerUrl: 'TRADECERT_EXAMINER_URL',
  examinerKey: 'TRADECERT_EXAMINER_KEY',
} as const;

/** Set for a client under test by `tradecert client`. */
const TASK_VARIABLE = 'TRADECERT_TASK';

/** The variables that somebody sets. */
export const SETTING_VARIABLES: readonly string[] = Object.values(SETTING_NAMES).map(({ variable }) => variable);

/** All variables that begin with `TRADECERT_` and mean something. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...SETTING_VARIABLES,
  ...Object.values(PRIVATE_VARIABLES),
  TASK_VARIABLE,
];
