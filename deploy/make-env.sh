#!/bin/sh
# sh deploy/make-env.sh > deploy/rostra.env: generates new secrets. Run it once and keep the file: with other secrets,
# everybody is signed out and every API token is void.
set -eu
umask 077
secret() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }

cat <<END
NODE_ENV=production
SAMPLE_DATA=false

# The public host name, without https://.
SITE_ADDRESS=${SITE_ADDRESS:-rostra.example.org}

# Secrets for cookies, sessions and tokens; 32 random bytes each.
APP_KEYS=$(secret),$(secret)
API_TOKEN_SALT=$(secret)
ADMIN_JWT_SECRET=$(secret)
TRANSFER_TOKEN_SALT=$(secret)
ENCRYPTION_KEY=$(secret)
JWT_SECRET=$(secret)

# Letters and digits only, since it becomes part of a URL.
POSTGRES_PASSWORD=$(secret | tr -dc 'A-Za-z0-9')
END
