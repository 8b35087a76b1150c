import { Flex, IconButton, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { Cross, FileCsv, File as FileIcon, FileXls } from '@strapi/icons';
import type { ImportOptions } from '../shared/content-import';
import { useText } from './use-text';

/** A file that waits to be uploaded. */
export interface PendingFile {
  key: number;
  file: File;
  resource: string | null;
}

interface Props {
  pending: PendingFile;
  options: ImportOptions;
  isDisabled: boolean;
  onResource(resource: string): void;
  onRemove(): void;
}

/** A row for a pending file, with a choice of the resource that it holds. */
export function PendingFileRow({ pending: { file, resource }, options, isDisabled, onResource, onRemove }: Props) {
  const { t, nameOf, sizeOf } = useText();
  const Icon = /\.xlsx$/i.test(file.name) ? FileXls : /\.[ct]sv$/i.test(file.name) ? FileCsv : FileIcon;
  const isTooLarge = file.size > options.limits.fileBytes;
  return (
    <Flex tag="li" gap={3} paddingTop={2} paddingBottom={2} wrap="wrap">
      <Icon width="2.4rem" height="2.4rem" fill="neutral600" aria-hidden />
      <Flex direction="column" alignItems="flex-start" flex="1" minWidth="16rem">
        <Typography fontWeight="semiBold">{file.name}</Typography>
        <Typography variant="pi" textColor={isTooLarge ? 'danger600' : 'neutral600'}>
          {isTooLarge ? t('file.tooLarge', { mega: options.limits.fileBytes >> 20 }) : sizeOf(file.size)}
        </Typography>
      </Flex>
      <Flex width="26rem" direction="column" alignItems="stretch">
        <SingleSelect
          aria-label={t('file.holds', { name: file.name })}
          placeholder={t('file.holds.choose')}
          value={resource}
          hasError={resource === null}
          disabled={isDisabled}
          onChange={(value) => onResource(String(value))}
        >
          {options.resources.map(({ name }) => (
            <SingleSelectOption key={name} value={name}>
              {`${nameOf(options.resources, name)} · ${name}`}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Flex>
      <IconButton
        label={t('file.remove', { name: file.name })}
        onClick={onRemove}
        disabled={isDisabled}
        variant="ghost"
      >
        <Cross />
      </IconButton>
    </Flex>
  );
}
