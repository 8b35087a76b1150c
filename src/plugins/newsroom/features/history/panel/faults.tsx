import { Flex, Link, Typography } from '@strapi/design-system';
import { Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { nameOf, titleOf } from '../../../shared/panels';
import { FindingSentence } from '../../findings/panel/sentence';
import type { NamedByType, RestoreFault } from '../shared/restore';
import { linksOf } from './record-links';
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

function Fault(about: RestoreFault) {
  const { kind, field, other, fault } = about;
  const { t, language, fieldOf } = useText();
  const titleIn = ({ uid, record }: NamedByType) => (record ? titleOf(uid, record, language) : nameOf(uid, language));
  const reason = t(`fault.${kind}`, {
    field: field ? fieldOf(about.uid, field) : 'none',
    other: other ? titleIn(other) : 'none',
  });
  return (
    <>
      {t('fault', { record: titleIn(about), reason })}
      {linksOf(about).map(({ uid, to, isDeleted }) => (
        // In another tab, so that the dialog stays.
        <Fragment key={to}>
          {' '}
          <Link tag={NavLink} to={to} target="_blank">
            <Typography textColor="primary600">
              {t(isDeleted ? 'fault.deleted' : 'fault.history', { type: nameOf(uid, language) })}
            </Typography>
          </Link>
        </Fragment>
      ))}
      {fault && <FindingSentence {...fault} />}
    </>
  );
}
