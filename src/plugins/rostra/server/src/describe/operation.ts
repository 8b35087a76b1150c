import type { Json, JsonObject } from '../../../../../common/json';
import { ROLES_BY_ACCESS } from '../access/roles';
import type { Schema } from '../fields/field';
import type { Route } from '../http/routes';
import type { Operation, Resource } from '../resource/resource';
import { inputObject } from '../resource/schema';
import { answersOf } from './answers';
import { component } from './components';
import { exampleOf } from './example';
import { operationIdOf, schemaName, summaryOf, tagOf } from './names';
import { parametersOf } from './parameters';
import { EXTENSION } from './schemas';

/** Describes one operation. */
export function operationOf(route: Route): JsonObject {
  const parameters = parametersOf(route);
  const requestBody = requestBodyOf(route);
  return {
    operationId: operationIdOf(route),
    summary: summaryOf(route),
    description: [...notesOf(route), rolesInWords(route)].join(' '),
    tags: [tagOf(route)],
    ...(route.access === 'public' ? { security: [] } : {}),
    'x-roles': ROLES_BY_ACCESS[route.access],
    ...(isExtension(route) ? EXTENSION : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: answersOf(route),
  };
}

/** Whether an operation goes beyond the specification. */
export const isExtension = ({ target }: Route): boolean =>
  'view' in target
    ? target.view.isExtension === true
    : 'endpoint' in target
      ? target.endpoint.isExtension === true
      : target.resource.isExtension;

function rolesInWords({ access }: Route): string {
  if (access === 'public') return 'Public; an invalid credential is nevertheless refused.';
  const roles = ROLES_BY_ACCESS[access].map((role) => `\`${role}\``);
  return roles.length === 1 ? `For the role ${roles[0]}.` : `For the roles ${roles.join(' and ')}.`;
}

function notesOf({ target }: Route): string[] {
  if ('resource' in target) return [NOTES[target.operation](target.resource)];
  return ['view' in target ? target.view.description : target.endpoint.description];
}

const NOTES: Record<Operation, (resource: Resource) => string> = {
  list: ({ paged }) => `Filters combine with AND. ${paged ? 'Answers one page.' : 'Answers every row.'}`,
  read: () => 'Answers the complete record.',
  create: () => 'All required fields must be present, and all referenced records must exist.',
  update: () =>
    'Changes only the fields in the body. Lists and objects are replaced as a whole; null clears an optional field.',
  remove: () => 'Refused while other records require this one.',
};

function requestBodyOf({ target }: Route): JsonObject | undefined {
  if ('view' in target) return undefined;
  if ('endpoint' in target) {
    const { body, isBodyOptional, example } = target.endpoint;
    if (!body) return undefined;
    const schema = inputObject(body, { isWhole: true });
    return requestBody(schema, { value: exampleOf(schema, example?.()) }, !isBodyOptional);
  }
  if (target.operation !== 'create' && target.operation !== 'update') return undefined;
  const name = schemaName(target.resource, target.operation === 'create' ? 'Create' : 'Update');
  return requestBody(component('schemas', name), component('examples', name), true);
}

const requestBody = (schema: Schema, example: Json, required: boolean): JsonObject => ({
  required,
  content: { 'application/json': { schema, examples: { example } } },
});
