import { panelAddress, returnAddress } from './addresses';

const options = { returnOrigins: ['https://console.example', 'http://localhost:3000'] };

describe('the way back', () => {
  it.each(['https://console.example/', 'https://console.example/a?b=c', 'http://localhost:3000/'])('%s', (given) => {
    expect(returnAddress(given, options)).toBe(given);
  });

  it.each([
    undefined,
    '',
    '/console',
    '//console.example/',
    'https://console.example.evil.example/',
    'https://console.example@evil.example/',
    'https://user:word@console.example/',
    'http://console.example/',
    'https://console.example:8443/',
    'http://localhost:3001/',
    'javascript:alert(1)',
    'https:/\\evil.example/',
    'null',
  ])('is not %s', (given) => {
    expect(returnAddress(given, options)).toBeUndefined();
  });

  it('holds no fragment, which would hide the code from nobody', () => {
    expect(returnAddress('https://console.example/a#b', options)).toBe('https://console.example/a');
  });
});

it('a page of the panel stays within the panel', () => {
  const to = (given: string | undefined) => panelAddress(given, '/admin');
  expect(to('/content-manager?page=2')).toBe('/admin/content-manager?page=2');
  expect(
    [undefined, '', 'https://evil.example', '/../evil', '/%2e%2e/evil', 'evil', '/..//evil.example'].map(to),
  ).toEqual(Array.from({ length: 7 }, () => '/admin/'));
  expect(to('//evil.example')).toBe('/admin//evil.example');
});
