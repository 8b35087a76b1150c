import { errors as strapiErrors } from '@strapi/utils';
import createError from 'http-errors';
import { fromDatabase, isInTheWay } from '../errors/database';
import { AnsweredError, type Fault } from '../errors/errors';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import { app } from '../store/strapi';
import { BUSY, inUse, sentence, sentences } from './sentences';

/** Tells a refusal so that an editor in the admin panel understands it; everybody else gets it as it is. */
export async function toldToEditors<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const answered = error instanceof AnsweredError ? error : fromDatabase(error);
    if (!answered || !isFromPanel()) throw error;
    // 409: the database is well, another write is in the way.
    if (isInTheWay(error)) throw createError(409, BUSY);
    // What the database is to blame for is told for every door alike (`src/strapi/database-failures.ts`).
    if (answered.status >= 500) throw error;
    throw sentenceOf(resource, answered);
  }
}

/** Whether the write was asked for over HTTP, but not through the specification's endpoints. */
function isFromPanel(): boolean {
  const request = app().requestContext.get();
  return request !== undefined && request.state.rostra === undefined;
}

function sentenceOf(resource: Resource, { status, message, details }: AnsweredError): Error {
  if (message === 'IN_USE') {
    return createError(409, inUse(details.references ?? [], details.referenceCount ?? 0), { details });
  }
  const faults = details.errors ?? [];
  if (status !== 400) return createError(status, sentences(faults) || message, { details });
  return new strapiErrors.ValidationError(sentences(faults), {
    errors: faults.map((fault) => ({
      ...placed(resource, fault),
      name: 'ValidationError',
    })),
  });
}

/** A fault where the edit form knows it: `act_features[0].act_dir_id` → `act_features, 0, act_dir`; JSON is one input. */
function placed(resource: Resource, fault: Fault): { path: string[]; message: string } {
  const [first = '', ...rest] = fault.path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const attribute = resourceAttribute(resource, first);
  if (modelOf(resource.uid).attributes[attribute]?.type === 'json')
    return { path: [attribute], message: sentence(fault) };
  return { path: [attribute, ...rest.map((step) => step.replace(/_id$/, ''))], message: fault.message };
}
