import path from 'node:path';
import dotenv from 'dotenv';
import { z } from 'zod';
import { appDir } from './paths';
import {
  bodyLimit,
  flag,
  list,
  logFormat,
  logLevel,
  mailbox,
  metricsToken,
  openOrOff,
  postgresOptions,
  postgresUrl,
  trimmed,
  trustedProxies,
  webUrl,
  wholeNumber,
} from './setting-kinds';
import { ssoFaults, ssoOf, ssoVariables } from './sso-settings';
import { StartError } from './start-error';

/** Every setting of the service, by environment variable. `.env.example` explains each. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: wholeNumber({ min: 1, max: 65_535 }).default(1337),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_TIMEOUT: wholeNumber({ min: 1, max: 3600 }).default(30),
  READ_TIMEOUT: wholeNumber({ min: 1, max: 3600 }).default(10),
  SAMPLE_DATA: flag.default(true),
  PAGE_SIZE: wholeNumber({ min: 1, max: 1000 }).default(20),
  ANSWER_CACHE_MB: wholeNumber({ min: 0, max: 65_536 }).default(128),
  BODY_LIMIT: bodyLimit.default('5mb'),
  CORS_ORIGINS: list.optional(),
  DISK_FLOOR_MB: wholeNumber({ min: 0, max: 1_048_576 }).default(200),
  DRAIN_SECONDS: wholeNumber({ min: 0, max: 300 }).optional(),
  LOG_LEVEL: logLevel.default('info'),
  LOG_FORMAT: logFormat.default('text'),
  METRICS_TOKEN: metricsToken.optional(),
  TRUST_PROXY: trustedProxies.optional(),
  RATE_LIMIT: wholeNumber({ min: 0, max: 1_000_000_000 }).optional(),
  RATE_LIMIT_WRITES: wholeNumber({ min: 0, max: 1_000_000_000 }).optional(),
  ACCESS_TOKEN_HOURS: wholeNumber({ min: 1, max: 24 * 365 }).default(12),
  REGISTRATION: openOrOff.optional(),
  REGISTRATIONS_PER_MINUTE: wholeNumber({ min: 1, max: 100_000 }).default(10),
  PANEL_LOG_INS_PER_MINUTE: wholeNumber({ min: 1, max: 100_000 }).default(30),
  EMBEDDED_POSTGRES_OPTIONS: postgresOptions.default([]),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber({ min: 1, max: 10_000 }).default(7),
  BACKUP_EVERY_HOURS: wholeNumber({ min: 0, max: 24 * 365 }).default(0),
  BACKUP_VERIFY_HOURS: wholeNumber({ min: 0, max: 24 * 365 }).default(168),
  HISTORY_DAYS: wholeNumber({ min: 1, max: 36_500 }).optional(),
  DISK_WARNING_MB: wholeNumber({ min: 0, max: 1_000_000_000 }).default(1024),
  PUBLIC_URL: webUrl.optional(),
  WEBHOOK_ADDRESSES: flag.default(false),
  SMTP_HOST: trimmed.min(1).optional(),
  SMTP_PORT: wholeNumber({ min: 1, max: 65_535 }).optional(),
  SMTP_SECURE: flag.optional(),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  MAIL_FROM: mailbox.optional(),
  ...ssoVariables,
  APP_KEYS: list.optional(),
  API_TOKEN_SALT: z.string().min(1).optional(),
  ADMIN_JWT_SECRET: z.string().min(1).optional(),
  TRANSFER_TOKEN_SALT: z.string().min(1).optional(),
  ENCRYPTION_KEY: z.string().min(1).optional(),
  JWT_SECRET: z.string().min(1).optional(),
});

/** Requests per minute in production. Unlimited elsewhere: a developer's tests and imports come from one address. */
const REQUESTS_PER_MINUTE = { reads: 12_000, writes: 1_200 };

/** Adds the faults of settings that depend on each other. */
const schema = variables.superRefine((values, context) => {
  const require = (path: keyof typeof values, message: string) => {
    if (values[path] === undefined) context.addIssue({ code: 'custom', path: [path], message });
  };
  for (const { path, message } of ssoFaults(values)) context.addIssue({ code: 'custom', path: [path], message });
  if (values.SMTP_USER) require('SMTP_PASSWORD', 'is required with SMTP_USER');
  if (values.SMTP_PASSWORD) require('SMTP_USER', 'is required with SMTP_PASSWORD');
  if (!values.SMTP_HOST) return;
  require('MAIL_FROM', 'is required with SMTP_HOST: the sender of e-mails');
  if (values.NODE_ENV === 'production') require('PUBLIC_URL', 'is required to send e-mails: their links lead there');
});

export type Settings = ReturnType<typeof readSettings>;

let cached: Settings | undefined;

/**
 * The settings of this process, read once from the environment and `.env`.
 * @throws StartError that lists every invalid variable.
 */
export function settings(): Settings {
  if (!cached) {
    dotenv.config({ path: path.join(appDir, '.env') });
    cached = readSettings(process.env);
    process.env.NODE_ENV = cached.nodeEnv;
  }
  return cached;
}

/** Adds values known only at start (generated secrets, the database's address) for this process and its children. */
export function extendEnvironment(values: Record<string, string>): Settings {
  Object.assign(process.env, values);
  cached = undefined;
  return settings();
}

/**
 * Parses settings from environment variables; an empty variable counts as absent.
 * @throws StartError that lists every invalid variable.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(present);
  if (!parsed.success) throw new StartError(describeFaults(parsed.error), 2);
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  const origins = values.CORS_ORIGINS ?? (isProduction ? [] : ['*']);
  return {
    nodeEnv: values.NODE_ENV,
    isProduction,
    host: values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    dataDir: path.resolve(appDir, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    /** In seconds, like all times in settings. */
    databaseTimeout: values.DATABASE_TIMEOUT,
    readTimeout: values.READ_TIMEOUT,
    sampleData: values.SAMPLE_DATA,
    pageSize: values.PAGE_SIZE,
    answerCacheMb: values.ANSWER_CACHE_MB,
    bodyLimit: values.BODY_LIMIT,
    corsOrigins: origins.includes('*') ? ('*' as const) : origins,
    diskFloorMb: values.DISK_FLOOR_MB,
    drainSeconds: values.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    /** Requests per minute from one client; 0 means unlimited. */
    rateLimits: {
      reads: values.RATE_LIMIT ?? (isProduction ? REQUESTS_PER_MINUTE.reads : 0),
      writes: values.RATE_LIMIT_WRITES ?? (isProduction ? REQUESTS_PER_MINUTE.writes : 0),
    },
    accessTokenHours: values.ACCESS_TOKEN_HOURS,
    isRegistrationOpen: values.REGISTRATION ? values.REGISTRATION === 'open' : !isProduction,
    registrationsPerMinute: values.REGISTRATIONS_PER_MINUTE,
    panelLogInsPerMinute: values.PANEL_LOG_INS_PER_MINUTE,
    embeddedPostgresOptions: values.EMBEDDED_POSTGRES_OPTIONS,
    backupDir: values.BACKUP_DIR && path.resolve(appDir, values.BACKUP_DIR),
    backupKeep: values.BACKUP_KEEP,
    backupEveryHours: values.BACKUP_EVERY_HOURS,
    backupVerifyHours: values.BACKUP_VERIFY_HOURS,
    historyDays: values.HISTORY_DAYS,
    diskWarningMb: values.DISK_WARNING_MB,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    webhookAddresses: values.WEBHOOK_ADDRESSES,
    smtp: values.SMTP_HOST ? smtpOf(values.SMTP_HOST, values) : undefined,
    mailFrom: values.MAIL_FROM ?? 'Rostra <rostra@localhost>',
    sso: ssoOf(values),
    appKeys: values.APP_KEYS,
    apiTokenSalt: values.API_TOKEN_SALT,
    adminJwtSecret: values.ADMIN_JWT_SECRET,
    transferTokenSalt: values.TRANSFER_TOKEN_SALT,
    encryptionKey: values.ENCRYPTION_KEY,
    jwtSecret: values.JWT_SECRET,
  };
}

/** SMTP options: encrypted from the start on port 465, otherwise via STARTTLS. */
function smtpOf(host: string, values: z.infer<typeof variables>) {
  const secure = values.SMTP_SECURE ?? values.SMTP_PORT === 465;
  const port = values.SMTP_PORT ?? (secure ? 465 : 587);
  const { SMTP_USER: user, SMTP_PASSWORD: pass } = values;
  // Never send a password unencrypted.
  return { host, port, secure, ...(user && pass ? { auth: { user, pass }, requireTLS: !secure } : {}) };
}

function describeFaults(error: z.ZodError): string {
  const faults = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  return ['These settings are invalid (see .env.example):', ...faults].join('\n');
}
