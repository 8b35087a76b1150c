import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import type { Deletion } from '../shared/where-used';
import { deletionPath } from './paths';

/** What deleting these records would do, for each content type; undefined until all is known, null where it cannot be read. */
export function useDeletions(deleted: DeletedRecords[]): Deletion[] | null | undefined {
  const { get } = useFetchClient();
  const [deletions, setDeletions] = useState<Deletion[] | null>();
  useEffect(() => {
    let isCancelled = false;
    Promise.all(deleted.map((each) => get<Deletion>(deletionPath(each)))).then(
      (answers) => !isCancelled && setDeletions(answers.map(({ data }) => data)),
      () => !isCancelled && setDeletions(null),
    );
    return () => {
      isCancelled = true;
    };
  }, [get, deleted]);
  return deletions;
}
