import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { Box, Button, Checkbox, Field, Flex, MultiSelect, MultiSelectOption, Typography } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { type ImportOptions, type Job, resourceIn } from '../../../shared/content-import';
import { Bar } from './bar';
import { type Chosen, ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';
import { upload } from './upload';
import { useText } from './use-text';
import { useTold } from './use-told';

interface Props {
  options: ImportOptions;
  /** Told when the job has been made, and when its plan is being made. */
  onBegun(id: string): void;
  onSent(): void;
}

/** Files are chosen, what each holds is said, and they go to the server. */
export function NewImport({ options, onBegun, onSent }: Props) {
  const { t, fieldOf } = useText();
  const { told, isDoing } = useTold();
  const { post, get, del } = useFetchClient();
  const current = useAuth('Import', (state) => state.token);
  const token = useRef(current);
  token.current = current;
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [match, setMatch] = useState<string[]>([]);
  const [isStrict, setIsStrict] = useState(false);
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController>();
  const total = chosen.reduce((sum, { file }) => sum + file.size, 0);
  useLeaveWarning(isDoing);

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
    setMatch([]);
    setSent(0);
  };
  const fields = [
    ...new Set(
      chosen.flatMap(({ resource }) => {
        const of = options.resources.find(({ name }) => name === resource);
        return of?.fields.filter(({ canMatch }) => canMatch).map(({ name }) => name) ?? [];
      }),
    ),
  ];
  const labelled = (name: string) => {
    const of = options.resources.find(
      (each) =>
        chosen.some(({ resource }) => resource === each.name) && each.fields.some((field) => field.name === name),
    );
    const label = fieldOf(of, name);
    return label === name ? name : `${label} · ${name}`;
  };

  const send = () =>
    told(async () => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      const files = chosen.map(({ file, resource }) => ({ name: file.name, resource, size: file.size }));
      const { data: job } = await post<Job>('/room/imports', { files, match, strict: isStrict });
      onBegun(job.id);
      try {
        const refresh = () => get('/room/imports/options');
        const { chunkBytes } = options.limits;
        await upload({
          job,
          files: chosen.map(({ file }) => file),
          chunkBytes,
          token: () => token.current,
          refresh,
          progress: setSent,
          signal,
        });
        await post(`/room/imports/${job.id}/plan`);
        clear();
      } catch (error) {
        await del(`/room/imports/${job.id}`).catch(() => undefined);
        if (!signal.aborted) throw error;
      } finally {
        onSent();
      }
    });

  const isTooMany = chosen.length > options.limits.files;
  const canSend =
    !isTooMany && chosen.every(({ file, resource }) => resource !== null && file.size <= options.limits.fileBytes);
  return (
    <Box tag="section" aria-label={t('new')} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {!isDoing && <DropZone onFiles={add} isSmall={chosen.length > 0} />}
        {chosen.length > 0 && (
          <Flex tag="ul" direction="column" alignItems="stretch">
            {chosen.map((each) => (
              <ChosenFile
                key={each.key}
                chosen={each}
                options={options}
                isDisabled={isDoing}
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
        {chosen.length > 0 && !isDoing && (
          <Flex gap={6} alignItems="flex-start" wrap="wrap">
            <Box flex="1" minWidth="28rem" maxWidth="52rem">
              <Field.Root name="match" hint={t('match.hint')}>
                <Field.Label>{t('match')}</Field.Label>
                <MultiSelect
                  withTags
                  value={match.filter((name) => fields.includes(name))}
                  onChange={setMatch}
                  placeholder={t('match.none')}
                  onClear={() => setMatch([])}
                  clearLabel={t('match.clear')}
                >
                  {fields.map((name) => (
                    <MultiSelectOption key={name} value={name}>
                      {labelled(name)}
                    </MultiSelectOption>
                  ))}
                </MultiSelect>
                <Field.Hint />
              </Field.Root>
            </Box>
            <Box paddingTop={7}>
              <Checkbox checked={isStrict} onCheckedChange={(checked) => setIsStrict(checked === true)}>
                {t('strict')}
              </Checkbox>
            </Box>
          </Flex>
        )}
        {isDoing && <Bar label={t('uploading')} part={total > 0 ? sent / total : 0} />}
        {chosen.length > 0 && (
          <Flex gap={3}>
            <Button onClick={send} disabled={!canSend} loading={isDoing}>
              {t('plan')}
            </Button>
            <Button variant="tertiary" onClick={() => (isDoing ? abort.current?.abort() : clear())}>
              {t(isDoing ? 'stop' : 'clear')}
            </Button>
            {!canSend && !isTooMany && <Typography textColor="neutral600">{t('file.holds.missing')}</Typography>}
          </Flex>
        )}
      </Flex>
    </Box>
  );
}

/** Leaving the page would cut the upload off. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
