import { testService, useService } from '../../support/client';
import { startSecondProcess } from '../../support/second-process';
import type { Service } from '../../support/service';

/** An origin that the process allows. */
export const ORIGIN = 'https://page.example';
export const METRICS_TOKEN = 'a-token-of-the-scraper-0123';
export const DISK_FLOOR_MB = 1_048_576;

let service: Service;

/** The process of this test file: it has many settings that do not depend on each other. Requests of the file go to it. */
export const configured = (): Service => service;

beforeAll(async () => {
  service = await startSecondProcess({
    CORS_ORIGINS: `${ORIGIN}, https://other.example`,
    DISK_FLOOR_MB: String(DISK_FLOOR_MB),
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'http',
    METRICS_TOKEN,
    REGISTRATION: 'off',
  });
  useService(service.url, `Bearer ${testService.tokens.editor}`);
});

afterAll(() => service?.stop());
