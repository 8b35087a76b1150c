import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { type ImportOptions, resourceOfFile } from '../shared/content-import';
import { DropZone } from './drop-zone';
import { DEFAULT_SETTINGS, hasValidSource, ImportSettingsForm, matchableFields } from './import-settings';
import { type PendingFile, PendingFileRow } from './pending-file';
import { ProgressLine } from './progress-line';
import { useText } from './use-text';
import { useUpload } from './use-upload';

interface Props {
  options: ImportOptions;
  /** Called with the job's id once it is created. */
  onStart(id: string): void;
  /** Called when the upload ends, successfully or not. */
  onEnd(): void;
}

/** Lets the editor choose files, says what each holds, and uploads them. */
export function NewImport({ options, onStart, onEnd }: Props) {
  const { t } = useText();
  const { send, isSending, sent, stop } = useUpload({ options, onStart, onEnd });
  const [pending, setPending] = useState<PendingFile[]>([]);
  const [settings, setSettings] = useState(DEFAULT_SETTINGS);
  const total = pending.reduce((sum, { file }) => sum + file.size, 0);
  const resources = options.resources.filter(({ name }) => pending.some(({ resource }) => resource === name));

  const add = (files: File[]) => {
    const names = options.resources.map(({ name }) => name);
    setPending((before) => [
      ...before,
      ...files.map((file, index) => ({
        key: Date.now() + index,
        file,
        resource: resourceOfFile(file.name, names) ?? null,
      })),
    ]);
  };
  const clear = () => {
    setPending([]);
    setSettings(DEFAULT_SETTINGS);
  };
  const plan = async () => {
    const match = settings.match.filter((name) => matchableFields(resources).includes(name));
    if (await send(pending, { ...settings, match })) clear();
  };

  const isTooMany = pending.length > options.limits.files;
  const canSend =
    !isTooMany && pending.every(({ file, resource }) => resource !== null && file.size <= options.limits.fileBytes);
  return (
    <Box tag="section" aria-label={t('new')} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {!isSending && <DropZone onFiles={add} isSmall={pending.length > 0} />}
        {pending.length > 0 && (
          <Flex tag="ul" direction="column" alignItems="stretch">
            {pending.map((each) => (
              <PendingFileRow
                key={each.key}
                pending={each}
                options={options}
                isDisabled={isSending}
                onResource={(resource) =>
                  setPending((all) => all.map((one) => (one.key === each.key ? { ...one, resource } : one)))
                }
                onRemove={() => setPending((all) => all.filter(({ key }) => key !== each.key))}
              />
            ))}
          </Flex>
        )}
        {isTooMany && (
          <Typography textColor="danger600">{t('tooManyFiles', { most: options.limits.files })}</Typography>
        )}
        {pending.length > 0 && !isSending && (
          <ImportSettingsForm value={settings} resources={resources} sources={options.sources} onChange={setSettings} />
        )}
        {isSending && <ProgressLine label={t('uploading')} part={total > 0 ? sent / total : 0} />}
        {pending.length > 0 && (
          <Flex gap={3}>
            <Button onClick={plan} disabled={!canSend || !hasValidSource(settings)} loading={isSending}>
              {t('plan')}
            </Button>
            <Button variant="tertiary" onClick={isSending ? stop : clear}>
              {t(isSending ? 'stop' : 'clear')}
            </Button>
            {!canSend && !isTooMany && <Typography textColor="neutral600">{t('file.holds.missing')}</Typography>}
          </Flex>
        )}
      </Flex>
    </Box>
  );
}
