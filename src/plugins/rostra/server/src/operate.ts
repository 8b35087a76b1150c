/** The vocabulary of custom endpoints (`src/api/citizen-email`), in addition to that of declarations. */

export { sha256 } from '../../../../common/digest';
export type { Principal } from './access/principal';
export { isUniqueViolation } from './errors/database';
export { errors } from './errors/errors';
export { INT32_MAX } from './fields/integer';
export { ACTION, actorIn, CHANGE_PROPERTIES, readableNames } from './history/rows';
export { answers, htmlPage } from './http/answers';
export { publicIdIn } from './http/match';
export { etagOf } from './operations/etag';
export { bypassGuard } from './operations/write';
export type { Answer, Call } from './resource/endpoint';
export { compile, parameter, prepared } from './sql/sql';
export { type AttemptLimit, countAttemptUnlessFailed } from './store/attempt-limit';
export { type Run, run, transaction } from './store/database';
export { numberChanges } from './store/history/changes';
export { type Cursor, listDeleted, listFeed } from './store/history/list';
export { sendMail } from './store/mail';
export { readDetail, recordOf } from './store/read';
export { app, documents } from './store/strapi';
