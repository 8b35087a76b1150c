import { Box, LinkButton } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { useOffer } from './use-offer';
import { usePlace } from './use-place';

/** Kept for a tab in which somebody has been signed in: signing out may load the panel anew. */
const SIGNED_IN = 'newsroom.single-sign-on.signed-in';

/**
 * The button of single sign-on below the log-in form. Where passwords are refused it stands in the place of the form, and
 * whoever comes is sent on at once, but not who has just signed out. The local administrator finds the form at
 * `/admin/auth/login?local`.
 */
export function SignIn() {
  const { pathname, search } = useLocation();
  const { formatMessage } = useIntl();
  const token = useAuth('SignIn', (auth) => auth.token);
  useEffect(() => {
    if (token) sessionStorage.setItem(SIGNED_IN, 'true');
  }, [token]);

  const isHere = pathname === '/auth/login' && !token;
  const offer = useOffer(isHere);
  const asked = new URLSearchParams(search);
  const isInPlaceOfForm = Boolean(offer?.only) && !asked.has('local');
  const place = usePlace(isHere && Boolean(offer?.panel), isInPlaceOfForm);
  const address = `/sso/panel?${new URLSearchParams({ to: asked.get('redirectTo') ?? '/' })}`;

  const isSentOn = isHere && isInPlaceOfForm && sessionStorage.getItem(SIGNED_IN) === null;
  useEffect(() => {
    if (isSentOn) window.location.assign(address);
  }, [isSentOn, address]);

  if (!place) return null;
  return createPortal(
    <Box paddingTop={4}>
      <LinkButton tag="a" href={address} variant="secondary" size="L" fullWidth>
        {formatMessage({ id: 'newsroom.single-sign-on.sign-in' })}
      </LinkButton>
    </Box>,
    place,
  );
}
