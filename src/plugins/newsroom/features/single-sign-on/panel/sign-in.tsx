import { useAuth } from '@strapi/admin/strapi-admin';
import { Box, LinkButton } from '@strapi/design-system';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { LOG_IN } from '../../../panel/strapi/paths';
import { useFormSlot } from './use-form-slot';
import { useSsoStatus } from './use-sso-status';

/** Marks a tab in which somebody signed in, and survives the reload that signing out may cause. */
const SIGNED_IN = 'newsroom.single-sign-on.signed-in';

/**
 * The button for single sign-on below the log-in form. If passwords are disabled, it replaces the form and redirects to
 * the provider at once, except in a tab where somebody just signed out. The local administrator finds the form at
 * `/admin/auth/login?local`.
 */
export function SignIn() {
  const { pathname, search } = useLocation();
  const { formatMessage } = useIntl();
  const token = useAuth('SignIn', (auth) => auth.token);
  useEffect(() => {
    if (token) sessionStorage.setItem(SIGNED_IN, 'true');
  }, [token]);

  const isLogInPage = pathname === LOG_IN && !token;
  const status = useSsoStatus(isLogInPage);
  const parameters = new URLSearchParams(search);
  const isFormHidden = Boolean(status?.only) && !parameters.has('local');
  const slot = useFormSlot(isLogInPage && Boolean(status?.panel), isFormHidden);
  const address = `/sso/panel?${new URLSearchParams({ to: parameters.get('redirectTo') ?? '/' })}`;

  const isRedirected = isLogInPage && isFormHidden && sessionStorage.getItem(SIGNED_IN) === null;
  useEffect(() => {
    if (isRedirected) window.location.assign(address);
  }, [isRedirected, address]);

  if (!slot) return null;
  return createPortal(
    <Box paddingTop={4}>
      <LinkButton tag="a" href={address} variant="secondary" size="L" fullWidth>
        {formatMessage({ id: 'newsroom.single-sign-on.sign-in' })}
      </LinkButton>
    </Box>,
    slot,
  );
}
