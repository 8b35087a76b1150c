import { faultOfLink } from './links';

describe('a link', () => {
  it.each([
    'https://lis.ly.gov.tw/lgcgi/lgmeetimage?cfcec7cacfcacf',
    'http://example.org',
    'https://example.org/議案/第1號?q=長照#top',
    'http://127.0.0.1:1337/docs',
  ])('may be %s', (link) => {
    expect(faultOfLink(link)).toBeUndefined();
  });

  it.each([
    ['www.example.org/a', 'lacks https:// at its beginning'],
    ['example.org', 'lacks https:// at its beginning'],
    ['見立法院公報', 'is not a URL'],
    ['/reports/7', 'is not a URL'],
    ['-', 'is not a URL'],
    ['https://', 'is not a URL'],
    ['https://example.org/a https://example.org/b', 'contains white space'],
    ['javascript:alert(1)', 'begins with javascript:, not with https:'],
    ['C:\\bills\\1.pdf', 'begins with c:, not with https:'],
  ])('is not %s', (link, fault) => {
    expect(faultOfLink(link)).toBe(fault);
  });
});
