import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { type ImportOptions, resourceIn } from '../shared/content-import';
import { Bar } from './bar';
import { type Chosen, ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';
import { AS_IT_IS, HowToRead, matchable } from './how-to-read';
import { useText } from './use-text';
import { useUpload } from './use-upload';

interface Props {
  options: ImportOptions;
  /** Told when the job has been made, and when its plan is being made. */
  onBegun(id: string): void;
  onSent(): void;
}

/** Files are chosen, what each holds is said, and they go to the server. */
export function NewImport({ options, onBegun, onSent }: Props) {
  const { t } = useText();
  const { send, isSending, sent, stop } = useUpload({ options, onBegun, onSent });
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [how, setHow] = useState(AS_IT_IS);
  const total = chosen.reduce((sum, { file }) => sum + file.size, 0);
  const resources = options.resources.filter(({ name }) => chosen.some(({ resource }) => resource === name));

  const add = (files: File[]) => {
    const names = options.resources.map(({ name }) => name);
    setChosen((before) => [
      ...before,
      ...files.map((file, index) => ({
        key: Date.now() + index,
        file,
        resource: resourceIn(file.name, names) ?? null,
      })),
    ]);
  };
  const clear = () => {
    setChosen([]);
    setHow(AS_IT_IS);
  };
  const plan = async () => {
    const match = how.match.filter((name) => matchable(resources).includes(name));
    if (await send(chosen, { ...how, match })) clear();
  };

  const isTooMany = chosen.length > options.limits.files;
  const canSend =
    !isTooMany && chosen.every(({ file, resource }) => resource !== null && file.size <= options.limits.fileBytes);
  return (
    <Box tag="section" aria-label={t('new')} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {!isSending && <DropZone onFiles={add} isSmall={chosen.length > 0} />}
        {chosen.length > 0 && (
          <Flex tag="ul" direction="column" alignItems="stretch">
            {chosen.map((each) => (
              <ChosenFile
                key={each.key}
                chosen={each}
                options={options}
                isDisabled={isSending}
                onResource={(resource) =>
                  setChosen((all) => all.map((one) => (one.key === each.key ? { ...one, resource } : one)))
                }
                onRemove={() => setChosen((all) => all.filter(({ key }) => key !== each.key))}
              />
            ))}
          </Flex>
        )}
        {isTooMany && (
          <Typography textColor="danger600">{t('tooManyFiles', { most: options.limits.files })}</Typography>
        )}
        {chosen.length > 0 && !isSending && <HowToRead how={how} resources={resources} onChange={setHow} />}
        {isSending && <Bar label={t('uploading')} part={total > 0 ? sent / total : 0} />}
        {chosen.length > 0 && (
          <Flex gap={3}>
            <Button onClick={plan} disabled={!canSend} loading={isSending}>
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
