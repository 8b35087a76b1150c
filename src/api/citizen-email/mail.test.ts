import { confirmationMail } from './mail';

it('the mail says the same in Traditional Chinese and English, as text and HTML', () => {
  const link = 'https://rostra.example/citizen/ming/emails/1/confirm_verification/abc';
  const { subject, text, html } = confirmationMail(link, 24);
  expect(subject).toMatch(/電子郵件.*e-mail/);
  for (const part of [text, html]) {
    expect(part.split(link).length - 1).toBeGreaterThanOrEqual(2);
    expect(part).toContain('24 小時');
    expect(part).toContain('24 hours');
  }
});
