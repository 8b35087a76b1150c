import { errors as strapiErrors } from '@strapi/utils';
import createError from 'http-errors';
import { fromDatabase, isInTheWay } from '../errors/database';
import { AnsweredError, type Fault, type Referrer } from '../errors/errors';
import { attributeFor } from '../operations/write';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { app } from '../store/strapi';

/** Tells a refusal so that an editor in the admin panel understands it; everybody else gets it as it is. */
export async function toldToEditors<T>(of: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const answered = error instanceof AnsweredError ? error : fromDatabase(error);
    if (!answered || !isFromPanel()) throw error;
    // Not 503: Strapi keeps to itself what an error of 500 and above says.
    throw isInTheWay(error) ? createError(409, BUSY) : sentenceOf(of, answered);
  }
}

/** Whether the write was asked for over HTTP, but not through the specification's endpoints. */
function isFromPanel(): boolean {
  const request = app().requestContext.get();
  return request !== undefined && request.state.rostra === undefined;
}

function sentenceOf(of: Resource, { status, message, details }: AnsweredError): Error {
  if (message === 'IN_USE') {
    return createError(409, inUse(details.references ?? [], details.referenceCount ?? 0), { details });
  }
  const faults = details.errors ?? [];
  if (status !== 400) return createError(status, faults.map(sentence).join('; ') || message, { details });
  return new strapiErrors.ValidationError(faults.map(sentence).join('; '), {
    errors: faults.map((fault) => ({
      ...placed(of, fault),
      name: 'ValidationError',
    })),
  });
}

const sentence = ({ path, message }: Fault): string => (path ? `${path}: ${message}` : message);

const BUSY =
  '未儲存：其他人或匯入作業正在寫入相關的資料，請稍候再試 — Not saved: somebody else, or an import, is writing records that this touches; try again shortly';

function inUse(references: Referrer[], count: number): string {
  const shown = references.slice(0, 5).map(({ resource, id, field }) => `${resource} ${id} (${field})`);
  const list = `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;
  return `無法刪除：仍有 ${count} 筆資料需要這一筆：${list} — Not deleted: ${count} records require this one: ${list}`;
}

/** A fault where the edit form knows it: `act_features[0].act_dir_id` → `act_features, 0, act_dir`; JSON is one input. */
function placed(of: Resource, fault: Fault): { path: string[]; message: string } {
  const [first = '', ...rest] = fault.path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const attribute = attributeFor(of, first);
  if (model(of.uid).attributes[attribute]?.type === 'json') return { path: [attribute], message: sentence(fault) };
  return { path: [attribute, ...rest.map((step) => step.replace(/_id$/, ''))], message: fault.message };
}
