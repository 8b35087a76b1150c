import { errors as strapiErrors } from '@strapi/utils';
import createError from 'http-errors';
import { fromDatabase, isWriteConflict } from '../errors/database';
import { ApiError, type Fault } from '../errors/errors';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import { app } from '../store/strapi';
import { BUSY, formatFault, formatFaults, inUseMessage } from './panel-messages';

/** Runs `work` and turns its refusals into messages for editors if the request comes from the panel. */
export async function withPanelErrors<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const answer = error instanceof ApiError ? error : fromDatabase(error);
    if (!answer || !isFromPanel()) throw error;
    // 409, not 503: the database works, another write is in progress.
    if (isWriteConflict(error)) throw createError(409, BUSY);
    // `src/strapi/database-failures.ts` answers failures of the database.
    if (answer.status >= 500) throw error;
    throw panelErrorOf(resource, answer);
  }
}

/** Whether a write comes over HTTP, but not through the specification's endpoints. */
export function isFromPanel(): boolean {
  const request = app().requestContext.get();
  return request !== undefined && request.state.rostra === undefined;
}

function panelErrorOf(resource: Resource, { status, message, details }: ApiError): Error {
  if (message === 'IN_USE') {
    return createError(409, inUseMessage(details.references ?? [], details.referenceCount ?? 0), { details });
  }
  const faults = details.errors ?? [];
  if (status !== 400) return createError(status, formatFaults(faults) || message, { details });
  return new strapiErrors.ValidationError(formatFaults(faults), {
    errors: faults.map((fault) => ({
      ...toFormFault(resource, fault),
      name: 'ValidationError',
    })),
  });
}

/** Maps a fault to a field of the edit form: `act_features[0].act_dir_id` → `act_features, 0, act_dir`. JSON is one field. */
function toFormFault(resource: Resource, fault: Fault): { path: string[]; message: string } {
  const [first = '', ...rest] = fault.path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const attribute = resourceAttribute(resource, first);
  if (modelOf(resource.uid).attributes[attribute]?.type === 'json')
    return { path: [attribute], message: formatFault(fault) };
  return { path: [attribute, ...rest.map((step) => step.replace(/_id$/, ''))], message: fault.message };
}
