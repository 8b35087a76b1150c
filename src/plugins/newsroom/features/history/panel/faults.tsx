import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { recordPath } from '../../../panel/strapi/paths';
import { nameOf, titleOf } from '../../../shared/panels';
import { FindingSentence } from '../../findings/panel/sentence';
import type { NamedByType, RestoreFault } from '../shared/restore';
import { useText } from './use-text';

interface Props {
  kind: 'warning' | 'danger';
  title: string;
  faults: RestoreFault[];
}

/** The records that cannot be restored as they were, why, and where to look. */
export function Faults({ kind, title, faults }: Props) {
  return (
    <Notice kind={kind}>
      {title}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2} paddingTop={2}>
        {faults.map((fault, index) => (
          <li key={index}>
            <Fault {...fault} />
          </li>
        ))}
      </Flex>
    </Notice>
  );
}

function Fault({ kind, field, other, fault, ...about }: RestoreFault) {
  const { t, language, fieldOf } = useText();
  const titleIn = ({ uid, record }: NamedByType) => (record ? titleOf(uid, record, language) : nameOf(uid, language));
  const reason = t(`fault.${kind}`, {
    field: field ? fieldOf(about.uid, field) : 'none',
    other: other ? titleIn(other) : 'none',
  });
  return (
    <>
      {t('fault', { record: titleIn(about), reason })} <HistoryLink {...about} />
      {fault && <FindingSentence {...fault} />}
    </>
  );
}

/** Opens the form of a record, which shows its history, or the deleted records if it is gone; in another tab, so that the dialog stays. */
function HistoryLink({ uid, record }: NamedByType) {
  const { t } = useText();
  if (!record) return null;
  const to = record.documentId ? recordPath(uid, record.documentId) : '/plugins/newsroom/deleted';
  return (
    <Link tag={NavLink} to={to} target="_blank">
      <Typography textColor="primary600">{t('fault.history')}</Typography>
    </Link>
  );
}
