import { Page, type StrapiApp } from '@strapi/admin/strapi-admin';
import { type ComponentType, useSyncExternalStore } from 'react';
import { useParams } from 'react-router-dom';
import { Boundary } from '../../features/error-boundary/panel/boundary';
import { createStore } from '../store';
import { UNSHOWN } from '../unshown';
import { assertPanelHas } from './assert-panel-has';
import { isAtRecord } from './paths';
import type { RecordArgs } from './reads';
import { watchRejections } from './rejections';

/** A record that its form could not read. */
export interface MissingRecord {
  uid: string;
  documentId: string;
  /** 404, or 403 if the person may not read such records. */
  status: number;
}

/** The record of the address, if it is missing. */
const missing = createStore<MissingRecord | undefined>(undefined);

/**
 * Shows `MissingPage` in place of Strapi's error page and its red message where the record of a form's address is missing. Checked with
 * Strapi 5.54.0, whose pages take the error page from the object `Page`. @throws Error when that has none.
 */
export function addMissingPage(app: StrapiApp, MissingPage: ComponentType<MissingRecord>): void {
  assertPanelHas(Page.Error, 'page for errors');
  watchRejections(app, ({ endpoint, status = 0, args }) => {
    if (endpoint !== 'getDocument') return undefined;
    const { model: uid, documentId = '' } = args as RecordArgs;
    if (!isAtRecord(uid, documentId)) return undefined;
    const isMissing = status === 404 || status === 403;
    missing.set(isMissing ? { uid, documentId, status } : undefined);
    return isMissing ? UNSHOWN : undefined;
  });
  const OtherError = Page.Error;
  Page.Error = function RecordError(props) {
    const { slug, id } = useParams();
    const record = useSyncExternalStore(missing.subscribe, missing.get);
    if (!record || record.uid !== slug || record.documentId !== id) return <OtherError {...props} />;
    return (
      <Boundary>
        <MissingPage {...record} />
      </Boundary>
    );
  };
}
