/** A plain page of HTML around a body; `attributes` are those of the body's tag, with a space before each. */
export const htmlPage = (body: string, attributes = ''): string =>
  `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rostra</title></head><body${attributes}><h1>Rostra</h1>${body}</body></html>\n`;
