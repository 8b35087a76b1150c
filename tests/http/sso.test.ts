// One file, because its parts share the two processes and the provider.
import './sso/api';
import './sso/doors';
import './sso/only';
import './sso/panel';
import './sso/provider';
