import { StartError } from '../../runtime/start-error';
import { refuseReplaced } from './replaced';

test.each([
  ['build', 'npm run build', 'deploy the new build'],
  ['develop', 'npm run dev', 'deploy the new build'],
  ['dev', 'npm run dev', 'deploy the new build'],
  ['start', 'npm start', 'npm start'],
  ['ts:generate-types', 'Nothing here needs', 'Nothing here needs'],
])('%s is refused with what to do instead, with and without sources', (name, here, there) => {
  for (const [hasSources, instead] of [
    [true, here],
    [false, there],
  ] as const) {
    const refused = refusalOf(name, hasSources);
    expect(refused).toMatchObject({ message: expect.stringContaining(instead), exitCode: 2 });
    expect(refused).toBeInstanceOf(StartError);
  }
});

test.each(['export', 'import', 'transfer', 'console', ''])('"%s" is not', (name) => {
  expect(refusalOf(name, true)).toBeUndefined();
});

function refusalOf(name: string, hasSources: boolean): unknown {
  try {
    refuseReplaced(name, { hasSources });
    return undefined;
  } catch (error) {
    return error;
  }
}
