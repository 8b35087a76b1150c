import { Page, usePersistentStateScope } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { leaveViews } from '../../../panel/strapi/list-state';
import { contentTypePath } from '../../../panel/strapi/paths';

/** Opens a list as it was before a view of it was opened. */
export default function WithoutPage() {
  const { uid = '' } = useParams();
  const navigate = useNavigate();
  const scope = usePersistentStateScope();
  useEffect(() => {
    if (scope === undefined) return;
    leaveViews(uid, scope);
    navigate(contentTypePath(uid), { replace: true });
  }, [uid, scope, navigate]);
  return <Page.Loading />;
}
