import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { CloudUpload } from '@strapi/icons';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from './use-text';

/** The formats that the importer reads. */
const ACCEPTED = '.json,.ndjson,.jsonl,.csv,.tsv,.xlsx,.gz';

interface Props {
  onFiles(files: File[]): void;
  isSmall: boolean;
}

/** Takes files that are dropped or chosen with a button. */
export function DropZone({ onFiles, isSmall }: Props) {
  const { t } = useText();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const setOver = (event: DragEvent, value: boolean) => {
    event.preventDefault();
    setIsOver(value);
  };
  return (
    <Box
      data-testid="import-drop"
      padding={isSmall ? 4 : 8}
      background={isOver ? 'primary100' : 'neutral100'}
      borderColor={isOver ? 'primary500' : 'neutral300'}
      borderStyle="dashed"
      borderWidth="1px"
      hasRadius
      onDragOver={(event: DragEvent) => setOver(event, true)}
      onDragLeave={(event: DragEvent) => setOver(event, false)}
      onDrop={(event: DragEvent) => {
        setOver(event, false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Flex direction={isSmall ? 'row' : 'column'} gap={3} justifyContent="center" wrap="wrap">
        <CloudUpload
          width={isSmall ? '2rem' : '4rem'}
          height={isSmall ? '2rem' : '4rem'}
          fill="primary600"
          aria-hidden
        />
        <Typography variant={isSmall ? 'omega' : 'delta'}>{t('drop')}</Typography>
        <Button variant="secondary" onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
        {!isSmall && (
          <Typography variant="pi" textColor="neutral600" textAlign="center">
            {t('drop.formats')}
          </Typography>
        )}
      </Flex>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('choose')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </Box>
  );
}
