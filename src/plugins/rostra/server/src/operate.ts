/** What an operation of its own is made of, beside the vocabulary of declarations: `src/api/citizen-email`. */

export { sha256 } from '../../../../common/digest';
export type { Principal } from './access/principal';
export { isUniqueViolation } from './errors/database';
export { errors } from './errors/errors';
export { answers, htmlPage } from './http/answers';
export { publicIdIn } from './http/match';
export { whileChecked } from './operations/checked';
export { etagOf } from './operations/etag';
export type { Answer, Call } from './resource/endpoint';
export { compile, parameter, prepared } from './sql/sql';
export { type Run, run, transaction } from './store/database';
export { sendMail } from './store/mail';
export { consumeUnlessFailed, type Limit } from './store/rate-limit';
export { readDetail, recordOf } from './store/read';
export { app, documents } from './store/strapi';
