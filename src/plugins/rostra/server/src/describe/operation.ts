import type { Json, JsonObject } from '../../../../../common/json';
import { GRANTED_TO } from '../access/roles';
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

/** One operation of the document. */
export function operationOf(route: Route): JsonObject {
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route);
  return {
    operationId: operationIdOf(route),
    summary: summaryOf(route),
    description: [...notesOn(route), rolesInWords(route)].join(' '),
    tags: [tagOf(route)],
    ...(route.access === 'public' ? { security: [] } : {}),
    'x-roles': GRANTED_TO[route.access],
    ...(isExtension(route) ? EXTENSION : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: answersOf(route),
  };
}

/** Whether the specification does not have the operation. */
export const isExtension = ({ of }: Route): boolean =>
  'view' in of ? of.view.isExtension === true : 'resource' in of && of.resource.isExtension;

function rolesInWords({ access }: Route): string {
  if (access === 'public') return 'Open to everybody; a credential that is not valid is refused all the same.';
  const roles = GRANTED_TO[access].map((role) => `\`${role}\``);
  return roles.length === 1 ? `For the role ${roles[0]}.` : `For the roles ${roles.join(' and ')}.`;
}

function notesOn({ of }: Route): string[] {
  if ('resource' in of) return [NOTES[of.operation](of.resource)];
  return ['view' in of ? of.view.description : of.endpoint.description];
}

const NOTES: Record<Operation, (resource: Resource) => string> = {
  list: ({ paged }) => `Filters combine with AND. ${paged ? 'Answers one page.' : 'Answers every row.'}`,
  read: () => 'Answers the record in full.',
  create: () => 'Every required field must be there; references must name records that exist.',
  update: () =>
    'Changes the fields that are sent; lists and objects are replaced as a whole; null clears an optional field.',
  remove: () => 'Refused as long as other records require this one.',
};

function bodyOf({ of }: Route): JsonObject | undefined {
  if ('view' in of) return undefined;
  if ('endpoint' in of) {
    const { body, isBodyOptional, example } = of.endpoint;
    if (!body) return undefined;
    const schema = inputObject(body, { isWhole: true });
    return requestBody(schema, { value: exampleOf(schema, example?.()) }, !isBodyOptional);
  }
  if (of.operation !== 'create' && of.operation !== 'update') return undefined;
  const name = schemaName(of.resource, of.operation === 'create' ? 'Create' : 'Update');
  return requestBody(component('schemas', name), component('examples', name), true);
}

const requestBody = (schema: Schema, example: Json, required: boolean): JsonObject => ({
  required,
  content: { 'application/json': { schema, examples: { example } } },
});
