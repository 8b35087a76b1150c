#!/bin/sh
# Dumps the database of DATABASE_URL into BACKUP_DIR, together with the uploads of UPLOADS_DIR, verifies the dump, and
# keeps the newest BACKUP_KEEP (14) backups. Runs once, or every night at 03:10 UTC with --daily. Requires the pg_dump
# of the server's version or newer.
set -eu
umask 077
: "${DATABASE_URL:?}" "${BACKUP_DIR:?}"

backup() {
  at=$(date -u +%Y-%m-%dT%H%M%SZ)
  draft="$BACKUP_DIR/.$at"
  mkdir -p "$draft" || return 1
  # Remove interrupted backups, but not one that another run is writing.
  find "$BACKUP_DIR" -maxdepth 1 -name '.2*' -mmin +1440 -exec rm -rf {} +
  pg_dump --format=custom --no-owner --no-privileges --file="$draft/database.dump" "$DATABASE_URL" || return 1
  # A truncated dump cannot be read to its end.
  pg_restore --file=/dev/null "$draft/database.dump" || return 1
  if [ -n "${UPLOADS_DIR:-}" ]; then tar -C "$UPLOADS_DIR" -czf "$draft/uploads.tar.gz" . || return 1; fi
  mv "$draft" "$BACKUP_DIR/$at" || return 1
  echo "backup: $BACKUP_DIR/$at, $(du -sh "$BACKUP_DIR/$at" | cut -f1)"
  ls -1d "$BACKUP_DIR"/2* | sort -r | tail -n +"$((${BACKUP_KEEP:-14} + 1))" | while read -r old; do rm -rf "$old"; done
}

if [ "${1:-}" != --daily ]; then
  backup || { echo 'backup: FAILED' >&2; exit 1; }
  exit 0
fi
trap 'exit 0' TERM INT
[ -n "$(ls -1d "$BACKUP_DIR"/2* 2>/dev/null)" ] || backup || echo 'backup: FAILED' >&2
while :; do
  sleep "$(((86400 + 11400 - $(date -u +%s) % 86400) % 86400 + 1))" &
  wait $!
  backup || echo 'backup: FAILED' >&2
done
