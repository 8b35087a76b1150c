import { panelPathOf, returnUrl } from './urls';

const options = { returnUrls: ['https://console.example/signed-in', 'http://localhost:3000/'] };

describe('a return address', () => {
  it.each([
    ['https://console.example/signed-in', 'https://console.example/signed-in'],
    ['HTTPS://Console.example:443/x/../signed-in', 'https://console.example/signed-in'],
    ['http://localhost:3000', 'http://localhost:3000/'],
  ])('%s', (address, expected) => {
    expect(returnUrl(address, options)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    '/console',
    '//console.example/signed-in',
    'https://console.example/',
    'https://console.example/signed-in/',
    'https://console.example/signed-in/logout',
    'https://console.example/Signed-in',
    'https://console.example/redirect?to=https://evil.example',
    'https://console.example/signed-in?next=https://evil.example',
    'https://console.example/signed-in#a',
    'https://console.example/signed-in%2f..%2fredirect',
    'https://console.example.evil.example/signed-in',
    'https://console.example@evil.example/signed-in',
    'https://user:word@console.example/signed-in',
    'http://console.example/signed-in',
    'https://console.example:8443/signed-in',
    'http://localhost:3001/',
    'javascript:alert(1)',
    'https:/\\evil.example/',
    'null',
  ])('is not %s', (address) => {
    expect(returnUrl(address, options)).toBeUndefined();
  });
});

it('a page of the panel stays within the panel', () => {
  const to = (address: string | undefined) => panelPathOf(address, '/admin');
  expect(to('/content-manager?page=2')).toBe('/admin/content-manager?page=2');
  expect(
    [undefined, '', 'https://evil.example', '/../evil', '/%2e%2e/evil', 'evil', '/..//evil.example'].map(to),
  ).toEqual(Array.from({ length: 7 }, () => '/admin/'));
  expect(to('//evil.example')).toBe('/admin//evil.example');
});
