import path from 'node:path';
import { assertStrapiHas } from './assert-strapi-has';

interface Logger {
  configs?: { createOutputFileConfiguration?: (file: string, ...rest: unknown[]) => unknown };
}

/**
 * Calls `tell` with the absolute path of the log that an export, import or transfer leaves in the working folder. Checked with Strapi 5.54.0.
 * @throws StartError when @strapi/logger configures log files in another way
 */
export function reportLogFile({ configs }: Logger, tell: (file: string) => void): void {
  const configure = configs?.createOutputFileConfiguration;
  assertStrapiHas(configs && configure, 'function createOutputFileConfiguration in @strapi/logger');
  configs.createOutputFileConfiguration = (file, ...rest) => {
    tell(path.resolve(file));
    return configure(file, ...rest);
  };
}
