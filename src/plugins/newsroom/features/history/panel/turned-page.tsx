import { Box } from '@strapi/design-system';
import { type ReactNode, useEffect, useRef } from 'react';

/** A page of a list, which takes the focus when it turns: the link that has turned it is gone until the next one is there. */
export function TurnedPage({ label, page, children }: { label: string; page: number; children: ReactNode }) {
  const list = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // A filter that leads back to the first page keeps the focus.
    if (document.activeElement === document.body) list.current?.focus();
  }, [page]);
  return (
    <Box ref={list} tag="section" aria-label={label} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Box>
  );
}
